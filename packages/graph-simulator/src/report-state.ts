// The state of a tenant's reports about the use of teams and groups.
export type UsageSource = 'teams' | 'group';

/** The reports of a tenant; a test changes them. */
export interface UsageReports {
  /** Days from the day that they count up to until today. */
  daysOld: number;
  /** The share of groups that they have. */
  share: number;
  /** How the ids of groups are concealed; undefined: they are shown. */
  conceals: 'zeros' | 'hashes' | undefined;
  /** Another cloud answers so. */
  refusal: 403 | 404 | undefined;
  /** The host of the address; undefined: the right one. */
  host: string | undefined;
  /** The connection of a download breaks off after so many bytes. */
  cutAfterBytes: number | undefined;
  /** The day of the last use by group, as each report sees it. */
  readonly usedOn: Map<string, Partial<Record<UsageSource, string>>>;
  /** The keys are those in the address. */
  readonly files: Map<string, string>;
}

export function createUsageReports(): UsageReports {
  return {
    daysOld: 2,
    share: 1,
    conceals: undefined,
    refusal: undefined,
    host: undefined,
    cutAfterBytes: undefined,
    usedOn: new Map(),
    files: new Map(),
  };
}
