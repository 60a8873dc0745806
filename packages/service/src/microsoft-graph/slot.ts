// A slot to call Microsoft Graph, and how one asks for it.
import type { CallName } from './operations.ts';

export interface Acquisition {
  /** Kinds of call any of which would do; resolves with the first that is free. */
  readonly anyOf: readonly CallName[];
  /** Number of calls of the kind that go together; default 1. */
  readonly calls?: number;
  /** The creation, for fairness. */
  readonly teamId: string;
  /** The directory's group, for the limits on one team. */
  readonly groupId?: string;
  readonly signal: AbortSignal;
}

/** A kind of call may be called now. */
export interface Slot {
  readonly name: CallName;
  /** Told when the call leaves the process, if that is later. */
  sent(): void;
  /** Told when there is an answer, or when none will come. */
  answered(): void;
}
