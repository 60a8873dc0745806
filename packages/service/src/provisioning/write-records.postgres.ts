// Writes records of the ledger. Records that arrive together share one statement, which checks every record's
// epoch against its lane under a row lock: a worker that lost its lane writes nothing. A record that the
// database refuses does not affect the others.
import { createBatcher } from '../foundation/batcher.ts';
import type { Clock } from '../foundation/clock.ts';
import type { Database, Query } from '../postgres/database.ts';
import type { Creation, CreationStatus, ResolvedPeople } from './creation.ts';
import type { LedgerRecord } from './execute.ts';
import { type Incident, isUnavailable } from './failed-attempt.ts';
import {
  changeLists,
  type Columns,
  readRecords,
  releaseAliases,
  storableJson,
} from './group-records.postgres.ts';
import type { Lease } from './lane.ts';

/** The changes of a commit, for subscribers: status streams and organisations' lists of groups. */
export interface LedgerChange {
  readonly tenantId: string;
  readonly teamId: string;
  readonly status: CreationStatus;
}

const recordsPerWrite = 1_000;
/** Of people and faults in the records of one statement, so that it stays at some megabytes. */
const entriesPerWrite = 50_000;

export interface RecordWriter {
  /** False if the epoch has ended: then nothing was written. */
  write(lane: Lease, record: LedgerRecord<Creation>): Promise<boolean>;
  /** The database has these people already. */
  addStored(people: ResolvedPeople): void;
}

type Written = { readonly isWritten: boolean } | { readonly refusal: unknown };

export function createRecordWriter(deps: {
  database: Database;
  clock: Clock;
  /** Due times go by this clock instead of the database's: for runs in virtual time. */
  dueBy?: Clock;
  onChange: (changes: readonly LedgerChange[]) => void;
}): RecordWriter {
  const { database, clock, dueBy, onChange } = deps;
  /** People that the database has already: the list is long, and never changes. */
  const storedPeople = new WeakSet<ResolvedPeople>();

  async function writeAll(records: readonly WrittenRecord[]): Promise<Written[]> {
    let written: { n: number }[];
    try {
      written = await database.query<{ n: number }>(writeRecords, [
        storableJson(records.map((record, n) => ({ ...record, n }))),
        new Date(clock.now()),
        timeOf(dueBy),
      ]);
    } catch (refusal) {
      if (isUnavailable(refusal)) throw refusal;
      if (records.length === 1) return [{ refusal }];
      const results: Written[] = [];
      for (const record of records) results.push(...(await writeAll([record])));
      return results;
    }
    const numbers = new Set(written.map(({ n }) => n));
    onChange(
      records
        .filter((_, n) => numbers.has(n))
        .map(({ tenantId, teamId, status }) => ({ tenantId, teamId, status })),
    );
    return records.map((_, n) => ({ isWritten: numbers.has(n) }));
  }

  const writeTogether = createBatcher<WrittenRecord, Written>({
    maxItems: recordsPerWrite,
    weight: { of: entriesOf, atMost: entriesPerWrite },
    maxConcurrent: 1,
    // A statement changes a row once.
    separate: ({ teamId }) => teamId,
    flush: writeAll,
  });

  return {
    addStored: (people) => void storedPeople.add(people),
    async write(lane, record) {
      const { entry: creation, dueInMs, incident } = record;
      const { tenantId, teamId, organisationId, requestId, status, steps, facts } = creation;
      const { resolvedPeople, warnings } = creation;
      const isNew = resolvedPeople !== null && !storedPeople.has(resolvedPeople);
      const result = await writeTogether({
        tenantId,
        teamId,
        organisationId,
        epoch: lane.epoch,
        status,
        dueInMs,
        steps,
        facts,
        resolvedPeople: isNew ? resolvedPeople : null,
        warnings,
        requestId,
        incident,
      });
      if ('refusal' in result) throw result.refusal;
      if (isNew && result.isWritten) storedPeople.add(resolvedPeople);
      return result.isWritten;
    },
  };
}

/** Null: the statement takes the database's own time. */
export function timeOf(clock: Clock | undefined): Date | null {
  return clock === undefined ? null : new Date(clock.now());
}

function entriesOf({ resolvedPeople: people, facts }: WrittenRecord): number {
  const count = people === null ? 0 : people.ownerIds.length + people.memberIds.length;
  return count + (facts.failure?.faults.length ?? 0);
}

/** A record as the statement reads it. */
interface WrittenRecord extends Pick<
  Creation,
  | 'tenantId'
  | 'teamId'
  | 'organisationId'
  | 'requestId'
  | 'status'
  | 'steps'
  | 'facts'
  | 'resolvedPeople'
  | 'warnings'
> {
  readonly epoch: number;
  readonly dueInMs: number | undefined;
  readonly incident: Incident | undefined;
}

const recordColumns: Columns<WrittenRecord & { n: number }> = {
  n: 'integer',
  tenantId: 'uuid',
  teamId: 'uuid',
  organisationId: 'uuid',
  epoch: 'bigint',
  status: 'text',
  dueInMs: 'double precision',
  steps: 'jsonb',
  facts: 'jsonb',
  resolvedPeople: 'jsonb',
  warnings: 'jsonb',
  requestId: 'text',
  incident: 'jsonb',
};

const writeRecords: Query = {
  name: 'provisionings_write_records',
  plannedOnce: true,
  text: `
    with input as materialized (
      ${readRecords(recordColumns)}
    ), held as materialized (
      select tenant_id, epoch from lanes
      where tenant_id in (select tenant_id from input)
      order by tenant_id
      for no key update
    ), current as materialized (
      select input.* from input join held using (tenant_id, epoch)
    ), written as (
      update provisionings p
      set status = c.status,
        waiting = c.due_in_ms is not null,
        due_at = coalesce(coalesce($3, now()) + c.due_in_ms * interval '1 millisecond', p.due_at),
        version = p.version + 1,
        steps = c.steps,
        facts = c.facts,
        resolved_people = coalesce(p.resolved_people, c.resolved_people),
        directory_group_id = c.facts ->> 'groupId',
        adopted_marker = (c.facts ->> 'adoptedMarker')::uuid,
        error = case when c.status = 'failed' then c.facts -> 'failure' end,
        warnings = c.warnings,
        -- By the clock of the due time, so that a clock that was set back shows.
        updated_at = coalesce($3::timestamptz, now()),
        completed_at = case when c.status in ('succeeded', 'failed') then $2::timestamptz end
      from current c
      where p.tenant_id = c.tenant_id and p.team_id = c.team_id and p.status = 'running'
      returning c.n, c.tenant_id, c.team_id, c.organisation_id, c.status, c.request_id, p.error, c.incident
    ), ${releaseAliases("(select * from written where status = 'failed')")},
    ${changeLists({ added: "(select * from written where status = 'succeeded')" })},
    recorded as (
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
    ), activity_entry as (
      insert into activity
        (tenant_id, occurred_at, actor_kind, actor_id, request_id, action, subject_kind, subject_id, data)
      select w.tenant_id, $2, 'service', 'provisioning', w.request_id, 'group.' || w.status, 'group', w.team_id::text,
        case when w.status = 'failed' then jsonb_build_object('error', w.error) else '{}' end
      from written w
      where w.status in ('succeeded', 'failed')
    )
    select n from written`,
};
