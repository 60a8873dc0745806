// Reports of the suite about the use of groups: the day on which each was last used. Each report sees other kinds of use.

/** `teams`: messages in channels and meetings. `group`: mail, files and Viva Engage, which see no message in a channel. */
export const usageSources = ['teams', 'group'] as const;
export type UsageSource = (typeof usageSources)[number];

/** A report says nothing of uses from before. */
export const usageReportDays = 180;

export interface GroupUse {
  /** It is in lower case. */
  readonly groupId: string;
  /** A day, such as `2027-03-28`; null: none within the days of the report. */
  readonly lastOn: string | null;
}

/** Reasons for which a report says nothing about any group. */
export const usageObstacles = [
  /** The suite conceals the names and ids of groups in its reports. */
  'concealed',
  'permission_missing',
  /** The suite has no such report. */
  'not_available',
  /** The report is delivered by a host that is not on the list of the operator. */
  'unknown_host',
  /** The report lacks a column that is needed. */
  'unknown_format',
] as const;
export type UsageObstacle = (typeof usageObstacles)[number];

/** `complete` alone makes groups idle. */
export const usageStates = ['complete', 'late', 'partial', ...usageObstacles] as const;

export interface UsageState {
  readonly source: UsageSource;
  readonly state: (typeof usageStates)[number];
  readonly reportOn: string | null;
}

export type UsageReport =
  /** @param reportOn the day up to which it counts; null: it has no group */
  { readonly state: 'read'; readonly reportOn: string | null } | { readonly state: UsageObstacle };

/** Takes the next groups of a report, of which more may follow. */
export type TakeUses = (reportOn: string, uses: readonly GroupUse[]) => Promise<void>;
