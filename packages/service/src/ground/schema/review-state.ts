// The states of a review, which its events name as well.

export const reviewStates = ['requested', 'open', 'completed', 'lapsed', 'withdrawn'] as const;
export type ReviewState = (typeof reviewStates)[number];
