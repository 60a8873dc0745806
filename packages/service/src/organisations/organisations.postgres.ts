import type { Queryable } from '../postgres/database.ts';
import { reportTaken } from '../postgres/unique-violation.ts';
import type { OrganisationRecord, OrganisationStore } from './change-organisations.ts';

const columns = 'tenant_id, organisation_id, name, identifier, version';

export function createOrganisationStore(transaction: Queryable): OrganisationStore {
  const unlessTaken = (work: Promise<unknown>, identifier: string) =>
    reportTaken(work, 'organisations_identifier', {
      pointer: '/identifier',
      code: 'taken',
      detail: `Another organisation of the tenant has the identifier ${identifier}.`,
    });

  return {
    list: (tenantId) =>
      transaction.query<OrganisationRecord>(
        `select ${columns} from organisations
        where tenant_id = $1 and deleted_at is null order by organisation_id`,
        [tenantId],
      ),
    async lock(tenantId, organisationId) {
      const [row] = await transaction.query<OrganisationRecord>(
        `select ${columns} from organisations
        where tenant_id = $1 and organisation_id = $2 and deleted_at is null for update`,
        [tenantId, organisationId],
      );
      return row;
    },
    async insert({ tenantId, organisationId, name, identifier, version }, at) {
      await unlessTaken(
        transaction.query(
          `insert into organisations
            (tenant_id, organisation_id, name, identifier, version, created_at, updated_at)
          values ($1, $2, $3, $4, $5, $6, $6)`,
          [tenantId, organisationId, name, identifier, version, new Date(at)],
        ),
        identifier,
      );
    },
    async update({ tenantId, organisationId, name, identifier, version }, at) {
      await unlessTaken(
        transaction.query(
          `update organisations set name = $3, identifier = $4, version = $5, updated_at = $6
          where tenant_id = $1 and organisation_id = $2`,
          [tenantId, organisationId, name, identifier, version, new Date(at)],
        ),
        identifier,
      );
    },
    async delete(tenantId, organisationId, at) {
      await transaction.query(
        `update organisations set deleted_at = $3, updated_at = $3, version = version + 1
        where tenant_id = $1 and organisation_id = $2`,
        [tenantId, organisationId, new Date(at)],
      );
    },
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
