// Every command in the documents exists, with its options, and the guide of the operator has every operator command.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createProgram } from '../packages/cli/src/program.ts';
import { createOperatorProgram } from '../packages/service/src/operator/run-operator.ts';
import { alternatives, type DocumentedCommand, documentedCommands } from './documented-commands.ts';

type Command = ReturnType<typeof createOperatorProgram>;

const root = fileURLToPath(new URL('..', import.meta.url));
const documented = documentedCommands(root);
const terminal = { stdout: process.stdout, stderr: process.stderr };
const operator = createOperatorProgram({ terminal } as never);
const groupwright = createProgram(terminal as never);

/** A placeholder, or an ellipsis. */
const isOpen = (word: string) => /^[<[("'…$./]|…|\.\.\.$/.test(word);

/** The command that the words begin with, and the words behind it. */
function resolve(program: Command, words: readonly string[]) {
  let command = program;
  let rest = words;
  for (;;) {
    const [word = '', ...others] = rest;
    const next = command.commands.find(
      (one) => one.name() === word || one.aliases().includes(word),
    );
    if (next === undefined) return { command, rest };
    command = next;
    rest = others;
  }
}

/** @returns the fault of a documented command; undefined if there is none */
function faultOf(program: Command, { words }: DocumentedCommand): string | undefined {
  const [first = ''] = words;
  const { command, rest } = resolve(program, words);
  const [next] = rest;
  if (command.commands.length > 0 && next !== undefined && !next.startsWith('-') && !isOpen(next)) {
    return `there is no ${[...words.slice(0, words.length - rest.length), next].join(' ')}`;
  }
  const known = new Set(
    [command, program].flatMap(({ options }) =>
      options.flatMap(({ short, long }) => [short, long]),
    ),
  );
  const unknown = rest
    .map((word) => /^\[?(--?[a-z][a-z-]*)/.exec(word)?.[1])
    .find((flag) => flag !== undefined && flag !== '--help' && !known.has(flag));
  return unknown === undefined ? undefined : `${first} has no option ${unknown}`;
}

/** The commands of a program that do something, by their words. */
function leaves(command: Command, words: readonly string[] = []): string[] {
  if (command.commands.length === 0) return [words.join(' ')];
  return command.commands.flatMap((one) => leaves(one, [...words, one.name()]));
}

const commandsOf = (program: DocumentedCommand['program']) =>
  documented.filter((command) => command.program === program);

for (const [name, program] of [
  ['operator', operator],
  ['groupwright', groupwright],
] as const) {
  test(`each command of ${name} in the documents exists, with its options`, (context) => {
    const commands = commandsOf(name);
    context.diagnostic(`${commands.length} commands`);
    assert.ok(commands.length > 30, `${commands.length}`);
    assert.deepEqual(
      commands.flatMap((command) => {
        const fault = faultOf(program, command);
        return fault === undefined ? [] : [`${command.place}: ${fault}`];
      }),
      [],
    );
    const planted = { place: '', program: name, words: ['tenant', 'paint', '--all'] } as const;
    assert.notEqual(faultOf(program, planted), undefined);
  });
}

test('the guide of the operator command has every command', () => {
  const guide = readFileSync(join(root, 'docs/operator/commands.md'), 'utf8');
  const [, table = ''] = /\| Command \| Does \|\n([\s\S]*?)\n\n/.exec(guide) ?? [];
  const named = new Set(
    [...table.matchAll(/^\| ((?:`[^`]+`(?:, )?)+)/gm)]
      .flatMap(([, cell = '']) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, code = '']) => code))
      .flatMap((code) => alternatives(code.replaceAll('\\|', '|')))
      .map((words) =>
        words.slice(0, words.length - resolve(operator, words).rest.length).join(' '),
      ),
  );
  assert.deepEqual(
    leaves(operator).filter((command) => !named.has(command)),
    [],
  );
});

test('each script of npm in the documents exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>;
  };
  const inPackages = new Set(['screenshots']);
  const commands = commandsOf('npm run');
  assert.ok(commands.length > 10);
  assert.deepEqual(
    commands
      .filter(({ words: [script = ''] }) => !(script in scripts) && !inPackages.has(script))
      .map(({ place }) => place),
    [],
  );
});
