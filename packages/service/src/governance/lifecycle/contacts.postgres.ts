// The people of a group with their addresses and languages, in SQL.
import type { Assignee } from '../../messages/tasks/task.ts';

export interface Contact {
  readonly personId: string | null;
  readonly reference: string | null;
  readonly email: string | null;
  readonly displayName: string | null;
  readonly language: string | null;
}

/**
 * An expression over `teams t`: a person by the directory's id, or by the reference in the record where the id is not
 * known. A person who is not watched yet may be in the sandbox.
 */
const contactSql = (id: string, reference: string) => `
  (select jsonb_build_object('personId', coalesce(${id}, ${reference}), 'reference', ${reference},
    'email', coalesce(w.email, p.email), 'displayName', coalesce(w.display_name, p.display_name),
    'language', coalesce(w.language, p.language))
  from (select) one
  left join watched_people w on w.tenant_id = t.tenant_id and w.person_id = ${id}
  left join sandbox_people p on p.tenant_id = t.tenant_id
    and (p.person_id = case when ${id} ~* '^[0-9a-f-]{36}$' then (${id})::uuid end or lower(p.email) = lower(${reference}))
  limit 1)`;

/** Needs `teams t` and `left join team_search s`. */
export const responsibleColumn = `${contactSql('s.responsible_id', `t.people ->> 'responsible'`)} as responsible`;
/** Needs `teams t` and `left join team_search s`. Null without a deputy. */
export const deputyColumn = `
  case when t.people ->> 'deputy' is not null then ${contactSql('s.deputy_id', `t.people ->> 'deputy'`)} end as deputy`;
/** Needs `teams t`, `organisations o` and `left join followed_people f`. Null without a steward. */
export const stewardColumn = `
  case when o.steward is not null then ${contactSql('f.stewards ->> t.organisation_id::text', 'o.steward')} end as steward`;

export function assigneeOf(found: Contact | null): Assignee | undefined {
  if (found === null || found.personId === null) return undefined;
  const { personId, reference, email, displayName, language } = found;
  const address = email ?? (reference?.includes('@') === true ? reference : null);
  return { personId, email: address, displayName, language };
}
