// Opens a task for each stage of an approval that is asked for. The directory is asked before the transaction; of two
// processes, one opens the task.
import type { Approval } from '../../settings/organisations/approval-policy.ts';
import { type Actor, type Cause, policyActor } from '../../audit/activity.ts';
import type { Clock } from '../../ground/clock.ts';
import { addDuration, durationOf } from '../../ground/duration.ts';
import type { CreateId } from '../../ground/identifiers.ts';
import type { Organisation } from '../../settings/organisations/organisation.ts';
import type { Database } from '../../postgres/database.ts';
import type { AskedStage, NewTask } from '../../messages/tasks/task.ts';
import { factsOfRequest, isOfSender, type TaskRequest } from '../../messages/tasks/task-request.ts';
import { lockGroupOfTasks } from '../../messages/tasks/tasks.postgres.ts';
import { applyQuestions } from '../question-effects.postgres.ts';
import { askForApproval } from './approval-question.ts';
import { setFollowUp } from './approval-tasks.postgres.ts';
import { skipTo } from './decide-stage.ts';
import {
  type ApproverDirectory,
  findStages,
  noApprover,
  type StageRequest,
} from './find-approvers.ts';
import { sandboxDecisionMs, sandboxDecisionOf } from './sandbox-decisions.ts';
import type { RequestsToApprove, RequestToApprove } from './requests-to-approve.postgres.ts';

export interface StageDeps {
  readonly database: Database;
  readonly requests: RequestsToApprove;
  readonly directory: ApproverDirectory;
  readonly organisationOf: (tenantId: string, organisationId: string) => Organisation | undefined;
  /** The name of an API key; the id of every other author. */
  readonly authorName: (tenantId: string, author: Pick<Actor, 'kind' | 'id'>) => string;
  readonly clock: Clock;
  readonly newId: CreateId;
  readonly onError: (error: unknown) => void;
}

const requestsPerRun = 50;
/** A tenant whose directory cannot be asked does not hold up the others. */
const retryAfterMs = 60_000;

/**
 * @param deps.onOpened after the commit
 * @param deps.onFailed after the commit: the request can no longer be carried out
 */
export function createOpenStages(
  deps: StageDeps & {
    readonly onOpened: (request: RequestToApprove) => void;
    readonly onFailed: (request: RequestToApprove) => void;
  },
): () => Promise<number> {
  const { database, requests, directory, clock, newId, onError, onOpened, onFailed } = deps;
  const failing = new Map<string, number>();

  /** Asks about it, or ends it if it can not be carried out any more. Undefined: another process did. */
  async function open(request: RequestToApprove): Promise<'opened' | 'failed' | undefined> {
    const stages =
      request.obstacle === undefined
        ? await findStages(directory, stageRequestOf(request, deps))
        : undefined;
    const cause = causeOf(request, deps);
    const actor = policyActor(cause);
    const at = new Date(clock.now());
    const by = { by: { kind: actor.kind, id: actor.id }, at: at.toISOString() };
    const stage = stages?.[0].stage ?? request.approval.stage;
    const approval = { ...skipTo(request.approval, stage, by), state: 'waiting' as const };
    return database.transaction(async (transaction) => {
      await lockGroupOfTasks(transaction, request);
      if (!(await requests.markAsked(transaction, request, approval))) return undefined;
      // The group may have been deleted since the request was read.
      const [present] = await requests.readWaiting(transaction, [request]);
      const obstacle = present?.obstacle ?? request.obstacle;
      if (stages === undefined || obstacle !== undefined) {
        const failure = obstacle ?? noApprover(request.taskKind);
        await requests.fail(transaction, { ...request, cause }, { approval, failure, actor, at });
        return 'failed';
      }
      const task = taskOf(request, { ...stages[0], approval, cause }, deps);
      const { assignees } = stages[0];
      const { policy, now } = request;
      const { effects, lookAgainAt } = askForApproval(task, { assignees, policy, now });
      const asked = effects.map((effect) => ({ group: request, effect }));
      await applyQuestions(transaction, asked, { at: at.getTime(), newId });
      await setFollowUp(transaction, task, lookAgainAt);
      return 'opened';
    });
  }

  return async () => {
    const now = clock.now();
    const resting = [...failing].flatMap(([tenantId, until]) => (until > now ? [tenantId] : []));
    let opened = 0;
    for (const request of await requests.readRequested(requestsPerRun, resting)) {
      if ((failing.get(request.tenantId) ?? 0) > now) continue;
      try {
        const result = await open(request);
        failing.delete(request.tenantId);
        if (result !== undefined) opened += 1;
        if (result === 'opened') onOpened(request);
        if (result === 'failed') onFailed(request);
      } catch (error) {
        failing.set(request.tenantId, now + retryAfterMs);
        onError(error);
      }
    }
    return opened;
  };
}

export function stageRequestOf(
  { tenantId, organisationId, policy, approval, responsibleId, groupId, asked }: RequestToApprove,
  { organisationOf }: Pick<StageDeps, 'organisationOf'>,
): StageRequest {
  const steward = organisationOf(tenantId, organisationId)?.steward ?? null;
  const { stage } = approval;
  const requestedBy = isOfSender(asked) ? null : asked.requestedBy.id;
  const people = { responsibleId, requestedBy, steward };
  return { tenantId, organisationId, policy, stage, groupId, ...people };
}

function causeOf(
  { tenantId, organisationId, templateId, taskKind }: RequestToApprove,
  { organisationOf }: Pick<StageDeps, 'organisationOf'>,
): Cause {
  const template = organisationOf(tenantId, organisationId)?.templates.find(
    (one) => one.templateId === templateId,
  );
  const rule = taskKind === 'approve_adoption' ? 'newGroups.ask' : 'approval';
  return { templateId, policyVersion: template?.version ?? 0, rule };
}

function taskOf(
  request: RequestToApprove,
  {
    assignees,
    notAsked,
    approval: { stage, of },
    cause,
  }: AskedStage & { readonly approval: Approval; readonly cause: Cause },
  { authorName }: Pick<StageDeps, 'authorName'>,
): NewTask {
  const { tenantId, teamId, operationId, organisationId, taskKind, policy, asked, now } = request;
  const named = (author: typeof asked.sentBy) => ({
    ...author,
    name: authorName(tenantId, author),
  });
  const requestedBy = named(asked.requestedBy);
  const sentBy = named(asked.sentBy);
  const shown: TaskRequest = { ...asked, requestedBy, sentBy, stage, of, notAsked };
  const sandboxDecision = sandboxDecisionOf(request);
  const lapsesAt = policy === undefined ? null : addDuration(now, durationOf(policy.lapse.after));
  return {
    tenantId,
    teamId,
    organisationId,
    kind: taskKind,
    assignees,
    data: {
      lapse: policy?.lapse.as ?? 'rejected',
      facts: factsOfRequest(shown),
      request: shown,
      person: requestedBy.name,
      ...(operationId !== undefined && { operationId }),
      ...(sandboxDecision !== undefined && { sandboxDecision }),
    },
    cause,
    decisions: policy?.decisions ?? 'signed_in',
    openedAt: now,
    dueAt: sandboxDecision === undefined ? lapsesAt : new Date(now.getTime() + sandboxDecisionMs),
  };
}
