// The messages about the end of a group, and how many of them count before it is deleted. Pure.

import type { LifecycleFacts } from './lifecycle-answer.ts';

/** A notice to one person, with the message that carries it. */
export interface WarningNotice {
  readonly kind: 'archived' | 'deletes_soon';
  /** It is a time of the governance clock, as every date here is. */
  readonly createdAt: Date;
  /** Notices of one day and person share a message; null: it is not formed yet. */
  readonly messageId: string | null;
  /** Null: the message has not been sent, or nobody got it. */
  readonly sentAt: Date | null;
  /** The person cannot be reached. */
  readonly isGivenUp: boolean;
}

/** People have that long to read the last warning. */
const readFor = 5 * 86_400_000;

/** @param since when the group was archived; null: it is not */
export function sentWarnings(
  notices: readonly WarningNotice[],
  since: Date | null,
  now: Date,
): Pick<LifecycleFacts, 'warningsSent' | 'lastWarning'> {
  const present = since === null ? [] : notices.filter(({ createdAt }) => createdAt >= since);
  const warnings = present.filter(({ kind }) => kind === 'deletes_soon');
  if (warnings.length === 0) return { warningsSent: 0, lastWarning: 'none' };
  const sentOf = (all: readonly WarningNotice[]) =>
    all.filter(({ sentAt }) => sentAt !== null && sentAt <= now);
  const lastAt = Math.max(...warnings.map(({ createdAt }) => createdAt.getTime()));
  const last = warnings.filter(({ createdAt }) => createdAt.getTime() === lastAt);
  const heardAt = Math.min(...sentOf(last).map(({ sentAt }) => Number(sentAt)));
  if (heardAt === Infinity) {
    const isOnItsWay = last.some(({ isGivenUp }) => !isGivenUp);
    return { warningsSent: 0, lastWarning: isOnItsWay ? 'on_its_way' : 'unheard' };
  }
  // Until the last warning has been sent for some days, no message counts.
  const isRead = heardAt <= now.getTime() - readFor;
  const messages = new Set(sentOf(present).map(({ messageId }) => messageId));
  return { warningsSent: isRead ? messages.size : 0, lastWarning: 'heard' };
}
