// The context that every call of the port gets.

/** The context of every call: its deadline, and an id that relates our log to the directory's. */
export interface CallContext {
  readonly signal: AbortSignal;
  /** Our teamId, for logs and for sharing a tenant's budget fairly among its creations. */
  readonly teamId: string;
  /** True if no one waits for the answer: the directory may prefer other calls. */
  readonly isBackground?: boolean;
}
