// A group with all that the rules go by while its life is walked, and what people feel of it.
import { type Assignee, responsibilityKinds, type TaskKind } from '../../messages/tasks/task.ts';
import { lifecycleEvents } from '../../settings/organisations/lifecycle-policy.ts';
import type { ResponsibilityFacts } from '../responsibility/responsibility-facts.ts';
import type { ReviewFacts } from '../reviews/assess-reviews.ts';
import type { GovernedGroup } from '../rule.ts';
import type { ReportedUse } from './assess-idle.ts';
import type { LastMessage } from '../question.ts';
import type { LifecycleFacts, RenewalAsked } from './lifecycle-answer.ts';
import type { PeopleInGroup } from './subjects-in-group.ts';
import type { Messages } from './walk-messages.ts';
import type { OpenTasks } from './walk-tasks.ts';

/** `idle` and `responsibility` are questions; `restored` puts back what the record says. */
export const walkedEvents = [
  ...lifecycleEvents,
  'idle',
  'responsibility',
  'handover',
  'restored',
] as const;

export interface WalkedMoment {
  readonly at: Date;
  readonly event: (typeof walkedEvents)[number];
  /** These people are asked or get a message. */
  readonly asks: readonly Pick<Assignee, 'personId'>[];
  /** The end of the time for the answer; null: it has none. */
  readonly dueAt: Date | null;
}

/** A group with all that the rules go by. */
export interface LifeStep {
  readonly group: GovernedGroup;
  readonly lifecycle: WalkedLifecycle;
  /** Undefined: reviews are left out. */
  readonly review: WalkedReview | undefined;
  /** Absent: who answers for the group is left out. */
  readonly responsibility?: WalkedResponsibility | undefined;
  /** Absent: the use of the group is left out. */
  readonly use?: WalkedUse | undefined;
  /** The questions that are open. */
  readonly openTasks: OpenTasks;
  /** People get these of the questions and warnings. */
  readonly messages: Messages;
}

/** The facts of the lifecycle beside those that follow from questions and messages. */
export type WalkedLifecycle = Omit<
  LifecycleFacts,
  keyof RenewalAsked | keyof LastMessage | 'warningsSent' | 'lastWarning'
>;

export interface WalkedReview extends Omit<ReviewFacts, 'askedIds' | keyof LastMessage> {
  /** A review ends without a question where nobody is in the group about whom people decide. */
  readonly inGroup: PeopleInGroup;
}

/** Something that happened, and that no rule brings about. */
export interface RecordedFact {
  readonly at: Date;
  change(this: void, step: LifeStep): LifeStep;
  /** The events that people felt of it. */
  moments?(this: void, step: LifeStep): readonly WalkedMoment[];
}

export interface WalkedLife {
  readonly moments: readonly WalkedMoment[];
  /** The group as it is at the end. */
  readonly last: LifeStep;
}

export interface WalkedUse extends ReportedUse {
  /** When reports are read next; null: unknown. */
  readonly nextReportAt: Date | null;
  /** The expiry before the one that its idleness began; null: it had none. */
  readonly formerExpiresAt: Date | null;
}

export type WalkedResponsibility = Omit<ResponsibilityFacts, 'group' | 'openTasks'>;

export function eventOfQuestion(kind: TaskKind): WalkedMoment['event'] {
  if (kind === 'review') return 'review';
  if (kind === 'still_needed') return 'idle';
  return responsibilityKinds.some((one) => one === kind) ? 'responsibility' : 'renewal';
}
