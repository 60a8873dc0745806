// The completion scripts in the shells themselves, where they are installed; bash always is.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { bashScript, commandTree, fishScript, zshScript } from './completion.ts';
import { createProgram } from '../program.ts';

const { stdin, stdout, stderr } = process;
const program = createProgram({
  stdin,
  stdout,
  stderr,
  env: {},
  signal: new AbortController().signal,
});
const nodes = commandTree(program);

function isInstalled(shell: string): boolean {
  return spawnSync(shell, ['-c', 'exit 0']).status === 0;
}

function completeInBash(line: string): string[] {
  const words = line.split(' ');
  const script = `${bashScript(nodes)}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length - 1}
_groupwright
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const {
    stdout: out,
    stderr: err,
    status,
  } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  assert.equal(status, 0, err);
  return out.split('\n').filter(Boolean);
}

describe('completion', () => {
  it('knows every command and its options', () => {
    const paths = new Set(nodes.map(({ path }) => path));
    for (const path of [
      '',
      'login',
      'team',
      'team apply',
      'team status',
      'webhook listen',
      'mcp',
    ]) {
      assert.ok(paths.has(path), path);
    }
    const apply = nodes.find(({ path }) => path === 'team apply');
    const words = new Set(apply?.options.map(({ word }) => word));
    for (const word of ['--file', '--plan', '--json', '--help']) assert.ok(words.has(word), word);
  });

  it('completes commands, subcommands, options and choices in bash', () => {
    assert.deepEqual(completeInBash('groupwright te'), ['template', 'team']);
    assert.deepEqual(completeInBash('groupwright team ap'), ['apply']);
    assert.deepEqual(completeInBash('groupwright team apply --pl'), ['--plan']);
    assert.deepEqual(completeInBash('groupwright --json team sta'), ['status']);
    assert.deepEqual(completeInBash('groupwright person ha'), ['handover']);
    assert.deepEqual(completeInBash('groupwright team can'), ['cancel']);
    assert.deepEqual(completeInBash('groupwright ta'), ['task']);
    assert.deepEqual(completeInBash('groupwright task de'), ['decide']);
    assert.deepEqual(completeInBash('groupwright person handover --de'), ['--deputy']);
    assert.deepEqual(completeInBash('groupwright completion z'), ['zsh']);
    assert.deepEqual(completeInBash('groupwright team list --state a'), ['active', 'archived']);
    assert.deepEqual(completeInBash('groupwright open --print ex'), ['explorer']);
  });

  it(
    'is a script that zsh takes',
    { skip: isInstalled('zsh') ? false : 'zsh is not installed' },
    () => {
      const script = `autoload -Uz compinit && compinit -D -u
${zshScript(nodes)}
_describe() { print -rl -- "\${(@P)2}" }
words=(groupwright team apply --pl) CURRENT=4
_groupwright`;
      const {
        stdout: out,
        status,
        stderr: err,
      } = spawnSync('zsh', ['-f', '-c', script], { encoding: 'utf8' });
      assert.equal(status, 0, err);
      assert.match(out, /^--plan:only show the differences$/m);
      assert.doesNotMatch(out, /^login:/m);
    },
  );

  it(
    'is a script that fish takes',
    { skip: isInstalled('fish') ? false : 'fish is not installed' },
    () => {
      const script = `${fishScript(nodes)}\ncomplete -C 'groupwright team ap'\ncomplete -C 'groupwright team apply --pl'`;
      const {
        stdout: out,
        status,
        stderr: err,
      } = spawnSync('fish', ['--no-config', '-c', script], { encoding: 'utf8' });
      assert.equal(status, 0, err);
      assert.match(out, /^apply\t/m);
      assert.match(out, /^--plan\t/m);
    },
  );
});
