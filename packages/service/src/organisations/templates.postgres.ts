import type { Queryable } from '../postgres/database.ts';
import { reportTaken } from '../postgres/unique-violation.ts';
import type { TemplateStore } from './change-templates.ts';
import { readStored, toStoredPolicy, type StoredTemplate } from './template.ts';

const columns =
  'tenant_id, organisation_id, template_id, name, identifier, mail_nickname_pattern, display_name_pattern, policy, version';

export function createTemplateStore(transaction: Queryable): TemplateStore {
  const unlessTaken = (work: Promise<unknown>, identifier: string) =>
    reportTaken(work, 'templates_identifier', {
      pointer: '/identifier',
      code: 'taken',
      detail: `Another template of the organisation has the identifier ${identifier}.`,
    });

  return {
    async list(tenantId) {
      const rows = await transaction.query<StoredTemplate>(
        `select ${columns} from templates
        where tenant_id = $1 and deleted_at is null order by template_id`,
        [tenantId],
      );
      return rows.map(readStored);
    },
    async lock(tenantId, templateId) {
      const [row] = await transaction.query<StoredTemplate>(
        `select ${columns} from templates
        where tenant_id = $1 and template_id = $2 and deleted_at is null for update`,
        [tenantId, templateId],
      );
      return row && readStored(row);
    },
    async insert(template, at) {
      await unlessTaken(
        transaction.query(
          `insert into templates (${columns}, created_at, updated_at)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
          [
            template.tenantId,
            template.organisationId,
            template.templateId,
            template.name,
            template.identifier,
            template.mailNicknamePattern,
            template.displayNamePattern,
            JSON.stringify(toStoredPolicy(template.policy)),
            template.version,
            new Date(at),
          ],
        ),
        template.identifier,
      );
    },
    async update(template, at) {
      await unlessTaken(
        transaction.query(
          `update templates set name = $3, identifier = $4, mail_nickname_pattern = $5,
            display_name_pattern = $6, policy = $7, version = $8, updated_at = $9
          where tenant_id = $1 and template_id = $2`,
          [
            template.tenantId,
            template.templateId,
            template.name,
            template.identifier,
            template.mailNicknamePattern,
            template.displayNamePattern,
            JSON.stringify(toStoredPolicy(template.policy)),
            template.version,
            new Date(at),
          ],
        ),
        template.identifier,
      );
    },
    async delete(tenantId, templateId, at) {
      await transaction.query(
        // The remaining columns serve the groups that failed: their answers name the template.
        `update templates set deleted_at = $3, updated_at = $3, version = version + 1,
          policy = '{}', mail_nickname_pattern = '', display_name_pattern = ''
        where tenant_id = $1 and template_id = $2`,
        [tenantId, templateId, new Date(at)],
      );
    },
    async measure(tenantId) {
      // An insert or update before has locked the revision of the configuration, so others wait.
      const [row] = await transaction.query<{ count: number; bytes: number; ever: number }>(
        `select count(*) filter (where deleted_at is null)::integer as count,
          coalesce(sum(policy_bytes) filter (where deleted_at is null), 0)::integer as bytes,
          count(*)::integer as ever
        from templates where tenant_id = $1`,
        [tenantId],
      );
      return { count: row?.count ?? 0, bytes: row?.bytes ?? 0, countEver: row?.ever ?? 0 };
    },
    async hasGroups({ tenantId, organisationId, templateId }) {
      const rows = await transaction.query(
        `select from teams
        where tenant_id = $1 and organisation_id = $2 and template_id = $3 and alias_key is not null limit 1`,
        [tenantId, organisationId, templateId],
      );
      return rows.length > 0;
    },
  };
}
