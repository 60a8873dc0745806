// Patterns of property values: a restricted grammar of regular expressions, matched in time linear in the length of the
// value. It has literals, `.`, `\d`, `\w`, `\s`, escaped signs, classes, groups, `|`, and the repetitions `?`, `*`, `+`,
// `{n}`, `{n,}` and `{n,m}`. A pattern matches the whole value, so it has no anchors. Without back references and look-around,
// all states are followed at once (Thompson 1968), so no value is slow.

type Test = (character: string) => boolean;

type Node =
  | { readonly kind: 'character'; readonly test: Test; readonly sample: string }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly options: readonly Node[] }
  | { readonly kind: 'repeat'; readonly node: Node; readonly least: number; readonly most: number };

export interface LinearPattern {
  /** Whether the whole value matches. */
  matches(this: void, value: string): boolean;
  /** A short text that matches, without characters outside printable ASCII where the pattern permits it. */
  readonly sample: string;
}

const maxStates = 2_000;
const maxDepth = 20;
const candidates = [
  ...Array.from('a01bcdefghijklmnopqrstuvwxyz23456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  ...Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n)),
];

/** @throws SyntaxError with a sentence for the administrator */
export function compileLinearPattern(text: string): LinearPattern {
  const node = parse(text);
  const program = assemble(node);
  return { matches: (value) => run(program, value), sample: sampleOf(node) };
}

function parse(text: string): Node {
  const characters = Array.from(text);
  let at = 0;
  const fail = (detail: string): never => {
    throw new SyntaxError(`Character ${at + 1}: ${detail}`);
  };

  function parseChoice(depth: number): Node {
    if (depth > maxDepth) fail('groups are nested too deeply.');
    const options = [parseSequence(depth)];
    while (characters[at] === '|') {
      at += 1;
      options.push(parseSequence(depth));
    }
    return options.length === 1 ? (options[0] as Node) : { kind: 'choice', options };
  }

  function parseSequence(depth: number): Node {
    const parts: Node[] = [];
    while (at < characters.length && characters[at] !== '|' && characters[at] !== ')') {
      parts.push(parseRepeat(parseAtom(depth)));
    }
    return { kind: 'sequence', parts };
  }

  function parseAtom(depth: number): Node {
    const character = characters[at] as string;
    switch (character) {
      case '(': {
        at += 1;
        if (characters[at] === '?') fail('groups that begin with "(?" are not supported.');
        const node = parseChoice(depth + 1);
        if (characters[at] !== ')') fail('a ")" is missing.');
        at += 1;
        return node;
      }
      case '[':
        at += 1;
        return parseClass();
      case '.':
        at += 1;
        return characterNode(() => true);
      case '\\':
        at += 1;
        return characterNode(parseEscape());
      case '^':
      case '$':
        return fail('a pattern matches the whole value, so it has no "^" and no "$".');
      case '*':
      case '+':
      case '?':
      case '{':
        return fail(`"${character}" has nothing to repeat.`);
      case ']':
      case '}':
        return fail(`write "\\${character}" for this sign.`);
      default:
        at += 1;
        return characterNode((one) => one === character, character);
    }
  }

  function parseEscape(): Test {
    const character = characters[at];
    if (character === undefined) return fail('a sign must follow "\\".');
    at += 1;
    switch (character) {
      case 'd':
        return (one) => /^[0-9]$/.test(one);
      case 'w':
        return (one) => /^[0-9A-Za-z_]$/.test(one);
      case 's':
        return (one) => /^\s$/.test(one);
      default:
        if (/^[0-9A-Za-z]$/.test(character)) {
          at -= 1;
          return fail(`"\\${character}" is not supported. Use \\d, \\w, \\s or a class.`);
        }
        return (one) => one === character;
    }
  }

  function parseClass(): Node {
    const isNegated = characters[at] === '^';
    if (isNegated) at += 1;
    const tests: Test[] = [];
    while (at < characters.length && characters[at] !== ']') tests.push(parseClassMember());
    if (at >= characters.length) fail('a "]" is missing.');
    if (tests.length === 0) fail('the class is empty.');
    at += 1;
    return characterNode((one) => tests.some((test) => test(one)) !== isNegated);
  }

  function parseClassMember(): Test {
    const from = characters[at] as string;
    at += 1;
    if (from === '\\') return parseEscape();
    const to = characters[at + 1];
    if (characters[at] !== '-' || to === undefined || to === ']') return (one) => one === from;
    at += 2;
    const [first, last] = [pointOf(from), pointOf(to)];
    if (to === '\\' || first > last) fail(`"${from}-${to}" is not a range.`);
    return (one) => pointOf(one) >= first && pointOf(one) <= last;
  }

  function parseRepeat(node: Node): Node {
    const sign = characters[at];
    const simple = { '?': [0, 1], '*': [0, Infinity], '+': [1, Infinity] }[sign ?? ''];
    if (simple !== undefined) {
      at += 1;
      return repeated(node, simple[0] ?? 0, simple[1] ?? 0);
    }
    if (sign !== '{') return node;
    const written = /^\{(\d{1,4})(?:(,)(\d{1,4})?)?\}/.exec(characters.slice(at, at + 12).join(''));
    if (written === null) return fail('write {n}, {n,} or {n,m} to repeat.');
    const least = Number(written[1]);
    const max = written[2] === undefined ? least : Number(written[3] ?? Infinity);
    if (max < least) fail('the second number must not be less than the first.');
    at += written[0].length;
    return repeated(node, least, max);
  }

  function repeated(node: Node, least: number, max: number): Node {
    if (['?', '*', '+', '{'].includes(characters[at] ?? ''))
      fail('only one repetition may follow.');
    return { kind: 'repeat', node, least, most: max };
  }

  const node = parseChoice(0);
  if (at < characters.length) fail('a "(" is missing.');
  return node;
}

function characterNode(test: Test, literal?: string): Node {
  const sample = literal ?? candidates.find(test) ?? '\uFFFD';
  return { kind: 'character', test, sample };
}

function pointOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

function sampleOf(node: Node): string {
  switch (node.kind) {
    case 'character':
      return node.sample;
    case 'sequence':
      return node.parts.map(sampleOf).join('');
    case 'choice':
      return node.options.map(sampleOf).find((one) => one !== '') ?? '';
    case 'repeat':
      return sampleOf(node.node).repeat(Math.min(Math.max(node.least, 1), node.most));
    default:
      return node satisfies never;
  }
}

type Instruction =
  | { readonly test: Test }
  /** Continues at both places. */
  | { readonly first: number; second: number };

function assemble(node: Node): readonly Instruction[] {
  const program: Instruction[] = [];
  const add = <I extends Instruction>(instruction: I): I => {
    if (program.push(instruction) > maxStates) {
      throw new SyntaxError('The pattern is too large. Use smaller repetitions.');
    }
    return instruction;
  };
  function write(part: Node): void {
    switch (part.kind) {
      case 'character':
        add({ test: part.test });
        return;
      case 'sequence':
        for (const one of part.parts) write(one);
        return;
      case 'choice': {
        const ends = part.options.slice(0, -1).map((option) => {
          const fork = add({ first: program.length + 1, second: 0 });
          write(option);
          const end = add({ first: 0, second: 0 });
          fork.second = program.length;
          return end;
        });
        write(part.options.at(-1) as Node);
        for (const end of ends)
          Object.assign(end, { first: program.length, second: program.length });
        return;
      }
      case 'repeat': {
        for (let count = 0; count < part.least; count += 1) write(part.node);
        if (part.most === Infinity) {
          const fork = add({ first: program.length + 1, second: 0 });
          const start = program.length - 1;
          write(part.node);
          add({ first: start, second: start });
          fork.second = program.length;
          return;
        }
        const forks = Array.from({ length: part.most - part.least }, () => {
          const fork = add({ first: program.length + 1, second: 0 });
          write(part.node);
          return fork;
        });
        for (const fork of forks) fork.second = program.length;
        return;
      }
      default:
        part satisfies never;
    }
  }
  write(node);
  return program;
}

function run(program: readonly Instruction[], value: string): boolean {
  let states = follow(program, [0]);
  for (const character of value) {
    const next = [...states].flatMap((state) => {
      const instruction = program[state];
      return instruction !== undefined && 'test' in instruction && instruction.test(character)
        ? [state + 1]
        : [];
    });
    states = follow(program, next);
    if (states.size === 0) return false;
  }
  return states.has(program.length);
}

/** The states that are reached without a character. */
function follow(program: readonly Instruction[], from: readonly number[]): Set<number> {
  const reached = new Set<number>();
  const pending = [...from];
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    if (reached.has(state)) continue;
    reached.add(state);
    const instruction = program[state];
    if (instruction !== undefined && !('test' in instruction)) {
      pending.push(instruction.first, instruction.second);
    }
  }
  return reached;
}
