// Approvals of creations: opens a task for each stage, applies its decision, and ends it when its time is over. A creation
// that awaits an approval is in no lane; the transaction of the decision returns it to its lane, or ends it.
import { type Actor, type Cause, policyActor } from '../activity/activity.ts';
import { recordActivity } from '../activity/activity.postgres.ts';
import type { Person, PersonState } from '../directory/people-life.ts';
import { personKey } from '../directory/person-reference.ts';
import type { Clock } from '../foundation/clock.ts';
import { addDuration, durationOf } from '../foundation/duration.ts';
import { DomainError } from '../foundation/errors.ts';
import type { CreateId } from '../foundation/identifiers.ts';
import type { GovernanceWork } from '../governance/tick.ts';
import type { NewNotice } from '../notices/notice.ts';
import { addNotices } from '../notices/notices.postgres.ts';
import {
  type ApprovalPolicy,
  type Approver,
  managerApproves,
} from '../organisations/approval-policy.ts';
import { readStoredPolicy, type StoredPolicy } from '../organisations/template.ts';
import type { Database, Queryable } from '../postgres/database.ts';
import type { Approval, CreationStatus, Facts, StepRecord } from '../provisioning/creation.ts';
import { releaseAliases } from '../provisioning/group-records.postgres.ts';
import type { TaskHandler } from '../tasks/decide-task.postgres.ts';
import type { Assignee, NewTask, Task } from '../tasks/task.ts';
import { lapseTask, openTasks } from '../tasks/tasks.postgres.ts';
import { afterDecision, approvalOptions, factsOf } from './approve-creation.ts';

interface AwaitingCreation {
  readonly tenantId: string;
  readonly teamId: string;
  readonly organisationId: string;
  readonly templateId: string;
  readonly description: string | null;
  readonly people: {
    readonly responsible: string;
    readonly deputy: string | null;
    readonly owners: readonly string[];
    readonly members: readonly string[];
  };
  readonly policy: StoredPolicy;
  readonly approval: Approval;
  readonly responsibleId: string | null;
  readonly now: Date;
}

const creationsPerRun = 50;
const tasksPerRun = 100;

export interface Approvals {
  readonly handler: TaskHandler;
  readonly work: GovernanceWork;
}

export function createApprovals(deps: {
  readonly database: Database;
  /** The people by the keys of their references; undefined for those whom the directory does not have. */
  readonly findPeople: (
    tenantId: string,
    references: readonly string[],
  ) => Promise<ReadonlyMap<string, Person | undefined>>;
  /** Their accounts as they are now. */
  readonly readPeople: (
    tenantId: string,
    ids: readonly string[],
  ) => Promise<readonly PersonState[]>;
  /** The version of the template now, for the cause of the task. */
  readonly templateVersion: (
    tenantId: string,
    organisationId: string,
    templateId: string,
  ) => number;
  readonly clock: Clock;
  readonly newId: CreateId;
  /** After the commit: the status of the creation has changed. */
  readonly onChange: (change: {
    readonly tenantId: string;
    readonly teamId: string;
    readonly status: CreationStatus;
  }) => void;
}): Approvals {
  const { database, findPeople, readPeople, templateVersion, clock, newId, onChange } = deps;

  async function openRequested(): Promise<number> {
    const creations = await database.query<AwaitingCreation>(readRequested, [creationsPerRun]);
    let opened = 0;
    for (const creation of creations) opened += await open(creation);
    return opened;
  }

  /** The directory is asked before the transaction. Of two processes, one opens the task. */
  async function open(creation: AwaitingCreation): Promise<number> {
    const { tenantId, teamId, organisationId, templateId, approval } = creation;
    const { approval: policy } = readStoredPolicy(creation.policy);
    const approvers = await findApprovers(creation, policy?.stages[approval.stage - 1]?.by ?? []);
    const assignees = approvers
      .filter(
        ({ id, enabled }) => enabled && (policy?.selfApproval || id !== creation.responsibleId),
      )
      .map(assigneeOf);
    const cause: Cause = {
      templateId,
      policyVersion: templateVersion(tenantId, organisationId, templateId),
      rule: 'approval',
    };
    const { people } = creation;
    const task: NewTask = {
      tenantId,
      teamId,
      organisationId,
      kind: 'approve',
      assignees,
      data: {
        lapse: policy?.lapse.as ?? 'rejected',
        facts: factsOf({
          description: creation.description,
          responsible: people.responsible,
          deputy: people.deputy,
          visibility: creation.policy.visibility ?? 'private',
          people: people.owners.length + people.members.length,
          approval,
        }),
      },
      cause,
      decisions: policy?.decisions ?? 'signed_in',
      openedAt: creation.now,
      dueAt:
        policy === undefined ? null : addDuration(creation.now, durationOf(policy.lapse.after)),
    };
    const isOpened = await database.transaction(async (transaction) => {
      const marked = await transaction.query(markAsked, [tenantId, teamId, approval.stage]);
      if (marked.length === 0) return false;
      const by = { actor: policyActor(cause), at: clock.now(), newId };
      for (const opened of await openTasks(transaction, [task], by)) {
        await addNotices(transaction, noticesOf(opened));
      }
      return true;
    });
    if (isOpened) onChange({ tenantId, teamId, status: 'awaiting_approval' });
    return isOpened ? 1 : 0;
  }

  /** Those whom the directory has, each once. */
  async function findApprovers(
    { tenantId, responsibleId }: AwaitingCreation,
    by: readonly Approver[],
  ): Promise<readonly Present[]> {
    const references = by.filter((approver) => approver !== managerApproves);
    const found = await findPeople(tenantId, references);
    const [responsible] =
      by.includes(managerApproves) && responsibleId !== null
        ? await readPeople(tenantId, [responsibleId])
        : [];
    const managerId = responsible?.state === 'present' ? responsible.manager?.id : undefined;
    const ids = by.flatMap(
      (approver) =>
        (approver === managerApproves ? managerId : found.get(personKey(approver))?.id) ?? [],
    );
    if (ids.length === 0) return [];
    const people = await readPeople(tenantId, [...new Set(ids)]);
    return people.filter((person) => person.state === 'present');
  }

  async function lapseDue(): Promise<number> {
    const due = await database.query<Task>(readDue, [tasksPerRun]);
    for (const task of due) {
      const actor = task.cause === null ? serviceActor : policyActor(task.cause);
      const after = await database.transaction(async (transaction) => {
        await transaction.query(lockTeam, [task.tenantId, task.teamId]);
        const outcome = task.data['lapse'] === 'approved' ? 'approve' : 'reject';
        const lapsed = await lapseTask(transaction, task, { outcome, actor, at: clock.now() });
        return lapsed && apply(transaction, lapsed, 'lapse', null, actor);
      });
      after?.();
    }
    return due.length;
  }

  /** @throws DomainError `task_closed` if the creation does not await an approval any more */
  async function apply(
    transaction: Queryable,
    { tenantId, teamId, data }: Task,
    decision: 'approve' | 'reject' | 'lapse',
    reason: string | null,
    actor: Actor,
  ): Promise<() => void> {
    const [creation] = await transaction.query<{
      approval: Approval;
      facts: Facts;
      steps: readonly StepRecord[];
    }>(lockAwaiting, [tenantId, teamId]);
    if (creation === undefined) {
      throw new DomainError('task_closed', 'The group does not await an approval any more.');
    }
    const at = new Date(clock.now());
    const by = { kind: actor.kind, id: actor.id };
    const decided = { decision, by, reason, at: at.toISOString() };
    const next = afterDecision(
      creation.approval,
      decided,
      data['lapse'] as ApprovalPolicy['lapse']['as'],
    );
    const { approval } = next;
    const facts: Facts = { ...creation.facts, approval };
    const status = next.kind === 'fails' ? 'failed' : statusAfter[next.kind];
    if (next.kind === 'fails') {
      const { failure } = next;
      await transaction.query(failCreation, [
        tenantId,
        teamId,
        at,
        JSON.stringify(failedSteps(creation.steps, failure.detail, at)),
        JSON.stringify({ ...facts, failure }),
        JSON.stringify(approval),
        JSON.stringify(failure),
      ]);
      await recordActivity(transaction, [
        {
          tenantId,
          occurredAt: at.getTime(),
          actor,
          action: 'group.failed',
          subject: { kind: 'group', id: teamId },
          data: { error: failure },
        },
      ]);
    } else {
      await transaction.query(continueCreation, [
        tenantId,
        teamId,
        at,
        JSON.stringify(facts),
        JSON.stringify(approval),
        next.kind === 'approved',
      ]);
    }
    return () => onChange({ tenantId, teamId, status });
  }

  return {
    handler: {
      kind: 'approve',
      options: () => approvalOptions,
      apply: (transaction, task, { decision, reason, actor }) =>
        apply(transaction, task, decision === 'approve' ? 'approve' : 'reject', reason, actor),
    },
    work: {
      name: 'approvals',
      runDue: async () => (await lapseDue()) + (await openRequested()),
      async nextDueAt(tenantId) {
        const [row] = await database.query<{ dueAt: Date | null }>(
          `select least(
            (select min(due_at) from tasks where tenant_id = $1 and state = 'open' and kind = 'approve'),
            (select '-infinity'::timestamptz from provisionings
              where tenant_id = $1 and approval ->> 'state' = 'requested' and status = 'accepted' limit 1)
          ) as due_at`,
          [tenantId],
        );
        return row?.dueAt ?? undefined;
      },
    },
  };
}

/** One to each person who may decide and has an address. */
function noticesOf({ tenantId, teamId, taskId, assignees, cause, openedAt, dueAt }: Task) {
  return assignees.flatMap(({ personId, email, language }): NewNotice[] =>
    email === null
      ? []
      : [
          {
            tenantId,
            personId,
            email,
            language,
            kind: 'approve',
            teamId,
            taskId,
            data: dueAt === null ? {} : { dueAt: dueAt.toISOString() },
            cause,
            at: openedAt,
          },
        ],
  );
}

const serviceActor: Actor = { kind: 'service', id: 'governance' };
const statusAfter = { asks: 'awaiting_approval', approved: 'accepted' } as const;

type Present = Extract<PersonState, { state: 'present' }>;

function assigneeOf({ id, email, displayName, language }: Present): Assignee {
  return { personId: id, email, displayName, language };
}

function failedSteps(
  steps: readonly StepRecord[],
  detail: string,
  at: Date,
): readonly StepRecord[] {
  return steps.map((step) =>
    step.name === 'await_approval'
      ? { ...step, status: 'failed', completedAt: at.toISOString(), detail }
      : step,
  );
}

const isAwaiting = `status = 'accepted' and not waiting and approval ->> 'state'`;

const lockTeam = 'select from teams where tenant_id = $1 and team_id = $2 for update';

const readRequested = `
  select t.tenant_id, t.team_id, t.organisation_id, t.template_id, t.description, t.people, t.policy, p.approval,
    p.resolved_people -> 'ownerIds' ->> 0 as responsible_id, governance_now(t.tenant_id) as now
  from provisionings p join teams t on t.tenant_id = p.tenant_id and t.team_id = p.team_id
  where p.approval ->> 'state' = 'requested' and p.status = 'accepted' and not p.waiting
  limit $1`;

const markAsked = `
  update provisionings
  set approval = approval || '{"state":"waiting"}', facts = jsonb_set(facts, '{approval,state}', '"waiting"'),
    version = version + 1, updated_at = now()
  where tenant_id = $1 and team_id = $2 and ${isAwaiting} = 'requested' and (approval ->> 'stage')::integer = $3
  returning team_id`;

// Clocks of sandboxes may be ahead; all others are due by the real time.
const readDue = `
  select k.* from tasks k
  where k.state = 'open' and k.kind = 'approve' and k.due_at <= now()
  union
  select k.* from tenants t join tasks k on k.tenant_id = t.tenant_id
  where t.governance_offset <> '0' and k.state = 'open' and k.kind = 'approve'
    and k.due_at <= governance_now(t.tenant_id)
  limit $1`;

const lockAwaiting = `
  select approval, facts, steps from provisionings
  where tenant_id = $1 and team_id = $2 and ${isAwaiting} = 'waiting'
  for update`;

const continueCreation = `
  update provisionings
  set facts = $4, approval = $5, waiting = $6, due_at = case when $6 then now() else due_at end,
    version = version + 1, updated_at = $3
  where tenant_id = $1 and team_id = $2`;

const failCreation = `
  with failed as (
    update provisionings
    set status = 'failed', waiting = false, steps = $4, facts = $5, approval = $6, error = $7,
      version = version + 1, updated_at = $3, completed_at = $3
    where tenant_id = $1 and team_id = $2
    returning tenant_id, team_id
  ), ${releaseAliases('failed')}
  select team_id from failed`;
