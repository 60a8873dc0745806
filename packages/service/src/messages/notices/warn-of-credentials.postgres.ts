// Warns the administrators of a tenant before a credential of its connection ends: 30, 7 and 1 days before, and when
// it has ended. Each warning is given once, whichever process finds it first.
import type { Clock } from '../../ground/clock.ts';
import type { RecurringTask } from '../../postgres/jobs/schedules.ts';
import type { Database } from '../../postgres/database.ts';
import type { CredentialExpiry } from '../../settings/tenants/credential-expiry.ts';
import type { Tenant } from '../../settings/tenants/tenant.ts';
import { informAdministrators } from './inform-administrators.postgres.ts';

const everyMs = 3_600_000;
const dayMs = 86_400_000;
const warningDays = [0, 1, 7, 30];

function sharePointOf({ directory }: Tenant): string | undefined {
  if (directory.kind !== 'microsoft365' || directory.sharePoint === undefined) return undefined;
  return new URL(directory.sharePoint.adminUrl).host;
}

export function createWarnOfCredentials(deps: {
  database: Database;
  tenants: () => Iterable<Tenant>;
  credentialExpiry: CredentialExpiry;
  clock: Clock;
}): RecurringTask {
  const { database, tenants, credentialExpiry, clock } = deps;

  /** @param address the host for which the second credential is; undefined: the first */
  async function warn(
    tenantId: string,
    expiresAt: Date,
    now: number,
    address: string | undefined,
  ): Promise<void> {
    const left = expiresAt.getTime() - now;
    const daysBefore = warningDays.find((days) => left <= days * dayMs);
    if (daysBefore === undefined) return;
    await database.transaction(async (transaction) => {
      const added = await transaction.query(
        `insert into credential_warnings (tenant_id, expires_at, days_before, warned_at)
        values ($1, $2, $3, $4) on conflict do nothing returning 1`,
        [tenantId, expiresAt, daysBefore, new Date(now)],
      );
      if (added.length === 0) return;
      await informAdministrators(transaction, tenantId, {
        kind: 'credential_expires',
        data: { dueAt: expiresAt.toISOString(), ...(address !== undefined && { address }) },
      });
    });
  }

  return {
    name: 'credential_warnings',
    everyMs,
    async run() {
      const now = clock.now();
      for (const tenant of tenants()) {
        // The end of one says nothing about the other.
        for (const which of ['first', 'sharePoint'] as const) {
          const expiresAt = credentialExpiry(tenant, which);
          if (expiresAt === null) continue;
          const address = which === 'sharePoint' ? sharePointOf(tenant) : undefined;
          await warn(tenant.tenantId, expiresAt, now, address);
        }
      }
    },
  };
}
