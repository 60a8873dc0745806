// One statement asks about once a second for several parts whether they may have work, and wakes those that may: an idle
// process does little else. Parts are also woken by what happens in the process, and by notifications of others. This finds what
// nobody announced, such as the work of a process that died.
import type { Timers } from '../../ground/clock.ts';
import { createPoller, type Poller } from '../../ground/poller.ts';
import type { Database, Query } from '../database.ts';

export interface Question {
  /** Names its column: one word. */
  readonly name: string;
  /** Answers one value, by an index or from few rows, however large the tables are. */
  readonly sql: string;
  /** @param askedAt when the statement was sent, by `monotonicNow`: the answer is at least as new */
  readonly onAnswer: (this: void, answer: unknown, askedAt: number) => void;
}

/** Asks whether there are such rows. */
export function askWhether(name: string, sql: string, onFound: () => void): Question {
  return {
    name,
    sql,
    onAnswer(found) {
      if (found === true) onFound();
    },
  };
}

/** With the statements that follow, unannounced activity is sealed within a second. */
const everyMs = 900;

export function createSharedPoll(deps: {
  readonly database: Database;
  readonly questions: readonly Question[];
  /** Never goes back. */
  readonly monotonicNow: () => number;
  readonly timers: Timers;
  readonly onError: (error: unknown) => void;
}): Poller {
  const { database, questions, monotonicNow, timers, onError } = deps;
  const query: Query = {
    // PostgreSQL keeps 63 characters.
    name: ['poll', ...questions.map(({ name }) => name.slice(0, 5))].join('_'),
    boundary: false,
    kind: 'background',
    text: `select ${questions.map(({ name, sql }) => `(${sql}) as ${name}`).join(', ')}`,
  };
  return createPoller({
    async run() {
      const askedAt = monotonicNow();
      const [answers] = await database.query(query);
      for (const { name, onAnswer } of questions) onAnswer(answers?.[name], askedAt);
    },
    everyMs,
    timers,
    onError,
  });
}
