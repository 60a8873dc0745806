// Whether the database accepts what creations need: a write that is committed as durably as theirs. Reading alone
// also works on a full disk, on a standby, and while commits wait for a synchronous standby that is dead.
import type { Database, Query } from './database.ts';
import { whyUnavailable } from './unavailable.ts';

/** All requests within this time share one answer, so that a flood of requests costs nothing. */
const answerLastsMs = 1000;
const writeWithinMs = 2000;

/** From the connections that accept creations. A standby refuses it, as any write. */
const probe: Query = {
  name: 'readiness_probe',
  kind: 'hot',
  withinMs: writeWithinMs,
  text: `
    with gone as (
      delete from readiness_probes where probed_at < now() - interval '1 day' and process_id <> $1
    )
    insert into readiness_probes (process_id, probed_at) values ($1, now())
    on conflict (process_id) do update set probed_at = excluded.probed_at`,
};

/** Answers why the database is not ready; undefined if it is. */
export function createReadinessProbe(deps: {
  database: Database;
  /** A GUID of this process. */
  processId: string;
  monotonicNow: () => number;
  onFailure: (error: unknown) => void;
}): () => Promise<string | undefined> {
  const { database, processId, monotonicNow, onFailure } = deps;
  let last: { readonly answer: Promise<string | undefined>; validUntil: number } | undefined;

  async function write(): Promise<string | undefined> {
    try {
      await database.query(probe, [processId]);
      // A write as small as this one may find room where others find none.
      return database.isFull?.() === true ? 'its disk is full' : undefined;
    } catch (error) {
      onFailure(error);
      return whyUnavailable(error);
    }
  }

  return () => {
    if (last !== undefined && monotonicNow() < last.validUntil) return last.answer;
    // Valid while it is in progress, and for a while after its end.
    const asked = { answer: write(), validUntil: Infinity };
    void asked.answer.then(() => (asked.validUntil = monotonicNow() + answerLastsMs));
    last = asked;
    return asked.answer;
  };
}
