// The messages between the supervisor and its processes.
import type { ConnectionSettings } from '../postgres/connection-settings.ts';
import type { ProcessPlan } from './process-plans.ts';

export type ToProcess =
  | {
      readonly kind: 'start';
      readonly plan: ProcessPlan;
      readonly database: ConnectionSettings;
      readonly isComplete: boolean;
    }
  /** The start of all processes is complete: `/readyz` may say yes. */
  | { readonly kind: 'complete' }
  /** To read the configuration again now. */
  | { readonly kind: 'refresh' }
  | { readonly kind: 'stop' };

export type ToSupervisor =
  /** It waits for its order. */
  | { readonly kind: 'loaded' }
  /** It serves, or works. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'refreshed' }
  /** It ends, because it cannot start. Undefined: its log says why. */
  | { readonly kind: 'failed'; readonly explanation: string | undefined };
