// The people of a group with their addresses and languages, in SQL.
import { administratorsToAskSql } from '../../messages/tasks/administrators-to-ask.postgres.ts';
import type { Assignee } from '../../messages/tasks/task.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { Answering } from './people-to-ask.ts';

export interface Contact {
  readonly personId: string | null;
  readonly reference: string | null;
  readonly email: string | null;
  readonly displayName: string | null;
  readonly language: string | null;
  /** The account is known to be disabled or deleted: the person cannot answer. */
  readonly isClosed: boolean;
  /** When the person leaves, by the directory; ISO 8601. */
  readonly leavesOn: string | null;
}

/** The columns below. */
export interface Contacts {
  readonly responsible: Contact | null;
  readonly deputy: Contact | null;
  readonly steward: Contact | null;
  readonly administrators: readonly Assignee[];
}

/**
 * An expression over `teams t`: a person by the directory's id. Where it is not known, the person is the reference in the
 * record. One who is not watched yet may be in the sandbox.
 */
const contactSql = (id: string, reference: string) => `
  (select jsonb_build_object('personId', coalesce(${id}, ${reference}), 'reference', ${reference},
    'email', coalesce(w.email, p.email), 'displayName', coalesce(w.display_name, p.display_name),
    'language', coalesce(w.language, p.language),
    'isClosed', coalesce(w.unavailable_reason in ('disabled', 'deleted'), false), 'leavesOn', w.leaves_on)
  from (select) one
  left join watched_people w on w.tenant_id = t.tenant_id and w.person_id = ${id}
  left join sandbox_people p on p.tenant_id = t.tenant_id
    and p.person_id = case when ${id} ~* '^[0-9a-f-]{36}$' then (${id})::uuid end)`;

/** Needs `teams t` and `left join team_search s`. */
const responsibleColumn = `${contactSql('s.responsible_id', `t.people ->> 'responsible'`)} as responsible`;
/** Needs `teams t` and `left join team_search s`. Null without a deputy. */
const deputyColumn = `
  case when t.people ->> 'deputy' is not null then ${contactSql('s.deputy_id', `t.people ->> 'deputy'`)} end as deputy`;
/** Needs `teams t`, `organisations o` and `left join followed_people f`. Null without a steward. */
export const stewardColumn = `
  case when o.steward is not null then ${contactSql('f.stewards ->> o.steward', 'o.steward')} end as steward`;
/** Everyone who may be asked. Needs `teams t`, `organisations o`, `left join followed_people f` and `left join team_search s`. */
export const contactColumns = `${responsibleColumn}, ${deputyColumn}, ${stewardColumn},
  ${administratorsToAskSql('t.tenant_id', 't.organisation_id')} as administrators`;

/** A person who may become the steward, as far as the service knows the person. Undefined: the account is closed. */
export async function readSteward(
  database: Queryable,
  tenantId: string,
  reference: string,
): Promise<Assignee | undefined> {
  const [row] = await database.query<{ contact: Contact }>(
    `select ${contactSql('t.person_id', 't.reference')} as contact
    from (
      select $1::uuid as tenant_id, $2::text as reference, coalesce(
        (
          select person_id from watched_people
          where tenant_id = $1 and (person_id = lower($2) or lower(email) = lower($2))
          order by person_id limit 1
        ),
        (
          select person_id::text from sandbox_people
          where tenant_id = $1 and (person_id::text = lower($2) or lower(email) = lower($2))
          order by person_id limit 1
        )
      ) as person_id
    ) t`,
    [tenantId, reference],
  );
  const steward = row?.contact ?? null;
  return answeringOf({ responsible: null, deputy: null, steward, administrators: [] }).steward;
}

export function assigneeOf(found: Contact | null): Assignee | undefined {
  if (found === null || found.personId === null) return undefined;
  const { personId, reference, email, displayName, language } = found;
  const address = email ?? (reference?.includes('@') === true ? reference : null);
  return { personId, email: address, displayName, language };
}

/** These people can answer. */
export function answeringOf({ responsible, deputy, steward, administrators }: Contacts): Answering {
  const open = (contact: Contact | null) =>
    contact?.isClosed === true ? undefined : assigneeOf(contact);
  return {
    responsible: open(responsible),
    deputy: open(deputy),
    steward: open(steward),
    administrators,
  };
}
