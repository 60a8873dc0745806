// The unfinished work of all tenants, as metrics show it.

/** Rows of each kind that are read. A count of so many means that at least as many wait. */
export const maxCounted = 100_000;

export interface Backlog {
  readonly work: 'creation' | 'operation' | 'delivery' | 'message' | 'activity';
  readonly status: string;
  readonly count: number;
  /**
   * By the database's clock: since the acceptance of a creation or an operation, since a delivery was queued, and since
   * a message was due. Null for activity, whose order tells no age.
   */
  readonly oldestMs: number | null;
}

export interface DatabaseState {
  readonly backlogs: readonly Backlog[];
  /** When the server started, in milliseconds since the Unix epoch. */
  readonly startedAt: number;
}
