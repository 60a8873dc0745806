// Writes records of ledgers: of creations, and of operations. Records that arrive together share one statement, which
// checks every record's epoch against its lane under a row lock: a worker that lost its lane writes nothing. A record
// that the database refuses does not affect the others.
import { createBatcher } from '../ground/batcher.ts';
import type { Clock } from '../ground/clock.ts';
import type { LedgerEntry } from './creation.ts';
import type { LedgerRecord } from './execute.ts';
import { type Incident, isUnavailable } from './failed-attempt.ts';
import { type Columns, readRecords, storableJson } from './accept-group.postgres.ts';
import type { Lease, WriteResult } from './lane.ts';

/** It counts people and faults in the records of one statement, so that it stays at some megabytes. */
const entriesPerWrite = 1_500;

export interface LedgerWriter<Entry extends LedgerEntry, People extends object> {
  write(lane: Lease, record: LedgerRecord<Entry>): Promise<WriteResult>;
  /** The database has these people already. */
  addStored(people: People): void;
}

/** The members that the records of every ledger have, as the statement reads them. */
interface LedgerColumns extends Pick<
  LedgerEntry,
  'tenantId' | 'teamId' | 'status' | 'facts' | 'warnings'
> {
  readonly epoch: number;
  readonly dueInMs: number | undefined;
  readonly incident: Incident | undefined;
}

/** A record as the statement reads it; `Own` are the members that only this ledger has. */
export type WrittenRecord<Own> = LedgerColumns & Own;

type Written = { readonly result: WriteResult } | { readonly refusal: unknown };

/** It belongs to the record of this number in a statement, if the lane's epoch is the present one. */
export interface WrittenRow {
  readonly n: number;
  /** False: the entry is final. */
  readonly isWritten: boolean;
}

/** @param deps.dueBy due times go by this clock instead of the database's: for runs in virtual time */
export function createLedgerWriter<Entry extends LedgerEntry, People extends object, Own>(deps: {
  readonly maxRecords: number;
  /** The people of the entry: a long list that never changes, so that it is sent once. */
  readonly peopleOf: (entry: Entry) => People | null;
  /** @param people null where the database has them, or there are none */
  readonly ownColumns: (entry: Entry, people: People | null) => Own;
  /** How many people the record lists. */
  readonly countPeople: (own: Own) => number;
  /**
   * Runs the ledger's statement with its three values: the records in JSON, each with its number n, the time, and the
   * time that due times go by, which is null for the database's own. It ends with `writtenRows`.
   */
  readonly run: (
    values: readonly unknown[],
    records: readonly WrittenRecord<Own>[],
  ) => Promise<readonly WrittenRow[]>;
  readonly onWritten: (records: readonly WrittenRecord<Own>[]) => void;
  readonly clock: Clock;
  readonly dueBy: Clock | undefined;
}): LedgerWriter<Entry, People> {
  const { maxRecords, peopleOf, ownColumns, countPeople, run, onWritten, clock, dueBy } = deps;
  const storedPeople = new WeakSet<People>();

  async function writeAll(records: readonly WrittenRecord<Own>[]): Promise<Written[]> {
    const values = [
      storableJson(records.map((record, n) => ({ ...record, n }))),
      new Date(clock.now()),
      timeOf(dueBy),
    ];
    let results: ReadonlyMap<number, WriteResult>;
    try {
      const rows = await run(values, records);
      results = new Map(rows.map(({ n, isWritten }) => [n, isWritten ? 'written' : 'ended']));
    } catch (refusal) {
      if (isUnavailable(refusal)) throw refusal;
      if (records.length === 1) return [{ refusal }];
      const each: Written[] = [];
      for (const record of records) each.push(...(await writeAll([record])));
      return each;
    }
    onWritten(records.filter((_, n) => results.get(n) === 'written'));
    return records.map((_, n) => ({ result: results.get(n) ?? 'lost' }));
  }

  const writeTogether = createBatcher<WrittenRecord<Own>, Written>({
    tenantOf: ({ tenantId }) => tenantId,
    maxItems: maxRecords,
    weight: {
      of: (record) => countPeople(record) + (record.facts.failure?.faults.length ?? 0),
      atMost: entriesPerWrite,
    },
    maxConcurrent: 1,
    // A statement changes a group once.
    separate: ({ teamId }) => teamId,
    flush: writeAll,
  });

  return {
    addStored: (people) => void storedPeople.add(people),
    async write({ epoch }, { entry, dueInMs, incident }) {
      const { tenantId, teamId, status, facts, warnings } = entry;
      const people = peopleOf(entry);
      const newPeople = people === null || storedPeople.has(people) ? null : people;
      const written = await writeTogether({
        tenantId,
        teamId,
        epoch,
        status,
        dueInMs,
        facts,
        warnings,
        incident,
        ...ownColumns(entry, newPeople),
      });
      if ('refusal' in written) throw written.refusal;
      if (newPeople !== null && written.result === 'written') storedPeople.add(newPeople);
      return written.result;
    },
  };
}

/** Null: the statement takes the database's own time. */
export function timeOf(clock: Clock | undefined): Date | null {
  return clock === undefined ? null : new Date(clock.now());
}

const ledgerColumns: Columns<LedgerColumns & { n: number }> = {
  n: 'integer',
  tenantId: 'uuid',
  teamId: 'uuid',
  epoch: 'bigint',
  status: 'text',
  dueInMs: 'double precision',
  facts: 'jsonb',
  warnings: 'jsonb',
  incident: 'jsonb',
};

/** The parts that make `current` of the records: those whose epoch is the present one of their lane. */
export const currentRecords = <Own>(ownColumns: Columns<Own>) => `
  input as materialized (
    ${readRecords<LedgerColumns & { n: number } & Own>({ ...ledgerColumns, ...ownColumns })}
  ), held as materialized (
    select tenant_id, epoch from lanes
    where tenant_id in (select tenant_id from input)
    order by tenant_id
    for no key update
  ), current as materialized (
    select input.* from input join held using (tenant_id, epoch)
  )`;

/** The end of a statement whose part `written` has the number of each record that it wrote. */
export const writtenRows = `
  -- The written numbers are hashed once; a correlated subquery would read them again for each record.
  select c.n, c.n in (select n from written) as is_written from current c`;

/** The data of `group.settings_applied`, by the facts of a ledger. */
export const appliedSettings = (facts: string) => `jsonb_build_object(
    'settings', coalesce(${facts} #> '{label,taken}', '{}') || coalesce(${facts} #> '{settings,taken}', '{}'),
    'refused', coalesce(${facts} #> '{label,refused}', '[]') || coalesce(${facts} #> '{settings,refused}', '[]'))`;
/** Whether settings of the template were written and shown. */
export const hasAppliedSettings = (facts: string) =>
  `(coalesce(${facts} #> '{label,taken}', '{}') <> '{}' or coalesce(${facts} #> '{settings,taken}', '{}') <> '{}')`;

/** The columns of every ledger, set from `current c`. */
export const setLedger = (ledger: string) => `
  status = c.status,
  waiting = c.due_in_ms is not null,
  due_at = coalesce(coalesce($3, now()) + c.due_in_ms * interval '1 millisecond', ${ledger}.due_at),
  version = ${ledger}.version + 1,
  facts = c.facts,
  warnings = c.warnings,
  error = case when c.status = 'failed' then c.facts -> 'failure' end,
  -- By the clock of the due time, so that a clock that was set back shows.
  updated_at = coalesce($3::timestamptz, now()),
  completed_at = case when c.status in ('succeeded', 'failed') then $2::timestamptz end`;

/** Keeps the incidents of `written`. */
export const incidents = `
  incidents as (
    insert into provisioning_incidents
      (tenant_id, team_id, step, attempt, occurred_at, code, detail, directory_request_id, retry_at)
    select w.tenant_id, w.team_id, i.step, i.attempt, $2, i.code, i.detail, i."directoryRequestId",
      $2::timestamptz + i."retryInMs" * interval '1 millisecond'
    from written w
    cross join lateral jsonb_to_record(w.incident) as i (
      step text, attempt integer, code text, detail text, "directoryRequestId" text,
      "retryInMs" double precision
    )
    where jsonb_typeof(w.incident) = 'object'
  )`;
