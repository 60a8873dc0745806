// The policy of a template for the responsibility of its groups: the succession of a person who leaves, and its dates.
import type { Static } from 'typebox';
import type { FieldError } from '../../ground/errors.ts';
import type {
  formerPlaces,
  ResponsibilityInput,
  successors,
} from './responsibility-input.schema.ts';

export type Successor = (typeof successors)[number];

export interface ResponsibilityPolicy {
  /** Whether a creation without a deputy is refused. */
  readonly deputyRequired: boolean;
  /** Candidates in order; the first eligible person takes over. */
  readonly succession: readonly Successor[];
  /** Days for which an unavailable person keeps the place. */
  readonly graceDays: number;
  /** Days after the opening of a task on which its assignees are reminded. */
  readonly remindDays: readonly number[];
  /** Days after the opening of a task when it goes to the steward too. */
  readonly escalateDays: number;
  /** The role of a former responsible person: owner, member, or none. */
  readonly formerResponsible: (typeof formerPlaces)[number];
  /** Days before a leave date when the group is handed over; null: leave dates do not count. */
  readonly beforeLeaveDays: number | null;
  /** Whether a decision by a link also needs a sign-in. */
  readonly decisions: 'link' | 'signed_in';
  /** Days in which a person who is named accepts the role; absent: nobody is asked. */
  readonly acceptWithinDays?: number;
}

export const defaultResponsibility: ResponsibilityPolicy = {
  deputyRequired: false,
  succession: ['deputy', 'owners', 'manager', 'steward'],
  graceDays: 3,
  remindDays: [3, 7, 14],
  escalateDays: 21,
  formerResponsible: 'keep',
  beforeLeaveDays: 5,
  decisions: 'link',
};

/** Complete, and in one order of members. */
export function completeResponsibility(
  input: Static<typeof ResponsibilityInput>,
): ResponsibilityPolicy {
  const { acceptWithinDays: _, ...others } = input;
  const policy = { ...defaultResponsibility, ...others };
  return {
    deputyRequired: policy.deputyRequired,
    succession: policy.succession,
    graceDays: policy.graceDays,
    remindDays: policy.remindDays,
    escalateDays: policy.escalateDays,
    formerResponsible: policy.formerResponsible,
    beforeLeaveDays: policy.beforeLeaveDays,
    decisions: policy.decisions,
    ...(input.acceptWithinDays != null && { acceptWithinDays: input.acceptWithinDays }),
  };
}

export function responsibilityFaults(
  { remindDays, escalateDays }: ResponsibilityPolicy,
  pointer: string,
): FieldError[] {
  const isAscending = remindDays.every((days, index) => days > (remindDays[index - 1] ?? 0));
  const isBeforeEscalation = remindDays.every((days) => days < escalateDays);
  const at = `${pointer}/remindDays`;
  return [
    ...(isAscending
      ? []
      : [
          {
            pointer: at,
            code: 'not_valid' as const,
            detail: 'Reminders must be in ascending order.',
            values: { rule: 'reminders_order' as const },
          },
        ]),
    ...(isBeforeEscalation
      ? []
      : [
          {
            pointer: at,
            code: 'not_valid' as const,
            detail: 'Every reminder must be before escalateDays.',
            values: { rule: 'reminders_escalation' as const },
          },
        ]),
  ];
}
