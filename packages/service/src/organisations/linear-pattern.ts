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
}

const maxStates = 2_000;

/** @throws SyntaxError with a sentence for the administrator */
export function compileLinearPattern(text: string): LinearPattern {
  const node = parseLinearPattern(text);
  const program = assemble(node);
  return { matches: (value) => run(program, value), sample: sampleOf(node) };
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
