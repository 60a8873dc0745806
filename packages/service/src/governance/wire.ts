// The policies of templates, applied to existing groups: the tick and its work, and the decisions of people.
import type { Directories } from '../settings/configuration/directories.ts';
import type { FindPeople } from '../directory/find-people.ts';
import type { ApiPriority } from '../engine/api-priority.ts';
import { createRetry } from '../engine/retry.ts';
import type { Worker } from '../engine/worker.ts';
import { DomainError } from '../ground/errors.ts';
import type { Groups } from '../groups/wire.ts';
import type { RegisterShared } from '../http/sender.ts';
import { readAdministratorsToAsk } from '../messages/tasks/administrators-to-ask.postgres.ts';
import type { PlanApproval } from '../messages/tasks/plan-approval.ts';
import { registerTaskRoutes } from '../messages/tasks/tasks.routes.ts';
import { type DecidingAdministrators, wireTasks } from '../messages/wire.ts';
import type { Base } from '../postgres/base.ts';
import type { ApprovalPolicy } from '../settings/organisations/approval-policy.ts';
import type { Settings } from '../settings/wire.ts';
import { createApprovals } from './approvals/approvals.postgres.ts';
import { countApprovers } from './approvals/count-approvers.ts';
import {
  type ApproverDirectory,
  askingOnce,
  findStages,
  noApprover,
} from './approvals/find-approvers.ts';
import { createBeginLifecycles } from './lifecycle/begin-lifecycles.ts';
import { createAssessGroups } from './assess-groups.postgres.ts';
import { createChangedPolicies } from './changed-policies.postgres.ts';
import { createConsequences } from './consequence.postgres.ts';
import type { DirectoryWorkDeps } from './directory-work.ts';
import { byPresentPeople } from './present-people.postgres.ts';
import { questionKinds } from './question-kinds.postgres.ts';
import { createReleasedAdoptions } from './enforcement/brake.postgres.ts';
import { createFailedConsequences } from './failed-consequences.postgres.ts';
import { lockAssessment } from './governed-groups.postgres.ts';
import { createChangeLifecycle } from './lifecycle/change-lifecycle.postgres.ts';
import { createCreatedNoticesRule } from './lifecycle/created-notices.postgres.ts';
import { createFailedNotices } from './lifecycle/failed-notices.postgres.ts';
import { registerLifecycleRoutes } from './lifecycle/lifecycle.routes.ts';
import { lifecycleResponse } from './lifecycle/lifecycle.schema.ts';
import { createReadLifespan } from './lifecycle/lifecycles.postgres.ts';
import { createSuiteExpirations } from './lifecycle/suite-expiration.ts';
import { createSuiteExpirationStore } from './lifecycle/suite-expiration.postgres.ts';
import { createUsageReports } from './lifecycle/usage-reports.ts';
import { createUsageReportStore } from './lifecycle/usage-reports.postgres.ts';
import { createFollowPeople } from './responsibility/follow-people.ts';
import { createFollowStore } from './responsibility/follow-people.postgres.ts';
import {
  checkAllEveryMs,
  createFollowSchedule,
  followEveryMs,
} from './responsibility/people-schedule.ts';
import { createFollowScheduleStore } from './responsibility/people-schedule.postgres.ts';
import {
  createAnsweredGroups,
  createReadHistories,
  createReferencesOf,
} from './responsibility/responsibility-history.postgres.ts';
import {
  registerResponsibilityRoutes,
  type ResponsibilityHistoryDeps,
} from './responsibility/responsibility.routes.ts';
import { createReadReasons } from './why/read-reasons.postgres.ts';
import { registerWhyRoute, type WhyDeps } from './why/why.routes.ts';
import { createChangeReviews } from './reviews/change-reviews.postgres.ts';
import { createOpenReviews } from './reviews/open-reviews.ts';
import { createOpenReviewStore } from './reviews/open-reviews.postgres.ts';
import { createReviewReader } from './reviews/reviews.postgres.ts';
import { registerReviewRoutes } from './reviews/reviews.routes.ts';
import { createGovernanceTick, type GovernanceWork } from './tick.ts';
import { createTimeMachine } from './time-machine.postgres.ts';

/** Time limit for the directory's answer about the people who approve. */
const findPeopleWithinMs = 20_000;

const deadline = () => AbortSignal.timeout(findPeopleWithinMs);
const callOf = () => ({ signal: deadline(), teamId: 'approval' });

const findMembersIn =
  (directories: Directories): ApproverDirectory['findMembers'] =>
  (tenantId, group) =>
    directories.of(tenantId).findMembers(group, callOf());

/** The directory and the administrators, for the people who approve. */
function wireApprovers({ database }: Base, directories: Directories, people: FindPeople) {
  return {
    findPeople: (tenantId, references) => people.find(tenantId, references, deadline()),
    findMembers: findMembersIn(directories),
    async findOwners(tenantId, groupId) {
      return (await directories.of(tenantId).readPeople(groupId, callOf())).ownerIds;
    },
    async readPeople(tenantId, ids) {
      return (await directories.of(tenantId).readPeopleStates(ids, callOf())).people;
    },
    findAdministrators: (tenantId, organisationId) =>
      readAdministratorsToAsk(database, tenantId, organisationId),
  } satisfies ApproverDirectory;
}

/** The groups whose members approve by a policy. */
export function wireCountApprovers(directories: Directories) {
  const findMembers = findMembersIn(directories);
  return (tenantId: string, policy: ApprovalPolicy | undefined) =>
    countApprovers({ findMembers }, tenantId, policy);
}

/** Whom a plan would ask. */
export function wirePlanApproval(
  base: Base,
  directories: Directories,
  people: FindPeople,
): PlanApproval {
  const directory = wireApprovers(base, directories, people);
  return async ({ organisation: { organisationId, steward }, ...request }) => {
    const asked = { ...request, organisationId, steward, stage: 1 };
    const stages = await findStages(askingOnce(directory), asked);
    if (stages !== undefined) return stages;
    const { code, detail } = noApprover();
    return new DomainError(code, detail);
  };
}

export type Decisions = ReturnType<typeof wireDecisions>;

/** The decisions of people: approvals, tasks, reviews and renewals. */
export function wireDecisions(
  base: Base,
  parts: DecidingAdministrators & {
    readonly settings: Settings;
    readonly directories: Directories;
    readonly people: FindPeople;
    /** Their watches reach the followers in all processes. */
    readonly groups: Groups;
    /** Wakes the tenant's lane and the readers of activity; after the commit. */
    readonly onChanged: (tenantId: string) => void;
    /** A creation ended because people declined it. */
    readonly countDeclined: () => void;
    /** Wakes the tick of each process. */
    readonly wakeAll: () => void;
    /** Wakes the tick of this process. */
    readonly wake: () => void;
  },
) {
  const { database, lists, clock, newId, onError } = base;
  const { settings, directories, people, groups, onChanged, wake } = parts;
  const { organisationOf, blockedWordsOf, configuration } = settings;
  const { acceptOperationsIn, planOperation } = groups;
  const templateName = (tenantId: string, templateId: string) =>
    configuration
      .organisations(tenantId)
      .flatMap(({ templates }) => templates)
      .find((template) => template.templateId === templateId)?.name;
  function onDecided(tenantId: string) {
    onChanged(tenantId);
    parts.wakeAll();
  }
  const approvals = createApprovals({
    database,
    directory: wireApprovers(base, directories, people),
    organisationOf,
    blockedWordsOf,
    authorName: (tenantId, { kind, id }) =>
      (kind === 'api_key' ? configuration.apiKey(tenantId, id)?.name : undefined) ??
      (kind === 'policy' ? templateName(tenantId, id) : undefined) ??
      id,
    clock,
    newId,
    onError,
    onChange(change) {
      const { tenantId, operationId, isDeclined = false } = change;
      if (isDeclined && operationId === undefined) parts.countDeclined();
      if (operationId === undefined) groups.creationWatch.notify(change);
      else groups.operationWatch.notify({ tenantId, operationId });
      onChanged(tenantId);
    },
    decide: (request) => tasks.decideTask.decide(request),
    wakeAfter: (milliseconds) => void clock.after(milliseconds, wake),
  });
  const renewals = {
    clock,
    settingsOf: settings.noticeSettingsOf,
    now: settings.governanceNow,
    acceptOperationsIn,
  };
  const consequences = createConsequences({ people, planOperation, acceptOperationsIn });
  const tasks = wireTasks(base, {
    handlers: [
      ...questionKinds.flatMap(({ handlers }) =>
        handlers({ ...renewals, database, consequences }).map((handler) =>
          byPresentPeople(database, handler),
        ),
      ),
      ...approvals.handlers,
    ],
    ...parts,
    names: configuration,
    lockAssessment,
    onDecided,
  });
  const { decideTask } = tasks;
  const reviews = createReviewReader(database, lists);
  const changeLifecycle = createChangeLifecycle({
    ...renewals,
    database,
    keptAnswers: base.keptAnswers,
    onChanged: onDecided,
  });
  return {
    approvals,
    tasks,
    changeLifecycle,
    beginLifecycles: createBeginLifecycles(changeLifecycle),
    reviews,
    changeReviews: createChangeReviews({
      database,
      reviews,
      clock,
      newId,
      decideTask,
      consequences,
      onChanged: onDecided,
    }),
  };
}

/** Declares the routes of decisions, for systems and administrators. */
export function wireDecisionRoutes(
  { lists, clock, beginWork }: Base,
  {
    decisions,
    ...parts
  }: { readonly decisions: Decisions } & Pick<ResponsibilityHistoryDeps, 'configuration'> &
    Omit<Parameters<typeof registerTaskRoutes>[1], 'tasks' | 'decideTask' | 'urlOf'> &
    Pick<WhyDeps, 'configuration'>,
): RegisterShared {
  const { tasks, changeLifecycle } = decisions;
  const referencesOf = createReferencesOf(lists, parts.people);
  const histories = {
    readHistories: createReadHistories(lists),
    answeredGroups: createAnsweredGroups(lists),
    referencesOf,
  };
  const readReasons = createReadReasons(lists);
  return (server, urlOf) => {
    registerResponsibilityRoutes(server, { ...parts, ...histories, beginWork, clock, urlOf });
    registerWhyRoute(server, { ...parts, readReasons, referencesOf });
    registerTaskRoutes(server, { ...parts, ...tasks, urlOf });
    registerLifecycleRoutes(server, { changeLifecycle });
    registerReviewRoutes(server, { ...decisions, readGroup: parts.readGroup, urlOf });
  };
}

export interface GovernanceParts {
  readonly settings: Settings;
  readonly groups: Groups;
  readonly runExclusive: Worker['runExclusive'];
  readonly apiPriority: ApiPriority;
  /** Forms the digests of notices. */
  readonly digests: GovernanceWork;
  /** Asks for approvals, and ends those whose time is over. */
  readonly approvals: GovernanceWork;
  /** Wakes the tenant's lane. */
  readonly onAccepted: (tenantId: string) => void;
  /** Activity was added. */
  readonly onActivity: () => void;
}

/** The tick, which applies the policies of templates to existing groups. */
export function wireGovernance(base: Base, parts: GovernanceParts) {
  const { database, clock, newId, backgroundLog, onError } = base;
  const { settings, groups, digests, approvals, onAccepted, onActivity } = parts;
  const { configuration, noticeSettingsOf: settingsOf, organisationOf } = settings;
  const directoryWork: DirectoryWorkDeps = {
    runExclusive: parts.runExclusive,
    yieldToCallers: parts.apiPriority.betweenPages(),
    isSandbox: settings.isSandbox,
    clock,
    onDone: onActivity,
    wake: () => tick.wake(),
    onError,
  };
  const warn = (text: string) => (group: { tenantId: string; teamId: string }, error: unknown) =>
    backgroundLog.warn({ err: error, tenantId: group.tenantId, teamId: group.teamId }, text);
  const people = wireFollowPeople(base, parts);
  const openings = createOpenReviews({
    ...directoryWork,
    store: createOpenReviewStore({
      database,
      settingsOf,
      now: settings.governanceNow,
      clock,
    }),
    onFailed: warn('a review could not be opened yet'),
  });
  const suiteExpirations = createSuiteExpirations({
    ...directoryWork,
    store: createSuiteExpirationStore(database, { clock }),
    onFailed: warn('an expiration of the suite is unknown'),
  });
  const usageReports = createUsageReports({
    ...directoryWork,
    store: createUsageReportStore(database, clock),
    onFailed: ({ tenantId }, error) =>
      backgroundLog.warn(
        { err: error, tenantId },
        'the reports about the use of groups are unknown',
      ),
  });
  const assessed = createAssessGroups({
    database,
    // Each is asked about every group that is due.
    rules: [
      ...questionKinds.map(({ rule }) => rule({ settingsOf, organisationOf, clock, newId })),
      createCreatedNoticesRule({ settingsOf }),
      // The last one, because it takes back what the others remember of an answer.
      createFailedConsequences(),
    ],
    acceptOperationsIn: groups.acceptOperationsIn,
    clock,
    newId,
    onWritten(tenantIds) {
      for (const tenantId of tenantIds) onAccepted(tenantId);
      onActivity();
    },
    onRefused: warn('a policy could not be applied yet'),
    onError,
  });
  const tick = createGovernanceTick({
    works: [
      people,
      createChangedPolicies(database),
      usageReports,
      assessed,
      openings,
      suiteExpirations,
      approvals,
      createReleasedAdoptions(database, onAccepted),
      createFailedNotices({ database, clock }),
      digests,
    ],
    timers: clock,
    onError,
  });
  const timeMachine = createTimeMachine({
    database,
    tick,
    tenantsOnTheirWay: () =>
      [...configuration.tenants()]
        .filter(({ isClockAdvancing }) => isClockAdvancing)
        .map(({ tenantId }) => tenantId),
    onMoved: () => configuration.refresh(),
    clock,
    onError,
  });
  const { assessNew } = assessed;
  const readLifespan = createReadLifespan(database);
  return {
    ...tick,
    assessNew,
    async lifecycleOf(this: void, tenantId: string, teamId: string) {
      let lifespan = await readLifespan(tenantId, teamId);
      if (lifespan.isNew) {
        await assessNew(tenantId, teamId);
        lifespan = await readLifespan(tenantId, teamId);
      }
      const { state, hold, suiteExpiresAt, recordVersion, creationVersion } = lifespan;
      const lifecycle = lifecycleResponse(state, hold, suiteExpiresAt);
      return { lifecycle, recordVersion, creationVersion };
    },
    start() {
      configuration.onChange(timeMachine.wake);
      tick.start();
      timeMachine.start();
    },
    async stop() {
      const parts = [timeMachine, tick, people, openings, suiteExpirations, usageReports];
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
}

/** The availability of people. */
function wireFollowPeople(base: Base, { settings, runExclusive, ...parts }: GovernanceParts) {
  const { database, clock, random, backgroundLog, onError } = base;
  const retry = createRetry(clock);
  const store = createFollowStore(database, {
    clock,
    // Neither all tenants nor all processes at the same time.
    everyMs: () => followEveryMs * (0.9 + 0.2 * random()),
    checkAllEveryMs,
    onWritten: parts.onActivity,
  });
  return createFollowSchedule({
    store: createFollowScheduleStore(database),
    runExclusive,
    follow: (tenantId, directory, call) =>
      createFollowPeople({
        tenantId,
        directory,
        store,
        stewards: settings.configuration
          .organisations(tenantId)
          .flatMap(({ steward }) => steward ?? []),
        retry,
        yieldToCallers: parts.apiPriority.betweenPages(),
      })(call),
    isSandbox: settings.isSandbox,
    clock,
    onFailed: (tenantId, error) =>
      backgroundLog.warn({ err: error, tenantId }, 'the people of a tenant could not be followed'),
    onError,
  });
}
