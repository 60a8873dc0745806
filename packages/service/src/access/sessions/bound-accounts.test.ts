// An administrator is one account of the sign-in provider: a new holder of the e-mail address is not admitted.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { startSignInProvider, trustProvider } from '../../../testing/sign-in-provider.ts';
import { testOperator } from '../../../testing/tenant.ts';
import { createEncryption } from '../../ground/encryption/encryption.ts';
import { createAdminSessionStore } from './admin-sessions.postgres.ts';
import { createAdministrators } from './administrators.ts';
import { createOpenIdSignIn } from './open-id-sign-in.ts';
import { SignInRefused } from './refusals.ts';
import { createSessions } from './session.ts';

const clock = { now: () => Date.now() };
const email = 'ada@nordlicht.example';
let at: TestDatabase;
before(async () => {
  at = await createTestDatabase();
});
after(() => at.close());

test('another account with the address of an administrator is refused and recorded in the activity, until the account is reset', async (t) => {
  const provider = await startSignInProvider();
  t.after(() => provider.close());
  const store = createAdminSessionStore(at.database);
  const administrators = createAdministrators({ store, clock, newId: randomUUID });
  const tenantId = randomUUID();
  await at.database.query(
    `insert into tenants (tenant_id, name, directory, revision) values ($1, 'T', '{"kind":"sandbox"}', 0)`,
    [tenantId],
  );
  await trustProvider(store, tenantId, provider);
  const put = await administrators.put(tenantId, { email, role: 'administrator' }, testOperator);
  const openId = createOpenIdSignIn({
    store,
    sessions: createSessions({ store, clock, randomBytes }),
    encryption: createEncryption([randomBytes(32)], randomBytes),
    clock,
    steadyClock: clock,
    newId: randomUUID,
    fetch,
    redirectAddress: () => 'http://127.0.0.1/callback',
  });
  const signIn = async (subject: string, verified: unknown = true) => {
    const { url, pending } = await openId.begin(tenantId, '/');
    const { searchParams } = new URL(url);
    provider.present.nonce = searchParams.get('nonce') ?? '';
    provider.present.claims = { sub: subject, email, email_verified: verified };
    const back = new URL(`http://127.0.0.1/callback?code=x&state=${searchParams.get('state')}`);
    return await openId.complete(tenantId, back, pending, {}).then(
      () => 'admitted',
      (error: unknown) => {
        assert.ok(error instanceof SignInRefused, String(error));
        return error.reason;
      },
    );
  };
  assert.equal(await signIn('ada-1', false), 'no_email');
  assert.equal(await signIn('ada-1'), 'admitted');
  assert.equal(await signIn('other-person'), 'other_account');
  assert.equal(await signIn('ada-1'), 'admitted');

  const [bound] = await administrators.list(tenantId);
  assert.deepEqual(bound?.identity, { issuer: provider.issuer, subject: 'ada-1' });
  const options = { expectedVersion: bound.version, actor: testOperator };
  const stale = { ...options, expectedVersion: put.version };
  const reset = (how: typeof options) =>
    administrators.resetAccount(tenantId, put.administratorId, how);
  await assert.rejects(reset(stale), { code: 'version_conflict' });
  assert.equal((await reset(options)).identity, null);
  assert.equal(await signIn('ada-2'), 'admitted');
  assert.equal(await signIn('ada-1'), 'other_account');

  await trustProvider(store, tenantId, { issuer: 'https://id.example' });
  assert.equal((await administrators.list(tenantId))[0]?.identity, null);
  const activity = await at.database.query<{ action: string }>(
    `select action from activity where tenant_id = $1 and action like 'administrator.identity%' order by activity_id`,
    [tenantId],
  );
  assert.deepEqual(
    activity.map(({ action }) => action.split('_')[1]),
    ['bound', 'refused', 'reset', 'bound', 'refused'],
  );
});
