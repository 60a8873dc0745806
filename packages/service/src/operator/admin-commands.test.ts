import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { runOperator } from '../../testing/operator.ts';

const key = randomBytes(32).toString('base64');
let database: TestDatabase;
let directory: string;
before(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'groupwright-admin-'));
  await operator('tenant', 'create', '--name', 'Nordlicht');
});
after(async () => {
  await database.close();
  await rm(directory, { recursive: true });
});

function operator(...args: readonly string[]) {
  return runOperator(args, {
    DATABASE_URL: database.url,
    GROUPWRIGHT_DATA_DIR: directory,
    GROUPWRIGHT_ENCRYPTION_KEY: key,
    ADMIN_URL: 'https://admin.example/center',
  });
}

test('a link is made for a person, who is an administrator from then on and can be removed', async () => {
  const { code, out } = await operator(
    'admin',
    'link',
    '--email',
    'Ada@Nordlicht.example',
    '--json',
  );
  assert.equal(code, 0);
  const { url, role } = JSON.parse(out) as { url: string; role: string };
  assert.match(url, /^https:\/\/admin\.example\/center\/[0-9a-f-]{36}\/sign-in#[\w-]{43}$/);
  assert.equal(role, 'administrator');
  assert.match((await operator('admin', 'list')).out, /ada@nordlicht\.example +administrator/);
  assert.equal((await operator('admin', 'remove', '--email', 'ada@nordlicht.example')).code, 0);
  assert.doesNotMatch((await operator('admin', 'list')).out, /ada@/);
  assert.equal((await operator('admin', 'link', '--email', 'nobody')).code, 2);
});

test('a provider is kept with its secret encrypted, and a wrong one is refused', async () => {
  const file = join(directory, 'secret');
  await writeFile(file, 'hunter2hunter2\n');
  const rest = ['--client-id', 'groupwright', '--client-secret-file', file];
  const done = await operator('admin', 'provider', '--issuer', 'https://id.example', ...rest);
  assert.equal(done.code, 0, done.err);
  assert.match(done.out, /https:\/\/admin\.example\/center\/api\/[0-9a-f-]{36}\/sign-in\/callback/);
  const rows = await database.database.query('select * from admin_sign_in_providers');
  assert.equal(rows.length, 1);
  assert.ok(!JSON.stringify(rows).includes('hunter2'));
  const wrong = await operator('admin', 'provider', '--issuer', 'http://id.example', ...rest);
  assert.equal(wrong.code, 2);
  assert.match(wrong.err, /https/);
});
