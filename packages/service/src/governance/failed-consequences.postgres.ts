// A question whose answer could not be carried out is asked again, and the steward or the administrators hear of it. A rule
// that finds that the question no longer applies withdraws it, as any other one.
import type { GovernanceRule, RuleAnswer } from './assess-groups.postgres.ts';
import type { GroupFacts } from './group-facts.postgres.ts';
import type { GovernedGroup } from './rule.ts';
import { noticesTo } from '../messages/notices/notice.ts';
import { addNotices } from '../messages/notices/notices.postgres.ts';
import { asked, type NewTask, type Task, type TaskKind } from '../messages/tasks/task.ts';
import { taskColumns } from '../messages/tasks/tasks.postgres.ts';
import { ofFoundRow } from '../postgres/found-row.ts';
import type { Queryable } from '../postgres/database.ts';
import { answeringOf } from './lifecycle/contacts.postgres.ts';
import { questionKinds } from './question-kinds.postgres.ts';

type FailedDecision = Task & { readonly failure: string | null };

/** People have at least as long for another answer. */
const againMs = 7 * 86_400_000;
const minuteMs = 60_000;

export function createFailedConsequences(): GovernanceRule {
  return {
    name: 'failed_consequences',
    async assess(transaction, groups) {
      const failed = await transaction.query<FailedDecision>(readFailed, [
        groups.map(({ tenantId }) => tenantId),
        groups.map(({ teamId }) => teamId),
      ]);
      const byTeam = Map.groupBy(failed, ({ teamId }) => teamId);
      return groups.map((group): RuleAnswer => {
        const ofGroup = byTeam.get(group.teamId) ?? [];
        if (ofGroup.length === 0) return { effects: [], dueAt: null };
        const open = ofGroup.filter(({ kind }) => kindOf(kind)?.askedAgainIn === group.state);
        return {
          effects: open.map((one) => ({ kind: 'open_task', task: askedAgain(one, group) })),
          // The rules of the question follow it from then on.
          dueAt: new Date(group.now.getTime() + minuteMs),
          async write(inside) {
            for (const one of ofGroup) await settle(inside, one, group);
            const soonest = new Date(group.now.getTime() + againMs);
            for (const one of open) await kindOf(one.kind)?.reopen(inside, one, soonest);
          },
        };
      });
    },
  };
}

const kindOf = (kind: TaskKind) => questionKinds.find(({ kinds }) => kinds.includes(kind));

function askedAgain(
  { kind, assignees, data, cause, decisions, dueAt }: FailedDecision,
  { now }: GovernedGroup,
): Omit<NewTask, 'tenantId' | 'teamId' | 'organisationId' | 'openedAt'> {
  const {
    choice: _,
    consequence: __,
    before: ___,
    reminders: ____,
    isEscalated: _____,
    ...asking
  } = data;
  const soonest = new Date(now.getTime() + againMs);
  return {
    kind,
    assignees,
    data: { ...asking, isAskedAgain: true },
    cause,
    decisions,
    dueAt: dueAt !== null && dueAt < soonest ? soonest : dueAt,
  };
}

/** The decision counts no more, and those who can correct the cause learn of it. */
async function settle(
  transaction: Queryable,
  task: FailedDecision,
  group: GroupFacts,
): Promise<void> {
  const { now } = group;
  const { tenantId, taskId, teamId, cause, failure } = task;
  await transaction.query(
    `update tasks set data = data - 'consequence' where tenant_id = $1 and task_id = $2`,
    [tenantId, taskId],
  );
  const { steward, administrators } = answeringOf(group);
  const to = asked(steward === undefined ? administrators : [steward]) ?? [];
  const data = failure === null ? {} : { reason: failure };
  const about = { tenantId, teamId, kind: 'decision_failed', data, cause, at: now } as const;
  await addNotices(transaction, noticesTo(to, about));
}

const readFailed = `
  select ${taskColumns}, op.error ->> 'detail' as failure
  from unnest($1::uuid[], $2::uuid[]) as wanted (tenant_id, team_id)
  join tasks k on k.tenant_id = wanted.tenant_id and k.team_id = wanted.team_id
    and ${ofFoundRow("k.state <> 'open' and k.data ? 'consequence'")}
  join operations op on op.tenant_id = k.tenant_id and op.operation_id = (k.data ->> 'consequence')::uuid
    and ${ofFoundRow("op.status in ('failed', 'cancelled')")}`;
