// A tenant's data is bounded, even with concurrent additions; unused data is removed.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { createAdministratorStore } from '../../access/sessions/administrators.postgres.ts';
import { createAdministrators } from '../../access/sessions/administrators.ts';
import { quotas } from '../../audit/changes/quotas.ts';
import { systemClock } from '../../ground/clock.ts';
import { defaultRetention } from '../../ground/config/read-retention.ts';
import { createPurge } from '../../postgres/jobs/purge.postgres.ts';
import type { Database } from '../../postgres/database.ts';
import { createTestDatabase, openAsOwner, type TestDatabase } from '../../../testing/database.ts';
import { testOperator } from '../../../testing/tenant.ts';
import { createChanges, type Changes } from './changes.postgres.ts';
import { createConfigurationSource } from './configuration.postgres.ts';
import { createConfiguration } from './configuration.ts';

let at: TestDatabase;
let owner: Database;
before(async () => {
  at = await createTestDatabase();
  owner = openAsOwner(at.settings, { maxConnections: 1 });
});
after(async () => {
  await owner.close();
  await at.close();
});

const change = <T>(work: (changes: Changes) => Promise<T>) =>
  at.database.transaction((transaction) =>
    work(createChanges(transaction, { clock: systemClock, createId: randomUUID, randomBytes })),
  );
const noRule = { mailNicknamePattern: '', displayNamePattern: '' };

async function addTenant() {
  return await change(async (changes) => {
    const { tenantId } = await changes.tenants.create(testOperator, {
      name: 'Aare',
      directory: { kind: 'sandbox' },
    });
    const { organisationId } = await changes.organisations.create(testOperator, tenantId, {
      name: 'Aare',
      identifier: 'aare',
    });
    return { tenantId, organisationId };
  });
}
type Tenant = Awaited<ReturnType<typeof addTenant>>;

const kinds: readonly {
  what: string;
  /** Adds those with the numbers $4 to $2, so that one more is allowed after the last. */
  fill: string;
  most: number;
  add: (tenant: Tenant, name: string) => Promise<unknown>;
}[] = [
  {
    what: 'organisations',
    fill: `insert into organisations (tenant_id, organisation_id, name, identifier)
      select $1, gen_random_uuid(), 'Filling', 'filling-' || n from generate_series($4::integer + 1, $2::integer) n
      where $3::uuid is not null`,
    most: quotas.organisations,
    add: ({ tenantId }, identifier) =>
      change((changes) =>
        changes.organisations.create(testOperator, tenantId, { name: 'Last', identifier }),
      ),
  },
  {
    what: 'templates',
    fill: `insert into templates (tenant_id, template_id, organisation_id, name, identifier,
        mail_nickname_pattern, display_name_pattern, policy)
      select $1, gen_random_uuid(), $3, 'Filling', 'filling-' || n, '', '', '{}'
      from generate_series($4::integer, $2::integer) n`,
    most: quotas.templates,
    add: ({ tenantId, organisationId }, identifier) =>
      change((changes) =>
        changes.templates.create(testOperator, tenantId, organisationId, {
          name: 'Last',
          identifier,
          ...noRule,
        }),
      ),
  },
  {
    what: 'active API keys',
    fill: `insert into api_keys (tenant_id, key_id, name, created_by, secrets)
      select $1, gen_random_uuid(), 'Filling', 'test', '[]' from generate_series($4::integer, $2::integer) n
      where $3::uuid is not null`,
    most: quotas.activeApiKeys,
    add: ({ tenantId }, name) =>
      change((changes) => changes.apiKeys.create(testOperator, tenantId, { name })),
  },
  {
    what: 'people in the sandbox',
    fill: `insert into sandbox_people (tenant_id, person_id, email, display_name)
      select $1, gen_random_uuid(), n || '@aare.example', 'Filling' from generate_series($4::integer, $2::integer) n
      where $3::uuid is not null`,
    most: quotas.sandboxPeople,
    add: ({ tenantId }, name) =>
      change((changes) =>
        changes.sandboxPeople.add(testOperator, tenantId, { email: `${name}@aare.example`, name }),
      ),
  },
  {
    what: 'administrators',
    fill: `insert into administrators (tenant_id, administrator_id, email, role, source, created_at, created_by)
      select $1, gen_random_uuid(), n || '@aare.example', 'reader', 'list', now(), 'test'
      from generate_series($4::integer, $2::integer) n where $3::uuid is not null`,
    most: quotas.administrators,
    add: ({ tenantId }, name) =>
      createAdministrators({
        store: createAdministratorStore(at.database),
        clock: systemClock,
        newId: randomUUID,
      }).put(tenantId, { email: `${name}@aare.example`, role: 'reader' }, testOperator),
  },
];

suite('a tenant keeps at most', () => {
  for (const { what, fill, most, add } of kinds) {
    test(`${most} ${what}, also when two are added at once`, async () => {
      const tenant = await addTenant();
      await owner.transaction(async (transaction) => {
        // The triggers of people note each of the 50,000 for readers that this test does not have.
        await transaction.query('alter table sandbox_people disable trigger user');
        // In parts: each stays within the time of a statement on a slow machine.
        for (let from = 1; from < most; from += 10_000) {
          const to = Math.min(from + 9_999, most - 1);
          await transaction.query(fill, [tenant.tenantId, to, tenant.organisationId, from]);
        }
        await transaction.query('alter table sandbox_people enable trigger user');
      });
      const added = await Promise.allSettled([add(tenant, 'one'), add(tenant, 'other')]);
      const refused = added.filter((one) => one.status === 'rejected');
      assert.equal(refused.length, 1);
      assert.equal(refused[0]?.reason.code, 'quota_exceeded');
      assert.match(refused[0]?.reason.message, new RegExp(most.toLocaleString('en')));
      const other = await addTenant();
      assert.ok(await add(other, 'theirs'), 'another tenant is not concerned');
    });
  }

  test('16 MiB of default people and channels, and 64 KiB in one template', async () => {
    const { tenantId, organisationId } = await addTenant();
    const people = (count: number) =>
      Array.from({ length: count }, (_, n) => `${n}@${`${'x'.repeat(60)}.`.repeat(4)}example`);
    const create = (identifier: string, count: number) =>
      change((changes) =>
        changes.templates.create(testOperator, tenantId, organisationId, {
          name: 'Long',
          identifier,
          ...noRule,
          policy: { defaultMembers: people(count) },
        }),
      );
    await assert.rejects(create('too-long', 260), { code: 'validation_failed' });
    const { templateId } = await create('long', 240);
    await at.database.query(
      `insert into templates (tenant_id, template_id, organisation_id, name, identifier,
        mail_nickname_pattern, display_name_pattern, policy)
      select tenant_id, gen_random_uuid(), organisation_id, name, 'long-' || n, '', '', policy
      from templates, generate_series(2, $2::integer / policy_bytes) n where template_id = $1`,
      [templateId, quotas.templateBytesInAll],
    );
    await assert.rejects(create('one-more', 240), { code: 'quota_exceeded' });
    await create('short', 1);
  });
});

suite('what was deleted', () => {
  test('leaves memory, but for the names that failed groups need', async () => {
    const { tenantId, organisationId } = await addTenant();
    const { templateId } = await change((changes) =>
      changes.templates.create(testOperator, tenantId, organisationId, {
        name: 'Passing',
        identifier: 'passing',
        mailNicknamePattern: 'x-{{code}}',
        displayNamePattern: '',
        policy: { defaultMembers: ['mara@aare.example'] },
      }),
    );
    const configuration = createConfiguration({
      source: createConfigurationSource(at.database),
      monotonicNow: () => performance.now(),
      timers: systemClock,
      onError: () => undefined,
    });
    await configuration.refresh();
    await change((changes) => changes.templates.delete(testOperator, tenantId, templateId, 1));
    await configuration.refresh();
    assert.deepEqual(configuration.templateName(tenantId, templateId), {
      name: 'Passing',
      identifier: 'passing',
    });
    const [row] = await at.database.query(
      'select policy, mail_nickname_pattern from templates where tenant_id = $1 and template_id = $2',
      [tenantId, templateId],
    );
    assert.deepEqual(row, { policy: {}, mailNicknamePattern: '' });
  });

  test('is removed a day later, unless a group belongs to it', async () => {
    const { tenantId, organisationId } = await addTenant();
    const [used, unused] = await change(async (changes) => {
      const create = (identifier: string) =>
        changes.templates.create(testOperator, tenantId, organisationId, {
          name: 'Any',
          identifier,
          ...noRule,
        });
      return [await create('used'), await create('unused')];
    });
    const other = await change((changes) =>
      changes.organisations.create(testOperator, tenantId, { name: 'Other', identifier: 'other' }),
    );
    await at.database.query(
      `insert into teams (tenant_id, team_id, organisation_id, template_id, display_name, mail_nickname,
        people, properties, policy, created_at, created_by, request_id)
      values ($1, gen_random_uuid(), $2, $3, 'Failed', 'failed', '{}', '{}', '{}', now(), 'test', 'test')`,
      [tenantId, organisationId, used.templateId],
    );
    const keys = await change(async (changes) => {
      const make = async (name: string) =>
        (await changes.apiKeys.create(testOperator, tenantId, { name })).key.keyId;
      const made = [await make('used'), await make('never used'), await make('living')];
      await changes.apiKeys.revoke(testOperator, tenantId, made[0] ?? '');
      await changes.apiKeys.revoke(testOperator, tenantId, made[1] ?? '');
      return made;
    });
    await at.database.query('insert into api_key_uses values ($1, $2, now())', [tenantId, keys[0]]);
    await change(async (changes) => {
      for (const { templateId } of [used, unused]) {
        await changes.templates.delete(testOperator, tenantId, templateId, undefined);
      }
      await changes.organisations.delete(testOperator, tenantId, other.organisationId, undefined);
    });
    const configuration = createConfiguration({
      source: createConfigurationSource(at.database),
      monotonicNow: () => performance.now(),
      timers: systemClock,
      onError: () => undefined,
    });
    const purge = createPurge({ database: at.database, retention: defaultRetention });
    const left = async () => {
      const [row] = await at.database.query(
        `select
          (select array_agg(identifier order by identifier) from templates where tenant_id = $1) as templates,
          (select array_agg(identifier order by identifier) from organisations where tenant_id = $1) as organisations,
          (select array_agg(name order by name) from api_keys where tenant_id = $1) as keys`,
        [tenantId],
      );
      return row;
    };
    const whole = await left();
    await purge.run();
    await configuration.refresh();
    assert.deepEqual(await left(), whole, 'not at once');
    await at.database.query(
      `with templates as (update templates set deleted_at = deleted_at - interval '25 hours'),
        keys as (update api_keys set revoked_at = revoked_at - interval '25 hours')
      update organisations set deleted_at = deleted_at - interval '25 hours'`,
    );
    await purge.run();
    await configuration.refresh();
    assert.equal(configuration.templateName(tenantId, unused.templateId), undefined);
    assert.equal(configuration.apiKey(tenantId, keys[1] ?? ''), undefined);
    assert.equal(configuration.templateName(tenantId, used.templateId)?.name, 'Any');
    await at.database.query(
      `with keys as (update api_keys set purged_at = purged_at - interval '61 minutes')
      update templates set purged_at = purged_at - interval '61 minutes'`,
    );
    await purge.run();
    assert.deepEqual(await left(), {
      templates: ['used'],
      organisations: ['aare'],
      keys: ['living', 'used'],
    });
  });
});
