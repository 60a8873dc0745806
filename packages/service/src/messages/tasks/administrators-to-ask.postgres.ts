// The administrators whom a question asks where no other person can answer it. Those who are limited to organisations are
// asked about the groups of these.
import type { Queryable } from '../../postgres/database.ts';
import type { Assignee } from './task.ts';

/** An expression for them, as assignees in JSON. @param tenantId as SQL @param organisationId as SQL */
export const administratorsToAskSql = (tenantId: string, organisationId: string) => `(
    select coalesce(jsonb_agg(jsonb_build_object('personId', a.email, 'email', a.email, 'displayName', null,
      'language', a.preferences ->> 'language') order by a.email), '[]')
    from administrators a
    where a.tenant_id = ${tenantId} and (
      a.role in ('owner', 'administrator')
      or a.limited_role = 'administrator' and ${organisationId} = any (a.organisation_ids)
    )
  )`;

export async function readAdministratorsToAsk(
  database: Queryable,
  tenantId: string,
  organisationId: string,
): Promise<readonly Assignee[]> {
  const [row] = await database.query<{ people: readonly Assignee[] }>(
    `select ${administratorsToAskSql('$1', '$2')} as people`,
    [tenantId, organisationId],
  );
  return row?.people ?? [];
}
