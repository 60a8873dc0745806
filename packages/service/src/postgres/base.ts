// The ground that every room of a process is wired on: settings, time, randomness, logs and the database.
import type { Registry } from 'prom-client';
import type { Clock, Timers } from '../ground/clock.ts';
import type { Config } from '../ground/config/config.ts';
import type { Encryption } from '../ground/encryption/encryption.ts';
import type { BackgroundLog } from '../ground/fold-repeats.ts';
import type { CreateId } from '../ground/identifiers.ts';
import type { Log } from '../ground/log.ts';
import type { SharedLimits } from '../ground/shared-limits.ts';
import type { Tracer } from '../ground/trace.ts';
import type { BeginWork, Rest } from '../ground/turns.ts';
import type { Database } from './database.ts';
import type { JoinedTransactions } from './joined-transactions.ts';
import type { KeptAnswers } from './kept-answers.postgres.ts';

export interface Base {
  readonly config: Config;
  readonly log: Log;
  readonly backgroundLog: BackgroundLog;
  readonly onError: (error: unknown) => void;
  readonly database: Database;
  readonly transactions: JoinedTransactions;
  readonly keptAnswers: KeptAnswers;
  /** Long reads of callers use it. */
  readonly lists: Database;
  readonly encryption: Encryption;
  readonly clock: Clock & Timers;
  /** Never goes back. */
  readonly steady: Clock & Timers;
  /** Milliseconds that never go back. */
  readonly monotonicNow: () => number;
  /** A CSPRNG. */
  readonly randomBytes: (size: number) => Buffer;
  /** The number is at least 0 and below 1, for jitter. */
  readonly random: () => number;
  readonly newId: CreateId;
  /** One for all long work of the process. */
  readonly rest: Rest;
  readonly beginWork: BeginWork;
  readonly tracer: Tracer;
  readonly registry: Registry;
  /** How long a caller waits for a check of the configuration; 1.5 s when left out. */
  readonly configurationCheckMs?: number;
  /** Whether other processes serve from the database, too; false when left out. */
  readonly hasPeers?: boolean;
  /** The limits of the processes that answer callers beside this one; of this one alone when left out. */
  readonly sharedLimits?: SharedLimits;
}
