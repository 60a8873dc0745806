// The topics of messages to administrators, each of which an administrator may mute.

export const noticeTopics = [
  /** An endpoint for events fails, works again, or was turned off. */
  'webhooks',
  /** The credential of the connection to the directory ends. */
  'connection',
  /** Many people left at once. */
  'departures',
] as const;
export type NoticeTopic = (typeof noticeTopics)[number];
