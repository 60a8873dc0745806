// The entries of a group's responsibility, with their places in the chain.
import { entryHash, hashAt, type ChainEntry } from '../../audit/chain.ts';
import { chainEntryColumns } from '../../audit/chain-entry.postgres.ts';
import type { Database, Query } from '../../postgres/database.ts';
import { acceptanceTasks, type Assignee, type TaskKind } from '../../messages/tasks/task.ts';
import type {
  AcceptanceEntry,
  EntryProof,
  GroupHistory,
  ResponsibilityEntry,
} from './responsibility-history.ts';

/** As tasks/tasks.postgres.ts records it. */
interface TaskData {
  readonly kind: TaskKind;
  readonly assignees: readonly Pick<Assignee, 'personId' | 'email'>[];
  readonly dueAt: string | null;
  readonly outcome?: string;
  readonly choice?: { readonly person?: string };
}

interface SealRow {
  readonly activityId: number;
  readonly firstPosition: number;
  /** It belongs to the entry in the seal, from 1. */
  readonly place: number;
  readonly entryHashes: Buffer;
  readonly previousHash: Buffer;
}

/** As the index `activity_responsibility` has them. */
const isOfResponsibility = `a.action in ('group.changed', 'group.handed_over', 'group.change_failed', 'task.opened',
  'task.decided', 'task.lapsed', 'task.withdrawn')`;

/** An entry is in the seal that begins before it, or a few earlier ones: transactions that commit later are sealed later. */
const sealsOfEntry = 500;

/** Planned without a sort, which would read the long list of entries of each seal. */
const sealsOfEntries: Query = {
  name: 'activity_seals_of_entries',
  kind: 'hot',
  text: `
    select wanted.activity_id, s.first_position, array_position(s.entry_ids, wanted.activity_id) as place,
      s.entry_hashes, s.previous_hash
    from unnest($2::bigint[]) as wanted (activity_id)
    cross join lateral (
      select * from (
        select * from activity_seals
        where tenant_id = $1 and entry_ids[1] <= wanted.activity_id
        order by entry_ids[1] desc
        limit ${sealsOfEntry}
      ) near
      where wanted.activity_id = any (near.entry_ids)
      limit 1
    ) s`,
};

export interface StoredHistory extends GroupHistory {
  readonly organisationId: string;
  readonly templateId: string;
  /** Entries of this time or before may be in the archive of the audit log; null: none is. */
  readonly archivedUntil: Date | null;
}

export interface ReadHistory {
  (tenantId: string, teamId: string): Promise<StoredHistory | undefined>;
}

export function createReadHistory(database: Database): ReadHistory {
  return async (tenantId, teamId) => {
    const [group] = await database.query<Omit<StoredHistory, 'entries' | 'acceptances'>>(
      `select t.organisation_id, t.template_id, case when p.status = 'succeeded' then p.completed_at end as exists_since,
        t.people ->> 'responsible' as responsible, t.people ->> 'deputy' as deputy, v.archived_until
      from teams t join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
      left join activity_archives v on v.tenant_id = t.tenant_id
      where t.tenant_id = $1 and t.team_id = $2`,
      [tenantId, teamId],
    );
    if (group === undefined) return undefined;
    const read = await database.query<ChainEntry>(
      `select ${chainEntryColumns} from activity a
      where a.tenant_id = $1 and a.subject_id = $2 and ${isOfResponsibility} and (
        a.action in ('group.changed', 'group.handed_over', 'group.change_failed')
        and (a.data -> 'before' ?| array['responsible', 'deputy'] or a.data -> 'after' ?| array['responsible', 'deputy'])
        or a.action in ('task.opened', 'task.decided', 'task.lapsed', 'task.withdrawn')
        and a.data ->> 'kind' in ('${acceptanceTasks.responsible}', '${acceptanceTasks.deputy}')
        or a.action = 'task.decided' and a.data ->> 'kind' = 'take_over' and a.data ->> 'outcome' = 'accept'
        and a.actor_kind = 'person'
      )
      order by a.activity_id`,
      [tenantId, teamId],
    );
    const seals = await readSeals(database, tenantId, read);
    const isOfTask = ({ action }: ChainEntry) => action.startsWith('task.');
    const withProof = (entry: ChainEntry) => entryOf(entry, seals.get(entry.activityId));
    return {
      ...group,
      entries: read.filter((entry) => !isOfTask(entry)).map(withProof),
      acceptances: read
        .filter(isOfTask)
        .map((entry) => Object.assign(withProof(entry), acceptanceOf(entry))),
    };
  };
}

async function readSeals(
  database: Database,
  tenantId: string,
  entries: readonly ChainEntry[],
): Promise<ReadonlyMap<number, SealRow>> {
  if (entries.length === 0) return new Map();
  const ids = entries.map(({ activityId }) => activityId);
  const rows = await database.query<SealRow>(sealsOfEntries, [tenantId, ids]);
  return new Map(rows.map((row) => [row.activityId, row]));
}

function entryOf(entry: ChainEntry, seal: SealRow | undefined): ResponsibilityEntry {
  const { before, after } = entry.data as Partial<Pick<ResponsibilityEntry, 'before' | 'after'>>;
  return {
    occurredAt: new Date(entry.occurredAt),
    action: entry.action,
    actor: { kind: entry.actorKind, id: entry.actorId },
    before: before ?? {},
    after: after ?? {},
    proof: seal === undefined ? null : proofOf(entry, seal),
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

function proofOf(
  entry: ChainEntry,
  { firstPosition, place, entryHashes, previousHash }: SealRow,
): EntryProof {
  const index = place - 1;
  const position = firstPosition + index;
  const hash = hashAt(entryHashes, index);
  const previous = index === 0 ? previousHash : hashAt(entryHashes, index - 1);
  const isIntact = entryHash(previous, position, entry).equals(hash);
  return { position, hash: hash.toString('hex'), isIntact };
}
