// A strict walk over JSON text (RFC 8259) that finds what JSON.parse does not report: the place of the first
// syntax fault, and duplicate members of an object. Linear, without recursion.
import { escapePointer } from '../ground/input-order.ts';

export interface SyntaxFault {
  /** UTF-16 units from the start of the text. */
  readonly offset: number;
  /** The expected token at this place, as the end of a sentence. */
  readonly expected: string;
}

export interface DuplicateMember {
  readonly name: string;
  readonly pointer: string;
}

export interface JsonWalk {
  readonly syntaxFault: SyntaxFault | undefined;
  readonly duplicateKeys: readonly DuplicateMember[];
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

export const endOfElement = '"," or "]"';
const hexadecimal = /[0-9a-fA-F]{4}/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const simpleEscapes = '"\\/bfnrt';
const maxDoubledMembers = 100;

export function walkJson(text: string): JsonWalk {
  const open: (OpenObject | OpenArray)[] = [];
  const duplicateKeys: DuplicateMember[] = [];
  let at = 0;

  const skipSpace = (): void => {
    for (;;) {
      const code = text.charCodeAt(at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      at++;
    }
  };
  const matchScalar = (): boolean => {
    scalar.lastIndex = at;
    if (!scalar.test(text)) return false;
    at = scalar.lastIndex;
    return true;
  };
  /** The place behind an escape sequence, or -1. */
  const escapeEnd = (from: number): number => {
    if (simpleEscapes.includes(text.charAt(from + 1)) && from + 1 < text.length) return from + 2;
    if (text[from + 1] !== 'u') return -1;
    hexadecimal.lastIndex = from + 2;
    return hexadecimal.test(text) ? from + 6 : -1;
  };
  /** It is written by hand, because an expression for all of it overflows the stack on a string of some megabytes. */
  const matchString = (): string | undefined => {
    if (text.charCodeAt(at) !== 0x22) return undefined;
    for (let end = at + 1; end < text.length;) {
      const code = text.charCodeAt(end);
      if (code === 0x22) {
        const found = text.slice(at, end + 1);
        at = end + 1;
        return found;
      }
      // RFC 8259 section 7 forbids raw control characters.
      if (code < 0x20) return undefined;
      end = code === 0x5c ? escapeEnd(end) : end + 1;
      if (end === -1) return undefined;
    }
    return undefined;
  };
  const take = (character: string): boolean => {
    skipSpace();
    if (text[at] !== character) return false;
    at++;
    return true;
  };
  const fault = (expected: string): JsonWalk => ({
    syntaxFault: { offset: at, expected },
    duplicateKeys: [],
  });
  const readName = (object: OpenObject): boolean => {
    skipSpace();
    const found = matchString();
    if (found === undefined) return false;
    object.name = (JSON.parse(found) as string).normalize('NFC');
    if (object.names.has(object.name) && duplicateKeys.length < maxDoubledMembers) {
      duplicateKeys.push({ name: object.name, pointer: pointerTo(open) });
    }
    object.names.add(object.name);
    return true;
  };

  for (;;) {
    // A value is expected here.
    let closed = false;
    if (take('{')) {
      const object: OpenObject = { kind: 'object', names: new Set(), name: '' };
      open.push(object);
      if (take('}')) closed = true;
      else {
        if (!readName(object)) return fault('a member name in double quotes, or "}"');
        if (!take(':')) return fault('":"');
        continue;
      }
    } else if (take('[')) {
      open.push({ kind: 'array', index: 0 });
      if (take(']')) closed = true;
      else continue;
    } else if (matchString() === undefined && !matchScalar()) {
      return fault('a value');
    }

    // A value has ended, and with it perhaps what encloses it.
    for (;;) {
      if (closed) open.pop();
      closed = false;
      const within = open.at(-1);
      if (within === undefined) {
        skipSpace();
        return at < text.length ? fault('the end') : { syntaxFault: undefined, duplicateKeys };
      }
      if (within.kind === 'array') {
        if (take(',')) {
          within.index++;
          break;
        }
        if (!take(']')) return fault(endOfElement);
      } else {
        if (take(',')) {
          if (!readName(within)) return fault('a member name in double quotes');
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
