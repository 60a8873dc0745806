import type { Queryable } from '../../postgres/database.ts';
import type { OrganisationRecord, OrganisationStore } from './change-organisations.ts';
import { createDeletableTable } from './deletable-table.postgres.ts';

export function createOrganisationStore(transaction: Queryable): OrganisationStore {
  return {
    ...createDeletableTable<OrganisationRecord>(transaction, {
      name: 'organisations',
      id: 'organisation_id',
      settings: ['name', 'identifier', 'steward'],
      taken: (identifier) => `Another organisation of the tenant has the identifier ${identifier}.`,
    }),
    async count(tenantId) {
      // A previous insert has locked the revision of the configuration, so concurrent additions wait.
      const [row] = await transaction.query<{ count: number }>(
        `select count(*)::integer as count from organisations where tenant_id = $1 and deleted_at is null`,
        [tenantId],
      );
      return row?.count ?? 0;
    },
    async hasTemplates(tenantId, organisationId) {
      const rows = await transaction.query(
        `select from templates
        where tenant_id = $1 and organisation_id = $2 and deleted_at is null limit 1`,
        [tenantId, organisationId],
      );
      return rows.length > 0;
    },
    async hasGroups(tenantId, organisationId) {
      const rows = await transaction.query(
        `select from teams
        where tenant_id = $1 and organisation_id = $2 and alias_key is not null limit 1`,
        [tenantId, organisationId],
      );
      return rows.length > 0;
    },
  };
}
