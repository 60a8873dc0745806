// The tenant's administrators in PostgreSQL. The same transaction records each change in the activity.
import { isExpected } from '../../ground/record-store.ts';
import { expectWithin, quotas } from '../../audit/changes/quotas.ts';
import { DomainError, type FieldError, validationFailed } from '../../ground/errors.ts';
import type { Database, Queryable } from '../../postgres/database.ts';
import { lockTenant } from '../../postgres/lock-tenant.ts';
import {
  administratorColumns,
  findAdministrator,
  someoneWasQuicker,
  recordAdministratorActivity,
} from './administrator-rows.postgres.ts';
import { requireOneLeft, requireRightOver } from './administrator-rights.postgres.ts';
import { resetAccount } from './bound-accounts.postgres.ts';
import type { Administrator } from './administrator.ts';
import type { AdministratorStore, Grant } from './administrators.ts';
import type { SignInProviderStore } from './open-id-sign-in.ts';

export function createAdministratorStore(
  database: Database,
): AdministratorStore &
  Pick<SignInProviderStore, 'findAdministratorByEmail' | 'putClaimAdministrator'> {
  return {
    async findAdministratorByEmail(tenantId, email) {
      const [row] = await database.query<Administrator>(
        `select ${administratorColumns} from administrators a where tenant_id = $1 and email = $2`,
        [tenantId, email],
      );
      return row;
    },

    putClaimAdministrator: (person) =>
      database.transaction(async (transaction) => {
        const { tenantId, email, name, role, at, origin } = person;
        await lockTenant(transaction, tenantId);
        const [known] = await transaction.query<Administrator>(
          `select ${administratorColumns} from administrators a where tenant_id = $1 and email = $2 for update`,
          [tenantId, email],
        );
        // Put on the list since it was looked at: the list decides.
        if (known?.source === 'list') return known;
        const [administrator] = await transaction.query<Administrator>(
          `insert into administrators as a
             (tenant_id, administrator_id, email, name, role, source, created_at, created_by)
           values ($1, $2, $3, $4, $5, 'claim', $6, 'sign-in')
           on conflict (tenant_id, email) do update
           set name = excluded.name, role = excluded.role, version = a.version + 1
           returning ${administratorColumns}`,
          [tenantId, person.newAdministratorId, email, name, role, at],
        );
        if (administrator === undefined) throw new Error('an upsert answered no row');
        if (known === undefined) await expectQuota(transaction, tenantId);
        if (known?.role !== role) {
          await recordAdministratorActivity(transaction, {
            tenantId,
            at,
            actor: { ...origin, kind: 'service', id: 'sign-in' },
            action: known === undefined ? 'administrator.added' : 'administrator.changed',
            administrator,
            data: { role, source: 'claim' },
          });
        }
        return administrator;
      }),

    resetAccount: (tenantId, administratorId, options) =>
      database.transaction(async (transaction) => {
        await lockTenant(transaction, tenantId);
        const before = await findAdministrator(transaction, tenantId, administratorId);
        if (before === undefined) return undefined;
        await requireRightOver(transaction, tenantId, options.actor, [before.role]);
        return await resetAccount(transaction, tenantId, administratorId, options);
      }),

    async listAdministrators(tenantId) {
      return await database.query(
        `select ${administratorColumns} from administrators a where tenant_id = $1 order by email limit 1000`,
        [tenantId],
      );
    },

    putAdministrator: (person) =>
      database.transaction((transaction) => putOnList(transaction, person)),

    changeRole: (tenantId, administratorId, grant, { expectedVersion, at, actor }) =>
      database.transaction(async (transaction) => {
        // Two who take each other's rights away at once come one after the other.
        await lockTenant(transaction, tenantId);
        const before = await findAdministrator(transaction, tenantId, administratorId);
        if (before === undefined) return undefined;
        if (!isExpected(before.version, expectedVersion)) {
          throw someoneWasQuicker(before, 'Nothing was changed');
        }
        const granted = await completeGrant(transaction, tenantId, grant, before);
        await requireRightOver(transaction, tenantId, actor, [before.role, granted.role]);
        const [administrator] = await transaction.query<Administrator>(
          `update administrators a
           set role = $4, limited_role = $5, organisation_ids = $6, source = 'list', version = a.version + 1
           where tenant_id = $1 and administrator_id = $2 and version = $3 returning ${administratorColumns}`,
          [tenantId, administratorId, before.version, ...roleValues(granted)],
        );
        if (administrator === undefined) throw someoneWasQuicker(before, 'Nothing was changed');
        await requireOneLeft(transaction, tenantId, actor);
        const action = 'administrator.changed';
        const activity = { tenantId, at, actor, action, administrator, data: granted } as const;
        await recordAdministratorActivity(transaction, activity);
        return administrator;
      }),

    removeAdministrator: (tenantId, administratorId, { expectedVersion, at, actor }) =>
      database.transaction(async (transaction) => {
        await lockTenant(transaction, tenantId);
        const before = await findAdministrator(transaction, tenantId, administratorId);
        if (before !== undefined) {
          await requireRightOver(transaction, tenantId, actor, [before.role]);
        }
        const [administrator] = await transaction.query<Administrator>(
          `delete from administrators a where tenant_id = $1 and administrator_id = $2 returning ${administratorColumns}`,
          [tenantId, administratorId],
        );
        if (administrator === undefined) return undefined;
        if (!isExpected(administrator.version, expectedVersion)) {
          throw someoneWasQuicker(administrator, 'Nothing was removed');
        }
        await requireOneLeft(transaction, tenantId, actor);
        await recordAdministratorActivity(transaction, {
          tenantId,
          at,
          actor,
          action: 'administrator.removed',
          administrator,
          data: {},
        });
        return administrator;
      }),
  };
}

/** The count includes the one who was added. Two who add at once come one after the other, by `lockTenant`. */
async function expectQuota(transaction: Queryable, tenantId: string): Promise<void> {
  const [row] = await transaction.query<{ count: number }>(
    'select count(*)::integer as count from administrators where tenant_id = $1',
    [tenantId],
  );
  const count = row?.count ?? 0;
  expectWithin(quotas.administrators, count, 'administrators', 'Remove one first.');
}

/** @param person.ifKnown the action for a person who is on the list with another role or limit */
export async function putOnList(
  transaction: Queryable,
  person: Parameters<AdministratorStore['putAdministrator']>[0],
): Promise<Administrator | undefined> {
  const { tenantId, email, grant, ifKnown, at, actor } = person;
  if (!(await lockTenant(transaction, tenantId))) return undefined;
  const [known] = await transaction.query<Administrator>(
    `select ${administratorColumns} from administrators a where tenant_id = $1 and email = $2 for update`,
    [tenantId, email],
  );
  if (known !== undefined && ifKnown === 'leave') return known;
  const granted = await completeGrant(transaction, tenantId, grant, known);
  if (known !== undefined) {
    const isSame = isSameGrant(known, granted);
    if (isSame && known.source === 'list') return known;
    if (ifKnown === 'refuse' && !isSame) {
      throw new DomainError(
        'in_use',
        `${email} already exists with another role. Change the role of that entry.`,
      );
    }
  }
  await requireRightOver(transaction, tenantId, actor, [known?.role, granted.role]);
  const [administrator] = await transaction.query<Administrator>(
    `insert into administrators as a
       (tenant_id, administrator_id, email, source, created_at, created_by, role, limited_role, organisation_ids)
     values ($1, $2, $3, 'list', $4, $5, $6, $7, $8)
     on conflict (tenant_id, email) do update
     set role = excluded.role, limited_role = excluded.limited_role, organisation_ids = excluded.organisation_ids,
       source = 'list', version = a.version + 1
     returning ${administratorColumns}`,
    [tenantId, person.newAdministratorId, email, at, actor.id, ...roleValues(granted)],
  );
  if (administrator === undefined) throw new Error('an upsert answered no row');
  if (known === undefined) await expectQuota(transaction, tenantId);
  await recordAdministratorActivity(transaction, {
    tenantId,
    at,
    actor,
    action: known === undefined ? 'administrator.added' : 'administrator.changed',
    administrator,
    data: granted,
  });
  return administrator;
}

// The role and the limit that an administrator gets: checked, completed by those before, and as they are stored.
type CompleteGrant = Pick<Administrator, 'role' | 'organisationIds'>;

/**
 * @param before the person, if on the list
 * @throws DomainError `validation_failed`
 */
async function completeGrant(
  transaction: Queryable,
  tenantId: string,
  { role, organisationIds: sent }: Grant,
  before: Administrator | undefined,
): Promise<CompleteGrant> {
  const known = before?.organisationIds ?? [];
  if (sent == null) {
    const isKept = sent === undefined && role !== 'owner' && known.length > 0;
    return { role, organisationIds: isKept ? known : null };
  }
  if (role === 'owner') {
    const detail = 'An owner cannot be limited to organisations.';
    throw validationFailed([
      {
        pointer: '/organisationIds',
        code: 'not_allowed',
        detail,
        values: { rule: 'owner_unlimited' },
      },
    ]);
  }
  const wanted = sent.map((id) => id.toLowerCase());
  const found = await transaction.query<{ organisationId: string }>(
    'select organisation_id from organisations where tenant_id = $1 and organisation_id = any ($2)',
    [tenantId, wanted],
  );
  // One that was deleted since may stay.
  const present = new Set([...known, ...found.map(({ organisationId }) => organisationId)]);
  const faults = wanted.flatMap((id, index): FieldError[] => {
    if (present.has(id)) return [];
    const detail = 'There is no organisation with this id.';
    return [{ pointer: `/organisationIds/${index}`, code: 'organisation_not_found', detail }];
  });
  if (faults.length > 0) throw validationFailed(faults);
  return { role, organisationIds: [...new Set(wanted)].sort() };
}

function isSameGrant(one: CompleteGrant, other: CompleteGrant): boolean {
  const [ids, others] = [one.organisationIds ?? [], other.organisationIds ?? []];
  return (
    one.role === other.role &&
    ids.length === others.length &&
    ids.every((id) => others.includes(id))
  );
}

/** The values of `role`, `limited_role` and `organisation_ids`, which `roleColumns` reads. */
function roleValues({ role, organisationIds }: CompleteGrant) {
  return organisationIds === null
    ? ([role, null, null] as const)
    : (['limited', role, organisationIds] as const);
}
