import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { systemClock } from '../../ground/clock.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '../../ground/errors.ts';
import { createManualTimers } from '../../../testing/manual-timers.ts';
import {
  createTestDatabase,
  openAsOwner,
  otherHistory,
  type TestDatabase,
} from '../../../testing/database.ts';
import {
  startTestService,
  teamRequest,
  testOperator,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';
import { createConfiguration } from './configuration.ts';
import type { ConfigurationChanges } from './configuration-copy.ts';

const nothing: ConfigurationChanges = {
  revision: 1,
  history: 'one',
  isComplete: false,
  tenants: [],
  apiKeys: [],
  organisations: [],
  templates: [],
  signingKeys: [],
};

suite('the copy of the configuration', () => {
  test('counts as fresh for less than a second after the moment its check began', async () => {
    let now = 0;
    let tookMs = 0;
    const configuration = createConfiguration({
      timers: systemClock,
      monotonicNow: () => now,
      onError: () => undefined,
      source: {
        async readChanges() {
          now += tookMs;
          return nothing;
        },
      },
    });
    assert.ok(configuration.ensureFresh() instanceof Promise, 'before the first check');
    tookMs = 500;
    await configuration.refresh();
    assert.equal(configuration.ensureFresh(), undefined);
    now += 301;
    assert.ok(configuration.ensureFresh() instanceof Promise);
  });

  test('is checked while requests come, before the first answer after a pause, and when another position is noticed', async () => {
    const timers = createManualTimers();
    let checks = 0;
    let revision = 1;
    const configuration = createConfiguration({
      timers,
      monotonicNow: () => timers.now(),
      onError: (error) => assert.fail(String(error)),
      source: {
        async readChanges(since) {
          checks += 1;
          return since?.revision === revision ? undefined : { ...nothing, revision };
        },
      },
    });
    let changes = 0;
    configuration.onChange(() => (changes += 1));
    configuration.start();
    await timers.pass(60_000);
    assert.equal(checks, 1);
    assert.equal(changes, 1);

    revision = 2;
    configuration.notice({ revision: 2, history: 'one' }, timers.now());
    await timers.pass(0);
    assert.equal(checks, 2);
    assert.equal(changes, 2);
    configuration.notice({ revision: 2, history: 'one' }, timers.now());
    configuration.notice({ revision: 2, history: 'another' }, timers.now());
    await timers.pass(60_000);
    assert.equal(checks, 3, 'only of the other history');
    assert.equal(changes, 2);

    await configuration.ensureFresh();
    await timers.pass(1_000);
    assert.ok(checks >= 3 + 5, `${checks - 3} checks in the second after a request`);
    assert.ok(checks <= 3 + 7, `${checks - 3} checks in the second after a request`);
    await configuration.stop();
  });

  test('is fresh where its position was noticed, by the time of that look', async () => {
    let now = 10_000;
    const configuration = createConfiguration({
      timers: systemClock,
      monotonicNow: () => now,
      onError: () => undefined,
      source: { readChanges: async () => nothing },
    });
    await configuration.refresh();
    now += 5_000;
    configuration.notice({ revision: 1, history: 'one' }, now - 500);
    assert.equal(configuration.ensureFresh(), undefined);
    configuration.notice({ revision: 1, history: 'one' }, now - 2_000);
    assert.equal(configuration.ensureFresh(), undefined, 'an earlier look takes nothing away');
    now += 301;
    assert.ok(configuration.ensureFresh() instanceof Promise);
  });

  test('is not used when it cannot be checked, and again once it can', async () => {
    let isAway = false;
    let now = 0;
    const configuration = createConfiguration({
      timers: systemClock,
      monotonicNow: () => now,
      onError: () => undefined,
      source: {
        async readChanges() {
          if (isAway) throw new Error('away');
          return undefined;
        },
      },
    });
    await configuration.refresh();
    isAway = true;
    now += 10_000;
    await assert.rejects(
      async () => configuration.ensureFresh(),
      (error) => error instanceof DomainError && error.code === 'unavailable',
    );
    isAway = false;
    await configuration.ensureFresh();
    assert.equal(configuration.ensureFresh(), undefined);
  });

  test('is not used when the check hangs', async () => {
    const configuration = createConfiguration({
      timers: systemClock,
      monotonicNow: () => 10_000,
      onError: () => undefined,
      source: { readChanges: () => new Promise(() => undefined) },
    });
    await assert.rejects(
      async () => configuration.ensureFresh(),
      (error) => error instanceof DomainError && error.code === 'unavailable',
    );
  });

  test('shows after a refresh what was committed before it, whatever check was in progress', async () => {
    const reads: PromiseWithResolvers<ConfigurationChanges>[] = [];
    const configuration = createConfiguration({
      timers: systemClock,
      monotonicNow: () => 0,
      onError: () => undefined,
      source: {
        readChanges() {
          const read = Promise.withResolvers<ConfigurationChanges>();
          reads.push(read);
          return read.promise;
        },
      },
    });
    const first = configuration.ensureFresh();
    const refreshed = configuration.refresh();
    reads[0]?.resolve(nothing);
    await first;
    await pause(0);
    assert.equal(reads.length, 2, 'the check in progress may have read before');
    reads[1]?.resolve({ ...nothing, revision: 2 });
    await refreshed;
  });
});

test('a database of another history is read again though its revision is the same', async () => {
  const at = await createTestDatabase();
  const service = await startTestService({ ROLES: 'api' }, { at });
  const [kept, lost] = [await service.addTenant(), await service.addTenant()];
  const status = async (tenant: TestTenant) =>
    (await service.call(tenant, '/organisations/aare')).status;
  assert.deepEqual([await status(kept), await status(lost)], [200, 200]);
  const asOwner = openAsOwner(at.settings);
  await asOwner.transaction(async (transaction) => {
    await transaction.query('delete from api_keys where tenant_id = $1', [lost.tenantId]);
    await transaction.query(otherHistory);
  });
  await asOwner.close();
  await service.service.refresh();
  assert.deepEqual([await status(kept), await status(lost)], [200, 401]);
  await service.close();
  await at.close();
});

test('a database that went back, as after a failover that lost changes, is read again', async () => {
  const at = await createTestDatabase();
  const service = await startTestService({ ROLES: 'api' }, { at });
  const [kept, lost] = [await service.addTenant(), await service.addTenant()];
  const asOwner = openAsOwner(at.settings);
  const [{ revision } = { revision: 0 }] = await asOwner.query<{ revision: number }>(
    'select revision from configuration',
  );
  const status = async (tenant: TestTenant) =>
    (await service.call(tenant, '/organisations/aare')).status;
  assert.deepEqual([await status(kept), await status(lost)], [200, 200]);
  await asOwner.transaction(async (transaction) => {
    await transaction.query('delete from api_keys where tenant_id = $1', [lost.tenantId]);
    await transaction.query('update configuration set revision = $1', [revision - 1]);
  });
  await service.service.refresh();
  assert.deepEqual([await status(kept), await status(lost)], [200, 401]);
  // The next change has a revision that this process has seen before.
  await service.change(({ apiKeys }) => apiKeys.revoke(testOperator, kept.tenantId, kept.keyId));
  await service.service.refresh();
  assert.equal(await status(kept), 401);
  await asOwner.close();
  await service.close();
  await at.close();
});

suite('configuration changed through another process', () => {
  let at: TestDatabase;
  let one: TestService;
  let other: TestService;
  let tenant: TestTenant;

  before(async () => {
    at = await createTestDatabase({ maxConnections: 30 });
    one = await startTestService({ ROLES: 'api' }, { at });
    other = await startTestService({ ROLES: 'api' }, { at });
    tenant = await one.addTenant();
    await pause(1_000);
  });
  after(async () => {
    await other.close();
    await one.close();
    await at.close();
  });

  test('a key that is revoked is dead in every process within one second', async () => {
    const stranger = await one.addTenant();
    await pause(1_000);
    for (const service of [one, other])
      assert.equal((await service.call(tenant, '/organisations/aare')).status, 200);
    await one.change((changes) =>
      changes.apiKeys.revoke(testOperator, tenant.tenantId, tenant.keyId),
    );
    const revokedAt = performance.now();
    const living = new Set([one, other]);
    while (living.size > 0) {
      for (const service of living) {
        const askedAt = performance.now();
        const { status } = await service.call(tenant, '/organisations/aare');
        if (status === 401) living.delete(service);
        else assert.ok(askedAt - revokedAt < 1_000, 'it still lives after a second');
      }
    }
    assert.equal((await other.call(stranger, '/organisations/aare')).status, 200);
  });

  test('a template that is deleted is taken by no process a second later', async () => {
    const fresh = await one.addTenant();
    const template = await one.change((changes) =>
      changes.templates.create(testOperator, fresh.tenantId, fresh.organisationId, {
        name: 'Passing',
        identifier: 'passing',
        mailNicknamePattern: '',
        displayNamePattern: '',
        policy: {},
      }),
    );
    await pause(1_000);
    // Refused for another reason, so that no group keeps the template from being deleted.
    const codes = async (service: TestService) => {
      const body = teamRequest('not an alias', { templateIdOrIdentifier: 'PASSING' });
      const answer = await service.call(fresh, '/teams', { method: 'POST', body });
      return (answer.body as { errors: { code: string }[] }).errors.map(({ code }) => code);
    };
    for (const service of [one, other])
      assert.deepEqual(await codes(service), ['character_refused']);
    await one.change(({ templates }) =>
      templates.delete(testOperator, fresh.tenantId, template.templateId, undefined),
    );
    const deletedAt = performance.now();
    const taking = new Set([one, other]);
    while (taking.size > 0) {
      for (const service of taking) {
        const askedAt = performance.now();
        if ((await codes(service)).includes('template_not_found')) taking.delete(service);
        else assert.ok(askedAt - deletedAt < 1_000, 'it is still taken after a second');
      }
    }
  });

  test('is read while slow statements hold all other connections', async () => {
    const fresh = await one.addTenant();
    const slow = Array.from({ length: 30 }, () => at.database.query('select pg_sleep(2)'));
    for (let ask = 0; ask < 5; ask += 1) {
      assert.equal((await one.call(fresh, '/organisations')).status, 200);
      await pause(300);
    }
    await Promise.all(slow);
  });

  test('an organisation answers the same bytes and entity tag in every process, and 304 to who has it', async () => {
    const fresh = await one.addTenant();
    await pause(1_000);
    const answers = await Promise.all(
      [one, other].map((service) => service.call(fresh, '/organisations/AARE')),
    );
    const [first, second] = answers;
    assert.deepEqual(first?.body, second?.body);
    const entityTag = first?.headers.get('etag') ?? '';
    assert.equal(second?.headers.get('etag'), entityTag);
    for (const tag of [entityTag, `W/${entityTag}`, `"other", ${entityTag}`, '*']) {
      const again = await other.call(fresh, `/organisations/${fresh.organisationId}`, {
        headers: { 'if-none-match': tag },
      });
      assert.equal(again.status, 304, tag);
      assert.equal(again.body, undefined);
    }
    await one.change((changes) =>
      changes.organisations.change(testOperator, fresh.tenantId, fresh.organisationId, undefined, {
        name: 'Renamed',
        identifier: 'renamed',
      }),
    );
    await pause(1_000);
    assert.equal((await other.call(fresh, '/organisations/aare')).status, 404);
    const renamed = await other.call(fresh, '/organisations/renamed', {
      headers: { 'if-none-match': entityTag },
    });
    assert.equal(renamed.status, 200);
    assert.equal((renamed.body as { name: string }).name, 'Renamed');
  });
});
