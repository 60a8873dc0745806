// The state of responsibility for a group. The rules of responsibility decide it; the API shows and filters it.

export const responsibilityStates = [
  /** The people who answer for the group are available. */
  'held',
  /** One of them is not, and the grace period or a handover is in progress. */
  'shaky',
  /** The group has no deputy, or the deputy is unavailable beyond the grace period. */
  'deputy_vacant',
  /** The responsible person is unavailable beyond the grace period, and nobody took over. */
  'vacant',
] as const;
export type ResponsibilityState = (typeof responsibilityStates)[number];

/** Whether a person accepts to answer for a group. */
export const acceptanceStates = [
  'awaited',
  'accepted',
  'declined',
  /** The state lasts until the person whom the answer names has the role. */
  'passed_on',
  'unanswered',
] as const;
export type AcceptanceState = (typeof acceptanceStates)[number];
