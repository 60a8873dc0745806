// Statistics of a tenant's creations, for the first page of the admin center.
import type { GroupLimit } from '../../ground/group-limit.ts';
import type { CreationReport } from './report.ts';

/** The report is of the last 30 days. */
export interface Overview extends Omit<CreationReport, 'templates'> {
  readonly waiting: {
    readonly accepted: number;
    readonly running: number;
    /** The oldest unfinished creation waits since then, apart from those that await an approval or the release of a stop. */
    readonly oldestSince: Date | undefined;
  };
  /** It counts all time. */
  readonly groups: number;
  readonly attention: Attention;
}

/** The things of the service that a person has to look after. */
export interface Attention {
  readonly failingWebhooks: number;
  /** Endpoints that the service turned off. */
  readonly disabledWebhooks: number;
  /** Given up in the last 30 days. */
  readonly failedMessages: number;
  /** Null while messages can be sent. */
  readonly messagesFailingSince: Date | null;
  /** Null while the comparisons of the records with the directory complete. */
  readonly connection: UnsoundConnection | null;
  /** Assumptions about Microsoft 365 that are no longer true, by the last probe that saw them. */
  readonly changedAssumptions: readonly { readonly name: string; readonly since: Date }[];
  /** Groups that expire within 30 days. */
  readonly expiring: number;
  readonly failingEndpoints: readonly {
    readonly endpointId: string;
    readonly url: string;
    /** It belongs to the first failure since the last success. */
    readonly failingSince: Date;
  }[];
  /** Active API keys that expire within 30 days, the next one first. */
  readonly expiringKeys: readonly KeyToLookAfter[];
  /** Active API keys that were made more than a week ago and never used, the oldest first. */
  readonly unusedKeys: readonly KeyToLookAfter[];
}

export interface UnsoundConnection {
  /** Untested: to Microsoft 365, and nothing was compared since it was made. */
  readonly state: 'failing' | 'untested';
  /** It belongs to the comparison that failed. */
  readonly attemptedAt: Date | null;
}

export interface KeyToLookAfter {
  readonly keyId: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

export interface OverviewStore {
  /** A limited caller gets the numbers of its organisations, and none of what concerns the whole tenant. */
  read(tenantId: string, within: GroupLimit, now: Date): Promise<Overview>;
}

/**
 * Caches recent reads, so that a page with many viewers costs one read. If a read is slow because of very many groups,
 * reads take a twentieth of the time at most.
 */
export function createOverview(deps: {
  store: OverviewStore;
  clock: { now(): number };
}): (tenantId: string, within: GroupLimit) => Promise<Overview> {
  const { store, clock } = deps;
  const kept = new Map<string, { until: number; overview: Promise<Overview> }>();

  async function readAndKeep(
    key: string,
    tenantId: string,
    within: GroupLimit,
    startedAt: number,
  ): Promise<Overview> {
    const overview = await store.read(tenantId, within, new Date(startedAt));
    const now = clock.now();
    const keepForMs = Math.max(keptForAtLeastMs, (now - startedAt) * keptForTimesReading);
    kept.set(key, { until: now + keepForMs, overview: Promise.resolve(overview) });
    return overview;
  }

  return (tenantId, within) => {
    const now = clock.now();
    const key = [tenantId, ...(within.organisationIds ?? [])].join(' ');
    const known = kept.get(key);
    if (known !== undefined && now < known.until) return known.overview;
    const overview = readAndKeep(key, tenantId, within, now);
    // Requests that arrive during a read wait for the same read.
    kept.set(key, { until: Number.POSITIVE_INFINITY, overview });
    overview.catch(() => kept.delete(key));
    return overview;
  };
}

const keptForAtLeastMs = 2_000;
const keptForTimesReading = 20;
