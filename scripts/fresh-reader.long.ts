// The path of a fresh reader: a clone, the commands of the README as they are, and the first group. Nothing is prepared,
// so `npm ci` installs everything. `guides.test.ts` runs the same commands against a service that runs already.
import assert from 'node:assert/strict';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../packages/service/testing/free-port.ts';
import { readGuide } from './guide-blocks.ts';
import { matchesPrinted } from './guide-output.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
/** It belongs to the installation and to the first start, on a slow machine. */
const patienceMs = 15 * 60_000;

let clone: string;
let env: NodeJS.ProcessEnv;
let start: ChildProcess | undefined;

before(async () => {
  clone = await mkdtemp(join(tmpdir(), 'groupwright-clone-'));
  await run('git', ['clone', '--quiet', root, clone]);
  const port = String(await freePort());
  const baseUrl = `http://127.0.0.1:${port}`;
  // Another port than 8080, because other services may run on this machine.
  env = { PATH: readersPath(), HOME: clone, LANG: 'C.UTF-8', PORT: port, BASE_URL: baseUrl };
  // As on the reader's machine: the registry and the cache of npm, but no program of this repository.
  for (const name of ['npm_config_registry', 'npm_config_userconfig']) {
    if (process.env[name] !== undefined) env[name] = process.env[name];
  }
  env['npm_config_cache'] = process.env['npm_config_cache'] ?? join(homedir(), '.npm');
});
after(async () => {
  if (start?.pid !== undefined && start.exitCode === null) {
    const ended = new Promise((resolve) => start?.once('exit', resolve));
    // The service is a child of npm: the group of processes ends.
    process.kill(-start.pid, 'SIGTERM');
    await ended;
  }
  await rm(clone, { recursive: true, force: true });
});

/** It lacks the programs of this repository, because npm adds those of the clone. */
function readersPath(): string {
  const paths = (process.env['PATH'] ?? '').split(':');
  return paths.filter((path) => !path.includes('node_modules/.bin')).join(':');
}

async function waitFor(isThere: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + patienceMs; !(await isThere());) {
    if (Date.now() > deadline || start?.exitCode !== null)
      assert.fail('The service did not start.');
    await sleep(250);
  }
}

it('leads from a clone to the first group, by the commands of the README', async (t) => {
  const blocks = readGuide(await readFile(join(clone, 'README.md'), 'utf8'));
  const [installation, ...others] = blocks.filter(({ language }) => language === 'shell');
  const commands = blocks.filter(({ language }) => language === 'sh');
  assert.equal(others.length, 0);
  assert.ok(installation !== undefined && commands.length > 0);

  const startedAt = performance.now();
  start = spawn('bash', ['-c', installation.code], {
    cwd: clone,
    env,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await waitFor(() => existsSync(join(clone, '.groupwright/quickstart.json')));
  await waitFor(() =>
    fetch(`${env['BASE_URL'] ?? ''}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const readyAt = performance.now();
  const seconds = (from: number, to: number) => `${Math.round((to - from) / 1000)} s`;
  t.diagnostic(`ready after ${seconds(startedAt, readyAt)}`);

  const code = ['set -euo pipefail', ...commands.map((block) => block.code)].join('\n');
  const { stdout } = await run('bash', ['-c', code], { cwd: clone, env });
  const expected = commands.flatMap((block) => block.expected);
  assert.equal(expected.length, 1);
  assert.ok(matchesPrinted(expected[0] ?? '', stdout), stdout);
  t.diagnostic(`the first group after ${seconds(readyAt, performance.now())} more`);
});
