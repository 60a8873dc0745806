// A strict walk over JSON text (RFC 8259) that finds what JSON.parse does not tell: the place of the
// first syntax fault, and members that stand twice in one object. Linear, without recursion.

export interface SyntaxFault {
  /** UTF-16 units from the start of the text. */
  readonly offset: number;
  /** What should have stood there, as the end of a sentence. */
  readonly expected: string;
}

export interface DoubledMember {
  readonly name: string;
  readonly pointer: string;
}

export interface JsonWalk {
  readonly syntaxFault: SyntaxFault | undefined;
  readonly duplicateKeys: readonly DoubledMember[];
}

interface OpenObject {
  readonly kind: 'object';
  readonly names: Set<string>;
  name: string;
}

interface OpenArray {
  readonly kind: 'array';
  index: number;
}

const space = /[ \t\n\r]*/y;
// oxlint-disable-next-line no-control-regex -- RFC 8259 section 7 forbids raw control characters
const plainCharacters = /[^"\\\u0000-\u001f]*/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const maxDoubledMembers = 100;

export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

export function walkJson(text: string): JsonWalk {
  const open: (OpenObject | OpenArray)[] = [];
  const duplicateKeys: DoubledMember[] = [];
  let at = 0;

  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  /** Piece by piece: one expression for all of it overflows the stack on a string of some megabytes. */
  const matchString = (): string | undefined => {
    const from = at;
    if (text[at] === '"') {
      at++;
      do match(plainCharacters);
      while (match(escape) !== undefined);
      if (text[at] === '"') return text.slice(from, ++at);
    }
    at = from;
    return undefined;
  };
  const take = (character: string): boolean => {
    match(space);
    if (text[at] !== character) return false;
    at++;
    return true;
  };
  const fault = (expected: string): JsonWalk => ({
    syntaxFault: { offset: at, expected },
    duplicateKeys: [],
  });
  const readName = (object: OpenObject): boolean => {
    match(space);
    const found = matchString();
    if (found === undefined) return false;
    object.name = JSON.parse(found) as string;
    if (object.names.has(object.name) && duplicateKeys.length < maxDoubledMembers) {
      duplicateKeys.push({ name: object.name, pointer: pointerTo(open) });
    }
    object.names.add(object.name);
    return true;
  };

  for (;;) {
    // A value stands here.
    let closed = false;
    if (take('{')) {
      const object: OpenObject = { kind: 'object', names: new Set(), name: '' };
      open.push(object);
      if (take('}')) closed = true;
      else {
        if (!readName(object)) return fault('the name of a member, in double quotes, or "}"');
        if (!take(':')) return fault('":"');
        continue;
      }
    } else if (take('[')) {
      open.push({ kind: 'array', index: 0 });
      if (take(']')) closed = true;
      else continue;
    } else if (matchString() === undefined && match(scalar) === undefined) {
      return fault('a value');
    }

    // A value has ended, and with it perhaps what encloses it.
    for (;;) {
      if (closed) open.pop();
      closed = false;
      const within = open.at(-1);
      if (within === undefined) {
        match(space);
        return at < text.length ? fault('the end') : { syntaxFault: undefined, duplicateKeys };
      }
      if (within.kind === 'array') {
        if (take(',')) {
          within.index++;
          break;
        }
        if (!take(']')) return fault('"," or "]"');
      } else {
        if (take(',')) {
          if (!readName(within)) return fault('the name of a member, in double quotes');
          if (!take(':')) return fault('":"');
          break;
        }
        if (!take('}')) return fault('"," or "}"');
      }
      closed = true;
    }
  }
}

function pointerTo(open: readonly (OpenObject | OpenArray)[]): string {
  return open
    .map((level) => `/${level.kind === 'array' ? level.index : escapePointer(level.name)}`)
    .join('');
}
