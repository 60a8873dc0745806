// The policies of a template for existing groups during editing: lifecycle, responsibility, approval and notices. Members
// that the editor does not show stay as they are stored.
import type { TemplateBody, TemplateItem } from '../../api/types.ts';
import { numberOf } from '../number-of.ts';

type Policy = NonNullable<TemplateBody['policy']>;
type Stored = TemplateItem['policy'];
type Lifecycle = NonNullable<Policy['lifecycle']>;
type Responsibility = NonNullable<Policy['responsibility']>;
type Approval = NonNullable<Policy['approval']>;
type Condition = 'always' | 'public' | 'guests' | 'people';
export type DecisionsBy = 'link' | 'signed_in';

export const successors = ['deputy', 'owners', 'manager', 'steward'] as const;

export interface GovernanceDraft {
  readonly lifecycle: {
    readonly isOn: boolean;
    readonly stored: Lifecycle | undefined;
    readonly expires: 'after' | 'on' | 'property' | 'never';
    /** Durations are ISO 8601; empty: none. */
    readonly after: string;
    readonly on: string;
    readonly property: string;
    readonly plus: string;
    readonly callerMaySet: boolean;
    readonly longest: string;
    /** Days or durations, separated by commas. */
    readonly remindBefore: string;
    readonly renewFor: string;
    readonly atMost: string;
    readonly unanswered: NonNullable<Lifecycle['unanswered']>;
    readonly deleteAfterArchived: string;
    readonly decisions: DecisionsBy;
    readonly graceForExisting: string;
    /** Empty: not spread. */
    readonly spreadExisting: string;
    readonly isReviewed: boolean;
    readonly reviewEvery: string;
    readonly reviewWithin: string;
    readonly reviewSubjects: 'both' | 'owners' | 'guests';
    readonly reviewUnanswered: 'keep' | 'remove_guests' | 'archive';
    readonly asksIdle: boolean;
    readonly idleAfter: string;
    readonly idleAsk: keyof typeof askedIdle;
    readonly idleWithin: string;
    readonly idleUnanswered: 'keep' | 'expire';
    readonly idleQuietFor: string;
  };
  readonly responsibility: {
    readonly isOn: boolean;
    readonly stored: Responsibility | undefined;
    readonly deputyRequired: boolean;
    readonly succession: readonly (typeof successors)[number][];
    readonly graceDays: string;
    readonly remindDays: string;
    readonly escalateDays: string;
    readonly formerResponsible: NonNullable<Responsibility['formerResponsible']>;
    readonly beforeLeaveDays: string;
    /** Empty: nobody is asked. */
    readonly acceptWithinDays: string;
    readonly decisions: DecisionsBy;
  };
  readonly approval: {
    readonly isOn: boolean;
    readonly stored: Approval | undefined;
    /** Creations have it; none: they need no approval. */
    readonly when: readonly Condition[];
    readonly operations: NonNullable<Approval['operations']>;
    readonly peopleOver: string;
    /** The approvers of each stage, separated by commas. */
    readonly stages: readonly { readonly id: number; readonly by: string }[];
    readonly lapseAfter: string;
    readonly lapseAs: 'rejected' | 'approved';
    readonly remindDays: string;
    readonly selfApproval: boolean;
    readonly decisions: DecisionsBy;
  };
  readonly created: readonly ('responsible' | 'deputy')[];
  /** Recipients of a message about a failed group. The editor does not show them. */
  readonly failed: NonNullable<Stored['notices']>['failed'];
}

export function governanceDraftOf(policy: Stored | undefined): GovernanceDraft {
  return {
    lifecycle: lifecycleDraftOf(policy?.lifecycle),
    responsibility: responsibilityDraftOf(policy?.responsibility),
    approval: approvalDraftOf(policy?.approval),
    created: policy?.notices?.created ?? [],
    failed: policy?.notices?.failed,
  };
}

function lifecycleDraftOf(stored: Stored['lifecycle']): GovernanceDraft['lifecycle'] {
  const { after, on, property, plus } = stored?.expires ?? { after: 'P1Y' };
  const isNever = stored !== undefined && stored.expires == null;
  return {
    isOn: stored !== undefined,
    stored,
    expires: isNever ? 'never' : on != null ? 'on' : property != null ? 'property' : 'after',
    after: after ?? 'P1Y',
    on: on ?? '',
    property: property ?? '',
    plus: plus ?? '',
    callerMaySet: stored?.callerMaySet ?? false,
    longest: stored?.longest ?? '',
    remindBefore: (stored?.remindBefore ?? ['P30D', 'P14D', 'P3D']).map(daysOf).join(', '),
    renewFor: stored?.renew?.for ?? 'P1Y',
    atMost: textOf(stored?.renew?.atMost),
    unanswered: stored?.unanswered ?? 'archive',
    deleteAfterArchived: stored?.deleteAfterArchived ?? '',
    decisions: stored?.decisions ?? 'link',
    graceForExisting: stored?.graceForExisting ?? 'P60D',
    spreadExisting: stored?.spreadExisting ?? '',
    isReviewed: stored?.review != null,
    reviewEvery: stored?.review?.every ?? 'P180D',
    reviewWithin: stored?.review?.within ?? 'P30D',
    reviewSubjects: subjectsOf(stored?.review?.subjects),
    reviewUnanswered: stored?.review?.unanswered ?? 'keep',
    asksIdle: stored?.inactivity != null,
    idleAfter: stored?.inactivity?.after ?? 'P180D',
    idleAsk: askedOf(stored?.inactivity?.ask),
    idleWithin: stored?.inactivity?.within ?? 'P30D',
    idleUnanswered: stored?.inactivity?.unanswered ?? 'keep',
    idleQuietFor: stored?.inactivity?.quietFor ?? 'P180D',
  };
}

function responsibilityDraftOf(
  stored: Stored['responsibility'],
): GovernanceDraft['responsibility'] {
  return {
    isOn: stored !== undefined,
    stored,
    deputyRequired: stored?.deputyRequired ?? false,
    succession: stored?.succession ?? successors,
    graceDays: String(stored?.graceDays ?? 3),
    remindDays: (stored?.remindDays ?? [3, 7, 14]).join(', '),
    escalateDays: String(stored?.escalateDays ?? 21),
    formerResponsible: stored?.formerResponsible ?? 'keep',
    beforeLeaveDays: stored === undefined ? '5' : textOf(stored.beforeLeaveDays),
    acceptWithinDays: textOf(stored?.acceptWithinDays),
    decisions: stored?.decisions ?? 'link',
  };
}

function approvalDraftOf(stored: Stored['approval']): GovernanceDraft['approval'] {
  const conditions = [stored?.when ?? 'always'].flat();
  const over = conditions.find((one) => typeof one === 'object')?.peopleOver;
  return {
    isOn: stored !== undefined,
    stored,
    when: conditions.flatMap((one) =>
      one === 'never' ? [] : [typeof one === 'object' ? 'people' : one],
    ),
    operations: stored?.operations ?? [],
    peopleOver: textOf(over ?? 50),
    stages: (stored?.stages ?? [{ by: ['manager'] }]).map(({ by }, index) => ({
      id: index + 1,
      by: by.join(', '),
    })),
    lapseAfter: stored?.lapse.after ?? 'P14D',
    lapseAs: stored?.lapse.as ?? 'rejected',
    remindDays: (stored?.remindDays ?? [2, 5]).join(', '),
    selfApproval: stored?.selfApproval ?? false,
    decisions: stored?.decisions ?? 'signed_in',
  };
}

/** Null members remove a policy; the service keeps an absent one. */
export function governanceOf(draft: GovernanceDraft) {
  return {
    lifecycle: draft.lifecycle.isOn ? lifecycleOf(draft.lifecycle) : null,
    responsibility: draft.responsibility.isOn ? responsibilityOf(draft.responsibility) : null,
    approval: draft.approval.isOn ? approvalOf(draft.approval) : null,
    notices: noticesOf(draft),
  } satisfies Policy;
}

function noticesOf({ created, failed }: GovernanceDraft): NonNullable<Policy['notices']> | null {
  if (created.length === 0 && failed === undefined) return null;
  return { created, ...(failed !== undefined && { failed }) };
}

function lifecycleOf(draft: GovernanceDraft['lifecycle']): Lifecycle {
  const { expires, after, on, property, plus } = draft;
  return {
    ...draft.stored,
    expires:
      expires === 'never'
        ? null
        : expires === 'after'
          ? { after }
          : expires === 'on'
            ? { on }
            : { property: property.trim(), plus: orNull(plus) },
    callerMaySet: draft.callerMaySet,
    longest: orNull(draft.longest),
    remindBefore: remindersOf(draft),
    renew: { for: draft.renewFor, atMost: numberOrNull(draft.atMost) },
    unanswered: draft.unanswered,
    deleteAfterArchived: draft.unanswered === 'keep' ? null : orNull(draft.deleteAfterArchived),
    decisions: draft.decisions,
    graceForExisting: draft.graceForExisting,
    spreadExisting: orNull(draft.spreadExisting),
    review: draft.isReviewed ? reviewOf(draft) : null,
    inactivity: draft.asksIdle ? inactivityOf(draft) : null,
  };
}

function reviewOf({
  reviewEvery,
  reviewWithin,
  reviewSubjects,
  reviewUnanswered,
}: GovernanceDraft['lifecycle']): NonNullable<Lifecycle['review']> {
  return {
    every: reviewEvery,
    within: reviewWithin,
    subjects: reviewSubjects === 'both' ? ['owners', 'guests'] : [reviewSubjects],
    unanswered: reviewUnanswered,
  };
}

type Asked = NonNullable<NonNullable<Lifecycle['inactivity']>['ask']>;

/** The people whom the editor lets be asked about unused groups. */
export const askedIdle = {
  both: ['responsible', 'deputy'],
  responsible: ['responsible'],
  all: ['responsible', 'deputy', 'steward'],
} as const satisfies Readonly<Record<string, Asked>>;

function askedOf(asked: Asked = [...askedIdle.both]): keyof typeof askedIdle {
  return asked.includes('steward') ? 'all' : asked.includes('deputy') ? 'both' : 'responsible';
}

function inactivityOf(draft: GovernanceDraft['lifecycle']): NonNullable<Lifecycle['inactivity']> {
  return {
    after: draft.idleAfter,
    ask: [...askedIdle[draft.idleAsk]],
    within: draft.idleWithin,
    unanswered: draft.idleUnanswered,
    quietFor: draft.idleQuietFor,
  };
}

function subjectsOf(subjects: readonly ('owners' | 'guests')[] = ['owners', 'guests']) {
  const [only] = subjects;
  return subjects.length === 1 && only !== undefined ? only : 'both';
}

/** The reminders are durations of ISO 8601. */
export function remindersOf({ remindBefore }: Pick<GovernanceDraft['lifecycle'], 'remindBefore'>) {
  return partsOf(remindBefore).map((part) => (/^\d+$/.test(part) ? `P${part}D` : part));
}

function responsibilityOf(draft: GovernanceDraft['responsibility']): Responsibility {
  return {
    ...draft.stored,
    deputyRequired: draft.deputyRequired,
    succession: draft.succession,
    graceDays: numberOf(draft.graceDays),
    remindDays: partsOf(draft.remindDays).map(numberOf),
    escalateDays: numberOf(draft.escalateDays),
    formerResponsible: draft.formerResponsible,
    beforeLeaveDays: numberOrNull(draft.beforeLeaveDays),
    acceptWithinDays: numberOrNull(draft.acceptWithinDays),
    decisions: draft.decisions,
  };
}

function approvalOf(draft: GovernanceDraft['approval']): Approval {
  return {
    ...draft.stored,
    when:
      draft.when.length === 0
        ? 'never'
        : draft.when.map((one) =>
            one === 'people' ? { peopleOver: numberOf(draft.peopleOver) } : one,
          ),
    operations: draft.operations,
    stages: draft.stages.map(({ by }) => ({ by: partsOf(by) })),
    lapse: { after: draft.lapseAfter, as: draft.lapseAs },
    remindDays: partsOf(draft.remindDays).map(numberOf),
    selfApproval: draft.selfApproval,
    decisions: draft.decisions,
  };
}

function partsOf(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function daysOf(duration: string): string {
  return /^P(\d+)D$/.exec(duration)?.[1] ?? duration;
}

function textOf(value: number | null | undefined): string {
  return value == null ? '' : String(value);
}

function orNull(text: string): string | null {
  return text === '' ? null : text;
}

function numberOrNull(text: string): number | null {
  return text.trim() === '' ? null : numberOf(text);
}
