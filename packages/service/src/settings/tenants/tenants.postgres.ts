import { DomainError } from '../../ground/errors.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { TenantRecord, TenantStore } from './change-tenants.ts';

const columns =
  'tenant_id, name, directory, directory_secret as directory_secret_sealed, share_point_secret as share_point_secret_sealed, blocked_words, new_groups, nightly_probe, notices, notices_secret as notices_secret_sealed, closed, version';

export function createTenantStore(transaction: Queryable): TenantStore {
  const find = async (tenantId: string, suffix: string) => {
    const [row] = await transaction.query<TenantRecord>(
      `select ${columns} from tenants where tenant_id = $1 ${suffix}`,
      [tenantId],
    );
    return row;
  };
  const values = (tenant: TenantRecord) => [
    tenant.tenantId,
    tenant.name,
    JSON.stringify(tenant.directory),
    tenant.directorySecretSealed,
    tenant.version,
    JSON.stringify(tenant.blockedWords),
    tenant.notices === null ? null : JSON.stringify(tenant.notices),
    tenant.noticesSecretSealed,
    tenant.newGroups,
    tenant.sharePointSecretSealed,
    tenant.nightlyProbe === null ? null : JSON.stringify(tenant.nightlyProbe),
  ];

  return {
    list: () =>
      transaction.query<TenantRecord>(
        `select ${columns} from tenants order by created_at, tenant_id`,
      ),
    find: (tenantId) => find(tenantId, ''),
    lock: (tenantId) => find(tenantId, 'for update'),
    async insert(tenant, at) {
      const rows = await transaction.query(
        `insert into tenants (tenant_id, name, directory, directory_secret, version, blocked_words, notices, notices_secret, new_groups,
          share_point_secret, nightly_probe, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
        on conflict (tenant_id) do nothing returning tenant_id`,
        [...values(tenant), new Date(at)],
      );
      if (rows.length === 0)
        throw new DomainError('in_use', `The tenant ${tenant.tenantId} already exists.`);
    },
    async hasGroups(tenantId) {
      const [row] = await transaction.query<{ hasGroups: boolean }>(
        `select exists (select from organisation_groups where tenant_id = $1)
           or exists (select from provisionings where tenant_id = $1 and status in ('accepted', 'running'))
           as has_groups`,
        [tenantId],
      );
      return row?.hasGroups === true;
    },
    async compareSoon(tenantId, isOther) {
      await transaction.query(
        isOther
          ? 'delete from reconciliations where tenant_id = $1'
          : 'update reconciliations set due_at = least(due_at, now()) where tenant_id = $1',
        [tenantId],
      );
    },
    async update(tenant) {
      await transaction.query(
        `update tenants set name = $2, directory = $3, directory_secret = $4, version = $5, blocked_words = $6, notices = $7,
          notices_secret = $8, new_groups = $9, share_point_secret = $10, nightly_probe = $11
        where tenant_id = $1`,
        values(tenant),
      );
    },
  };
}
