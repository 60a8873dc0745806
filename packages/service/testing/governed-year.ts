// Thirteen months and more of many groups that nobody renews, some on hold and some renewed: what the time machine makes
// of them, in a size that the caller names. Afterwards each fact about each group is explained by entries of the proven chain.
import assert from 'node:assert/strict';
import { createChainReader } from '../src/audit/chain-reader.postgres.ts';
import { hashAt } from '../src/audit/chain.ts';
import { createVerifyChain } from '../src/audit/verify-chain.ts';
import { systemClock } from '../src/ground/clock.ts';
import { durationOf } from '../src/ground/duration.ts';
import { withoutRest } from '../src/ground/turns.ts';
import { advanceSandboxClock, readSandboxClock } from '../src/governance/time-machine.postgres.ts';
import { namedFacts } from '../src/governance/why/explain.ts';
import { eventually } from './eventually.ts';
import { createAdvance } from './governance.ts';
import { teamRequest, testOperator, type TestService, type TestTenant } from './service.ts';

export interface YearFigures {
  readonly groups: number;
  readonly creationSeconds: number;
  /** It is the time of the first thirteen months. */
  readonly thirteenMonthsSeconds: number;
  /** It belongs to this process, for the same time. */
  readonly processorSeconds: number;
  readonly allSeconds: number;
  readonly notices: number;
  readonly digests: number;
  /** Facts about groups whose reasons are entries of the proven chain. */
  readonly explained: number;
}

const patienceMs = 3_600_000;

/** Advances the clock as an operator does, and waits until it has arrived. */
export async function advanceBy(
  { at, service }: TestService,
  { tenantId }: Pick<TestTenant, 'tenantId'>,
  by: string,
): Promise<void> {
  const request = { tenantId, by: durationOf(by), actor: testOperator, at: systemClock.now() };
  await at.database.transaction((transaction) => advanceSandboxClock(transaction, request));
  await service.refresh();
  await eventually(
    async () => (await readSandboxClock(at.database, tenantId))?.target === null,
    'the clock has arrived',
    patienceMs,
  );
}

const secondsSince = (startedAt: number) => Math.round((performance.now() - startedAt) / 100) / 10;

/** One of ten groups is put on hold and one is renewed; the others end. */
const fateOf = (number: number) =>
  number % 10 === 0 ? 'held' : number % 10 === 1 ? 'renewed' : 'ends';

export async function runGovernedYear(service: TestService, count: number): Promise<YearFigures> {
  const governance = createAdvance(service);
  const { database } = service.at;
  const tenant = await service.addTenant();
  await governance.setLifecycle(tenant, {
    expires: { after: 'P1Y' },
    remindBefore: ['P30D', 'P14D', 'P3D'],
    deleteAfterArchived: 'P60D',
  });
  const teamIds: string[] = [];
  let startedAt = performance.now();
  for (let from = 0; from < count; from += 100) {
    const body = Array.from({ length: Math.min(100, count - from) }, (_, n) =>
      teamRequest(`year-${from + n}`),
    );
    const { status, body: made } = await service.call(tenant, '/teams/bulk', {
      method: 'POST',
      body,
    });
    assert.equal(status, 200, JSON.stringify(made));
    teamIds.push(...(made as { items: { teamId: string }[] }).items.map(({ teamId }) => teamId));
  }
  await governance.settled(tenant);
  const creationSeconds = secondsSince(startedAt);
  for (const [n, teamId] of teamIds.entries()) {
    if (fateOf(n) !== 'held') continue;
    const body = { reason: 'Lawsuit' };
    const path = `/teams/${teamId}/hold`;
    await send(service, tenant, 'PUT', path, body);
  }

  startedAt = performance.now();
  const processor = process.cpuUsage();
  // In the month of the first reminder, some are renewed.
  await advanceBy(service, tenant, 'P340D');
  for (const [n, teamId] of teamIds.entries()) {
    if (fateOf(n) !== 'renewed') continue;
    const path = `/teams/${teamId}/renewal`;
    await send(service, tenant, 'POST', path, {});
  }
  await advanceBy(service, tenant, 'P56D');
  const thirteenMonthsSeconds = secondsSince(startedAt);
  const { user, system } = process.cpuUsage(processor);
  const processorSeconds = Math.round((user + system) / 100_000) / 10;
  await assertTraces(service, tenant, teamIds, {
    ends: {
      notices: { renew: 3, archived: 1, deletes_soon: 1 },
      operations: ['archive succeeded'],
    },
    renewed: { notices: { renew: 1 }, operations: [] },
    held: { notices: {}, operations: [] },
  });
  await advanceBy(service, tenant, 'P60D');
  const allSeconds = secondsSince(startedAt);
  await assertTraces(service, tenant, teamIds, {
    ends: {
      notices: { renew: 3, archived: 1, deletes_soon: 2, deleted: 1 },
      operations: ['archive succeeded', 'delete succeeded'],
    },
    renewed: { notices: { renew: 1 }, operations: [] },
    held: { notices: {}, operations: [] },
  });
  await assertWarnedBeforeDeletion(service, tenant, teamIds);
  const explained = await assertExplained(service, tenant, teamIds);

  const [figures] = await database.query<{ notices: number; digests: number; most: number }>(
    `select (select count(*)::integer from notices where tenant_id = $1) as notices,
      (select count(*)::integer from notice_messages where tenant_id = $1) as digests,
      (select max(count)::integer from (
        select count(*) from notice_messages where tenant_id = $1 group by person_id, day
      ) by_day) as most`,
    [tenant.tenantId],
  );
  assert.ok(figures);
  assert.equal(figures.most, 1, 'digests of one person and day');
  const { notices, digests } = figures;
  return {
    groups: count,
    creationSeconds,
    thirteenMonthsSeconds,
    processorSeconds,
    allSeconds,
    notices,
    digests,
    explained,
  };
}

/** A caller sends it again while the service is too busy to answer. */
async function send(
  service: TestService,
  tenant: TestTenant,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  let found: unknown;
  await eventually(async () => {
    const answer = await service.call(tenant, path, { method, ...(body && { body }) });
    if (answer.status === 503) return false;
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    found = answer.body;
    return true;
  }, `${path} is answered`);
  return found;
}

interface Traces {
  /** How often notices of each kind were written. */
  readonly notices: Readonly<Record<string, number>>;
  readonly operations: readonly string[];
}

async function assertTraces(
  { at }: TestService,
  { tenantId }: TestTenant,
  teamIds: readonly string[],
  expected: Readonly<Record<ReturnType<typeof fateOf>, Traces>>,
): Promise<void> {
  const rows = await at.database.query<Traces & { teamId: string }>(
    `select t.team_id,
      coalesce((
        select jsonb_object_agg(kind, count) from (
          select kind, count(distinct created_at) from notices n
          where n.tenant_id = t.tenant_id and n.team_id = t.team_id group by kind
        ) of_kind
      ), '{}') as notices,
      coalesce((
        select jsonb_agg(o.kind || ' ' || o.status order by o.number) from operations o
        where o.tenant_id = t.tenant_id and o.team_id = t.team_id
      ), '[]') as operations
    from teams t where t.tenant_id = $1`,
    [tenantId],
  );
  const byTeam = new Map(rows.map((row) => [row.teamId, row]));
  for (const [n, teamId] of teamIds.entries()) {
    const { notices, operations } = byTeam.get(teamId) ?? assert.fail(teamId);
    assert.deepEqual({ notices, operations }, expected[fateOf(n)], `group ${n}`);
  }
}

/** Each deletion came after an archiving and two messages that had been sent. */
async function assertWarnedBeforeDeletion(
  { at }: TestService,
  { tenantId }: TestTenant,
  teamIds: readonly string[],
): Promise<void> {
  const [row] = await at.database.query<{ deleted: number; warned: number }>(
    `select count(*)::integer as deleted, count(*) filter (where
        exists (
          select from operations a where a.tenant_id = d.tenant_id and a.team_id = d.team_id
            and a.kind = 'archive' and a.status = 'succeeded' and a.completed_at < d.created_at
        ) and (
          select count(distinct m.message_id) from notices n
          join notice_messages m on m.tenant_id = n.tenant_id and m.message_id = n.message_id
          where n.tenant_id = d.tenant_id and n.team_id = d.team_id and n.kind in ('archived', 'deletes_soon')
            and m.state = 'sent' and m.finished_at < d.created_at
        ) >= 2
      )::integer as warned
    from operations d where d.tenant_id = $1 and d.kind = 'delete'`,
    [tenantId],
  );
  const ending = teamIds.filter((_, n) => fateOf(n) === 'ends').length;
  assert.deepEqual(row, { deleted: ending, warned: ending });
}

interface Explanation {
  readonly reasons: readonly {
    readonly action: string;
    readonly rule: { readonly rule: string } | null;
    readonly proof: { readonly position: number; readonly hash: string } | null;
  }[];
}

const askedAtOnce = 8;
const lastActions = { ends: 'group.deleted', renewed: 'group.succeeded', held: 'group.succeeded' };

/**
 * The chain of reasons for every fact about every group leads to entries that `operator audit verify` accepts.
 * @returns the number of facts
 */
async function assertExplained(
  service: TestService,
  tenant: TestTenant,
  teamIds: readonly string[],
): Promise<number> {
  const { tenantId } = tenant;
  const reader = createChainReader({ database: service.at.database });
  const hashes = new Map<number, string>();
  await eventually(async () => {
    const waiting = 'select from activity_unsealed where tenant_id = $1 limit 1';
    return (await service.at.database.query(waiting, [tenantId])).length === 0;
  }, 'every entry has its place in the chain');
  const report = await createVerifyChain({ reader, rest: withoutRest })(tenantId);
  assert.equal(report.broken, undefined);
  for (let next = 1; next <= report.head.position;) {
    for (const { firstPosition, entryIds, entryHashes } of await reader.seals(tenantId, next)) {
      for (const n of entryIds.keys()) {
        const hash = hashAt(entryHashes, n).toString('hex');
        hashes.set(firstPosition + n, hash);
      }
      next = firstPosition + entryIds.length;
    }
  }
  let explained = 0;
  const waiting = teamIds.entries();
  const askOne = async (): Promise<void> => {
    for (const [n, teamId] of waiting) {
      for (const fact of namedFacts) {
        const path = `/teams/${teamId}/why?property=${fact}`;
        const { reasons } = (await send(service, tenant, 'GET', path)) as Explanation;
        assert.ok(reasons.length > 0, `${fact} of group ${n}`);
        for (const { proof } of reasons) {
          assert.equal(proof?.hash, hashes.get(proof?.position ?? 0), `${fact} of group ${n}`);
        }
        if (fact === 'state') assert.equal(reasons.at(-1)?.action, lastActions[fateOf(n)]);
        explained += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: askedAtOnce }, askOne));
  return explained;
}
