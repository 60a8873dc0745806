// Processor time of a service without callers: with the tenant of the demo, and with 10,000 tenants.
import { setTimeout as pause } from 'node:timers/promises';

import { openDatabase } from '../src/postgres/pool.ts';
import type { Bench } from './running-service.ts';
import { spentUs } from './processor-time.ts';
import { ceilingLine, type Line } from './report.ts';

/**
 * What follows from a start, or from new tenants, is done: V8 has collected the garbage, which it does once after a while
 * without work, and autovacuum has looked at the new rows.
 */
const settledAfterMs = 150_000;
/** Two of the half minutes after which the service looks for what is due. */
const seconds = 60;
const addedTenants = 10_000;
const atMostMs = 3;
const addedWithinSeconds = 2.6;

export async function measureIdle(bench: Bench): Promise<Line[]> {
  const one = await idle(bench);
  const addedAfterSeconds = await addTenants(bench);
  const many = await idle(bench);
  const idleLine = (tenants: number, { node, postgres, total }: Idle) =>
    ceilingLine(
      `processor time a second, idle, tenants: ${tenants.toLocaleString('en')}`,
      total,
      atMostMs,
      'ms',
      { floor: `${node.toFixed(1)} Node, ${postgres.toFixed(1)} PostgreSQL` },
    );
  return [
    idleLine(1, one),
    idleLine(addedTenants, many),
    ceilingLine(
      '9,000 tenants added in one transaction',
      addedAfterSeconds,
      addedWithinSeconds,
      's',
    ),
  ];
}

interface Idle {
  readonly node: number;
  readonly postgres: number;
  readonly total: number;
}

/** Milliseconds a second. */
async function idle({ service, postgresId }: Bench): Promise<Idle> {
  await pause(settledAfterMs);
  let all = 0;
  const startedAt = performance.now();
  const postgresUs = await spentUs([postgresId()], async () => {
    all = await spentUs([service.processId, postgresId()], () => pause(seconds * 1_000));
  });
  // The bench may do something else meanwhile, and be late.
  const tookMs = performance.now() - startedAt;
  const postgres = postgresUs / tookMs;
  const total = all / tookMs;
  return { node: total - postgres, postgres, total };
}

/** Each with an organisation, three templates and an API key; answers how long the last 9,000 took. */
async function addTenants({ owner, log }: Bench): Promise<number> {
  const database = openDatabase(owner, { log, maxConnections: 1 });
  const add = (tenants: number) =>
    database.transaction(async (transaction) => {
      await transaction.query("set local statement_timeout = '5min'");
      await transaction.query(addSome, [tenants]);
    });
  try {
    await add(1_000);
    const startedAt = performance.now();
    await add(addedTenants - 1_000);
    const tookSeconds = (performance.now() - startedAt) / 1_000;
    await database.query(reconciledAll);
    return tookSeconds;
  } finally {
    await database.close();
  }
}

/**
 * As after the first hours: the next time of each is somewhere in the six hours between two of them. In the order in which
 * the service records many at once, so that neither waits for the other.
 */
const reconciledAll = `
  insert into reconciliations (tenant_id, attempted_at, due_at, finished_at, report, history)
  select tenant_id, now(), now() + random() * interval '6 hours', now(),
    (select report from reconciliations where report is not null limit 1), database_history()
  from tenants
  order by tenant_id
  on conflict do nothing`;

const addSome = `
  with place as (
    select n, gen_random_uuid() as tenant_id, gen_random_uuid() as organisation_id from generate_series(1, $1::int) as n
  ), tenant as (
    insert into tenants (tenant_id, name, directory)
    select tenant_id, 'Tenant ' || n, '{"kind": "sandbox"}' from place
  ), organisation as (
    insert into organisations (tenant_id, organisation_id, name, identifier)
    select tenant_id, organisation_id, 'Organisation', 'one' from place
  ), template as (
    insert into templates (tenant_id, template_id, organisation_id, name, identifier,
      mail_nickname_pattern, display_name_pattern, policy)
    select place.tenant_id, gen_random_uuid(), place.organisation_id, 'Template ' || t, 'template-' || t, '', '',
      (select policy from templates limit 1)
    from place, generate_series(1, 3) as t
  )
  insert into api_keys (tenant_id, key_id, name, created_by, secrets)
  select tenant_id, gen_random_uuid(), 'Key', 'bench', '[]' from place`;
