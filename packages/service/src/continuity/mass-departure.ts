// The brake: a faulty synchronisation of accounts may disable thousands of people, and must not move their groups.

/** Of a mass departure that no administrator has released. */
export interface MassDeparture {
  /** By the governance clock; ISO 8601. */
  readonly since: string;
  /** People who answer for groups: those who became unavailable, and all. */
  readonly departed: number;
  readonly answering: number;
}

const maxDeparted = 50;
const maxShare = 0.05;
/** Two people of a small organisation may leave on one day. */
const maxOfFew = 2;

/** @param departed how many of those who answer for groups became unavailable within a day */
export function isMassDeparture({ departed, answering }: Omit<MassDeparture, 'since'>): boolean {
  return departed > maxDeparted || (departed > maxOfFew && departed > answering * maxShare);
}
