// Writes records of the ledger. Records that arrive together share one statement, which checks every record's
// epoch against its lane under a row lock: a worker that lost its lane writes nothing. A record that the
// database refuses does not affect the others.
import { createBatcher } from '../foundation/batcher.ts';
import type { Clock } from '../foundation/clock.ts';
import type { Database } from '../postgres/database.ts';
import type {
  Creation,
  CreationStatus,
  Facts,
  ResolvedPeople,
  StepRecord,
  Warning,
} from './creation.ts';
import type { LedgerRecord } from './execute.ts';
import { isUnavailable } from './failed-attempt.ts';
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
  noteStored(people: ResolvedPeople): void;
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
        .map(({ tenant_id: tenantId, team_id: teamId, status }) => ({ tenantId, teamId, status })),
    );
    return records.map((_, n) => ({ isWritten: numbers.has(n) }));
  }

  const writeTogether = createBatcher<WrittenRecord, Written>({
    maxItems: recordsPerWrite,
    weight: { of: entriesOf, atMost: entriesPerWrite },
    maxConcurrent: 1,
    // A statement changes a row once.
    separate: ({ team_id }) => team_id,
    flush: writeAll,
  });

  return {
    noteStored: (people) => void storedPeople.add(people),
    async write(lane, record) {
      const { resolvedPeople } = record.entry;
      const isNew = resolvedPeople !== null && !storedPeople.has(resolvedPeople);
      const whole = writtenRecord(lane, record);
      const result = await writeTogether(isNew ? whole : { ...whole, resolved_people: null });
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

function entriesOf({ resolved_people: people, facts }: WrittenRecord): number {
  const count = people === null ? 0 : people.ownerIds.length + people.memberIds.length;
  return count + (facts.failure?.faults.length ?? 0);
}

/** PostgreSQL stores neither U+0000 nor half a surrogate pair, and a directory's words may hold either. */
function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!/\\u(?:0000|d[89a-f])/.test(json)) return json;
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'string' ? member.toWellFormed().replaceAll('\0', '\uFFFD') : member,
  );
}

/** A record as the statement reads it. */
interface WrittenRecord {
  readonly tenant_id: string;
  readonly team_id: string;
  readonly organisation_id: string;
  readonly epoch: number;
  readonly status: CreationStatus;
  readonly due_in_ms: number | null;
  readonly steps: readonly StepRecord[];
  readonly facts: Facts;
  readonly resolved_people: ResolvedPeople | null;
  readonly warnings: readonly Warning[];
  readonly request_id: string;
  readonly incident: {
    step: string;
    attempt: number;
    code: string;
    detail: string;
    directory_request_id: string | null;
    retry_in_ms: number | null;
  } | null;
}

function writtenRecord(
  lane: Lease,
  { entry: creation, dueInMs, incident }: LedgerRecord<Creation>,
): WrittenRecord {
  return {
    tenant_id: creation.tenantId,
    team_id: creation.teamId,
    organisation_id: creation.organisationId,
    epoch: lane.epoch,
    status: creation.status,
    due_in_ms: dueInMs ?? null,
    steps: creation.steps,
    facts: creation.facts,
    resolved_people: creation.resolvedPeople,
    warnings: creation.warnings,
    request_id: creation.requestId,
    incident:
      incident === undefined
        ? null
        : {
            step: incident.step,
            attempt: incident.attempt,
            code: incident.code,
            detail: incident.detail,
            directory_request_id: incident.directoryRequestId ?? null,
            retry_in_ms: incident.retryInMs ?? null,
          },
  };
}

const writeRecords = {
  name: 'provisionings_write_records',
  text: `
    with input as materialized (
      select * from jsonb_to_recordset($1::jsonb) as record (
        n integer, tenant_id uuid, team_id uuid, organisation_id uuid, epoch bigint, status text,
        due_in_ms double precision, steps jsonb, facts jsonb, resolved_people jsonb, warnings jsonb,
        request_id text, incident jsonb
      )
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
        resolved_people = coalesce(p.resolved_people, nullif(c.resolved_people, 'null')),
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
    ), released as (
      update teams t set alias_key = null
      from written w
      where w.status = 'failed' and t.tenant_id = w.tenant_id and t.team_id = w.team_id
    ), counted as (
      update lanes l set groups_listed = l.groups_listed + s.groups
      from (
        select tenant_id, count(*) as groups from written where status = 'succeeded' group by tenant_id
      ) s
      where l.tenant_id = s.tenant_id
      returning l.tenant_id, l.groups_listed - s.groups as listed_before
    ), listed as (
      insert into organisation_groups (tenant_id, organisation_id, number, team_id)
      select w.tenant_id, w.organisation_id,
        counted.listed_before + row_number() over (partition by w.tenant_id order by w.n), w.team_id
      from written w join counted using (tenant_id)
      where w.status = 'succeeded'
    ), noted as (
      insert into provisioning_incidents
        (tenant_id, team_id, step, attempt, occurred_at, code, detail, directory_request_id, retry_at)
      select w.tenant_id, w.team_id, i.step, i.attempt, $2, i.code, i.detail, i.directory_request_id,
        $2::timestamptz + i.retry_in_ms * interval '1 millisecond'
      from written w
      cross join lateral jsonb_to_record(w.incident) as i (
        step text, attempt integer, code text, detail text, directory_request_id text,
        retry_in_ms double precision
      )
      where jsonb_typeof(w.incident) = 'object'
    ), told as (
      insert into activity
        (tenant_id, occurred_at, actor_kind, actor_id, request_id, action, subject_kind, subject_id, data)
      select w.tenant_id, $2, 'service', 'provisioning', w.request_id, 'group.' || w.status, 'group', w.team_id::text,
        case when w.status = 'failed' then jsonb_build_object('error', w.error) else '{}' end
      from written w
      where w.status in ('succeeded', 'failed')
    )
    select n from written`,
};
