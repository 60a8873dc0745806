// Executes creations against the sandbox directory, with the faults that a test gives it, on a clock that passes by the
// waits of the ledger alone.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  DirectoryError,
  type Directory,
  type DirectoryErrorCode,
} from '../src/directory/directory.ts';
import { createSandboxStore } from '../src/sandbox/sandbox.postgres.ts';
import { createSandboxDirectory } from '../src/sandbox/sandbox.ts';
import {
  defaultTemplatePolicy,
  type TemplatePolicy,
} from '../src/settings/organisations/template.ts';
import type { Database } from '../src/postgres/database.ts';
import { createExecuteCreation } from '../src/engine/execute-creation.ts';
import {
  isFinal,
  type Creation,
  type RequestedPeople,
  type StepName,
  type StepRecord,
} from '../src/engine/creation.ts';
import type { LedgerRecord } from '../src/engine/execute.ts';
import { newLedger } from '../src/engine/steps.ts';

export const startsAt = Date.UTC(2026, 10, 21);
export const email = (name: string): string => `${name}@aare.example`;

export interface SandboxRigOptions {
  readonly teamCreationMs?: number;
  readonly replicationDelayMs?: number;
  readonly limits?: Partial<Directory['limits']>;
  /** Operations that answer otherwise than the sandbox. */
  readonly faults?: (sandbox: Directory) => Partial<Directory>;
}

/** A group as it is in the sandbox, people by their names. */
export interface MadeGroup {
  readonly groupId: string;
  readonly marker: string;
  readonly owners: readonly string[];
  readonly members: readonly string[];
  readonly isTeam: boolean;
  readonly channels: readonly string[];
}

export interface SandboxRig {
  readonly directory: Directory;
  readonly clock: { at: number; now(): number };
  /** People with these names before the `@`; answers their ids. */
  addPeople(names: readonly string[], enabled?: boolean): Promise<readonly string[]>;
  groups(): Promise<readonly MadeGroup[]>;
  /** A creation that its lane has just claimed, owned by `owner`. */
  creation(policy?: Partial<TemplatePolicy>, people?: Partial<RequestedPeople>): Creation;
}

export async function openSandboxFixture(
  database: Database,
  options: SandboxRigOptions = {},
): Promise<SandboxRig> {
  const { teamCreationMs = 0, replicationDelayMs = 0, limits, faults } = options;
  const tenantId = randomUUID();
  const clock = { at: startsAt, now: () => clock.at };
  const sandbox = createSandboxDirectory({
    tenantId,
    connection: { kind: 'sandbox', replicationDelayMs, teamCreationMs },
    store: createSandboxStore(database),
    clock,
    newId: randomUUID,
  });
  // The waits of Microsoft 365, which are the longest.
  const ofMicrosoft365 = { minPollIntervalMs: 60_000, replicationMs: 1_200_000 };
  const rig: SandboxRig = {
    directory: {
      ...sandbox,
      limits: { ...sandbox.limits, ...ofMicrosoft365, ...limits },
      ...faults?.(sandbox),
    },
    clock,
    async addPeople(names, enabled = true) {
      const ids = names.map(() => randomUUID());
      await database.query(
        `insert into sandbox_people (tenant_id, person_id, email, display_name, enabled)
         select $1, id, email, email, $4 from unnest($2::uuid[], $3::text[]) as p (id, email)`,
        [tenantId, ids, names.map(email), enabled],
      );
      return ids;
    },
    groups: () =>
      database.query<MadeGroup & Record<string, unknown>>(
        `select g.group_id, g.marker, g.team_ready_at is not null as is_team,
           array(
             select split_part(p.email, '@', 1) from unnest(g.owner_ids) as o (id)
             join sandbox_people p on p.tenant_id = $1 and p.person_id = o.id order by 1
           ) as owners,
           array(
             select split_part(p.email, '@', 1) from unnest(g.member_ids) as m (id)
             join sandbox_people p on p.tenant_id = $1 and p.person_id = m.id order by 1
           ) as members,
           array(select c ->> 'displayName' from jsonb_array_elements(g.channels) as c) as channels
         from sandbox_groups g where g.tenant_id = $1`,
        [tenantId],
      ),
    creation(policy = {}, people = {}) {
      const whole = { ...defaultTemplatePolicy, ...policy };
      return {
        tenantId,
        teamId: randomUUID(),
        organisationId: randomUUID(),
        displayName: 'Group',
        description: null,
        mailNickname: 'group',
        people: {
          responsible: email('owner'),
          deputy: null,
          owners: [],
          members: [email('member')],
          ...people,
        },
        policy: whole,
        createdAt: new Date(startsAt),
        requestId: 'request',
        status: 'running',
        steps: newLedger(whole),
        facts: {},
        resolvedPeople: null,
        warnings: [],
      };
    },
  };
  await rig.addPeople(['owner', 'member']);
  return rig;
}

interface ExecuteOnceOptions {
  /** Answers whether the lane still has its lease; true unless said otherwise. */
  readonly write?: (record: LedgerRecord<Creation>) => boolean;
  readonly signal?: AbortSignal;
  /** Called before the directory is opened; it may throw. */
  readonly open?: () => void;
  readonly onDefect?: (error: unknown) => void;
}

/** Executes the creation until it is final or has to wait. Answers the records, as a ledger keeps them. */
export async function executeOnce(
  rig: SandboxRig,
  creation: Creation,
  options: ExecuteOnceOptions = {},
): Promise<readonly LedgerRecord<Creation>[]> {
  const { write, signal = new AbortController().signal, open } = options;
  const onDefect: (error: unknown) => void = options.onDefect ?? ((error) => assert.ifError(error));
  const records: LedgerRecord<Creation>[] = [];
  const execute = createExecuteCreation({
    readMarkedRecords: async () => new Map(),
    clock: rig.clock,
    random: () => 0,
    rest: () => undefined,
    onDefect,
  });
  await execute(
    creation,
    () => {
      open?.();
      return rig.directory;
    },
    async (record) => {
      if (write?.(record) === false) return false;
      // The next run knows nothing but the ledger.
      records.push(structuredClone(record));
      return true;
    },
    signal,
  );
  return records;
}

export interface Executed {
  readonly creation: Creation;
  readonly records: readonly LedgerRecord<Creation>[];
  readonly defects: readonly unknown[];
  /** How often the lane claimed it. */
  readonly runs: number;
  readonly tookMs: number;
}

/** Executes the creation each time it is due, until it is final. */
export async function executeToTheEnd(
  rig: SandboxRig,
  creation: Creation,
  options: { maxRuns?: number; pauseMs?: number; open?: () => void } = {},
): Promise<Executed> {
  const { maxRuns = 3_000, pauseMs = 0, open } = options;
  const beganAt = rig.clock.at;
  const records: LedgerRecord<Creation>[] = [];
  const defects: unknown[] = [];
  let present = creation;
  let runs = 0;
  for (;;) {
    runs += 1;
    assert.ok(runs <= maxRuns, 'it never ends');
    const written = await executeOnce(rig, present, {
      ...(open !== undefined && { open }),
      onDefect: (error) => defects.push(error),
    });
    records.push(...written);
    const last = written.at(-1);
    assert.ok(last !== undefined, 'it recorded nothing');
    present = last.entry;
    if (isFinal(present.status)) break;
    assert.ok(last.dueInMs !== undefined, 'it neither ended nor waits');
    rig.clock.at += last.dueInMs + pauseMs;
  }
  return { creation: present, records, defects, runs, tookMs: rig.clock.at - beganAt };
}

export function stepOf(creation: Creation | undefined, name: StepName): StepRecord {
  const step = creation?.steps.find((one) => one.name === name);
  assert.ok(step);
  return step;
}

/** The pauses between the runs, in milliseconds. */
export function waitsOf(records: readonly LedgerRecord<Creation>[]): number[] {
  return records.flatMap(({ dueInMs }) => dueInMs ?? []);
}

/** Throws the errors one after the other, then nothing more. */
export function failing(...errors: readonly (() => unknown)[]): () => void {
  const left = [...errors];
  return () => {
    const next = left.shift();
    if (next !== undefined) throw next();
  };
}

/** The same error so many times. */
export function times(count: number, error: () => unknown): (() => unknown)[] {
  return Array.from({ length: count }, () => error);
}

export const refusal = (): DirectoryError => new DirectoryError('refused', 'A blocked word.');

export function directoryError(code: DirectoryErrorCode, retryAfterMs?: number) {
  return (): DirectoryError =>
    new DirectoryError(code, 'Not now.', retryAfterMs === undefined ? {} : { retryAfterMs });
}
