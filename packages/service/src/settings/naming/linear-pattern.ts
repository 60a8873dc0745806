// Patterns of property values: a restricted grammar of regular expressions, matched in time linear in the length of the
// value. It has literals, `.`, `\d`, `\w`, `\s`, escaped signs, classes, groups, `|`, and the repetitions `?`, `*`, `+`,
// `{n}`, `{n,}` and `{n,m}`. A pattern matches the whole value, so it has no anchors. Without back references and look-around,
// all states are followed at once (Thompson 1968), so no value is slow.
import { type PatternNode, parseLinearPattern, type Test } from './parse-linear-pattern.ts';

export interface LinearPattern {
  /** Whether the whole value matches. */
  matches(this: void, value: string): boolean;
  /** A short text that matches, without characters outside printable ASCII where the pattern permits it. */
  readonly sample: string;
  /** It counts states. A character of a value costs no more. */
  readonly size: number;
}

/** It belongs to one pattern, and to all patterns of a template. */
export const maxStates = 2_000;

/** @throws SyntaxError with a sentence for the administrator */
export function compileLinearPattern(text: string): LinearPattern {
  const node = parseLinearPattern(text);
  const program = assemble(node);
  const matches = createMatcher(program);
  return { matches, sample: sampleOf(node), size: program.length };
}

function sampleOf(node: PatternNode): string {
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

/** Whether nothing but the empty text is written for it. To repeat that would take time and add no state. */
function isEmpty(node: PatternNode): boolean {
  switch (node.kind) {
    case 'character':
    case 'choice':
      return false;
    case 'sequence':
      return node.parts.every(isEmpty);
    case 'repeat':
      return node.most === 0 || isEmpty(node.node);
    default:
      return node satisfies never;
  }
}

type Instruction =
  | { readonly test: Test }
  /** Continues at both places. */
  | { readonly first: number; second: number };

function assemble(node: PatternNode): readonly Instruction[] {
  const program: Instruction[] = [];
  const add = <I extends Instruction>(instruction: I): I => {
    if (program.push(instruction) > maxStates) {
      throw new SyntaxError('The pattern is too large. Use smaller repetitions.');
    }
    return instruction;
  };
  function write(part: PatternNode): void {
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
        write(part.options.at(-1) as PatternNode);
        for (const end of ends)
          Object.assign(end, { first: program.length, second: program.length });
        return;
      }
      case 'repeat': {
        if (isEmpty(part)) return;
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

/** No fork, but a state that waits for a character. */
const none = -1;

/** Follows all states at once. Each is looked at once for each character, and each test is asked once. */
function createMatcher(program: readonly Instruction[]): LinearPattern['matches'] {
  const end = program.length;
  const tests = [...new Set(program.flatMap((one) => ('test' in one ? [one.test] : [])))];
  const numbers = new Map(tests.map((test, number) => [test, number]));
  const testOf = Int32Array.from(program, (one) =>
    'test' in one ? (numbers.get(one.test) ?? 0) : none,
  );
  const firstOf = Int32Array.from(program, (one) => ('test' in one ? none : one.first));
  const secondOf = Int32Array.from(program, (one) => ('test' in one ? none : one.second));

  return (value) => {
    /** The number of the character at which a state was reached last. */
    const reachedAt = new Int32Array(end + 1).fill(none);
    const pending = new Int32Array(2 * end + 2);
    let states = new Int32Array(end + 1);
    let next = new Int32Array(end + 1);
    let count = 0;
    let at = 0;

    /** Adds the states that are reached from this one without a character. */
    function reach(from: number, into: Int32Array, found: number): number {
      let total = found;
      let open = 0;
      pending[open++] = from;
      while (open > 0) {
        const state = pending[--open] ?? end;
        if (reachedAt[state] === at) continue;
        reachedAt[state] = at;
        const first = firstOf[state] ?? none;
        if (state < end && first !== none) {
          pending[open++] = secondOf[state] ?? end;
          pending[open++] = first;
        } else into[total++] = state;
      }
      return total;
    }

    count = reach(0, states, 0);
    for (const character of value) {
      at += 1;
      const passes = tests.map((test) => test(character));
      let found = 0;
      for (let index = 0; index < count; index += 1) {
        const state = states[index] ?? end;
        if (state < end && passes[testOf[state] ?? 0] === true) {
          found = reach(state + 1, next, found);
        }
      }
      [states, next] = [next, states];
      count = found;
      if (count === 0) return false;
    }
    return reachedAt[end] === at;
  };
}
