// Statistics of the creations that were requested in a range of days.
import type { GroupLimit } from '../../ground/group-limit.ts';

/** Upper bounds of the classes of time to finish, in milliseconds; the last class has none. */
export const finishClassesMs = [50, 100, 250, 500, 1000, 5000, 15_000, 60_000, 300_000] as const;

export interface ReportFilter {
  /** Midnight in UTC of the first day. */
  readonly from: Date;
  /** Midnight in UTC after the last day. */
  readonly until: Date;
  readonly organisationId?: string | undefined;
  readonly templateId?: string | undefined;
  readonly within: GroupLimit;
}

export interface CreationCounts {
  readonly open: number;
  readonly succeeded: number;
  readonly failed: number;
  /** People rejected these requests, or did not approve them in time. */
  readonly declined: number;
  readonly cancelled: number;
}

export interface CreationReport {
  /** Oldest first, each day of the range. The date is YYYY-MM-DD, in UTC. */
  readonly days: readonly ({ readonly date: string } & CreationCounts)[];
  /** The newest 10,000 creations that succeeded are timed. */
  readonly finish: {
    readonly medianMs: number | undefined;
    readonly p95Ms: number | undefined;
    /** One count for each of `finishClassesMs`, and one for what took longer. */
    readonly classes: readonly number[];
  };
  /** The most frequent reasons, most frequent first. */
  readonly failures: readonly { readonly code: string; readonly count: number }[];
  /** Templates without a creation are omitted; most creations first. */
  readonly templates: readonly TemplateCounts[];
}

export interface TemplateCounts extends CreationCounts {
  readonly organisationId: string;
  readonly templateId: string;
}

export interface ReportReader {
  read(tenantId: string, filter: ReportFilter): Promise<CreationReport>;
}
