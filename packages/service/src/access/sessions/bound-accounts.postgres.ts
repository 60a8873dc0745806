// The account of the sign-in provider that belongs to an administrator. It is bound at the first sign-in, so that
// another person who later takes over the e-mail address is refused.
import { type ExpectedVersion, isExpected } from '../../ground/record-store.ts';
import type { Actor } from '../../audit/activity.ts';
import type { Database, Queryable } from '../../postgres/database.ts';
import {
  administratorColumns,
  someoneWasQuicker,
  recordAdministratorActivity,
} from './administrator-rows.postgres.ts';
import type { Administrator } from './administrator.ts';
import type { SignInProviderStore } from './open-id-sign-in.ts';

async function lock(transaction: Queryable, tenantId: string, administratorId: string) {
  const [row] = await transaction.query<Administrator>(
    `select ${administratorColumns} from administrators a
    where tenant_id = $1 and administrator_id = $2 for no key update`,
    [tenantId, administratorId],
  );
  return row;
}

export function createBoundAccounts(database: Database): Pick<SignInProviderStore, 'bindAccount'> {
  return {
    bindAccount: ({ tenantId, administratorId, account, at, origin }) =>
      database.transaction(async (transaction) => {
        const administrator = await lock(transaction, tenantId, administratorId);
        if (administrator === undefined) return false;
        const { identity } = administrator;
        if (identity?.issuer === account.issuer && identity.subject === account.subject)
          return true;
        const isFirst = identity === null;
        if (isFirst) {
          await transaction.query(
            `update administrators set provider_issuer = $3, provider_subject = $4, version = version + 1
            where tenant_id = $1 and administrator_id = $2`,
            [tenantId, administratorId, account.issuer, account.subject],
          );
        }
        await recordAdministratorActivity(transaction, {
          tenantId,
          at,
          actor: { ...origin, kind: 'service', id: 'sign-in' },
          action: isFirst ? 'administrator.identity_bound' : 'administrator.identity_refused',
          administrator,
          data: { issuer: account.issuer, subject: account.subject },
        });
        return isFirst;
      }),
  };
}

export async function resetAccount(
  transaction: Queryable,
  tenantId: string,
  administratorId: string,
  { expectedVersion, at, actor }: { expectedVersion: ExpectedVersion; at: Date; actor: Actor },
): Promise<Administrator | undefined> {
  const before = await lock(transaction, tenantId, administratorId);
  if (before === undefined) return undefined;
  if (!isExpected(before.version, expectedVersion)) {
    throw someoneWasQuicker(before, 'Nothing was reset');
  }
  if (before.identity === null) return before;
  const [reset] = await transaction.query<Administrator>(
    `update administrators a set provider_issuer = null, provider_subject = null, version = a.version + 1
    where tenant_id = $1 and administrator_id = $2 returning ${administratorColumns}`,
    [tenantId, administratorId],
  );
  if (reset === undefined) throw new Error('an update answered no row');
  await recordAdministratorActivity(transaction, {
    tenantId,
    at,
    actor,
    action: 'administrator.identity_reset',
    administrator: before,
    data: { ...before.identity },
  });
  return reset;
}
