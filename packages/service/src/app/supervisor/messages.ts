// The messages between the supervisor and its processes.
import type { Count } from '../../ground/shared-limits.ts';
import type { MetricsOfProcess } from '../../http/metrics.ts';
import type { ConnectionSettings } from '../../postgres/connection-settings.ts';
import type { ProcessPlan } from './process-plans.ts';

export type ToProcess =
  | {
      readonly kind: 'start';
      readonly plan: ProcessPlan;
      readonly database: ConnectionSettings;
      readonly isComplete: boolean;
      /** Whether others answer callers, too, so that limits are shared. */
      readonly sharesLimits: boolean;
    }
  /** The start of all processes is complete: `/readyz` may say yes. */
  | { readonly kind: 'complete' }
  /** Counts of shared limits, of another process. */
  | { readonly kind: 'counts'; readonly from: string; readonly counts: readonly Count[] }
  /** Another process has ended, and no longer holds anything. */
  | { readonly kind: 'ended'; readonly from: string }
  /** To send its metrics. */
  | { readonly kind: 'collect'; readonly id: number }
  /** The metrics that it asked for, of each other process. */
  | {
      readonly kind: 'gathered';
      readonly id: number;
      readonly metrics: readonly MetricsOfProcess[];
    }
  /** To read the configuration again now. */
  | { readonly kind: 'refresh' }
  | { readonly kind: 'stop' };

export type ToSupervisor =
  /** It waits for its order. */
  | { readonly kind: 'loaded' }
  /** It serves, or works. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'refreshed' }
  | { readonly kind: 'counts'; readonly counts: readonly Count[] }
  /** Asks for the metrics of the others; with its own, in case it ends. */
  | { readonly kind: 'gather'; readonly id: number; readonly metrics: MetricsOfProcess }
  | { readonly kind: 'collected'; readonly id: number; readonly metrics: MetricsOfProcess }
  /** It ends, because it cannot start. Undefined: its log says why. */
  | { readonly kind: 'failed'; readonly explanation: string | undefined };
