import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { startSignInProvider } from '../../testing/sign-in-provider.ts';
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

test('a role is limited to organisations by their identifiers, keeps the limit, and is freed of it', async () => {
  const [tenant] = await database.database.query<{ id: string; name: string }>(
    'select tenant_id as id, name from tenants',
  );
  const organisations = ['energy', 'rail'].map((identifier) => ({ name: identifier, identifier }));
  const file = join(directory, 'tenant.yaml');
  const content = { tenant: { ...tenant, directory: { kind: 'sandbox' } }, organisations };
  await writeFile(file, JSON.stringify(content));
  const applied = await operator('apply', '-f', file);
  assert.equal(applied.code, 0, applied.err);
  const add = (...rest: readonly string[]) =>
    operator('admin', 'add', '--email', 'lim@nordlicht.example', ...rest);
  const listed = async () =>
    /lim@nordlicht\.example +(.+?) +(?:list|claim)/.exec(
      (await operator('admin', 'list')).out,
    )?.[1];
  const limit = ['--organisation', 'rail', '--organisation', 'energy'];
  assert.match((await add('--role', 'operator', ...limit)).out, /limited to 2 organisations/);
  assert.match((await listed()) ?? '', /^operator +energy rail$/);
  await add('--role', 'reader');
  assert.match((await listed()) ?? '', /^reader +energy rail$/);
  await add('--role', 'reader', '--organisation', 'any');
  assert.match((await listed()) ?? '', /^reader +all$/);
  const unknown = await add('--role', 'reader', '--organisation', 'no-such');
  assert.deepEqual([unknown.code, /no organisation no-such/.test(unknown.err)], [2, true]);
  assert.equal((await add('--role', 'owner', ...limit)).code, 2);
  await operator('admin', 'remove', '--email', 'lim@nordlicht.example');
});

test('a provider is kept with its secret encrypted, and a wrong one is refused', async () => {
  const file = join(directory, 'secret');
  await writeFile(file, 'hunter2hunter2\n');
  const rest = ['--client-id', 'groupwright', '--client-secret-file', file];
  const done = await operator('admin', 'provider', '--issuer', 'https://id.example', ...rest);
  assert.equal(done.code, 0, done.err);
  assert.match(done.out, /https:\/\/admin\.example\/center\/api\/[0-9a-f-]{36}\/sign-in\/callback/);
  assert.match(done.out, /\/decide\/callback\/[0-9a-f-]{36}/);
  assert.match(done.out, /could not be compared/);
  const rows = await database.database.query('select * from admin_sign_in_providers');
  assert.equal(rows.length, 1);
  assert.ok(!JSON.stringify(rows).includes('hunter2'));
  const wrong = await operator('admin', 'provider', '--issuer', 'http://id.example', ...rest);
  assert.equal(wrong.code, 2);
  assert.match(wrong.err, /https/);
});

test('an issuer that the provider writes differently is refused, with the provider’s own', async () => {
  const provider = await startSignInProvider();
  const issuer = `${provider.issuer}/realms/nordlicht`;
  provider.metadata['issuer'] = issuer;
  try {
    const set = (url: string) =>
      operator('admin', 'provider', '--issuer', url, '--client-id', 'groupwright');
    for (const wrong of [`${issuer}/`, `${provider.issuer}/realms/Nordlicht`]) {
      const refused = await set(wrong);
      assert.equal(refused.code, 2, refused.out);
      assert.ok(refused.err.includes(`calls itself ${issuer}, not ${wrong}`), refused.err);
    }
    const done = await set(issuer);
    assert.equal(done.code, 0, done.err);
    assert.doesNotMatch(done.out, /could not be compared/);
  } finally {
    provider.close();
  }
});

test('an address in another claim than email needs --trust-email', async () => {
  const provider = ['--issuer', 'https://id.example', '--client-id', 'groupwright'];
  const claim = ['--email-claim', 'preferred_username'];
  const refused = await operator('admin', 'provider', ...provider, ...claim);
  assert.equal(refused.code, 2);
  assert.match(refused.err, /preferred_username.*--trust-email/);
  const done = await operator('admin', 'provider', ...provider, ...claim, '--trust-email');
  assert.equal(done.code, 0, done.err);
});

test('the values of a claim for each role are kept, and values without a claim are refused', async () => {
  const provider = ['admin', 'provider', '--issuer', 'https://id.example', '--client-id', 'g'];
  const values = Object.entries({
    owner: 'G.Owner',
    administrator: 'G.Admin',
    operator: 'G.Operator',
    'template-editor': 'G.Editor',
    reader: 'G.Reader',
  }).flatMap(([role, value]) => [`--${role}-value`, value]);
  const done = await operator(
    ...provider,
    '--role-claim',
    'roles',
    ...values,
    '--operator-value',
    'G.Helpdesk',
  );
  assert.equal(done.code, 0, done.err);
  const [row] = await database.database.query<{ settings: object }>(
    'select settings from admin_sign_in_providers',
  );
  assert.partialDeepStrictEqual(row?.settings, {
    roleClaim: {
      claim: 'roles',
      ownerValues: ['G.Owner'],
      administratorValues: ['G.Admin'],
      operatorValues: ['G.Operator', 'G.Helpdesk'],
      templateEditorValues: ['G.Editor'],
      readerValues: ['G.Reader'],
    },
  });
  const withoutClaim = await operator(...provider, ...values);
  assert.equal(withoutClaim.code, 2);
  assert.match(withoutClaim.err, /--role-claim/);
});
