// A group with all that the rules go by while its life is walked, and what people feel of it.
import { type Assignee, responsibilityKinds, type TaskKind } from '../../messages/tasks/task.ts';
import { lifecycleEvents } from '../../settings/organisations/lifecycle-policy.ts';
import type { ReviewSubject } from '../../settings/organisations/review-policy.ts';
import type { ResponsibilityFacts } from '../responsibility/responsibility-facts.ts';
import type { ReviewFacts } from '../reviews/assess-reviews.ts';
import type { GovernedGroup } from '../rule.ts';
import type { GroupUse } from './assess-idle.ts';
import type { LifecycleFacts } from './lifecycle-answer.ts';
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
  /** Those who are asked or get a message. */
  readonly asks: readonly Pick<Assignee, 'personId'>[];
  /** The end of the time for the answer; null: it has none. */
  readonly dueAt: Date | null;
}

/** A group with all that the rules go by. */
export interface LifeStep {
  readonly group: GovernedGroup;
  readonly lifecycle: LifecycleFacts;
  /** Undefined: reviews are left out. */
  readonly review: WalkedReview | undefined;
  /** Absent: who answers for the group is left out. */
  readonly responsibility?: WalkedResponsibility | undefined;
  /** Absent: the use of the group is left out. */
  readonly use?: WalkedUse | undefined;
  /** The questions of these two; absent: none. */
  readonly openTasks?: OpenTasks | undefined;
}

export interface WalkedReview extends ReviewFacts {
  /** A review of the others ends without a question: nobody is in the group about whom people decide. */
  readonly subjectsInGroup: readonly ReviewSubject[];
}

/** Something that happened, and that no rule brings about. */
export interface RecordedFact {
  readonly at: Date;
  /** The group is not assessed because of it: it counts from the next date on. */
  readonly isQuiet?: true;
  change(this: void, step: LifeStep): LifeStep;
  /** The events that people felt of it. */
  moments?(this: void, step: LifeStep): readonly WalkedMoment[];
}

export interface WalkedLife {
  readonly moments: readonly WalkedMoment[];
  /** The group as it is at the end. */
  readonly last: LifeStep;
}

export interface WalkedUse extends Pick<
  GroupUse,
  'unusedSince' | 'lastOn' | 'memory' | 'renewedAt'
> {
  /** The day of the reports that count, such as `2027-03-28`; null: they are late, partial or concealed. */
  readonly judgedOn: string | null;
  /** The expiry before the one that its idleness began; null: it had none. */
  readonly formerExpiresAt: Date | null;
}

export type WalkedResponsibility = Omit<ResponsibilityFacts, 'group' | 'openTasks'>;

export function eventOfQuestion(kind: TaskKind): WalkedMoment['event'] {
  if (kind === 'review') return 'review';
  if (kind === 'still_needed') return 'idle';
  return responsibilityKinds.some((one) => one === kind) ? 'responsibility' : 'renewal';
}
