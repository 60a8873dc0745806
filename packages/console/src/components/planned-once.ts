// A plan that a dialog shows until it is accepted.

/** The plan is sent again after a lost answer, also once the service is reachable again, so it is read once. */
export const plannedOnce = { staleTime: 'static', gcTime: 0, refetchOnWindowFocus: false } as const;
