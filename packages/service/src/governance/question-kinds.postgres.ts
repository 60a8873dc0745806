// The kinds of questions about groups that exist. A kind has its rule, which says when it is asked, whom, and what follows
// from silence; its decisions; and its memory. The machine for all of them is question.ts, also for approvals, which are
// about requests (approvals/).
import type { Clock } from '../ground/clock.ts';
import type { CreateId } from '../ground/identifiers.ts';
import type { GroupState } from '../engine/group-state.ts';
import type { TaskHandler } from '../messages/tasks/decide-task.postgres.ts';
import {
  type ApprovalKind,
  responsibilityKinds,
  type Task,
  type TaskKind,
} from '../messages/tasks/task.ts';
import type { Queryable } from '../postgres/database.ts';
import type { Organisation } from '../settings/organisations/organisation.ts';
import type { NoticeSettings } from '../settings/tenants/notice-settings.ts';
import type { GovernanceRule } from './assess-groups.postgres.ts';
import type { Consequences } from './consequence.postgres.ts';
import type { RenewalDeps } from './lifecycle/change-lifecycle.postgres.ts';
import { createContestedDecision } from './enforcement/contested-decision.postgres.ts';
import { createEnforcementRule } from './enforcement/enforcement-rule.postgres.ts';
import { createLifecycleRule } from './lifecycle/lifecycle-rule.postgres.ts';
import { reopenRenewal } from './lifecycle/lifecycles.postgres.ts';
import { createIdleRule } from './lifecycle/idle-rule.postgres.ts';
import { createStillNeededHandler } from './lifecycle/still-needed-handler.postgres.ts';
import { createRenewHandler } from './lifecycle/renew-handler.postgres.ts';
import { createResponsibilityDecisions } from './responsibility/decide-responsibility.postgres.ts';
import { createResponsibilityRule } from './responsibility/responsibility-rule.postgres.ts';
import { reopenResponsibility } from './responsibility/stored-offers.postgres.ts';
import { createReviewHandler } from './reviews/review-handler.postgres.ts';
import { createReviewRule } from './reviews/review-rule.postgres.ts';
import { createHeldRemovals } from './rosters/held-removals.postgres.ts';
import { createRosterRule } from './rosters/roster-rule.postgres.ts';
import { reopenReview } from './reviews/reviews.postgres.ts';

export interface RuleDeps {
  readonly settingsOf: (tenantId: string) => NoticeSettings | undefined;
  readonly organisationOf: (tenantId: string, organisationId: string) => Organisation | undefined;
  readonly clock: Clock;
  readonly newId: CreateId;
}

export interface DecisionDeps extends RenewalDeps {
  readonly database: Queryable;
  readonly consequences: Consequences;
}

export interface QuestionKind {
  readonly kinds: readonly TaskKind[];
  rule(this: void, deps: RuleDeps): GovernanceRule;
  /** One for each of the kinds. */
  handlers(this: void, deps: DecisionDeps): readonly TaskHandler[];
  /** The state of a group in which a question is asked again whose answer failed. */
  readonly askedAgainIn: GroupState;
  /** Goes back to before such an answer. @param soonest people have until then for another one */
  reopen(this: void, transaction: Queryable, task: Task, soonest: Date): Promise<void>;
}

/** The rules are asked in this order. */
const inOrder = [
  {
    kinds: responsibilityKinds,
    rule: createResponsibilityRule,
    handlers: createResponsibilityDecisions,
    askedAgainIn: 'active',
    reopen: reopenResponsibility,
  },
  {
    kinds: ['renew'],
    rule: createLifecycleRule,
    handlers: (deps) => [createRenewHandler(deps)],
    askedAgainIn: 'archived',
    reopen: reopenRenewal,
  },
  {
    kinds: ['still_needed'],
    rule: createIdleRule,
    handlers: (deps) => [createStillNeededHandler(deps)],
    askedAgainIn: 'active',
    // No operation follows from an answer.
    reopen: async () => undefined,
  },
  {
    kinds: ['review'],
    rule: createReviewRule,
    handlers: (deps) => [createReviewHandler(deps)],
    askedAgainIn: 'active',
    reopen: reopenReview,
  },
  {
    kinds: ['contested'],
    rule: createEnforcementRule,
    handlers: (deps) => [createContestedDecision(deps)],
    askedAgainIn: 'active',
    // The question is derived from the differences, which the failed answer has not changed.
    reopen: async () => undefined,
  },
  {
    kinds: ['confirm_removals'],
    rule: createRosterRule,
    handlers: (deps) => [createHeldRemovals(deps)],
    askedAgainIn: 'active',
    // The question is derived from the roster, which holds its removals still.
    reopen: async () => undefined,
  },
] as const satisfies readonly QuestionKind[];

type KindWithoutEntry = Exclude<TaskKind, ApprovalKind | (typeof inOrder)[number]['kinds'][number]>;

/** A kind of task without an entry does not compile: its name is in the fault. */
export const questionKinds: [KindWithoutEntry] extends [never]
  ? readonly QuestionKind[]
  : KindWithoutEntry = inOrder;
