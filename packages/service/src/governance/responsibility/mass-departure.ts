// The brake: a faulty synchronisation of accounts may disable thousands of people, or give them leave dates, at once or
// over some days, and must not move their groups.

/** It belongs to a mass departure that no administrator has released. */
export interface MassDeparture {
  /** It is a time of the governance clock, in ISO 8601. */
  readonly since: string;
  /** People who answer for groups: those who became unavailable or got a leave date, and all. */
  readonly departed: number;
  readonly answering: number;
}

const maxDeparted = 50;
const maxShare = 0.05;
/** Two people of a small organisation may leave in one week. The brake ends once no more of the people are away. */
export const maxOfFew = 2;
/** Days of the governance clock whose departures count together. */
export const departureWindowDays = 7;

/** @param departed how many of those who answer for groups became unavailable or got a leave date in the window */
export function isMassDeparture({ departed, answering }: Omit<MassDeparture, 'since'>): boolean {
  return departed > maxDeparted || (departed > maxOfFew && departed > answering * maxShare);
}
