// The context that every call of the port gets.
import type { TraceContext } from '../ground/trace.ts';

/** The context of every call: its deadline, and an id that relates our log to the directory's. */
export interface CallContext {
  readonly signal: AbortSignal;
  /** Our teamId, for logs and for sharing a tenant's budget fairly among its creations. */
  readonly teamId: string;
  /** The span that the call belongs to, if the work is traced. */
  readonly trace?: TraceContext | undefined;
  /** True if no one waits for the answer: the directory may prefer other calls. */
  readonly isBackground?: boolean;
}
