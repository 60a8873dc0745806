// The things of the service in a tenant that a person has to look after: webhooks, API keys, messages and the connection.
// Read to-do.postgres.ts for groups.
import type { Queryable } from '../../postgres/database.ts';
import { isActiveByIndexSql, isWithinSql } from '../../engine/group-state.ts';
import type { Attention, UnsoundConnection } from './overview.ts';

type Lists =
  | 'connection'
  | 'changedAssumptions'
  | 'failingEndpoints'
  | 'expiringKeys'
  | 'unusedKeys';

/**
 * @param of.failuresInRow of a webhook that counts as failing
 * @param of.organisationIds null: all of the tenant, with its webhooks, API keys and messages
 */
export async function readAttention(
  database: Queryable,
  tenantId: string,
  of: { readonly failuresInRow: number; readonly organisationIds: readonly string[] | null },
): Promise<Attention> {
  const { failuresInRow, organisationIds } = of;
  const [[row], [connection], changedAssumptions, failingEndpoints, expiringKeys, unusedKeys] =
    await Promise.all([
      database.query<Omit<Attention, Lists>>(countsOf(organisationIds), [
        tenantId,
        failuresInRow,
        organisationIds,
      ]),
      database.query<UnsoundConnection>(connectionSql, [tenantId, organisationIds]),
      readChangedAssumptions(database, tenantId, organisationIds),
      database.query<Attention['failingEndpoints'][number]>(failingEndpointsSql, [
        tenantId,
        failuresInRow,
        organisationIds,
      ]),
      database.query<Attention['expiringKeys'][number]>(expiringKeysSql, [
        tenantId,
        organisationIds,
      ]),
      database.query<Attention['unusedKeys'][number]>(unusedKeysSql, [tenantId, organisationIds]),
    ]);
  if (row === undefined) throw new Error('The numbers are not there.');
  return {
    ...row,
    connection: connection ?? null,
    changedAssumptions,
    failingEndpoints,
    expiringKeys,
    unusedKeys,
  };
}

/** Each list has it; the page of the list has the others. */
const listed = 10;

/** The caller has no limit: for what concerns the whole tenant. */
const isUnlimited = '$3::uuid[] is null';

function countsOf(organisationIds: readonly string[] | null): string {
  /** Whether the group of a row is within the limit. */
  const isOfLimit = (row: string) => isWithinSql(row, organisationIds, '$3');
  return `
    select
      (
        select count(*)::integer from webhook_endpoints
        where tenant_id = $1 and disabled_at is null and failures_in_row >= $2 and ${isUnlimited}
      ) as failing_webhooks,
      (
        select count(*)::integer from webhook_endpoints
        where tenant_id = $1 and disabled_at is not null and disabled_by like 'service:%' and ${isUnlimited}
      ) as disabled_webhooks,
      (
        select count(*)::integer from notice_messages
        where tenant_id = $1 and state = 'failed' and finished_at > now() - interval '30 days' and ${isUnlimited}
      ) as failed_messages,
      (select failing_since from notice_channels where tenant_id = $1 and ${isUnlimited}) as messages_failing_since,
      (
        select count(*)::integer from group_lifecycles g
        where g.tenant_id = $1 and g.outcome is null and g.expires_at < (select governance_now($1) + interval '30 days')
          and ${isActiveByIndexSql('g')} and ${isOfLimit('g')}
          and not exists (select from group_holds h where h.tenant_id = g.tenant_id and h.team_id = g.team_id)
      ) as expiring`;
}

/** A comparison uses the connection for all groups; one that fails is tried again every 15 minutes. */
const connectionSql = `
  select case when r.error is null then 'untested' else 'failing' end as state,
    case when r.error is not null then r.attempted_at end as attempted_at
  from tenants t left join reconciliations r on r.tenant_id = t.tenant_id
  where t.tenant_id = $1 and $2::uuid[] is null and t.directory ->> 'kind' = 'microsoft365'
    and (r.finished_at is null or r.error is not null)`;

/** By the newest probe that saw something: reconciliation/probes/verdicts.ts. */
async function readChangedAssumptions(
  database: Queryable,
  tenantId: string,
  organisationIds: readonly string[] | null,
): Promise<Attention['changedAssumptions']> {
  const rows = await database.query<{ name: string; since: string }>(
    `select one.name, one.since from (
       select assumptions from connection_probes
       where tenant_id = $1 and assumptions is not null and $2::uuid[] is null order by finished_at desc limit 1
     ) last, jsonb_to_recordset(last.assumptions) as one (name text, verdict text, since text)
     where one.verdict = 'changed' and exists (
       select from tenants t where t.tenant_id = $1 and t.directory ->> 'kind' = 'microsoft365'
     ) order by one.since, one.name`,
    [tenantId, organisationIds],
  );
  return rows.map(({ name, since }) => ({ name, since: new Date(since) }));
}

const failingEndpointsSql = `
  select e.endpoint_id, e.url, f.failing_since
  from webhook_endpoints e, lateral (
    select min(l.attempted_at) as failing_since
    from (
      select a.attempted_at from webhook_attempts a
      where a.tenant_id = e.tenant_id and a.endpoint_id = e.endpoint_id and a.position is not null
      order by a.attempt_id desc limit least(e.failures_in_row, 10000)
    ) l
  ) f
  where e.tenant_id = $1 and e.disabled_at is null and e.failures_in_row >= $2 and f.failing_since is not null and $3::uuid[] is null
  order by f.failing_since limit ${listed}`;

const activeKeys = `
  from api_keys k
  where k.tenant_id = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) and $2::uuid[] is null`;

const expiringKeysSql = `
  select k.key_id, k.name, k.created_at, k.expires_at ${activeKeys} and k.expires_at < now() + interval '30 days'
  order by k.expires_at limit ${listed}`;

const unusedKeysSql = `
  select k.key_id, k.name, k.created_at, k.expires_at ${activeKeys} and k.created_at < now() - interval '7 days'
    and not exists (select from api_key_uses u where u.tenant_id = k.tenant_id and u.key_id = k.key_id)
  order by k.created_at limit ${listed}`;
