// The entries of a group's responsibility, with their places in the chain.
import type { ChainEntry, EntryProof } from '../../audit/chain.ts';
import type { FindPeople } from '../../directory/find-people.ts';
import { personKey } from '../../directory/person-reference.ts';
import type { GroupLimit } from '../../ground/group-limit.ts';
import { chainEntryColumns, proveEntries } from '../../audit/chain-reader.postgres.ts';
import type { Database } from '../../postgres/database.ts';
import { acceptanceTasks, type Assignee, type TaskKind } from '../../messages/tasks/task.ts';
import type {
  AcceptanceEntry,
  GroupHistory,
  ResponsibilityEntry,
} from './responsibility-history.ts';

/** The file tasks/tasks.postgres.ts records this. */
interface TaskData {
  readonly kind: TaskKind;
  readonly assignees: readonly Pick<Assignee, 'personId' | 'email'>[];
  readonly dueAt: string | null;
  readonly outcome?: string;
  readonly choice?: { readonly person?: string };
}

/** The index `activity_answering` has these entries. */
const changesAnswering = `a.action in ('group.changed', 'group.handed_over', 'group.change_failed')
        and (a.data -> 'before' ?| array['responsible', 'deputy'] or a.data -> 'after' ?| array['responsible', 'deputy'])`;

export interface StoredHistory extends GroupHistory {
  readonly teamId: string;
  readonly displayName: string;
  readonly mailNickname: string;
  readonly organisationId: string;
  readonly templateId: string;
  /** Entries of this time or before may be in the archive of the audit log; null: none is. */
  readonly archivedUntil: Date | null;
}

export interface ReadHistories {
  /**
   * The answers are in the order of the ids.
   * @param options.isProven without it, the entries have no proofs
   */
  (
    tenantId: string,
    teamIds: readonly string[],
    options?: { readonly isProven?: boolean },
  ): Promise<readonly StoredHistory[]>;
}

export function createReadHistories(database: Database): ReadHistories {
  return async (tenantId, teamIds, { isProven = true } = {}) => {
    const groups = await database.query<Omit<StoredHistory, 'entries' | 'acceptances'>>(
      `select t.team_id, t.display_name, t.mail_nickname, t.organisation_id, t.template_id,
        case when p.status = 'succeeded' then p.completed_at end as exists_since,
        least(t.deleted_at, t.ended_at) as ended_at,
        t.people ->> 'responsible' as responsible, t.people ->> 'deputy' as deputy, v.archived_until
      from unnest($2::uuid[]) with ordinality as wanted (team_id, n)
      join teams t on t.tenant_id = $1 and t.team_id = wanted.team_id
      join provisionings p on p.tenant_id = $1 and p.team_id = wanted.team_id
      left join activity_archives v on v.tenant_id = $1
      order by n`,
      [tenantId, teamIds],
    );
    if (groups.length === 0) return [];
    const read = await database.query<ChainEntry>(
      `select ${chainEntryColumns} from activity a
      where a.tenant_id = $1 and a.subject_id = any ($2::text[]) and (
        ${changesAnswering}
        or a.action in ('task.opened', 'task.decided', 'task.lapsed', 'task.withdrawn')
        and a.data ->> 'kind' in ('${acceptanceTasks.responsible}', '${acceptanceTasks.deputy}')
        or a.action = 'task.decided' and a.data ->> 'kind' = 'take_over' and a.data ->> 'outcome' = 'accept'
        and a.actor_kind = 'person'
      )
      order by a.activity_id`,
      [tenantId, groups.map(({ teamId }) => teamId)],
    );
    const proofs = await proveEntries(database, tenantId, isProven ? read : []);
    const isOfTask = ({ action }: ChainEntry) => action.startsWith('task.');
    const withProof = (entry: ChainEntry) => entryOf(entry, proofs.get(entry.activityId) ?? null);
    const byGroup = Map.groupBy(read, ({ subjectId }) => subjectId);
    return groups.map((group) => {
      const entries = byGroup.get(group.teamId) ?? [];
      return Object.assign({}, group, {
        entries: entries.filter((entry) => !isOfTask(entry)).map(withProof),
        acceptances: entries
          .filter(isOfTask)
          .map((entry) => Object.assign(withProof(entry), acceptanceOf(entry))),
      });
    });
  };
}

/** The groups for which someone may have answered, oldest first. */
export interface AnsweredGroups {
  (
    tenantId: string,
    wanted: {
      /** Ids and addresses of a person, in lower case. Undefined: of anybody. */
      readonly references: readonly string[] | undefined;
      /** Groups that existed then; undefined: at any time. */
      readonly at: Date | undefined;
      readonly after: string | undefined;
      readonly limit: number;
      readonly within: GroupLimit;
    },
  ): Promise<readonly string[]>;
}

/** A person has answered for a group who does it now, or whom an entry named. */
const groupsOfPerson = `
  select team_id from team_search where tenant_id = $1 and responsible_id = any ($7::text[])
  union select team_id from team_search where tenant_id = $1 and deputy_id = any ($7::text[])
  union select a.subject_id::uuid from activity a
  where a.tenant_id = $1 and ${changesAnswering}
    and answering_terms(a.tenant_id, a.data) && array(select hashtext($1::uuid::text || one) from unnest($7::text[]) one)`;

export function createAnsweredGroups(database: Database): AnsweredGroups {
  return async (tenantId, { references, at, after, limit, within }) => {
    const rows = await database.query<{ teamId: string }>(
      `select t.team_id from ${references === undefined ? 'teams t' : `(${groupsOfPerson}) g join teams t on t.tenant_id = $1 and t.team_id = g.team_id`}
      join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
      where t.tenant_id = $1 and p.status = 'succeeded' and ($2::timestamptz is null or p.completed_at <= $2)
        and ($2::timestamptz is null or least(t.deleted_at, t.ended_at) is null or least(t.deleted_at, t.ended_at) > $2)
        and ($3::uuid is null or t.team_id > $3)
        and ($5::uuid[] is null or t.organisation_id = any ($5)) and ($6::uuid[] is null or t.template_id = any ($6))
      order by t.team_id limit $4`,
      [
        tenantId,
        at ?? null,
        after ?? null,
        limit,
        within.organisationIds,
        within.templateIds,
        ...(references === undefined ? [] : [references]),
      ],
    );
    return rows.map(({ teamId }) => teamId);
  };
}

export interface ReferencesOf {
  /** @throws DomainError if the directory cannot be asked */
  (tenantId: string, reference: string, signal: AbortSignal): Promise<readonly string[]>;
}

/** The ids and addresses by which records name a person, in lower case, also of one whom the directory lost. */
export function createReferencesOf(
  database: Database,
  people: Pick<FindPeople, 'find'>,
): ReferencesOf {
  return async (tenantId, reference, signal) => {
    const key = personKey(reference);
    const person = (await people.find(tenantId, [reference], signal)).get(key);
    const names = [key, person?.id, person?.email].flatMap((name) => name?.toLowerCase() || []);
    const rows = await database.query<{ reference: string }>(
      `select unnest(array[person_id, lower(email)]) as reference from watched_people
      where tenant_id = $1 and (person_id = any ($2::text[]) or lower(email) = any ($2::text[]))`,
      [tenantId, names],
    );
    return [...new Set([...names, ...rows.map((row) => row.reference)])].filter(Boolean);
  };
}

function entryOf(entry: ChainEntry, proof: EntryProof | null): ResponsibilityEntry {
  const { before, after } = entry.data as Partial<Pick<ResponsibilityEntry, 'before' | 'after'>>;
  return {
    occurredAt: new Date(entry.occurredAt),
    action: entry.action,
    actor: { kind: entry.actorKind, id: entry.actorId },
    before: before ?? {},
    after: after ?? {},
    proof,
  };
}

function acceptanceOf({ action, actorId, data }: ChainEntry) {
  const { kind, outcome, dueAt, assignees, choice } = data as TaskData;
  const isTakeover = kind === 'take_over';
  const taker = assignees.find(({ personId, email }) => (email ?? personId) === actorId);
  return {
    role: kind === acceptanceTasks.deputy ? ('deputy' as const) : ('responsible' as const),
    result: resultOf(action, outcome),
    dueAt: dueAt === null ? null : new Date(dueAt),
    takerId: isTakeover ? takerOf(taker?.personId, choice?.person) : null,
  };
}

/** An assignee may name another person instead, who accepts nothing with that. Empty: then there is no taker. */
function takerOf(personId = '', named = personId): string {
  return named.toLowerCase() === personId.toLowerCase() ? personId : '';
}

function resultOf(action: string, outcome: string | undefined): AcceptanceEntry['result'] {
  if (action === 'task.opened') return 'asked';
  return action === 'task.decided' && outcome === 'accept' ? 'accepted' : 'ended';
}
