// When the groups of a template expire, and what follows. The current policy counts, also for existing groups, which
// get time before they feel a change.
import {
  reviewPolicyFaults,
  type ReviewInput,
  type ReviewPolicy,
  completeReviewPolicy,
} from './review-policy.ts';
import {
  completeInactivity,
  type InactivityInput,
  type InactivityPolicy,
  inactivityFaults,
} from './inactivity-policy.ts';
import type { FaultCode, FaultRule, FieldError } from '../../ground/errors.ts';
import { addDuration, durationOf, parseDuration } from '../../ground/duration.ts';

export type ExpiryRule =
  /** That long after the group began to exist. */
  | { readonly after: string }
  /** The group expires on a day, such as `2027-12-31`. */
  | { readonly on: string }
  /** The group expires on the day that one of its properties names, or that long after it. */
  | { readonly property: string; readonly plus: string | null };

/** Events that a policy brings about in the life of a group. */
export const lifecycleEvents = [
  'review',
  'renewal',
  'reminder',
  'expired',
  'archived',
  'warning',
  'deleted',
] as const;

export const unansweredActions = ['archive', 'delete', 'keep'] as const;

/** All durations are ISO 8601. */
export interface LifecyclePolicy {
  /** Null: groups do not expire, unless their request names a day. */
  readonly expires: ExpiryRule | null;
  /** Whether a request for a group may name its expiry; absent: it may not. */
  readonly callerMaySet?: boolean;
  /** It lasts from now to the last expiry that a caller may set; null or absent: ten years. */
  readonly longest?: string | null;
  /** The longest first; each is a reminder. */
  readonly remindBefore: readonly string[];
  readonly renew: {
    readonly for: string;
    /** Renewals of one group by its people; null: no limit. */
    readonly atMost: number | null;
  };
  /** The consequence if nobody renews. A group is deleted only after it was archived. */
  readonly unanswered: (typeof unansweredActions)[number];
  /** Null: an archived group is kept. */
  readonly deleteAfterArchived: string | null;
  /** How a person decides: by the link of the message, or after a sign-in. */
  readonly decisions: 'link' | 'signed_in';
  /** Groups that exist when a policy comes or becomes shorter do not expire before. */
  readonly graceForExisting: string;
  /** Existing groups that would all expire at the end of the grace are spread over that time; absent: they are not. */
  readonly spreadExisting?: string;
  /** Absent: the people of the group are not reviewed by policy. */
  readonly review?: ReviewPolicy | null;
  /** Absent: nobody is asked about groups that nobody uses. */
  readonly inactivity?: InactivityPolicy;
}

export interface LifecycleInput {
  readonly expires?:
    | {
        readonly after?: string | null | undefined;
        readonly on?: string | null | undefined;
        readonly property?: string | null | undefined;
        readonly plus?: string | null | undefined;
      }
    | null
    | undefined;
  readonly callerMaySet?: boolean | undefined;
  readonly longest?: string | null | undefined;
  readonly remindBefore?: readonly string[] | undefined;
  readonly renew?:
    | { readonly for?: string | undefined; readonly atMost?: number | null | undefined }
    | undefined;
  readonly unanswered?: LifecyclePolicy['unanswered'] | undefined;
  readonly deleteAfterArchived?: string | null | undefined;
  readonly decisions?: LifecyclePolicy['decisions'] | undefined;
  readonly graceForExisting?: string | undefined;
  readonly spreadExisting?: string | null | undefined;
  readonly review?: ReviewInput | null | undefined;
  readonly inactivity?: InactivityInput | null | undefined;
}

/** An archived group stays at least that long, so that its people get two messages before it is deleted. */
const shortestArchive = 'P14D';
const longestSpread = 'P1Y';
const usualReminders = ['P30D', 'P14D', 'P3D'];

export function completeLifecycle(input: LifecycleInput): LifecyclePolicy {
  const { expires, renew, unanswered = 'archive' } = input;
  const deleteAfter = input.deleteAfterArchived ?? (unanswered === 'delete' ? 'P30D' : null);
  return {
    expires: expires == null ? null : expiryOf(expires),
    callerMaySet: input.callerMaySet ?? false,
    longest: input.longest ?? null,
    remindBefore: [...(input.remindBefore ?? usualReminders)].sort(
      (one, other) => lengthOf(other) - lengthOf(one),
    ),
    renew: { for: renew?.for ?? 'P1Y', atMost: renew?.atMost ?? null },
    unanswered,
    deleteAfterArchived: deleteAfter,
    decisions: input.decisions ?? 'link',
    graceForExisting: input.graceForExisting ?? 'P60D',
    ...(input.spreadExisting != null && { spreadExisting: input.spreadExisting }),
    review: input.review == null ? null : completeReviewPolicy(input.review),
    ...(input.inactivity != null && { inactivity: completeInactivity(input.inactivity) }),
  };
}

function expiryOf({
  after,
  on,
  property,
  plus,
}: NonNullable<LifecycleInput['expires']>): ExpiryRule {
  if (after != null) return { after };
  if (on != null) return { on };
  return { property: property ?? '', plus: plus ?? null };
}

/** @param declared properties of the template */
export function lifecycleFaults(input: LifecycleInput, pointer: string): FieldError[] {
  const { after, on, property, plus } = input.expires ?? {};
  const faults: FieldError[] = [];
  const wrong = (member: string, code: FaultCode, detail: string, rule?: FaultRule): void => {
    faults.push({
      pointer: `${pointer}/${member}`,
      code,
      detail,
      ...(rule && { values: { rule } }),
    });
  };
  const given = [after, on, property].filter((one) => one != null);
  if (input.expires != null && given.length !== 1) {
    wrong('expires', 'not_valid', 'Give exactly one of after, on and property.', 'one_expiry');
  }
  const { inactivity = null } = input;
  const asksOtherwise = input.review != null || inactivity !== null || input.callerMaySet === true;
  if (input.expires == null && !asksOtherwise) {
    const detail = 'Without expires, a lifecycle needs inactivity, review or callerMaySet.';
    wrong('expires', 'required', detail);
  }
  if (plus != null && property == null) {
    wrong(
      'expires/plus',
      'not_allowed',
      'plus is only used together with property.',
      'plus_needs_property',
    );
  }
  if (input.longest != null && input.callerMaySet !== true) {
    wrong(
      'longest',
      'not_allowed',
      'longest is only used together with callerMaySet.',
      'longest_needs_caller',
    );
  }
  const durations: [string, string | null | undefined][] = [
    ['expires/after', after],
    ['expires/plus', plus],
    ['longest', input.longest],
    ['renew/for', input.renew?.for],
    ['deleteAfterArchived', input.deleteAfterArchived],
    ['graceForExisting', input.graceForExisting],
    ['spreadExisting', input.spreadExisting],
    ...(input.remindBefore ?? []).map((text, index): [string, string] => [
      `remindBefore/${index}`,
      text,
    ]),
  ];
  for (const [member, text] of durations) {
    if (text == null || parseDuration(text) !== undefined) continue;
    wrong(
      member,
      'not_valid',
      'This must be an ISO 8601 duration of whole days, such as P90D or P1Y.',
      'duration',
    );
  }
  if (input.review != null) {
    faults.push(...reviewPolicyFaults(input.review, `${pointer}/review`, lengthOf));
  }
  if (inactivity !== null) {
    faults.push(...inactivityFaults(inactivity, `${pointer}/inactivity`, lengthOf));
  }
  if (faults.length > 0) return faults;
  const policy = completeLifecycle(input);
  if (policy.remindBefore.length === 0) {
    wrong('remindBefore', 'required', 'At least one reminder is required.');
  }
  const longest = policy.remindBefore[0];
  if (longest !== undefined && lengthOf(policy.renew.for) <= lengthOf(longest)) {
    wrong('renew/for', 'too_short', 'A renewal must be longer than the first reminder.');
  }
  if (longest !== undefined && after != null && lengthOf(after) <= lengthOf(longest)) {
    wrong('expires/after', 'too_short', 'This must be longer than the first reminder.');
  }
  if (input.longest != null && after != null && lengthOf(input.longest) < lengthOf(after)) {
    wrong('longest', 'too_short', 'This must not be shorter than expires.after.');
  }
  const { deleteAfterArchived, spreadExisting } = policy;
  if (spreadExisting !== undefined && lengthOf(spreadExisting) > lengthOf(longestSpread)) {
    wrong('spreadExisting', 'too_long', 'This must not be longer than a year.');
  }
  if (deleteAfterArchived !== null && lengthOf(deleteAfterArchived) < lengthOf(shortestArchive)) {
    wrong(
      'deleteAfterArchived',
      'too_short',
      'An archived group must be kept for at least 14 days, so that its people are warned twice.',
    );
  }
  return faults;
}

/** The result serves comparisons, and counts days from a fixed day. */
function lengthOf(duration: string): number {
  const from = new Date('2027-01-01T00:00:00Z');
  return (addDuration(from, durationOf(duration)).getTime() - from.getTime()) / 86_400_000;
}
