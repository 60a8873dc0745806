// Reads the reports about the use of groups once a day and tenant. A report that is late, partial or concealed says nothing
// about any group; the days that it has are true all the same.
import {
  type TakeUses,
  type UsageReport,
  type UsageState,
  type UsageSource,
  usageSources,
} from '../../directory/usage-reports.ts';
import {
  createDirectoryWork,
  type DirectoryWork,
  type DirectoryWorkDeps,
  type DirectoryWorkStore,
} from '../directory-work.ts';

export interface UsageItem {
  readonly tenantId: string;
  /** A name for the calls, which are about no single group. */
  readonly teamId: string;
}

/** A report as it was read last. */
export interface ReadReport {
  readonly state: UsageReport['state'];
  /** The day up to which it counts; null: it has no group. */
  readonly reportOn: string | null;
  /** Governed groups older than a week that it should have, and those that it has. */
  readonly expected: number;
  readonly covered: number;
}

/** A report is late from that age on, in days. */
export const lateAfterDays = 7;
/** It has to have this share of the groups that are older than a week, in percent. */
export const leastCovered = 95;

/** @param today by the governance clock, such as `2027-03-28` */
export function usageStateOf(
  source: UsageSource,
  { state, reportOn, expected, covered }: ReadReport,
  today: string,
): UsageState {
  if (state !== 'read') return { source, state, reportOn };
  const ageMs = Date.parse(today) - Date.parse(reportOn ?? today);
  if (ageMs >= lateAfterDays * 86_400_000) return { source, state: 'late', reportOn };
  const isPartial = covered * 100 < expected * leastCovered;
  return { source, state: isPartial ? 'partial' : 'complete', reportOn };
}

export interface UsageReportStore extends DirectoryWorkStore<UsageItem> {
  take(tenantId: string, source: UsageSource, ...part: Parameters<TakeUses>): Promise<void>;
  /** Every report was read: has the groups assessed whose use they change. */
  finish(tenantId: string, read: Readonly<Record<UsageSource, UsageReport>>): Promise<void>;
}

export function createUsageReports({
  store,
  ...deps
}: DirectoryWorkDeps & {
  readonly store: UsageReportStore;
  readonly onFailed: (item: UsageItem, error: unknown) => void;
}): DirectoryWork {
  return createDirectoryWork({
    ...deps,
    name: 'usage reports',
    store,
    async work({ tenantId }, directory, call) {
      const read: Partial<Record<UsageSource, UsageReport>> = {};
      for (const source of usageSources) {
        const take: TakeUses = (...part) => store.take(tenantId, source, ...part);
        read[source] = await directory.readUsage(source, take, call);
      }
      await store.finish(tenantId, read as Record<UsageSource, UsageReport>);
    },
  });
}
