import type { Queryable } from '../../postgres/database.ts';
import type { TemplateStore } from './change-templates.ts';
import { createDeletableTable } from './deletable-table.postgres.ts';
import { readStoredTemplate, type StoredTemplate, type Template } from './template.ts';

export function createTemplateStore(transaction: Queryable): TemplateStore {
  const table = createDeletableTable<StoredTemplate>(transaction, {
    name: 'templates',
    id: 'template_id',
    owner: 'organisation_id',
    settings: [
      'name',
      'identifier',
      'mail_nickname_pattern',
      'display_name_pattern',
      'naming',
      'policy',
      'changes',
    ],
    // The remaining columns serve the groups that failed: their answers name the template.
    cleared: `, policy = '{}', changes = '{}', naming = '{}', mail_nickname_pattern = '', display_name_pattern = ''`,
    taken: (identifier) => `Another template of the organisation has the identifier ${identifier}.`,
  });

  return {
    list: async (tenantId) => (await table.list(tenantId)).map(readStoredTemplate),
    async lock(tenantId, templateId) {
      const row = await table.lock(tenantId, templateId);
      return row && readStoredTemplate(row);
    },
    insert: (template, at) => table.insert(inOrder(template), at),
    update: (template, at) => table.update(inOrder(template), at),
    delete: (template, at) => table.delete(template, at),
    async measure(tenantId) {
      // An insert or update before has locked the revision of the configuration, so others wait.
      const [row] = await transaction.query<{ count: number; bytes: number; ever: number }>(
        `select count(*) filter (where deleted_at is null)::integer as count,
          coalesce(sum(policy_bytes + naming_bytes) filter (where deleted_at is null), 0)::integer as bytes,
          count(*)::integer as ever
        from templates where tenant_id = $1`,
        [tenantId],
      );
      return { count: row?.count ?? 0, bytes: row?.bytes ?? 0, countEver: row?.ever ?? 0 };
    },
    async countGroups({ tenantId, organisationId, templateId }) {
      const [row] = await transaction.query<{ groups: number }>(
        `select count(*)::integer as groups from teams
        where tenant_id = $1 and organisation_id = $2 and template_id = $3 and alias_key is not null`,
        [tenantId, organisationId, templateId],
      );
      return row?.groups ?? 0;
    },
  };
}

function inOrder(template: Template): StoredTemplate {
  const { naming } = template;
  return { ...template, naming: { ...naming, order: Object.keys(naming.properties) } };
}
