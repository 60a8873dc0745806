// The completion scripts in the shells themselves, where they are installed; bash always is.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { join, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Language, Parser } from 'web-tree-sitter';
import { bashScript, commandTree, fishScript, powershellScript, zshScript } from './completion.ts';
import { createProgram } from '../program.ts';
import { startCliService } from '../testing/service.ts';
import { openTestTask } from '../../../service/testing/tasks.ts';

const { stdin, stdout, stderr } = process;
const program = createProgram({
  stdin,
  stdout,
  stderr,
  env: {},
  directory: '/',
  signal: new AbortController().signal,
  endWith: () => undefined,
});
const nodes = commandTree(program);

function isInstalled(shell: string): boolean {
  return spawnSync(shell, ['-c', 'exit 0']).status === 0;
}

function completeInBash(line: string): string[] {
  const words = line.split(' ');
  const script = `${bashScript(nodes)}
# In place of the command.
groupwright() { echo "$2-one $2-two"; }
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
    assert.deepEqual(completeInBash('groupwright open --print ad'), ['admin']);
    assert.deepEqual(completeInBash('groupwright complet'), ['completion']);
  });

  it('completes values that the service knows, in bash', () => {
    const team = ['team-one', 'team-two'];
    assert.deepEqual(completeInBash('groupwright team status t'), team);
    assert.deepEqual(completeInBash('groupwright team archive team-t'), ['team-two']);
    assert.deepEqual(completeInBash('groupwright team status --js'), ['--json']);
    assert.deepEqual(completeInBash('groupwright team list --organisation o'), [
      'organisation-one',
      'organisation-two',
    ]);
    assert.deepEqual(completeInBash('groupwright team list --template template-o'), [
      'template-one',
    ]);
    assert.deepEqual(completeInBash('groupwright webhook trigger ty'), ['type-one', 'type-two']);
    assert.deepEqual(completeInBash('groupwright task decide ta'), ['task-one', 'task-two']);
    assert.deepEqual(completeInBash('groupwright review show review-t'), ['review-two']);
    for (const line of [
      'person handover',
      'person groups',
      'team create --owner',
      'task list --assignee',
    ]) {
      assert.deepEqual(completeInBash(`groupwright ${line} person-o`), ['person-one'], line);
    }
  });

  it('prints the values of the service, and nothing where there is none', async () => {
    const started = await startCliService();
    const { cli, create } = started;
    try {
      await create('complete-1');
      const values = async (...args: string[]) =>
        (await cli.run(['complete-values', ...args, '--within', '200'])).stdout;
      assert.equal(await values('organisation', 'aa'), 'aare\n');
      assert.equal(await values('template', 'an'), 'any\n');
      assert.equal(await values('team', 'complete'), 'complete-1\n');
      assert.equal(await values('type', 'group.succ'), 'group.succeeded\n');
      assert.equal(await values('person', 'mar'), 'mara@aare.example\n');
      assert.equal(
        await values('person', 'm'),
        '',
        'the service searches by two characters or more',
      );
      const teamId = await create('complete-2');
      const lapsed = await openTestTask(started.at.at, started.tenant, teamId);
      await started.at.at.database.query(`update tasks set state = 'lapsed' where task_id = $1`, [
        lapsed,
      ]);
      const open = await openTestTask(started.at.at, started.tenant, teamId);
      assert.equal(await values('task'), `${open}\n`);
      Object.assign(cli.env, { GROUPWRIGHT_BASE_URL: 'http://127.0.0.1:9' });
      const ended = await cli.run(['complete-values', 'team']);
      assert.deepEqual(ended, { code: 0, stdout: '', stderr: '' });
    } finally {
      await started.close();
    }
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

  it('is a script that PowerShell can read', async () => {
    await Parser.init();
    const grammar = fileURLToPath(import.meta.resolve('tree-sitter-powershell/package.json'));
    const parser = new Parser().setLanguage(
      await Language.load(join(dirname(grammar), 'tree-sitter-powershell.wasm')),
    );
    const script = powershellScript(nodes);
    assert.equal(parser.parse(script)?.rootNode.hasError, false);
    assert.match(script, /^ {4}'team apply' = @\('--file\|.*'--plan\|only show the differences'/m);
    assert.match(script, /^ {4}'team list --organisation' = 'organisation'$/m);
    assert.match(script, /^ {4}'team list --state' = @\('being_created', 'active'/m);
  });

  it(
    'completes in PowerShell',
    { skip: isInstalled('pwsh') ? false : 'pwsh is not installed' },
    () => {
      const complete = (line: string) =>
        `(TabExpansion2 '${line}' ${line.length}).CompletionMatches.CompletionText`;
      const script = `${powershellScript(nodes)}\n${complete('groupwright team ap')}\n${complete('groupwright team apply --pl')}`;
      const { stdout: out, stderr: err } = spawnSync('pwsh', ['-NoProfile', '-Command', script], {
        encoding: 'utf8',
      });
      assert.deepEqual(out.split(/\r?\n/).filter(Boolean), ['apply', '--plan'], err);
    },
  );
});
