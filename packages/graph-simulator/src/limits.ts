// The published limits, counted over sliding windows: what goes beyond them is answered 429.

export interface Limit {
  readonly calls: number;
  readonly perMs: number;
}

/** Limits that each team has for itself. */
export const teamLimitNames = [
  'onOneTeam',
  'channelCreateOnOneTeam',
  'otherReadsOnOneTeam',
  'otherWritesOnOneTeam',
] as const;

export type TeamLimitName = (typeof teamLimitNames)[number];

/** These limits count per application and tenant. */
export const tenantLimitNames = [
  'teamCreate',
  'teamPut',
  'teamRead',
  'channelCreate',
  'teamMembersRead',
  'otherTeamsReads',
  'otherTeamsWrites',
  'directoryWrites',
  'resourceUnits',
  'mailSend',
  'auditLogReads',
  'reportReads',
  'sharePointUnits',
] as const;

export type TenantLimitName = (typeof tenantLimitNames)[number];

export type LimitName = TeamLimitName | TenantLimitName;

export function isTeamLimit(name: string): name is TeamLimitName {
  return teamLimitNames.some((one) => one === name);
}

export type Limits = Readonly<Record<LimitName, Limit>>;

/** Microsoft publishes them, and they change over time. */
export const publishedLimits: Limits = {
  teamCreate: { calls: 10, perMs: 1000 },
  teamPut: { calls: 6, perMs: 1000 },
  teamRead: { calls: 30, perMs: 1000 },
  channelCreate: { calls: 30, perMs: 1000 },
  teamMembersRead: { calls: 60, perMs: 1000 },
  otherTeamsReads: { calls: 30, perMs: 1000 },
  otherTeamsWrites: { calls: 30, perMs: 1000 },
  onOneTeam: { calls: 4, perMs: 1000 },
  channelCreateOnOneTeam: { calls: 1, perMs: 1000 },
  otherReadsOnOneTeam: { calls: 1, perMs: 1000 },
  otherWritesOnOneTeam: { calls: 1, perMs: 1000 },
  directoryWrites: { calls: 3000, perMs: 150_000 },
  resourceUnits: { calls: 8000, perMs: 10_000 },
  mailSend: { calls: 30, perMs: 60_000 },
  auditLogReads: { calls: 5, perMs: 10_000 },
  reportReads: { calls: 14, perMs: 600_000 },
  sharePointUnits: { calls: 1200, perMs: 60_000 },
};

/** A sliding window of costs, kept as a ring of moments. */
export function createWindow(limit: Limit) {
  let moments: { at: number; cost: number }[] = [];
  let head = 0;
  let used = 0;
  return {
    /** The present content of the window, as a share of the limit. */
    share(now: number): number {
      while (head < moments.length) {
        const oldest = moments[head];
        if (oldest === undefined || oldest.at > now - limit.perMs) break;
        used -= oldest.cost;
        head += 1;
      }
      if (head > 1024 && head * 2 > moments.length) {
        moments = moments.slice(head);
        head = 0;
      }
      return used / limit.calls;
    },
    /** Counts the cost when it fits; otherwise says in how many milliseconds it will. */
    take(now: number, cost: number): { fits: true } | { fits: false; waitMs: number } {
      this.share(now);
      if (used + cost <= limit.calls) {
        moments.push({ at: now, cost });
        used += cost;
        return { fits: true };
      }
      let freed = 0;
      for (let i = head; i < moments.length; i += 1) {
        const moment = moments[i];
        if (moment === undefined) break;
        freed += moment.cost;
        if (used - freed + cost <= limit.calls) {
          return { fits: false, waitMs: moment.at + limit.perMs - now };
        }
      }
      return { fits: false, waitMs: limit.perMs };
    },
  };
}

export type Window = ReturnType<typeof createWindow>;
