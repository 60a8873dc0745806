// The audit log of one tenant at 1, 2 and 4 million entries: a row, a page, a seal and the archive cost the same, and a
// search for something rare grows in proportion. The figures are in docs/operator/retention.md, for plans beyond this size.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createActivityReader } from '../audit/browse-activity.postgres.ts';
import type { ActivityFilter } from '../audit/browse-activity.ts';
import { createChainStore } from '../audit/chain-appender.postgres.ts';
import { silentLog } from '../postgres/log.ts';
import { openDatabase } from '../postgres/pool.ts';
import { spentUs } from '../../bench/processor-time.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { testOperator } from '../../testing/tenant.ts';
import { archiveActivity } from './archive.ts';

/** This process, and the server that it started. */
const ours = [process.pid];
const million = 1_000_000;
const sizes = [million, 2 * million, 4 * million];
const entriesPerInsert = 20_000;
/** Archived at each size. */
const archived = 20_000;
const sealedAt = Date.parse('2026-01-01T00:00:00Z');
const minuteMs = 60_000;
/** Entries of a group, with the members that an acceptance has. */
const addEntries = `
  insert into activity (tenant_id, occurred_at, actor_kind, actor_id, address, request_id, action, subject_kind,
    subject_id, data)
  select $1::uuid, now(), 'api_key', md5($1::text || n % 7), '192.0.2.17', 'zYkXoEvfsY8400005v', 'group.accepted', 'group',
    uuidv7()::text, jsonb_build_object('displayName', 'Project ' || n, 'mailNickName', 'project-' || n,
      'organisationId', $1::text, 'templateId', $1::text)
  from generate_series(1, ${entriesPerInsert}) n`;
const everything: ActivityFilter = {
  actorKind: undefined,
  actor: undefined,
  action: undefined,
  subjectId: undefined,
  from: undefined,
  until: undefined,
};

interface Figures {
  readonly entries: number;
  /** Processor time for each entry, of PostgreSQL and Node. */
  readonly insertUs: number;
  readonly sealUs: number;
  readonly newestPageMs: number;
  readonly middlePageMs: number;
  readonly rareSearchMs: number;
  readonly archiveUs: number;
  readonly tableBytes: number;
  readonly indexBytes: number;
  readonly sealBytes: number;
}

test('a row, a page, a seal and the archive cost the same at 4 million entries as at 1 million', async (t) => {
  const at = await createTestDatabase();
  const owner = openDatabase(at.settings.owner, { log: silentLog, maxConnections: 2 });
  const directory = await mkdtemp(join(tmpdir(), 'groupwright-activity-'));
  t.after(async () => {
    await rm(directory, { recursive: true, force: true });
    await owner.close();
    await at.close();
  });
  const tenantId = randomUUID();
  await at.database.query(
    `insert into tenants (tenant_id, name, directory, revision) values ($1, 'T', '{"kind":"sandbox"}', 0)`,
    [tenantId],
  );
  // Each seal has another time, so that an archive takes as many as it is asked for.
  let sealedMinutes = 0;
  const clock = { now: () => sealedAt + sealedMinutes++ * minuteMs };
  const chain = createChainStore({ database: at.database, clock });
  const reader = createActivityReader(at.database);

  async function timeMs(work: () => Promise<unknown>): Promise<number> {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  }
  /** The middle of some, since the machine does other things, too. */
  async function medianMs(work: () => Promise<unknown>, times = 5): Promise<number> {
    const measured: number[] = [];
    for (let time = 0; time < times; time += 1) measured.push(await timeMs(work));
    return measured.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0;
  }
  const page = (filter: Partial<ActivityFilter>, beforeId?: number) => () =>
    reader.read(tenantId, { ...everything, ...filter }, { beforeId, limit: 100 });

  async function grow(entries: number): Promise<Pick<Figures, 'insertUs' | 'sealUs'>> {
    let insertUs = 0;
    let sealUs = 0;
    for (let added = 0; added < entries; added += entriesPerInsert) {
      insertUs += await spentUs(ours, () => owner.query(addEntries, [tenantId]));
      sealUs += await spentUs(ours, async () => {
        while ((await chain.appendBatch()).more);
      });
    }
    return { insertUs: insertUs / entries, sealUs: sealUs / entries };
  }

  const figures: Figures[] = [];
  for (const [index, entries] of sizes.entries()) {
    const costs = await grow(entries - (sizes[index - 1] ?? 0));
    await owner.query('analyze activity');
    const [size] = await owner.query<Omit<Figures, 'entries'> & { middle: number }>(
      `select pg_table_size('activity') as table_bytes, pg_indexes_size('activity') as index_bytes,
        pg_total_relation_size('activity_seals') as seal_bytes,
        (select (max(activity_id) + min(activity_id)) / 2 from activity where tenant_id = $1) as middle`,
      [tenantId],
    );
    assert.ok(size);
    const { tableBytes, indexBytes, sealBytes, middle } = size;
    const measured = {
      newestPageMs: await medianMs(page({})),
      middlePageMs: await medianMs(page({}, middle)),
      rareSearchMs: await medianMs(page({ subjectId: randomUUID() }), 3),
    };
    const before = new Date(sealedAt + (archived / 1_000) * (index + 1) * minuteMs);
    let moved = 0;
    const archiveUs = await spentUs(ours, async () => {
      const request = { tenantId, before, directory, actor: testOperator };
      ({ archived: moved } = await archiveActivity(owner, request, () => new Date()));
    });
    assert.equal(moved, archived);
    figures.push({
      entries,
      ...costs,
      ...measured,
      archiveUs: archiveUs / archived,
      tableBytes: tableBytes / entries,
      indexBytes: indexBytes / entries,
      sealBytes: sealBytes / entries,
    });
    t.diagnostic(JSON.stringify(figures.at(-1), (_, value) => rounded(value)));
  }

  const [first, last] = [figures[0], figures.at(-1)];
  assert.ok(first && last);
  for (const name of ['tableBytes', 'indexBytes', 'sealBytes'] as const) {
    assert.ok(last[name] < first[name] * 1.2, name);
  }
  // Processor time varies with what else the machine does; in proportion it would be four times as much.
  for (const name of ['insertUs', 'sealUs', 'archiveUs'] as const) {
    assert.ok(last[name] < first[name] * 2.5, name);
  }
  for (const name of ['newestPageMs', 'middlePageMs'] as const) {
    assert.ok(last[name] < Math.max(first[name] * 2.5, 50), name);
  }
});

function rounded(value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(3)) : value;
}
