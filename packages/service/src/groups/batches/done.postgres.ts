// What was done to groups by a batch, or by a rule, a person or an API key in a span of time, and what others did since: by
// operations and by the audit log, which has the acts without an operation.
import type { ActorKind } from '../../audit/activity.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { OperationKind } from '../change/operation.ts';
import type { Batch } from './batch.ts';
import type { DoneChange, DoneToGroup, LaterChange } from './undo.ts';
import type { SelectedGroups, UndoSelection } from './undo-selection.ts';

/** An entry of the audit log about a change of a group. */
interface LoggedChange {
  readonly teamId: string;
  readonly action: string;
  readonly at: Date;
  readonly actorKind: ActorKind;
  readonly actorId: string;
  readonly operationId: string | null;
  readonly kind: OperationKind | null;
  readonly before: DoneChange['before'];
  readonly after: DoneChange['after'];
  readonly adopted: boolean;
  readonly reason: string | null;
  /** The reason of the hold that it replaced or released. */
  readonly heldBefore: string | null;
  readonly isSelected: boolean;
}

/** The acts without an operation, and those of operations. */
const kindOfAction = {
  'group.held': 'hold',
  'group.released': 'release',
  'group.renewed': 'renew',
  'group.adoption_ended': 'end_adoption',
  'group.external_id_set': 'external_id',
  'group.external_id_released': 'external_id',
} as const;
const actionsOfOperations = [
  'group.changed',
  'group.handed_over',
  'group.archived',
  'group.unarchived',
  'group.deleted',
  'group.restored',
  'group.repaired',
  'group.drift_accepted',
  'roster.applied',
  'group.change_failed',
];
const loggedActions = [
  'group.accepted',
  ...Object.keys(kindOfAction),
  ...actionsOfOperations,
  'task.decided',
];

/** The entry `a` changed something, or approved it. */
const isChangeSql = `case a.action
        when 'group.change_failed' then a.data -> 'before' <> '{}' or a.data -> 'after' <> '{}'
        when 'task.decided' then starts_with(a.data ->> 'kind', 'approve') and a.data ->> 'outcome' = 'approve'
        else true end`;

/**
 * Whether the rule, the person or the API key of a selection is the author.
 * @param first number of the parameter with the rule; those of the person and the key follow
 */
const isBy = (author: Record<'kind' | 'id' | 'rule', string>, first: number) =>
  `case when $${first}::text is not null
        then ${author.rule} = $${first} or starts_with(${author.rule}, $${first} || '.')
      when $${first + 1}::text is not null
        then ${author.kind} in ('administrator', 'person', 'operator') and lower(${author.id}) = lower($${first + 1})
      else ${author.kind} = 'api_key' and ${author.id} = lower($${first + 2}) end`;
const isByEntry = (first: number) =>
  isBy({ kind: 'a.actor_kind', id: 'a.actor_id', rule: "a.data #>> '{cause,rule}'" }, first);
const isByOperation = (first: number) =>
  isBy({ kind: 'o.actor_kind', id: 'o.actor_id', rule: "o.cause ->> 'rule'" }, first);

const authorOf = ({ rule, person, apiKeyId }: UndoSelection) => [rule, person, apiKeyId];

/**
 * The groups to which a selection did something, as `selected`: of the tenant `$1` from `$2` until `$3`, by the author of `$4`
 * to `$6`, within the limits `$7` and `$8`, in the organisation `$9` and the template `$10`.
 */
export const selectedGroups = `selected as (
      select t.team_id from (
        select a.subject_id::uuid as team_id from activity a
        where a.tenant_id = $1 and a.occurred_at >= $2 and a.occurred_at < $3 and a.subject_kind = 'group'
          and a.action = any (array[${loggedActions.map((action) => `'${action}'`).join(', ')}]) and ${isChangeSql}
          and ${isByEntry(4)}
        union
        select o.team_id from operations o
        where o.tenant_id = $1 and o.status in ('accepted', 'running') and o.created_at >= $2 and o.created_at < $3
          and ${isByOperation(4)}
        union
        select o.team_id from operations o
        where o.tenant_id = $1 and o.status = 'awaiting_approval' and o.created_at >= $2 and o.created_at < $3
          and ${isByOperation(4)}
      ) done
      join teams t on t.tenant_id = $1 and t.team_id = done.team_id
      where ($7::uuid[] is null or t.organisation_id = any ($7)) and ($8::uuid[] is null or t.template_id = any ($8))
        and ($9::uuid is null or t.organisation_id = $9) and ($10::uuid is null or t.template_id = $10)
    )`;
export const selectedValues = ({ tenantId, selection, within }: SelectedGroups) => [
  tenantId,
  selection.from,
  selection.until,
  ...authorOf(selection),
  within.organisationIds,
  within.templateIds,
  selection.organisationId,
  selection.templateId,
];

/** The entries are in the order in which they were written. */
async function readLogged(
  database: Queryable,
  tenantId: string,
  teamIds: readonly string[],
  from: Date | string,
  selection: UndoSelection | null,
): Promise<ReadonlyMap<string, readonly LoggedChange[]>> {
  const rows = await database.query<LoggedChange>(
    `select a.subject_id as team_id, a.action, a.occurred_at as at, a.actor_kind, a.actor_id,
      a.data ->> 'operationId' as operation_id, a.data ->> 'kind' as kind, coalesce(a.data -> 'before', '{}') as before,
      coalesce(a.data -> 'after', '{}') as after, a.data ? 'adopted' as adopted, a.data ->> 'reason' as reason,
      case when a.action in ('group.held', 'group.released') then (
        select case h.action when 'group.held' then h.data ->> 'reason' end from activity h
        where h.tenant_id = a.tenant_id and h.subject_id = a.subject_id and h.activity_id < a.activity_id
          and h.action in ('group.held', 'group.released')
        order by h.activity_id desc limit 1
      ) end as held_before,
      coalesce(a.occurred_at < $5 and ${isByEntry(6)}, false) as is_selected
    from activity a
    where a.tenant_id = $1 and a.subject_id = any ($2::text[]) and a.occurred_at >= $3 and a.action = any ($4)
      and ${isChangeSql}
    order by a.activity_id`,
    [
      tenantId,
      teamIds,
      from,
      loggedActions,
      selection?.until ?? null,
      ...(selection === null ? [null, null, null] : authorOf(selection)),
    ],
  );
  return Map.groupBy(rows, ({ teamId }) => teamId);
}

/** The groups to which a selection did something, in the order of their ids. */
export async function listDoneInSpan(
  database: Queryable,
  selected: SelectedGroups,
  page: {
    /** Null: all. */
    readonly teamIds: readonly string[] | null;
    readonly afterTeamId: string | undefined;
    readonly limit: number;
  },
): Promise<readonly DoneToGroup[]> {
  const { tenantId, selection } = selected;
  const teamIds =
    page.teamIds ??
    (
      await database.query<{ teamId: string }>(
        `with ${selectedGroups}
        select team_id from selected where $11::uuid is null or team_id > $11 order by team_id limit $12`,
        [...selectedValues(selected), page.afterTeamId ?? null, page.limit],
      )
    ).map(({ teamId }) => teamId);
  const logged = await readLogged(database, tenantId, teamIds, selection.from, selection);
  const unfinished = await database.query<{ teamId: string; kinds: readonly OperationKind[] }>(
    `select o.team_id, array_agg(distinct o.kind) as kinds from operations o
    where o.tenant_id = $1 and o.team_id = any ($2::uuid[]) and o.status in ('accepted', 'running', 'awaiting_approval')
      and o.created_at >= $3 and o.created_at < $4 and ${isByOperation(5)}
    group by o.team_id`,
    [tenantId, teamIds, selection.from, selection.until, ...authorOf(selection)],
  );
  const unfinishedOf = new Map(unfinished.map(({ teamId, kinds }) => [teamId, kinds]));
  return teamIds.map((teamId) => {
    const entries = logged.get(teamId) ?? [];
    const first = entries.findIndex(({ isSelected }) => isSelected);
    return {
      position: 0,
      teamId,
      done: entries.filter(({ isSelected }) => isSelected).map(doneOf),
      since: entries
        .slice(first + 1)
        .filter(({ isSelected }) => !isSelected)
        .map(laterOf),
      unfinished: unfinishedOf.get(teamId) ?? [],
    };
  });
}

interface BatchedOperation extends DoneChange {
  readonly operationId: string;
  readonly at: string;
}

/** The operations of a group `g` of a batch that did something, as the list of `ops`. A group of an undo may have several. */
export const operationsOfGroup = `left join lateral (
      select json_agg(json_build_object('operationId', o.operation_id, 'kind', o.kind, 'hasFailed', o.status = 'failed',
        'before', coalesce(o.before, '{}'), 'after', coalesce(o.after, '{}'), 'at', o.completed_at) order by o.number) as list
      from operations o
      where o.tenant_id = g.tenant_id and o.team_id = g.team_id and o.batch_id = g.batch_id
        and (o.status = 'succeeded' or o.status = 'failed' and o.before <> '{}')
    ) ops on true
    left join provisionings p on p.tenant_id = g.tenant_id and p.team_id = g.team_id
      and g.outcome = 'accepted' and g.operation_id is null and p.status = 'succeeded'`;

/** Something was done to the group, and has ended. */
export const isDoneSql = `(g.outcome = 'done' or ops.list is not null or p.team_id is not null)`;

/** The groups to which a batch did something, in the order of the request. */
export async function listDoneByBatch(
  database: Queryable,
  { tenantId, batchId }: Pick<Batch, 'tenantId' | 'batchId'>,
  page: {
    /** Null: all. */
    readonly teamIds: readonly string[] | null;
    readonly afterPosition: number | undefined;
    readonly limit: number;
  },
): Promise<readonly DoneToGroup[]> {
  const rows = await database.query<{
    position: number;
    teamId: string;
    operations: readonly BatchedOperation[] | null;
    isAdopted: boolean;
    actorKind: string;
    actorId: string;
    createdAt: Date;
    completedAt: Date | null;
  }>(
    `select g.position, g.team_id, ops.list as operations, p.team_id is not null as is_adopted, b.actor_kind, b.actor_id,
      b.created_at, b.completed_at
    from batches b join batch_groups g on g.tenant_id = b.tenant_id and g.batch_id = b.batch_id
    ${operationsOfGroup}
    where b.tenant_id = $1 and b.batch_id = $2 and ${isDoneSql}
      and ($3::uuid[] is null or g.team_id = any ($3)) and ($4::integer is null or g.position > $4)
    order by g.position limit $5`,
    [tenantId, batchId, page.teamIds, page.afterPosition ?? null, page.limit],
  );
  const [first] = rows;
  if (first === undefined) return [];
  const teamIds = rows.map(({ teamId }) => teamId);
  const logged = await readLogged(database, tenantId, teamIds, first.createdAt, null);
  return rows.map(({ position, teamId, operations, isAdopted, ...batch }) => {
    const own = new Set((operations ?? []).map(({ operationId }) => operationId));
    const entries = logged.get(teamId) ?? [];
    const isOfBatch = (one: LoggedChange) =>
      one.operationId === null &&
      one.action in kindOfAction &&
      one.actorKind === batch.actorKind &&
      one.actorId === batch.actorId &&
      (batch.completedAt === null || one.at <= batch.completedAt);
    const done = [
      ...(operations ?? []).map((one) => ({ at: new Date(one.at), change: changeOf(one) })),
      ...entries.filter(isOfBatch).map((one) => ({ at: one.at, change: doneOf(one) })),
    ].toSorted((one, other) => one.at.getTime() - other.at.getTime());
    return {
      position,
      teamId,
      done: [
        ...(isAdopted ? [{ kind: 'adopt', hasFailed: false, before: {}, after: {} } as const] : []),
        ...done.map(({ change }) => change),
      ],
      since: entries
        .filter((one) => !own.has(one.operationId ?? '') && !isOfBatch(one))
        .map(laterOf),
      unfinished: [],
    };
  });
}

function changeOf({ kind, hasFailed, before, after }: DoneChange): DoneChange {
  return { kind, hasFailed, before, after };
}

function doneOf({
  action,
  kind,
  before,
  after,
  adopted,
  reason,
  heldBefore,
}: LoggedChange): DoneChange {
  const hasFailed = action === 'group.change_failed';
  if (action === 'group.held' || action === 'group.released') {
    const hold = action === 'group.held' ? reason : null;
    return {
      kind: kindOfAction[action],
      hasFailed,
      before: { hold: heldBefore },
      after: { hold },
    };
  }
  if (action === 'task.decided') return { kind: 'approval', hasFailed, before: {}, after: {} };
  const named =
    action === 'group.accepted'
      ? adopted
        ? 'adopt'
        : 'create'
      : (kind ?? kindOfAction[action as keyof typeof kindOfAction]);
  return { kind: named, hasFailed, before, after };
}

function laterOf(entry: LoggedChange): LaterChange {
  const { actorKind, actorId, at } = entry;
  return { ...doneOf(entry), by: { kind: actorKind, id: actorId }, at };
}
