// Groups that nobody uses: when their people are asked, and what follows if nobody answers.
import type { FieldError } from '../../ground/errors.ts';
import { parseDuration } from '../../ground/duration.ts';

export const askedRoles = ['responsible', 'deputy', 'steward'] as const;
export type AskedRole = (typeof askedRoles)[number];

export const unansweredIdle = ['keep', 'expire'] as const;

/** Durations are ISO 8601. */
export interface InactivityPolicy {
  /** A group that was not used for that long is idle. */
  readonly after: string;
  /** All of them are asked at once; any one answers for all. */
  readonly ask: readonly AskedRole[];
  /** The time for the answer. */
  readonly within: string;
  /** `expire`: the group expires, with the reminders of its lifecycle. */
  readonly unanswered: (typeof unansweredIdle)[number];
  /** Nobody is asked again for that long. */
  readonly quietFor: string;
}

export type InactivityInput = {
  readonly [Member in keyof InactivityPolicy]?: InactivityPolicy[Member] | undefined;
};

export function completeInactivity({ ask, ...input }: InactivityInput): InactivityPolicy {
  return {
    after: input.after ?? 'P180D',
    ask: askedRoles.filter((role) => (ask ?? ['responsible', 'deputy']).includes(role)),
    within: input.within ?? 'P30D',
    unanswered: input.unanswered ?? 'keep',
    quietFor: input.quietFor ?? 'P180D',
  };
}

/** Reports are days late, and people have to see the question. */
const shortest = { after: 'P30D', within: 'P7D', quietFor: 'P30D' } as const;

/** @param daysOf the length of a duration, for comparisons */
export function inactivityFaults(
  input: InactivityInput,
  pointer: string,
  daysOf: (duration: string) => number,
): FieldError[] {
  return (['after', 'within', 'quietFor'] as const).flatMap((member): FieldError[] => {
    const text = input[member];
    if (text === undefined) return [];
    const at = `${pointer}/${member}`;
    if (parseDuration(text) === undefined) {
      const detail = 'This must be an ISO 8601 duration of whole days, such as P90D or P1Y.';
      return [{ pointer: at, code: 'not_valid', detail, values: { rule: 'duration' } }];
    }
    if (daysOf(text) >= daysOf(shortest[member])) return [];
    return [
      { pointer: at, code: 'too_short', detail: `This must be at least ${shortest[member]}.` },
    ];
  });
}
