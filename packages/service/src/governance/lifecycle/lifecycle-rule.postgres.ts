// The lifecycle as a rule of governance: reads the facts of many groups at once, and writes their states and notices.
import type { GovernanceRule, RuleAnswer } from '../assess-groups.postgres.ts';
import { type GroupFacts, openTaskOf } from '../group-facts.postgres.ts';
import { noticesAbout } from '../question.ts';
import {
  type LastReminder,
  lastReminderColumns,
  lastReminderJoin,
} from '../../messages/notices/last-reminder.postgres.ts';
import { addNotices } from '../../messages/notices/notices.postgres.ts';
import type { Query, Queryable } from '../../postgres/database.ts';
import { type GroupState, groupStateSql } from '../../engine/group-state.ts';
import type { NoticeSettings } from '../../settings/tenants/notice-settings.ts';
import { assessLifecycle } from './assess-lifecycle.ts';
import { answeringOf } from './contacts.postgres.ts';
import {
  type LifecycleAssessment,
  type LifecycleFacts,
  type PolicyOperation,
  renewalAsked,
} from './lifecycle-answer.ts';
import { deleteLifecycles, stateColumns, storeLifecycles } from './lifecycles.postgres.ts';
import type { LifecycleState } from './lifecycle-state.ts';
import { sentWarnings, type WarningNotice } from './sent-warnings.ts';
import { readSuiteExpirations } from './suite-expiration.postgres.ts';

interface FactsRow extends LastReminder {
  readonly teamId: string;
  readonly state: boolean;
  readonly archiving: PolicyOperation | null;
  readonly deleting: PolicyOperation | null;
  readonly isUnarchiving: boolean;
  readonly groupState: GroupState;
  readonly warningNotices: readonly WarningNotice[];
}
type Row = FactsRow & LifecycleState & { readonly appliedVersion: number };

/** The progress of an operation `o` by policy. To cancel it, or to hold the group, says nothing about its directory. */
const progressSql = `case
        when o.status in ('accepted', 'running') then 'in_progress'
        when o.status = 'cancelled' or o.error ->> 'code' = 'on_hold' then 'stopped'
        when o.status = 'succeeded' then 'succeeded'
        else 'failed' end`;

const readFacts: Query = {
  name: 'lifecycle_read_facts',
  kind: 'background',
  text: `
  select t.tenant_id, t.team_id, l.team_id is not null as state, ${stateColumns('l')},
    (
      select ${progressSql} from operations o
      where o.tenant_id = t.tenant_id and o.team_id = t.team_id and o.kind = 'archive' and o.cause is not null
        and governance_time(o.tenant_id, o.created_at) >= l.cycle_started_at
      order by o.number desc limit 1
    ) as archiving,
    (
      select ${progressSql} from operations o
      where o.tenant_id = t.tenant_id and o.team_id = t.team_id and o.kind = 'delete' and o.cause is not null
        and governance_time(o.tenant_id, o.created_at) >= l.archived_since
      order by o.number desc limit 1
    ) as deleting,
    exists (
      select from operations o
      where o.tenant_id = t.tenant_id and o.team_id = t.team_id and o.kind = 'unarchive'
        and o.status in ('accepted', 'running')
    ) as is_unarchiving,
    ${groupStateSql} as group_state,
    (
      select coalesce(jsonb_agg(jsonb_build_object('kind', n.kind, 'createdAt', n.created_at, 'messageId', n.message_id,
        'sentAt', case when g.state = 'sent' then governance_time(t.tenant_id, g.finished_at) end,
        'isGivenUp', coalesce(g.state in ('refused', 'failed'), false))), '[]')
      from notices n left join notice_messages g on g.tenant_id = n.tenant_id and g.message_id = n.message_id
      where n.tenant_id = t.tenant_id and n.team_id = t.team_id and n.kind in ('archived', 'deletes_soon')
        and n.created_at >= l.archived_since
    ) as warning_notices,
    ${lastReminderColumns}
  from unnest($1::uuid[], $2::uuid[]) as wanted (tenant_id, team_id)
  join teams t on t.tenant_id = wanted.tenant_id and t.team_id = wanted.team_id
  join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
  left join group_lifecycles l on l.tenant_id = t.tenant_id and l.team_id = t.team_id
  ${lastReminderJoin('renew', 'l.cycle_started_at')}`,
};

interface LifecycleRow {
  readonly row: Row;
  readonly facts: LifecycleFacts;
}

/** The policies are those that the groups name. */
export async function readLifecycleFacts(
  database: Queryable,
  groups: readonly GroupFacts[],
  settingsOf: (tenantId: string) => NoticeSettings | undefined,
): Promise<ReadonlyMap<string, LifecycleRow>> {
  const rows = await database.query<Row>(readFacts, [
    groups.map(({ tenantId }) => tenantId),
    groups.map(({ teamId }) => teamId),
  ]);
  const byTeam = new Map(rows.map((row) => [row.teamId, row]));
  return new Map(
    groups.flatMap((group) => {
      const row = byTeam.get(group.teamId);
      if (row === undefined) return [];
      return [[group.teamId, { row, facts: factsOf(row, group, settingsOf(group.tenantId)) }]];
    }),
  );
}

function factsOf(
  row: Row,
  group: GroupFacts,
  settings: NoticeSettings | undefined,
): LifecycleFacts {
  const { timeZone = 'UTC', hour = 8, sender = 'none' } = settings ?? {};
  return {
    days: { timeZone, hour },
    policy: group.lifecycle ?? undefined,
    policyVersion: group.policyVersion,
    state: row.state ? stateOf(row) : undefined,
    isOnHold: group.isOnHold,
    hasTeam: group.kind === 'team',
    ...renewalAsked(openTaskOf(group, 'renew')),
    archiving: row.archiving ?? 'none',
    deleting: row.deleting ?? 'none',
    // The operation may have ended since the state of the group was read: then it is asked about again.
    isUnarchiving: row.isUnarchiving || row.groupState !== group.state,
    canNotify: sender !== 'none' && !group.isFailing,
    isReminderWaiting: row.isReminderWaiting === true,
    remindedAt: row.remindedAt ?? undefined,
    ...sentWarnings(warningsOf(row), row.archivedSince, group.now),
    ...answeringOf(group),
  };
}

/** JSON has dates as text. */
export function warningsOf({ warningNotices }: FactsRow): readonly WarningNotice[] {
  return warningNotices.map(({ createdAt, sentAt, ...notice }) => ({
    ...notice,
    createdAt: new Date(createdAt),
    sentAt: sentAt === null ? null : new Date(sentAt),
  }));
}

export function createLifecycleRule({
  settingsOf,
}: {
  readonly settingsOf: (tenantId: string) => NoticeSettings | undefined;
}): GovernanceRule {
  return {
    name: 'lifecycle',
    async assess(transaction, groups) {
      const found = await readLifecycleFacts(transaction, groups, settingsOf);
      const assessed = groups.flatMap((group) => {
        const { row, facts } = found.get(group.teamId) ?? {};
        if (row === undefined || facts === undefined) return [];
        return [{ group, row, answer: assessLifecycle(group, facts) }];
      });
      const answers = new Map<string, RuleAnswer>(
        assessed.map(({ group, answer: { effects, dueAt } }) => [group.teamId, { effects, dueAt }]),
      );
      const [first] = groups;
      return groups.map((group): RuleAnswer => {
        const answer = answers.get(group.teamId) ?? { effects: [], dueAt: null };
        // One write for all.
        return group === first ? { ...answer, write: (inside) => write(inside, assessed) } : answer;
      });
    },
  };

  async function write(transaction: Queryable, assessed: readonly Assessed[]): Promise<void> {
    await storeLifecycles(
      transaction,
      assessed.flatMap(({ group: { tenantId, teamId }, answer: { state } }) =>
        state === undefined ? [] : [{ tenantId, teamId, state }],
      ),
    );
    await readSuiteExpirations(
      transaction,
      assessed.flatMap(({ group, row, answer: { state } }) =>
        state === undefined || row.state ? [] : [group],
      ),
      { renews: false },
    );
    await deleteLifecycles(
      transaction,
      assessed.flatMap(({ group, row, answer }) =>
        answer.state === undefined && row.state ? [group] : [],
      ),
    );
    await addNotices(
      transaction,
      assessed.flatMap(({ group, answer: { notices } }) =>
        noticesAbout({ ...group, at: group.now }, notices),
      ),
    );
  }
}

interface Assessed {
  readonly group: GroupFacts;
  readonly row: Row;
  readonly answer: LifecycleAssessment;
}

function stateOf(row: Row): LifecycleState {
  const { expiresAt, isGrace, isIdle, renewals, reminders, cycleStartedAt, isEnding } = row;
  const { outcome, archivedSince, deletesAt, warnings, deletionRequestedAt } = row;
  return {
    expiresAt,
    isGrace,
    isIdle,
    policyVersion: row.appliedVersion,
    renewals,
    reminders,
    cycleStartedAt,
    isEnding,
    outcome,
    archivedSince,
    deletesAt,
    warnings,
    deletionRequestedAt,
  };
}
