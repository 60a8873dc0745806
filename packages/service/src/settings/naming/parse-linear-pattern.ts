// Reads the grammar of linear-pattern.ts, by recursive descent.

export type Test = (character: string) => boolean;

export type PatternNode =
  | { readonly kind: 'character'; readonly test: Test; readonly sample: string }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | {
      readonly kind: 'repeat';
      readonly node: PatternNode;
      readonly least: number;
      readonly most: number;
    };

const maxDepth = 20;
const candidates = [
  ...Array.from('a01bcdefghijklmnopqrstuvwxyz23456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  ...Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n)),
];

interface Reader {
  peek(offset?: number): string | undefined;
  ahead(count: number): string;
  skip(count?: number): void;
  fail(detail: string): never;
}

function createReader(text: string): Reader {
  const characters = Array.from(text);
  let at = 0;
  return {
    peek: (offset = 0) => characters[at + offset],
    ahead: (count) => characters.slice(at, at + count).join(''),
    skip(count = 1) {
      at += count;
    },
    fail(detail) {
      throw new SyntaxError(`Character ${at + 1}: ${detail}`);
    },
  };
}

/** @throws SyntaxError with a sentence for the administrator */
export function parseLinearPattern(text: string): PatternNode {
  const reader = createReader(text);
  const node = parseChoice(reader, 0);
  if (reader.peek() !== undefined) reader.fail('a "(" is missing.');
  return node;
}

function parseChoice(reader: Reader, depth: number): PatternNode {
  if (depth > maxDepth) reader.fail('groups are nested too deeply.');
  const options = [parseSequence(reader, depth)];
  while (reader.peek() === '|') {
    reader.skip();
    options.push(parseSequence(reader, depth));
  }
  return options.length === 1 ? (options[0] as PatternNode) : { kind: 'choice', options };
}

function parseSequence(reader: Reader, depth: number): PatternNode {
  const parts: PatternNode[] = [];
  while (reader.peek() !== undefined && reader.peek() !== '|' && reader.peek() !== ')') {
    parts.push(parseRepeat(reader, parseAtom(reader, depth)));
  }
  return { kind: 'sequence', parts };
}

function parseAtom(reader: Reader, depth: number): PatternNode {
  const character = reader.peek() as string;
  switch (character) {
    case '(': {
      reader.skip();
      if (reader.peek() === '?') reader.fail('groups that begin with "(?" are not supported.');
      const node = parseChoice(reader, depth + 1);
      if (reader.peek() !== ')') reader.fail('a ")" is missing.');
      reader.skip();
      return node;
    }
    case '[':
      reader.skip();
      return parseClass(reader);
    case '.':
      reader.skip();
      return characterNode(() => true);
    case '\\':
      reader.skip();
      return characterNode(parseEscape(reader));
    case '^':
    case '$':
      return reader.fail('a pattern matches the whole value, so it has no "^" and no "$".');
    case '*':
    case '+':
    case '?':
    case '{':
      return reader.fail(`"${character}" has nothing to repeat.`);
    case ']':
    case '}':
      return reader.fail(`write "\\${character}" for this sign.`);
    default:
      reader.skip();
      return characterNode((one) => one === character, character);
  }
}

function parseEscape(reader: Reader): Test {
  const character = reader.peek();
  if (character === undefined) return reader.fail('a sign must follow "\\".');
  reader.skip();
  switch (character) {
    case 'd':
      return (one) => /^[0-9]$/.test(one);
    case 'w':
      return (one) => /^[0-9A-Za-z_]$/.test(one);
    case 's':
      return (one) => /^\s$/.test(one);
    default:
      if (/^[0-9A-Za-z]$/.test(character)) {
        reader.skip(-1);
        return reader.fail(`"\\${character}" is not supported. Use \\d, \\w, \\s or a class.`);
      }
      return (one) => one === character;
  }
}

function parseClass(reader: Reader): PatternNode {
  const isNegated = reader.peek() === '^';
  if (isNegated) reader.skip();
  const tests: Test[] = [];
  while (reader.peek() !== undefined && reader.peek() !== ']') tests.push(parseClassMember(reader));
  if (reader.peek() === undefined) reader.fail('a "]" is missing.');
  if (tests.length === 0) reader.fail('the class is empty.');
  reader.skip();
  return characterNode((one) => tests.some((test) => test(one)) !== isNegated);
}

function parseClassMember(reader: Reader): Test {
  const from = reader.peek() as string;
  reader.skip();
  if (from === '\\') return parseEscape(reader);
  const to = reader.peek(1);
  if (reader.peek() !== '-' || to === undefined || to === ']') return (one) => one === from;
  reader.skip(2);
  const [first, last] = [pointOf(from), pointOf(to)];
  if (to === '\\' || first > last) reader.fail(`"${from}-${to}" is not a range.`);
  return (one) => pointOf(one) >= first && pointOf(one) <= last;
}

function parseRepeat(reader: Reader, node: PatternNode): PatternNode {
  const sign = reader.peek();
  const simple = { '?': [0, 1], '*': [0, Infinity], '+': [1, Infinity] }[sign ?? ''];
  if (simple !== undefined) {
    reader.skip();
    return repeated(reader, node, simple[0] ?? 0, simple[1] ?? 0);
  }
  if (sign !== '{') return node;
  const written = /^\{(\d{1,4})(?:(,)(\d{1,4})?)?\}/.exec(reader.ahead(12));
  if (written === null) return reader.fail('write {n}, {n,} or {n,m} to repeat.');
  const least = Number(written[1]);
  const max = written[2] === undefined ? least : Number(written[3] ?? Infinity);
  if (max < least) reader.fail('the second number must not be less than the first.');
  reader.skip(written[0].length);
  return repeated(reader, node, least, max);
}

function repeated(reader: Reader, node: PatternNode, least: number, max: number): PatternNode {
  if (['?', '*', '+', '{'].includes(reader.peek() ?? ''))
    reader.fail('only one repetition may follow.');
  return { kind: 'repeat', node, least, most: max };
}

function characterNode(test: Test, literal?: string): PatternNode {
  const sample = literal ?? candidates.find(test) ?? '\uFFFD';
  return { kind: 'character', test, sample };
}

function pointOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}
