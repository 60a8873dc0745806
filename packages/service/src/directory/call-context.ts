// The context that every call of the port gets.
import type { TraceContext } from '../ground/trace.ts';

/** The context of every call: its deadline, and an id that relates our log to the directory's. */
export interface CallContext {
  readonly signal: AbortSignal;
  /** Our teamId, for logs and for sharing a tenant's budget fairly among its creations. */
  readonly teamId: string;
  /** The span that the call belongs to, if the work is traced. */
  readonly trace?: TraceContext | undefined;
  /**
   * The directory leaves numbers here for the later calls of the same step, such as since when a new object is missing.
   * They are recorded with the step. Without them, each call is the first one.
   */
  readonly notes?: Map<string, number> | undefined;
  /** True if no one waits for the answer: the directory may prefer other calls. */
  readonly isBackground?: boolean;
}
