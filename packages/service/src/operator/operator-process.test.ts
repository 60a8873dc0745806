// The operator command as a process: its output, and files that cannot be used.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../../testing/child-environment.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { startOperator } from '../../testing/operator-process.ts';

const program = fileURLToPath(new URL('operator.ts', import.meta.url));
let directory: string;
let database: TestDatabase;

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'groupwright-operator-'));
  database = await createTestDatabase();
});
after(async () => {
  await database.close();
  await rm(directory, { recursive: true });
});

async function helpTo(stdout: number | 'closed') {
  const child = spawn(process.execPath, [program, '--help'], {
    env: childEnvironment,
    stdio: ['ignore', stdout === 'closed' ? 'pipe' : stdout, 'pipe'],
  });
  child.stdout?.destroy();
  const ended = once(child, 'exit');
  const err = await text(child.stderr as NodeJS.ReadableStream);
  const [code] = (await ended) as [number | null];
  return { code, err };
}

test('a reader that has seen enough is no error', async () => {
  assert.deepEqual(await helpTo('closed'), { code: 0, err: '' });
});

test('output that cannot be written is said in a sentence, with exit code 1', async (context) => {
  if (process.platform !== 'linux') {
    context.skip('/dev/full is of Linux');
    return;
  }
  const { code, err } = await helpTo(openSync('/dev/full', 'w'));
  assert.equal(code, 1);
  assert.match(err, /^The output could not be written \(ENOSPC: [^\n]+\)\.\n$/);
});

test('a data directory or a key file that cannot be used is said in a sentence', async () => {
  const file = join(directory, 'file');
  await writeFile(file, '');
  const inFile = await startOperator(['tenant', 'list'], {
    GROUPWRIGHT_DATA_DIR: join(file, 'data'),
  });
  assert.equal(inFile.code, 1);
  assert.match(inFile.err, /^\S+ cannot be used \(ENOTDIR: [^\n]+\)\.\n$/);

  await writeFile(join(directory, 'encryption.key'), '');
  const noKey = await startOperator(['reencrypt'], {
    DATABASE_URL: database.url,
    GROUPWRIGHT_DATA_DIR: directory,
  });
  assert.equal(noKey.code, 2);
  assert.match(
    noKey.err,
    /^\S+encryption\.key does not contain a 32-byte key in base64\.[^\n]+\n$/,
  );
});

test('a command that finds no tenant names the place where it looked', async () => {
  const { code, err } = await startOperator(['key', 'list'], { DATABASE_URL: database.url });
  assert.deepEqual([code, err], [3, 'There is no tenant yet in the database of DATABASE_URL.\n']);
});
