// The versions of a template as entries of the audit log. A change locks its template, so the entries are in the order
// of the versions, and the newest entry is the present version.
import type { Database } from '../../postgres/database.ts';
import type { RecordedVersion, TemplateVersionReader } from './template-versions.ts';

export function createTemplateVersionReader(
  database: Pick<Database, 'query'>,
): TemplateVersionReader {
  return {
    async read({ tenantId, templateId }, { after = 0, before, limit }) {
      return await database.query<RecordedVersion>(
        `select version, occurred_at, actor_kind, actor_id,
          case when action = 'template.changed' then
            jsonb_build_object('before', data -> 'before', 'after', data -> 'after')
          end as change
        from (
          select a.occurred_at, a.actor_kind, a.actor_id, a.action, a.data,
            m.version + 1 - (row_number() over (order by a.activity_id desc))::integer as version
          from templates m
          join activity a on a.tenant_id = $1 and a.subject_id = m.template_id::text
            and a.action in ('template.created', 'template.changed')
          where m.tenant_id = $1 and m.template_id = $2 and m.deleted_at is null
        ) numbered
        where version > $3 and version < coalesce($4::integer, 2147483647)
        order by version desc
        limit $5`,
        [tenantId, templateId, after, before ?? null, limit ?? null],
      );
    },

    async countGroups({ tenantId, templateId }) {
      const rows = await database.query<{ version: number | null; groups: number }>(
        `select template_version as version, count(*)::integer as groups
        from teams where tenant_id = $1 and template_id = $2 group by template_version`,
        [tenantId, templateId],
      );
      return new Map(rows.map(({ version, groups }) => [version, groups]));
    },
  };
}
