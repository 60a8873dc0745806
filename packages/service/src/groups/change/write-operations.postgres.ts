// Writes records of operations. The last record of an operation changes the group's record, its places in lists and
// searches, and the activity log in the same statement, and lets the next operation of the group begin. One that awaits
// an approval lets the next one begin, too.
import type { Clock } from '../../ground/clock.ts';
import type { Database } from '../../postgres/database.ts';
import { ofFoundRow } from '../../postgres/found-row.ts';
import { type ChangedPeople, isFinal } from '../../engine/creation.ts';
import {
  changeLists,
  type Columns,
  noteChangedStates,
} from '../../engine/accept-group.postgres.ts';
import {
  appliedSettings,
  createLedgerWriter,
  currentRecords,
  hasAppliedSettings,
  incidents,
  type LedgerWriter,
  setLedger,
  type WrittenRow,
  writtenRows,
  type WrittenRecord,
} from '../../engine/write-ledger.postgres.ts';
import {
  type ByHand,
  byHandOf,
  endedSummary,
  isVainLook,
  type RosterEffect,
  rosterEffectOf,
} from '../rosters/roster-effect.ts';
import { applyRoster, takeOverByHand } from '../rosters/rosters.postgres.ts';
import { lockGroups } from './read-group.postgres.ts';
import type { GroupRecord, Operation, OperationKind, OperationStatus } from './operation.ts';
import { archivedBy, changedRecord } from './apply-result.ts';
import { type FoldedGroup, foldedGroup } from '../../ground/folded-text.ts';
import { foldedNames } from '../search/search-conditions.postgres.ts';

/** The change of an operation in a commit, for those who follow it. */
export interface OperationChange {
  readonly tenantId: string;
  readonly teamId: string;
  readonly operationId: string;
  readonly status: OperationStatus;
}

const operationsPerWrite = 200;

export function createOperationWriter(deps: {
  database: Database;
  clock: Clock;
  /** Due times go by this clock instead of the database's: for runs in virtual time. */
  dueBy?: Clock;
  onChange: (changes: readonly OperationChange[]) => void;
}): LedgerWriter<Operation, ChangedPeople> {
  const { database, clock, dueBy, onChange } = deps;
  return createLedgerWriter({
    maxRecords: operationsPerWrite,
    peopleOf: ({ facts }: Operation) => facts.changedPeople ?? null,
    ownColumns: (operation: Operation, people: ChangedPeople | null) =>
      ownColumnsOf(operation, people, clock.now()),
    countPeople,
    run: (values, records) => writeTogether(database, values, records),
    onWritten: onChange,
    clock,
    dueBy,
  });
}

function writeTogether(
  database: Database,
  values: readonly unknown[],
  records: readonly WrittenRecord<OwnColumns>[],
): Promise<WrittenRow[]> {
  const ending = records.filter(({ status }) => status !== 'running');
  if (ending.length === 0) return database.query(writeOperations, values);
  return database.transaction(async (transaction) => {
    // With its groups locked, the statement sees every operation that was accepted before it, and lets the next one
    // begin.
    await transaction.query(lockGroups, [
      ending.map(({ tenantId }) => tenantId),
      ending.map(({ teamId }) => teamId),
    ]);
    const rows = await transaction.query<WrittenRow>(writeOperations, values);
    for (const { n, isWritten } of rows) {
      const record = records[n];
      if (!isWritten || record === undefined) continue;
      const { roster, byHand } = record;
      if (roster !== null) await applyRoster(transaction, record, roster);
      if (byHand !== null) await takeOverByHand(transaction, record, byHand);
    }
    return rows;
  });
}

/** The members of a record that only operations have. */
interface OwnColumns extends Pick<Operation, 'operationId' | 'steps' | 'facts'> {
  /** Null where the database has them, or there are none. */
  readonly changedPeople: ChangedPeople | null;
  /** It belongs to a final record; null where people of a roster were looked up in vain. */
  readonly outcome: Outcome | null;
  /** These two belong to a final record. */
  readonly roster: RosterEffect | null;
  readonly byHand: ByHand | null;
}

/** The group's record after an operation. */
interface Outcome
  extends
    Pick<GroupRecord, 'displayName' | 'description' | 'people' | 'properties' | 'requestedExpiry'>,
    FoldedGroup {
  readonly action: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly visibility: string;
  readonly resolvedPeople: GroupRecord['resolvedPeople'];
  /** The effect on the group as a whole; null if there is none. */
  readonly effect: (typeof effects)[OperationKind] | 'not_restored';
}

function ownColumnsOf(
  operation: Operation,
  changedPeople: ChangedPeople | null,
  at: number,
): OwnColumns {
  const { operationId, status, steps } = operation;
  // The people have a separate column.
  const { changedPeople: _, ...facts } = operation.facts;
  const written = { operationId, steps, changedPeople };
  if (!isFinal(status)) return { ...written, facts, outcome: null, roster: null, byHand: null };
  const roster = endedSummary(facts);
  return {
    ...written,
    facts: { ...facts, ...(roster !== undefined && { roster }) },
    outcome: isVainLook(operation) ? null : outcomeOf(operation),
    roster: rosterEffectOf(operation, at) ?? null,
    byHand: byHandOf(operation) ?? null,
  };
}

function countPeople({ changedPeople, outcome, roster }: OwnColumns): number {
  const lists = [
    ...(changedPeople === null
      ? []
      : [
          changedPeople.addOwnerIds,
          changedPeople.addMemberIds,
          changedPeople.removeOwnerIds,
          changedPeople.removeMemberIds,
        ]),
    ...(roster === null ? [] : [roster.entries, roster.brought]),
    ...(outcome === null ? [] : [outcome.people.members, outcome.resolvedPeople?.memberIds ?? []]),
  ];
  return lists.reduce((sum, { length }) => sum + length, 0);
}

const actions: Readonly<Record<OperationKind, string>> = {
  change: 'group.changed',
  handover: 'group.handed_over',
  archive: 'group.archived',
  unarchive: 'group.unarchived',
  delete: 'group.deleted',
  restore: 'group.restored',
  repair: 'group.repaired',
  accept_drift: 'group.drift_accepted',
  roster: 'roster.applied',
};

const effects = {
  change: null,
  handover: null,
  archive: 'archived',
  unarchive: 'unarchived',
  delete: 'deleted',
  restore: 'restored',
  repair: null,
  accept_drift: null,
  roster: null,
} as const satisfies Record<OperationKind, string | null>;

function outcomeOf(operation: Operation): Outcome {
  const { kind, status } = operation;
  const { record, before, after } = changedRecord(operation);
  const hasFailed = status !== 'succeeded';
  const failedEffect = kind === 'restore' ? 'not_restored' : null;
  return {
    ...record,
    ...foldedGroup(record),
    before,
    after,
    action: hasFailed ? 'group.change_failed' : actions[kind],
    effect: archivingEffect(operation) ?? (hasFailed ? failedEffect : effects[kind]),
  };
}

/** A change may archive the team, and so may an acceptance of differences. */
function archivingEffect(operation: Operation): 'archived' | 'unarchived' | null {
  const archived = archivedBy(operation);
  return archived === undefined ? null : archived ? 'archived' : 'unarchived';
}

const ownColumns: Columns<Omit<OwnColumns, 'facts' | 'roster' | 'byHand'>> = {
  operationId: 'uuid',
  steps: 'jsonb',
  changedPeople: 'jsonb',
  outcome: 'jsonb',
};

/**
 * A group holds its alias while it exists, and from the acceptance of a restore on. A restore that did not begin because
 * the group exists leaves the alias with it. A restored group
 * without its alias gets it back unless another one holds it.
 */
const aliasAfter = `alias_key = case
          when e.is_to_be_restored then t.alias_key
          when e.effect = 'deleted' or e.effect = 'not_restored' and not e.was_listed then null
          when e.effect = 'restored' and t.alias_key is null and not exists (
            select from teams other
            where other.tenant_id = t.tenant_id and other.alias_key = lower(t.mail_nickname)
          ) then lower(t.mail_nickname)
          else t.alias_key
        end`;

const writeOperations = {
  name: 'operations_write_records',
  text: `
    with ${currentRecords(ownColumns)}, written as (
      update operations o
      set ${setLedger('o')},
        steps = c.steps,
        changed_people = coalesce(o.changed_people, c.changed_people),
        before = c.outcome -> 'before',
        after = c.outcome -> 'after'
      from current c
      where o.tenant_id = c.tenant_id and o.operation_id = c.operation_id and ${ofFoundRow("o.status = 'running'")}
      returning c.n, c.incident, c.outcome, o.*
    ), ended as materialized (
      select w.*, x.action, x."displayName" as display_name, x."foldedName" as folded_name, x."foldedDetails" as folded_details, x.people, x.visibility,
        x."resolvedPeople" as resolved_people, x.effect, x.description, x.properties, x."requestedExpiry" as requested_expiry, x."acceptedSettings" as accepted_settings, t.organisation_id, t.mail_nickname,
        t.version as record_version, t.deleted_at is null and p.gone_since is null as was_listed,
        exists (
          select from operations following
          where following.tenant_id = w.tenant_id and following.team_id = w.team_id
            and following.number > w.number and following.status = 'accepted' and following.kind = 'restore'
        ) as is_to_be_restored
      from written w
      cross join lateral jsonb_to_record(w.outcome) as x (
        action text, "displayName" text, "foldedName" text, "foldedDetails" text, description text, people jsonb, visibility text, "resolvedPeople" jsonb,
        effect text, properties jsonb, "requestedExpiry" timestamptz, "acceptedSettings" jsonb
      )
      join teams t on t.tenant_id = w.tenant_id and t.team_id = w.team_id
      join provisionings p on p.tenant_id = w.tenant_id and p.team_id = w.team_id
      where jsonb_typeof(w.outcome) = 'object'
    ), recorded as (
      update teams t
      set version = t.version + 1, display_name = e.display_name, folded_name = e.folded_name, folded_details = e.folded_details, description = e.description, people = e.people,
        properties = e.properties, requested_expiry = e.requested_expiry,
        requested_display_name = coalesce(t.requested_display_name, t.display_name),
        policy = t.policy || jsonb_build_object('visibility', e.visibility),
        accepted_settings = coalesce(e.accepted_settings, t.accepted_settings),
        archived_at = case e.effect
          when 'archived' then coalesce(t.archived_at, $2) when 'unarchived' then null else t.archived_at end,
        deleted_at = case e.effect
          when 'deleted' then $2 when 'restored' then null else t.deleted_at end,
        ${aliasAfter}
      from ended e
      where t.tenant_id = e.tenant_id and t.team_id = e.team_id
    ), resolved as (
      update provisionings p
      set resolved_people = coalesce(e.resolved_people, p.resolved_people),
        gone_since = case when e.effect = 'restored' then null else p.gone_since end
      from ended e
      where p.tenant_id = e.tenant_id and p.team_id = e.team_id
        and (e.kind in ('change', 'handover', 'roster') or p.gone_since is not null)
    ), searched as (
      update team_search s
      set names = ${foldedNames('e')},
        details = team_details(e.folded_details, e.description, e.properties),
        responsible_id = case when e.people ->> 'responsible' is not null
          then coalesce(e.resolved_people -> 'ownerIds' ->> 0, s.responsible_id) end,
        deputy_id = case when e.people ->> 'deputy' is not null
          then coalesce(e.resolved_people -> 'ownerIds' ->> 1, s.deputy_id) end,
        people = case when e.resolved_people is null then s.people else person_terms(e.tenant_id, e.resolved_people) end
      from ended e
      where s.tenant_id = e.tenant_id and s.team_id = e.team_id and e.kind in ('change', 'handover', 'accept_drift', 'roster')
    ), ${changeLists({
      added: "(select * from ended where effect = 'restored' and not was_listed)",
      removed: "(select * from ended where effect = 'deleted')",
    })}, ${noteChangedStates("(select * from ended where effect = 'restored')")}, asked_again as (
      -- An operation on a deleted group awaits its approval in vain: approvals/follow-up.postgres.ts ends it. Where the people
      -- of the group changed, others may have to approve: its owners, or the manager of another responsible person.
      update tasks k set follow_up_at = $2
      from ended e
      where k.tenant_id = e.tenant_id and k.team_id = e.team_id
        and (e.effect = 'deleted' or e.resolved_people is not null and e.status = 'succeeded')
        and ${ofFoundRow("k.state = 'open' and k.kind in ('approve_change', 'approve_delete')")}
    ), repaired as (
      -- The next comparison says whether they differ again, and then since when.
      update team_observations o
      set drift = coalesce(rest.drift, '[]'),
        findings = case when rest.drift @> '[{"contested": true}]' then o.findings
          else array_remove(o.findings, 'contested') end,
        -- An acceptance changes nothing in the directory: the comparison is about the new record.
        record_version = case
          when e.kind = 'accept_drift' and o.record_version = e.record_version then e.record_version + 1
          else o.record_version
        end
      from ended e
      join team_observations present on present.tenant_id = e.tenant_id and present.team_id = e.team_id
      cross join lateral (
        select jsonb_agg(d.item order by d.at) as drift
        from jsonb_array_elements(present.drift) with ordinality d (item, at)
        where not (
          e.after ? (d.item ->> 'property')
          or e.kind = 'accept_drift' and e.status = 'succeeded' and e.change -> 'accepted' ? (d.item ->> 'property')
        )
      ) rest
      where o.tenant_id = e.tenant_id and o.team_id = e.team_id and e.kind in ('repair', 'accept_drift')
    ), first as materialized (
      -- Materialized: as a condition of the update, it was evaluated for each operation of the tenant.
      select w.tenant_id, (
          select following.operation_id from operations following
          where following.tenant_id = w.tenant_id and following.team_id = w.team_id
            and following.number > w.number and following.status = 'accepted'
          order by following.number
          limit 1
        ) as operation_id
      from written w
      where w.status <> 'running'
    ), next as (
      update operations o set waiting = true
      from first
      where o.tenant_id = first.tenant_id and o.operation_id = first.operation_id
    ), ${incidents}, activities as (
      insert into activity
        (tenant_id, occurred_at, actor_kind, actor_id, address, request_id, action, subject_kind, subject_id, data)
      select e.tenant_id, $2, e.actor_kind, e.actor_id, e.address, e.request_id, e.action, 'group', e.team_id::text,
        jsonb_strip_nulls(jsonb_build_object('operationId', e.operation_id, 'kind', e.kind, 'reason', e.reason,
          'error', e.error, 'cause', e.cause, 'source', e.change #>> '{roster,source}',
          'counts', e.facts #> '{roster,counts}'))
          -- A decision without a reason keeps its null.
          || case when e.facts #> '{approval,decisions}' is null then '{}'::jsonb
            else jsonb_build_object('approvals', e.facts #> '{approval,decisions}') end
          || jsonb_build_object('before', e.before, 'after', e.after)
      from ended e
      order by e.n
    ), settings_applied as (
      insert into activity
        (tenant_id, occurred_at, actor_kind, actor_id, address, request_id, action, subject_kind, subject_id, data)
      select e.tenant_id, $2, e.actor_kind, e.actor_id, e.address, e.request_id, 'group.settings_applied', 'group', e.team_id::text,
        jsonb_strip_nulls(jsonb_build_object('operationId', e.operation_id, 'cause', e.cause)) || ${appliedSettings('e.facts')}
      from ended e
      where e.kind = 'repair' and ${hasAppliedSettings('e.facts')}
    )
    ${writtenRows}`,
};
