import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { findSecret, isWellFormed } from '../api-keys/secret.ts';
import { createChanges, type Changes } from './changes.postgres.ts';
import { createIdGenerator } from '../../ground/identifiers.ts';
import type { TemplateInput } from '../organisations/template-input.schema.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';

let now = Date.UTC(2026, 10, 21);
const clock = { now: () => now };
const deps = { clock, createId: createIdGenerator({ clock, randomBytes }), randomBytes };
const actor = { kind: 'operator', id: 'tess', requestId: 'req-1' } as const;

let test: TestDatabase;
before(async () => {
  test = await createTestDatabase();
});
after(() => test.close());

function change<T>(work: (changes: Changes) => Promise<T>): Promise<T> {
  return test.database.transaction((transaction) => work(createChanges(transaction, deps)));
}

async function activityOf(tenantId: string) {
  return test.database.query(
    `select actor_kind, actor_id, request_id, action, subject_id, data from activity
    where tenant_id = $1 order by activity_id`,
    [tenantId],
  );
}

async function revision(): Promise<number> {
  const [row] = await test.database.query<{ revision: number }>(
    'select revision from configuration',
  );
  return row?.revision ?? 0;
}

const sandbox = { name: 'Nordlicht', directory: { kind: 'sandbox' } } as const;
const project: TemplateInput = {
  name: 'Project',
  identifier: 'project',
  mailNicknamePattern: 'prj-{{code}}',
  displayNamePattern: 'Project {{code}}',
};

async function makeTenant() {
  return change(async (changes) => {
    const { tenantId } = await changes.tenants.create(actor, sandbox);
    const organisation = await changes.organisations.create(actor, tenantId, {
      name: 'Energy',
      identifier: 'energy',
    });
    return { tenantId, organisationId: organisation.organisationId };
  });
}

/** A group as it is once accepted, as far as deletions look at it. */
async function insertTeam(tenantId: string, organisationId: string, templateId: string) {
  await test.database.query(
    `insert into teams (tenant_id, team_id, organisation_id, template_id, display_name, mail_nickname,
      alias_key, people, properties, policy, created_at, created_by, request_id)
    values ($1, $2, $3, $4, 'x', 'x', 'x', '{}', '{}', '{}', now(), 'x', 'x')`,
    [tenantId, deps.createId(), organisationId, templateId],
  );
}

describe('changes of configuration', () => {
  it('are recorded in the activity log, in the transaction of the change', async () => {
    const { tenantId, organisationId } = await makeTenant();
    const refused = change(async (changes) => {
      await changes.organisations.change(actor, tenantId, organisationId, 1, {
        name: 'Other',
        identifier: 'other',
      });
      throw new Error('the transaction fails');
    });
    await assert.rejects(refused, /the transaction fails/);
    await change((changes) =>
      changes.organisations.change(actor, tenantId, organisationId, 1, {
        name: 'Energy Europe',
        identifier: 'energy',
      }),
    );
    const entries = await activityOf(tenantId);
    assert.deepEqual(
      entries.map(({ action, subjectId: subject }) => [action, subject]),
      [
        ['tenant.created', tenantId],
        ['organisation.created', organisationId],
        ['organisation.changed', organisationId],
      ],
    );
    assert.deepEqual(entries[2], {
      actorKind: 'operator',
      actorId: 'tess',
      requestId: 'req-1',
      action: 'organisation.changed',
      subjectId: organisationId,
      data: { before: { name: 'Energy' }, after: { name: 'Energy Europe' } },
    });
  });

  it('that change nothing leave no trace', async () => {
    const { tenantId, organisationId } = await makeTenant();
    const template = await change((changes) =>
      changes.templates.create(actor, tenantId, organisationId, project),
    );
    const [before, entries] = [await revision(), (await activityOf(tenantId)).length];
    await change(async (changes) => {
      await changes.tenants.change(actor, tenantId, 1, sandbox);
      await changes.templates.change(actor, tenantId, template.templateId, 1, project);
    });
    assert.equal(await revision(), before);
    assert.equal((await activityOf(tenantId)).length, entries);
  });

  it('refuse to overwrite a concurrent change', async () => {
    const { tenantId, organisationId } = await makeTenant();
    const { templateId } = await change((changes) =>
      changes.templates.create(actor, tenantId, organisationId, project),
    );
    const rename = (version: number, name: string) =>
      change((changes) =>
        changes.templates.change(actor, tenantId, templateId, version, { ...project, name }),
      );
    assert.equal((await rename(1, 'First')).version, 2);
    await assert.rejects(rename(1, 'Second'), { code: 'version_conflict' });
    const race = await Promise.allSettled([rename(2, 'A'), rename(2, 'B')]);
    assert.deepEqual(race.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  });

  it('tell a taken identifier as a fault of the input, and free it by deletion', async () => {
    const { tenantId, organisationId } = await makeTenant();
    const create = () =>
      change((changes) => changes.templates.create(actor, tenantId, organisationId, project));
    const { templateId } = await create();
    await assert.rejects(create(), (error: { code: string; faults: { pointer: string }[] }) => {
      assert.equal(error.code, 'validation_failed');
      assert.equal(error.faults[0]?.pointer, '/identifier');
      return true;
    });
    await change((changes) => changes.templates.delete(actor, tenantId, templateId, 1));
    await create();
    await assert.rejects(
      change((changes) => changes.templates.delete(actor, tenantId, templateId, undefined)),
      { code: 'not_found' },
    );
  });

  it('keep templates and organisations that groups need', async () => {
    const { tenantId, organisationId } = await makeTenant();
    const { templateId } = await change((changes) =>
      changes.templates.create(actor, tenantId, organisationId, project),
    );
    const deleteTemplate = () =>
      change((changes) => changes.templates.delete(actor, tenantId, templateId, undefined));
    const deleteOrganisation = () =>
      change((changes) => changes.organisations.delete(actor, tenantId, organisationId, undefined));
    await assert.rejects(deleteOrganisation(), /delete its templates first/);
    await insertTeam(tenantId, organisationId, templateId);
    await assert.rejects(deleteTemplate(), { code: 'in_use', message: /it has one group\.$/ });
    await assert.rejects(deleteOrganisation(), /it has groups/);
    await test.database.query('update teams set alias_key = null where tenant_id = $1', [tenantId]);
    await deleteTemplate();
    await deleteOrganisation();
  });

  it("do not reach another tenant's rows", async () => {
    const mine = await makeTenant();
    const other = await makeTenant();
    await assert.rejects(
      change((changes) =>
        changes.organisations.delete(actor, mine.tenantId, other.organisationId, undefined),
      ),
      { code: 'not_found' },
    );
    await assert.rejects(
      change((changes) =>
        changes.templates.create(actor, mine.tenantId, other.organisationId, project),
      ),
      { code: 'not_found' },
    );
  });
});

describe('an API key', () => {
  it('has one secret, two while rotating, and none in the database or the log', async () => {
    const { tenantId } = await makeTenant();
    const { key, secret } = await change((changes) =>
      changes.apiKeys.create(actor, tenantId, { name: 'ERP' }),
    );
    assert.ok(isWellFormed(secret));
    const second = await change((changes) => changes.apiKeys.addSecret(actor, tenantId, key.keyId));
    await assert.rejects(
      change((changes) => changes.apiKeys.addSecret(actor, tenantId, key.keyId)),
      /already has two secrets/,
    );
    const [rotating] = await change((changes) => changes.stores.apiKeys.list(tenantId));
    assert.ok(findSecret(rotating, secret));
    assert.ok(findSecret(rotating, second.secret));
    const end = (secretId: string) =>
      change((changes) => changes.apiKeys.endSecret(actor, tenantId, key.keyId, secretId));
    const ended = await end(key.secrets[0]?.secretId ?? '');
    assert.equal(findSecret(ended, secret), undefined);
    assert.ok(findSecret(ended, second.secret));
    await assert.rejects(end(second.secretId), /only secret/);

    const everything = JSON.stringify([
      await test.database.query('select * from api_keys where tenant_id = $1', [tenantId]),
      await activityOf(tenantId),
    ]);
    assert.ok(!everything.includes(secret) && !everything.includes(second.secret));
  });

  it('is revoked once and permanently', async () => {
    const { tenantId } = await makeTenant();
    const { key } = await change((changes) =>
      changes.apiKeys.create(actor, tenantId, { name: 'ERP', expiresAt: '2027-01-01T00:00:00Z' }),
    );
    const before = await revision();
    const revoke = () => change((changes) => changes.apiKeys.revoke(actor, tenantId, key.keyId));
    const first = await revoke();
    now += 1000;
    assert.deepEqual((await revoke()).revokedAt, first.revokedAt);
    assert.equal(await revision(), before + 1);
    assert.equal(first.expiresAt?.toISOString(), '2027-01-01T00:00:00.000Z');
    await assert.rejects(
      change((changes) => changes.apiKeys.addSecret(actor, tenantId, key.keyId)),
      /revoked/,
    );
  });

  it('does not expire before it begins', async () => {
    const { tenantId } = await makeTenant();
    const input = { name: 'ERP', expiresAt: '2020-01-01T00:00:00Z' };
    await assert.rejects(
      change((changes) => changes.apiKeys.create(actor, tenantId, input)),
      { code: 'validation_failed' },
    );
  });
});
