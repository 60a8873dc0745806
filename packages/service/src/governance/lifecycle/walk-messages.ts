// The messages that the people of a walked life get of questions and warnings: each is sent at its hour, where people can be
// notified at all.
import type { NoticeKind } from '../../messages/notices/notice.ts';
import { atLocalHour, localTime } from '../../ground/zoned-time.ts';
import type { TenantDays } from '../../settings/organisations/lifecycle-dates.ts';
import { type LastMessage, noticesAbout, type PlannedNotice } from '../question.ts';
import type { GovernedGroup } from '../rule.ts';
import type { WarningNotice } from './sent-warnings.ts';

/** The rules look at these. */
const countedKinds = ['renew', 'review', 'archived', 'deletes_soon'] as const;
type CountedKind = (typeof countedKinds)[number];

/** A notice to one person. */
export interface Message {
  readonly kind: CountedKind;
  readonly createdAt: Date;
  readonly messageId: string;
  /** Null: it is never sent. */
  readonly sentAt: Date | null;
  readonly isGivenUp: boolean;
}

export type Messages = readonly Message[];

const minuteMs = 60_000;

export function messagesAfter(
  messages: Messages,
  planned: readonly PlannedNotice[],
  { tenantId, teamId, now }: GovernedGroup,
  { days, canNotify }: { readonly days: TenantDays; readonly canNotify: boolean },
): Messages {
  const counted = planned.filter((notice) => isCounted(notice.kind));
  if (counted.length === 0) return messages;
  const at = sentAt(now, days);
  const written = noticesAbout({ tenantId, teamId, at: now }, counted).map(
    ({ kind, personId }): Message => ({
      kind: kind as CountedKind,
      createdAt: now,
      messageId: `${personId} ${at.toISOString()}`,
      sentAt: canNotify ? at : null,
      isGivenUp: false,
    }),
  );
  return written.length === 0 ? messages : [...messages, ...written];
}

/** The messages that were written before the walk: those on their way are sent at its beginning. */
export function messagesBefore(
  now: Date,
  {
    renew,
    review,
    warnings,
  }: {
    readonly renew: LastMessage;
    readonly review: LastMessage;
    readonly warnings: readonly WarningNotice[];
  },
): Messages {
  const createdAt = new Date(now.getTime() - 1);
  const lastOf = (
    kind: 'renew' | 'review',
    { isReminderWaiting, remindedAt }: LastMessage,
  ): Messages => {
    const at = isReminderWaiting ? now : remindedAt;
    return at === undefined
      ? []
      : [{ kind, createdAt, messageId: kind, sentAt: at, isGivenUp: false }];
  };
  return [
    ...lastOf('renew', renew),
    ...lastOf('review', review),
    ...warnings.map(({ messageId, sentAt, ...warning }): Message => ({
      ...warning,
      messageId: messageId ?? '',
      sentAt: warning.isGivenUp ? null : (sentAt ?? now),
    })),
  ];
}

/**
 * The delivery of the last question of the kind (messages/notices/last-reminder.postgres.ts).
 * @param since earlier ones are ignored; undefined: all are
 */
export function lastMessageOf(
  messages: Messages,
  kind: 'renew' | 'review',
  since: Date | null | undefined,
  now: Date,
): LastMessage {
  const last = since == null ? undefined : messages.findLast((one) => one.kind === kind);
  if (last === undefined || since == null || last.createdAt < since) {
    return { isReminderWaiting: false, remindedAt: undefined };
  }
  const together = messages.filter(
    (one) => one.kind === kind && Number(one.createdAt) === Number(last.createdAt),
  );
  const sent = together.flatMap(({ sentAt }) => sentAt ?? []);
  const past = sent.filter((at) => at <= now).map(Number);
  return {
    isReminderWaiting: sent.some((at) => at > now),
    remindedAt: past.length === 0 ? undefined : new Date(Math.min(...past)),
  };
}

export function warningsIn(messages: Messages): readonly WarningNotice[] {
  return messages.flatMap(({ kind, ...message }) =>
    kind === 'archived' || kind === 'deletes_soon' ? [{ kind, ...message }] : [],
  );
}

function isCounted(kind: NoticeKind): kind is CountedKind {
  return countedKinds.some((one) => one === kind);
}

/** A week from then on ends on the day after it: a message is never sent at the very hour. */
function sentAt(now: Date, { timeZone, hour }: TenantDays): Date {
  const hourAt = atLocalHour(localTime(now, timeZone).date, hour, timeZone);
  return new Date(Math.max(Number(hourAt), Number(now)) + minuteMs);
}
