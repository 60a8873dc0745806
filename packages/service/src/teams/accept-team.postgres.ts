// Acceptance of creations in PostgreSQL. Requests that arrive together are committed together:
// one statement writes team, ledger, activity and idempotency rows of the whole batch.
import { createBatcher } from '../foundation/batcher.ts';
import { DomainError } from '../foundation/errors.ts';
import type { Database, Query } from '../postgres/database.ts';
import type { CreationStatus } from '../provisioning/creation.ts';
import type { Acceptance, AcceptanceResult, AcceptanceStore } from './accept-team.ts';
import { toStoredPolicy } from '../organisations/template.ts';

/** Another process committed, or is committing, the same Idempotency-Keys. */
const collisions: ReadonlySet<unknown> = new Set(['23505', '40P01']);
const maxAttempts = 3;
const requestsPerCommit = 250;
/** Keeps a statement to some megabytes, so that large requests that meet do not fail together. */
const peoplePerCommit = 30_000;

interface AcceptedRow {
  n: number;
  accepted: boolean;
  replayedTeamId: string | null;
  replayedHash: string | null;
  replayedStatus: CreationStatus | null;
}

/** The result of one acceptance, or the reason why it is unknown. */
type Settled = AcceptanceResult | { readonly kind: 'unsettled'; readonly error: unknown };

export function createAcceptanceStore(database: Database): AcceptanceStore {
  async function acceptAll(acceptances: readonly Acceptance[]): Promise<AcceptanceResult[]> {
    const rows = await database.query<AcceptedRow>(acceptTeams, [
      JSON.stringify(acceptances.map(inputOf)),
    ]);
    const results = new Map(rows.map((row) => [row.n, resultOf(row)]));
    return acceptances.map((_, n) => results.get(n) ?? { kind: 'alias_taken' });
  }

  /** A failed item must not discard results already committed for others. */
  async function settleTogether(acceptances: readonly Acceptance[]): Promise<Settled[]> {
    if (acceptances.length === 0) return [];
    try {
      return await acceptAll(acceptances);
    } catch (error) {
      if (!isCollision(error)) return acceptances.map(() => ({ kind: 'unsettled', error }));
    }
    // Another process used one of the Idempotency-Keys in the same moment. One by one, each finds what
    // the other committed.
    const results: Settled[] = [];
    for (const acceptance of acceptances) {
      const last = results.at(-1);
      // The database cannot be reached: do not wait for it again.
      const isAway = last?.kind === 'unsettled' && last.error instanceof DomainError;
      results.push(isAway ? last : await settleOne(acceptance));
    }
    return results;
  }

  async function settleOne(acceptance: Acceptance): Promise<Settled> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const [result] = await acceptAll([acceptance]);
        return result ?? { kind: 'alias_taken' };
      } catch (error) {
        if (!isCollision(error) || attempt === maxAttempts) return { kind: 'unsettled', error };
      }
    }
  }

  /**
   * A repetition that waited for the alias of the request it repeats could not see it: its statement had
   * begun before that was committed. So it looks again.
   */
  async function settleAll(acceptances: readonly Acceptance[]): Promise<Settled[]> {
    const results = await settleTogether(acceptances);
    const isRefused = ({ idempotency }: Acceptance, n: number) =>
      idempotency !== undefined && results[n]?.kind === 'alias_taken';
    const seenNow = await settleTogether(acceptances.filter(isRefused));
    return acceptances.flatMap(
      (acceptance, n) => (isRefused(acceptance, n) ? seenNow.shift() : results[n]) ?? [],
    );
  }

  const settle = createBatcher<Acceptance, Settled>({
    maxItems: requestsPerCommit,
    weight: {
      of: ({ people }) => people.owners.length + people.members.length,
      atMost: peoplePerCommit,
    },
    maxConcurrent: 2,
    separate: ({ tenantId, apiKeyId, idempotency }) =>
      idempotency && `${tenantId}/${apiKeyId}/${idempotency.key}`,
    flush: settleAll,
  });

  return {
    async accept(acceptance) {
      const settled = await settle(acceptance);
      if (settled.kind === 'unsettled') throw settled.error;
      return settled;
    },
  };
}

function isCollision(error: unknown): boolean {
  return error instanceof Error && 'code' in error && collisions.has(error.code);
}

function inputOf(acceptance: Acceptance, n: number) {
  return {
    n,
    tenant_id: acceptance.tenantId,
    team_id: acceptance.teamId,
    organisation_id: acceptance.organisation.organisationId,
    template_id: acceptance.template.templateId,
    display_name: acceptance.displayName,
    description: acceptance.description,
    mail_nickname: acceptance.mailNickname,
    alias_key: acceptance.aliasKey,
    people: acceptance.people,
    properties: acceptance.properties,
    policy: toStoredPolicy(acceptance.template.policy),
    created_at: acceptance.createdAt,
    api_key_id: acceptance.apiKeyId,
    request_id: acceptance.requestId,
    address: acceptance.address,
    idempotency_key: acceptance.idempotency?.key,
    request_hash: acceptance.idempotency?.requestHash,
  };
}

function resultOf(row: AcceptedRow): AcceptanceResult {
  if (row.accepted) return { kind: 'accepted' };
  if (row.replayedTeamId === null || row.replayedHash === null || row.replayedStatus === null) {
    return { kind: 'alias_taken' };
  }
  return {
    kind: 'replayed',
    teamId: row.replayedTeamId,
    requestHash: row.replayedHash,
    status: row.replayedStatus,
  };
}

// The order of the inserts into teams keeps two batches that want the same aliases from waiting for each other.
const acceptTeams: Query = {
  name: 'teams_accept',
  plannedOnce: true,
  text: `
    with input as materialized (
      select * from jsonb_to_recordset($1::jsonb) as x (
        n integer, tenant_id uuid, team_id uuid, organisation_id uuid, template_id uuid, display_name text,
        description text, mail_nickname text, alias_key text, people jsonb, properties jsonb, policy jsonb,
        created_at timestamptz, api_key_id uuid, request_id text, address text,
        idempotency_key text, request_hash text
      )
    ), replayed as materialized (
      select input.n, k.team_id, k.request_hash, p.status
      from input
      cross join lateral (
        select tenant_id, team_id, request_hash from idempotency_keys
        where tenant_id = input.tenant_id and api_key_id = input.api_key_id
          and idempotency_key = input.idempotency_key
        limit 1
      ) k
      cross join lateral (
        select status from provisionings where tenant_id = k.tenant_id and team_id = k.team_id limit 1
      ) p
      where input.idempotency_key is not null
    ), team as (
      insert into teams
        (tenant_id, team_id, organisation_id, template_id, display_name, description, mail_nickname, alias_key,
         people, properties, policy, created_at, created_by, request_id)
      select tenant_id, team_id, organisation_id, template_id, display_name, description, mail_nickname, alias_key,
        people, properties, policy, created_at, api_key_id::text, request_id
      from input
      where not exists (select from replayed where replayed.n = input.n)
      order by tenant_id, alias_key
      on conflict (tenant_id, alias_key) do nothing
      returning team_id
    ), accepted as materialized (
      select input.* from input join team using (team_id)
    ), ledger as (
      insert into provisionings (tenant_id, team_id, status, waiting, due_at, steps, updated_at)
      select tenant_id, team_id, 'accepted', true, created_at, '[]', created_at from accepted
    ), remembered as (
      insert into idempotency_keys (tenant_id, api_key_id, idempotency_key, request_hash, team_id, created_at)
      select tenant_id, api_key_id, idempotency_key, request_hash, team_id, created_at from accepted
      where idempotency_key is not null
    ), told as (
      insert into activity
        (tenant_id, occurred_at, actor_kind, actor_id, address, request_id, action, subject_kind, subject_id, data)
      select tenant_id, created_at, 'api_key', api_key_id::text, address, request_id, 'group.accepted', 'group',
        team_id::text, jsonb_build_object('displayName', display_name, 'mailNickName', mail_nickname,
          'organisationId', organisation_id, 'templateId', template_id)
      from accepted
    )
    select input.n, accepted.team_id is not null as accepted, replayed.team_id as replayed_team_id,
      replayed.request_hash as replayed_hash, replayed.status as replayed_status
    from input
    left join accepted on accepted.n = input.n
    left join replayed on replayed.n = input.n`,
};
