// Probes of connections as they are kept: one row each, of which a tenant keeps the newest.
import type { Actor } from '../../audit/activity.ts';
import type { ProbeReport } from '../../directory/connection-report.ts';
import type { JudgedAssumption } from './verdicts.ts';

export type ProbeOrigin = 'night' | 'person' | 'operator';
export type ProbeOutcome = 'done' | 'failed' | 'interrupted';

export interface OpenProbe {
  readonly probeId: string;
  readonly origin: ProbeOrigin;
  readonly askedAt: Date;
  /** Null: it waits for a worker. */
  readonly startedAt: Date | null;
}

export interface EndedProbe extends OpenProbe {
  readonly finishedAt: Date;
  readonly outcome: ProbeOutcome;
  /** The code of the failure. */
  readonly failure: string | null;
  /** Null: it ended before it had seen anything. */
  readonly assumptions: readonly JudgedAssumption[] | null;
  readonly leftoversRemoved: number;
  readonly leftBehind: number;
}

export interface Night {
  readonly tenantId: string;
  /** The day on which it began, as `2027-03-28`. */
  readonly night: string;
}

/** Each tenant keeps so many, and the newest one that saw something. */
export const keptProbes = 100;

export interface ProbeStore {
  /** The one of the tenant that has not ended. */
  open(tenantId: string): Promise<OpenProbe | undefined>;
  /** Adds one that waits, unless the tenant has an open one or the night had its probe. @returns the open one */
  add(
    tenantId: string,
    origin: ProbeOrigin,
    at: Date,
    night?: string,
  ): Promise<OpenProbe | undefined>;
  start(tenantId: string, probeId: string, at: Date): Promise<void>;
  /** Nothing was seen. */
  end(
    tenantId: string,
    probeId: string,
    how: {
      readonly at: Date;
      readonly outcome: Exclude<ProbeOutcome, 'done'>;
      readonly failure?: string;
      readonly leftoversRemoved?: number;
    },
  ): Promise<void>;
  /** Records the result, with an event and a notice for each verdict that changed. */
  finish(
    tenantId: string,
    probeId: string,
    result: { readonly report: ProbeReport; readonly actor: Actor; readonly at: Date },
  ): Promise<void>;
  /** The newest first. */
  list(tenantId: string): Promise<readonly EndedProbe[]>;
  /** Tenants with a probe that waits, runs, or was running when its process ended. */
  tenantsWithOpen(): Promise<readonly string[]>;
  /** These nights had no probe. */
  withoutProbe(nights: readonly Night[]): Promise<readonly Night[]>;
  /** The last result of each tenant that has one. */
  lastOf(
    tenantIds: readonly string[],
  ): Promise<
    readonly { readonly finishedAt: Date; readonly assumptions: readonly JudgedAssumption[] }[]
  >;
  /**
   * Does the work while no other process probes the tenant: the group of a probe that runs is not the one that a killed
   * one left. The lock ends with the process that has it. Undefined: another process has it.
   */
  whileAlone<T>(
    tenantId: string,
    work: () => Promise<T>,
  ): Promise<{ readonly done: T } | undefined>;
}
