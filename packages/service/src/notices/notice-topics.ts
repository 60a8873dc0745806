// The topics of messages to administrators, each of which an administrator may mute.
import type { NewsKind } from './notice.ts';

export const noticeTopics = [
  /** An endpoint for events fails, works again, or was turned off. */
  'webhooks',
  /** The credential of the connection to the directory ends. */
  'connection',
  /** Many people left at once. */
  'departures',
] as const;
export type NoticeTopic = (typeof noticeTopics)[number];

const topics: Partial<Record<NewsKind, NoticeTopic>> = {
  webhook_failing: 'webhooks',
  webhook_recovered: 'webhooks',
  webhook_disabled: 'webhooks',
  credential_expires: 'connection',
  mass_departure: 'departures',
};

/** Undefined: nobody can mute the kind, because a group needs a person to act. */
export function topicOf(kind: NewsKind): NoticeTopic | undefined {
  return topics[kind];
}
