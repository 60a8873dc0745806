// Reviews of the people in a group: how often they are asked for, and what follows if nobody answers.
import type { FieldError } from '../../ground/errors.ts';
import { parseDuration } from '../../ground/duration.ts';

export const reviewSubjects = ['owners', 'guests'] as const;
export type ReviewSubject = (typeof reviewSubjects)[number];

export const unansweredReviews = ['remove_guests', 'keep', 'archive'] as const;
export type UnansweredReview = (typeof unansweredReviews)[number];

/** Durations are ISO 8601. */
export interface ReviewPolicy {
  /** It lasts from one review to the next. The first follows the creation. */
  readonly every: string;
  /** The time for the answer. */
  readonly within: string;
  readonly subjects: readonly ReviewSubject[];
  /** The consequence for the people about whom nobody decided. */
  readonly unanswered: UnansweredReview;
}

export type ReviewInput = { readonly every: string } & {
  readonly [Member in Exclude<keyof ReviewPolicy, 'every'>]?: ReviewPolicy[Member] | undefined;
};

export function completeReviewPolicy(input: ReviewInput): ReviewPolicy {
  return {
    every: input.every,
    within: input.within ?? 'P30D',
    subjects: reviewSubjects.filter((one) => (input.subjects ?? reviewSubjects).includes(one)),
    unanswered: input.unanswered ?? 'keep',
  };
}

/** @param daysOf the length of a duration, for comparisons */
export function reviewPolicyFaults(
  input: ReviewInput,
  pointer: string,
  daysOf: (duration: string) => number,
): FieldError[] {
  const faults: FieldError[] = [];
  for (const member of ['every', 'within'] as const) {
    const text = input[member];
    if (text === undefined || parseDuration(text) !== undefined) continue;
    const detail = 'This must be an ISO 8601 duration of whole days, such as P90D or P1Y.';
    faults.push({
      pointer: `${pointer}/${member}`,
      code: 'not_valid',
      detail,
      values: { rule: 'duration' },
    });
  }
  if (faults.length > 0) return faults;
  const { every, within } = completeReviewPolicy(input);
  if (daysOf(every) > daysOf(within)) return [];
  const detail = 'The time between two reviews must be longer than the time for the answer.';
  return [{ pointer: `${pointer}/every`, code: 'too_short', detail }];
}
