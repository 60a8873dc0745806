// Decides a task: the end of the task, what its kind does about it, and the activity are one transaction. Of several
// people who decide at once, the first commit wins, and the others get `task_closed`.
import { type GroupLimit, isWithin, requireWithin } from '../../ground/group-limit.ts';
import type { Actor } from '../../audit/activity.ts';
import type { Clock } from '../../ground/clock.ts';
import { DomainError, notFound } from '../../ground/errors.ts';
import { type RequestKey, requestHashOf } from '../../ground/idempotency-key.ts';
import type { Database, Queryable } from '../../postgres/database.ts';
import type { KeptAnswers } from '../../postgres/kept-answers.postgres.ts';
import {
  type Decider,
  type Decision,
  type DecisionInput,
  type DecisionOption,
  requireValidDecision,
} from './decision.ts';
import type { LinkUse } from './decision-links.ts';
import type { DecidedVia, Task, TaskKind } from './task.ts';
import { lockGroupOfTasks, record, taskColumns } from './tasks.postgres.ts';

/** The decisions of a kind of task, and their consequences. */
export interface TaskHandler {
  readonly kind: TaskKind;
  /** They are in the order in which they are shown. */
  options(this: void, task: Task, decider: Decider): readonly DecisionOption[];
  /**
   * Looks up whether what follows from the decision can happen, before the task is locked. Answers the decision with what
   * it found.
   * @throws DomainError `validation_failed`: then the task stays open
   */
  examine?(this: void, task: Task, decision: Decision): Promise<Decision>;
  /**
   * Applies a checked decision in the transaction that has ended the task; it holds the rows of the group and of the
   * task. Answers a function to call after the commit.
   * @throws DomainError to refuse the decision: then the task stays open
   */
  apply(
    this: void,
    transaction: Queryable,
    task: Task,
    decision: Decision,
  ): Promise<(() => void) | undefined>;
}

export interface DecisionRequest {
  readonly tenantId: string;
  readonly taskId: string;
  readonly input: DecisionInput;
  readonly actor: Actor;
  readonly via: DecidedVia;
  /** The task must still be one of this person, as when the link was checked. */
  readonly assigneeId?: string;
  /** How this person came to decide. */
  readonly link?: LinkUse;
  /** A task of a group elsewhere does not exist for the actor. */
  readonly within: GroupLimit;
  /** A system has it: a request that is repeated with the key decides nothing. */
  readonly key?: RequestKey | undefined;
}

export interface DecideTask {
  /** Answers the task with its end; undefined: the request was answered before. */
  decide(this: void, request: DecisionRequest): Promise<Task | undefined>;
  optionsOf(this: void, task: Task, decider: Decider): readonly DecisionOption[];
}

export function createDecideTask(deps: {
  readonly database: Database;
  readonly keptAnswers: Pick<KeptAnswers, 'answerOnce'>;
  readonly handlers: readonly TaskHandler[];
  readonly clock: Clock;
  /** It is called before the group is locked, and keeps the tick from assessing it until the transaction ends. */
  readonly lockAssessment: (
    transaction: Queryable,
    group: { readonly tenantId: string; readonly teamId: string },
  ) => Promise<void>;
  /** The name of the system or the address of the person who decided. */
  readonly nameOf: (tenantId: string, actor: Pick<Actor, 'kind' | 'id'>) => string;
  /** It is called after the commit. */
  readonly onDecided: (task: Task) => void;
}): DecideTask {
  const { database, keptAnswers, clock, lockAssessment, nameOf, onDecided } = deps;
  const handlers = new Map(deps.handlers.map((handler) => [handler.kind, handler]));

  /** It omits those of a kind that only a newer release knows. */
  const optionsOf = (task: Task, decider: Decider): readonly DecisionOption[] =>
    task.state === 'open' ? (handlers.get(task.kind)?.options(task, decider) ?? []) : [];

  /** The assessment is locked, too, so that a decision and a rule never go by facts of before each other. */
  async function lock(
    transaction: Queryable,
    { tenantId, taskId, teamId, templateId }: FoundTask,
  ): Promise<FoundTask | undefined> {
    await lockAssessment(transaction, { tenantId, teamId });
    const task = await lockTask(transaction, { tenantId, taskId, teamId });
    return task && { ...task, templateId };
  }

  /** @throws DomainError unless the actor may decide the task in this way */
  function check(
    open: FoundTask | undefined,
    { tenantId, input, actor, via, assigneeId, within }: DecisionRequest,
  ): { readonly open: Task; readonly decision: Decision } {
    const isAssigned =
      assigneeId === undefined ||
      open?.assignees.some(({ personId }) => personId === assigneeId) === true;
    if (open === undefined || !isAssigned || !isWithin(within, open)) {
      throw notFound();
    }
    if (open.state !== 'open') {
      const { decidedBy } = open;
      throw taskClosed(open, decidedBy && nameOf(tenantId, decidedBy));
    }
    const decision = { ...input, reason: input.reason ?? null, actor, via, assigneeId };
    const decider = assigneeId === undefined ? 'other' : 'assignee';
    requireValidDecision(open, optionsOf(open, decider), decision);
    return { open, decision };
  }

  /** Undefined: there is nothing to look up. */
  async function examine(
    found: FoundTask,
    request: DecisionRequest,
  ): Promise<Decision | undefined> {
    // A repeated request gets the answer of the first one, and any other its refusal, below.
    if (found.state !== 'open') return undefined;
    const { open, decision } = check(found, request);
    return handlers.get(open.kind)?.examine?.(open, decision);
  }

  async function decideIn(
    transaction: Queryable,
    found: FoundTask,
    request: DecisionRequest,
    examined: Decision | undefined,
  ) {
    const { actor, link } = request;
    const { open, decision: sent } = check(await lock(transaction, found), request);
    const decision = examined ?? sent;
    const task = await end(transaction, open, decision);
    await record(transaction, [task], 'task.decided', { actor, at: clock.now(), link });
    const after = await handlers.get(open.kind)?.apply(transaction, task, decision);
    return { task, after };
  }

  /** Undefined: the request was answered before. */
  async function decideOnce(
    transaction: Queryable,
    found: FoundTask,
    request: DecisionRequest,
    examined: Decision | undefined,
  ) {
    const { taskId, input, key } = request;
    if (key === undefined) return decideIn(transaction, found, request, examined);
    let decided: Awaited<ReturnType<typeof decideIn>> | undefined;
    const requestHash = requestHashOf('decision', taskId, input);
    await keptAnswers.answerOnce(transaction, key, requestHash, async () => {
      decided = await decideIn(transaction, found, request, examined);
      return { taskId };
    });
    return decided;
  }

  return {
    optionsOf,
    async decide(request) {
      const found = requireWithin(request.within, await readTask(database, request));
      const examined = await examine(found, request);
      const done = await database.transaction((transaction) =>
        decideOnce(transaction, found, request, examined),
      );
      if (done === undefined) return undefined;
      done.after?.();
      onDecided(done.task);
      return done.task;
    },
  };
}

async function readTask(
  database: Queryable,
  { tenantId, taskId }: Pick<Task, 'tenantId' | 'taskId'>,
): Promise<FoundTask | undefined> {
  const [task] = await database.query<FoundTask>(
    `select ${taskColumns}, t.template_id
    from tasks k join teams t on t.tenant_id = k.tenant_id and t.team_id = k.team_id
    where k.tenant_id = $1 and k.task_id = $2`,
    [tenantId, taskId],
  );
  return task;
}

/** The group first, as every change of a task does. */
async function lockTask(
  transaction: Queryable,
  { tenantId, taskId, teamId }: Pick<Task, 'tenantId' | 'taskId' | 'teamId'>,
): Promise<Task | undefined> {
  await lockGroupOfTasks(transaction, { tenantId, teamId });
  const [task] = await transaction.query<Task>(
    `select ${taskColumns} from tasks k where k.tenant_id = $1 and k.task_id = $2 for update`,
    [tenantId, taskId],
  );
  return task;
}

async function end(
  transaction: Queryable,
  { tenantId, taskId }: Task,
  { decision, reason, actor, via, person, decisions, displayName }: Decision,
): Promise<Task> {
  const choice = { person, decisions, displayName };
  const isChoice = Object.values(choice).some((value) => value !== undefined);
  const [done] = await transaction.query<Task>(
    `update tasks k
    set state = 'done', outcome = $3, reason = $4, decided_by = $5, decided_via = $6,
      decided_at = governance_now($1), version = k.version + 1,
      data = k.data || $7::jsonb
    where k.tenant_id = $1 and k.task_id = $2
    returning ${taskColumns}`,
    [
      tenantId,
      taskId,
      decision,
      reason,
      JSON.stringify({ kind: actor.kind, id: actor.id }),
      via,
      JSON.stringify(isChoice ? { choice } : {}),
    ],
  );
  if (done === undefined) throw new Error('a locked task was lost');
  return done;
}

export function taskClosed(
  { state, outcome }: Pick<Task, 'state' | 'outcome'>,
  decidedBy: string | null,
): DomainError {
  const by = decidedBy === null ? '' : ` by ${decidedBy}`;
  const ended: Readonly<Record<Task['state'], string>> = {
    open: 'is open',
    done: `was decided${by}: ${outcome}`,
    lapsed: 'was not decided in time',
    withdrawn: 'was withdrawn, because its question no longer applies',
  };
  return new DomainError('task_closed', `This task ${ended[state]}.`);
}

interface FoundTask extends Task {
  readonly templateId: string;
}
