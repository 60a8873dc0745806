// `operator connection probe` as an operator runs it, on a simulated Microsoft 365 over real HTTP.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { calm } from '@groupwright/graph-simulator/profile.ts';
import {
  createGraphSimulator,
  type GraphSimulator,
} from '@groupwright/graph-simulator/simulator.ts';
import type { Tenant } from '@groupwright/graph-simulator/tenant.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { killOperator, signalOperator, startOperator } from '../../testing/operator-process.ts';
import { testSeed } from '../../testing/seed.ts';
import { systemClock } from '../ground/clock.ts';
import { createEncryption } from '../ground/encryption/encryption.ts';
import { createIdGenerator } from '../ground/identifiers.ts';
import { withoutTimeLimits } from '../postgres/database.ts';
import { createChanges } from '../settings/configuration/changes.postgres.ts';
import { connectionSecretPurpose } from '../settings/tenants/connection-secret.ts';

const key = randomBytes(32);
const by = { kind: 'operator', id: 'test' } as const;
const deps = {
  clock: systemClock,
  randomBytes,
  createId: createIdGenerator({ clock: systemClock, randomBytes }),
};
let at: TestDatabase;
let directory: string;
let simulator: GraphSimulator;
let env: Readonly<Record<string, string>>;
/** The first behaves as the connection assumes; in the second, unique names can be changed. */
const connected: { tenantId: string; suite: Tenant }[] = [];
let sandboxId: string;

before(async () => {
  at = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'groupwright-probe-'));
  simulator = createGraphSimulator({
    seed: `probe ${testSeed}`,
    // Slow enough to be interrupted.
    profile: { ...calm, latencyMs: [30, 30] },
    tenants: [{}, { altered: ['marker_kept'] }],
  });
  const { graphBaseUrl, loginBaseUrl, authority } = await simulator.listen();
  const authorityFile = join(directory, 'authority.pem');
  await writeFile(authorityFile, authority);
  env = {
    DATABASE_URL: at.url,
    GROUPWRIGHT_DATA_DIR: directory,
    GROUPWRIGHT_ENCRYPTION_KEY: key.toString('base64'),
    NODE_EXTRA_CA_CERTS: authorityFile,
  };
  const encryption = createEncryption([key], randomBytes);
  await at.database.transaction(async (transaction) => {
    const { tenants } = createChanges(transaction, deps);
    for (const suite of simulator.tenants) {
      const { tenantId: entraTenantId, clientId, clientSecret } = suite;
      const connection = {
        kind: 'microsoft365',
        credential: 'secret',
        entraTenantId,
        clientId,
        graphBaseUrl,
        loginBaseUrl,
      } as const;
      const settings = { name: 'Aare', directory: connection };
      const { tenantId } = await tenants.create(by, settings);
      const purpose = connectionSecretPurpose(tenantId);
      const directorySecretSealed = encryption.encrypt(clientSecret, purpose);
      await tenants.change(by, tenantId, undefined, { ...settings, directorySecretSealed });
      connected.push({ tenantId, suite });
    }
    const sandbox = { name: 'Sandbox', directory: { kind: 'sandbox' } } as const;
    ({ tenantId: sandboxId } = await tenants.create(by, sandbox));
  });
});
after(async () => {
  await simulator.close();
  await at.close();
  await rm(directory, { recursive: true });
});

function tenant(index: number) {
  const found = connected[index];
  assert.ok(found);
  return found;
}
const argsFor = (tenantId: string) => ['connection', 'probe', '--tenant', tenantId];

test('the table has each assumption, and a change is a line and exit code 3', async () => {
  const fine = await startOperator(argsFor(tenant(0).tenantId), env);
  assert.equal(fine.code, 0, fine.err);
  assert.match(fine.out, /^STATE +ASSUMPTION +SEEN +SIMULATOR\nas assumed +marker_on_new_group /);
  assert.match(fine.out, /^not seen +team_of_group +no owner was named/m);
  assert.doesNotMatch(fine.out, /changed/);

  const { suite, tenantId } = tenant(1);
  const altered = await startOperator([...argsFor(tenantId), '--json'], env);
  assert.equal(altered.code, 3, altered.err);
  const report = JSON.parse(altered.out) as { changed: string[]; leftBehind: number };
  assert.deepEqual([report.changed, report.leftBehind], [['marker_kept'], 0]);
  assert.equal(suite.groups.size, 0);
  for (const { domain, clientId } of [suite]) {
    assert.ok(!altered.out.includes(domain) && !altered.out.includes(clientId));
  }
  const { out } = await startOperator(argsFor(tenantId), env);
  assert.match(out, /^Microsoft changed marker_kept\. Assumed: .* Seen: accepted\.$/m);
});

test('after a kill, the next probe removes the group and says so; Ctrl-C removes it at once', async () => {
  const { suite, tenantId } = tenant(0);
  const hasGroup = () => suite.groups.size > 0;
  assert.equal(await killOperator(argsFor(tenantId), env, hasGroup), true);
  assert.equal(suite.groups.size, 1);
  const next = await startOperator(argsFor(tenantId), env);
  assert.equal(next.code, 0, next.err);
  assert.match(next.out, /^1 group of earlier probes removed\.$/m);
  assert.equal(suite.groups.size, 0);

  const interrupted = await signalOperator(argsFor(tenantId), env, 'SIGINT', hasGroup);
  assert.deepEqual(interrupted, { code: 130, err: 'Interrupted.\n' });
  assert.equal(suite.groups.size, 0);
});

test('a tenant has one probe at a time, and a sandbox has none', async () => {
  const { suite, tenantId } = tenant(0);
  const seen = simulator.journal.httpRequests.count;
  const second = await at.database.transaction(async (transaction) => {
    await withoutTimeLimits(transaction);
    await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [tenantId]);
    return startOperator(argsFor(tenantId), env);
  });
  assert.equal(second.code, 3);
  assert.match(second.err, /Another process probes this connection/);
  assert.equal(simulator.journal.httpRequests.count, seen);
  assert.equal(suite.groups.size, 0);

  const sandbox = await startOperator(argsFor(sandboxId), env);
  assert.deepEqual([sandbox.code, /sandbox/.test(sandbox.err)], [3, true]);
});
