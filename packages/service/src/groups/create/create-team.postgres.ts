// Acceptance of creations in PostgreSQL. Requests that arrive together are committed together:
// one statement writes team, ledger, activity and idempotency rows of the whole batch.
import { createBatcher } from '../../ground/batcher.ts';
import { DomainError } from '../../ground/errors.ts';
import type { OtherGroup } from '../../ground/group-limit.ts';
import { isCollision } from '../../postgres/collision.ts';
import type { Database, Query, Queryable } from '../../postgres/database.ts';
import type { CreationStatus } from '../../engine/creation.ts';
import { counterMark } from '../../settings/naming/naming.ts';
import { encodeSteps } from '../../engine/stored-steps.ts';
import {
  acceptGroups,
  sentIds,
  assignNumbers,
  nextNumber,
  type Columns,
} from '../../engine/accept-group.postgres.ts';
import {
  type Acceptance,
  type AcceptanceResult,
  type AcceptanceStore,
  type AdoptionBrake,
  type Idempotency,
  maxTakenNumbers,
} from './create-team.ts';
import { recentAdoptions } from '../adopt/brake.postgres.ts';
import type { AliasStore } from './plan-alias.ts';

const maxAttempts = 3;
const requestsPerCommit = 250;
/** Keeps a statement to some milliseconds: others wait for it. */
const peoplePerCommit = 1_000;

/** The answer to one acceptance. */
interface AcceptanceRow {
  readonly teamId: string;
  readonly accepted: boolean;
  /** Whether the Idempotency-Key was used before for the same request; null: it was not used. */
  readonly isSame: boolean | null;
  readonly replayedTeamId: string | null;
  readonly status: CreationStatus | null;
  /** Whether another group has the external id. */
  readonly isIdHeld: boolean;
  /** It belongs to adoptions; null: there is room. */
  readonly brake?: AdoptionBrake | null;
}

type KeyedCreation = NonNullable<Awaited<ReturnType<AcceptanceStore['findKeyed']>>>;

/** The result of one acceptance, or the reason why it is unknown. */
type Settled = AcceptanceResult | { readonly kind: 'unsettled'; readonly error: unknown };

/** Accepts these alone, in the transaction that is open. @throws on a collision with another process */
export function createAcceptTogether(database: Queryable) {
  return async function acceptAll(acceptances: readonly Acceptance[]): Promise<AcceptanceResult[]> {
    const isNumbered = acceptances.some(({ counter }) => counter !== undefined);
    const isAdoption = acceptances.some(({ begun }) => begun !== undefined);
    const kind = isAdoption ? 'adopted' : isNumbered ? 'numbered' : 'plain';
    const hasIds = acceptances.some(({ externalIds }) => externalIds !== undefined);
    const statement = hasIds ? acceptWithIds[kind] : accept[kind];
    const rows = await database.query<AcceptanceRow>(statement, [
      JSON.stringify(isAdoption ? acceptances.map(withLedger) : acceptances),
    ]);
    const results = new Map(rows.map((row) => [row.teamId, resultOf(row)]));
    return acceptances.map(({ teamId }) => results.get(teamId) ?? { kind: 'alias_taken' });
  };
}

export function createAcceptanceStore(database: Database): AcceptanceStore {
  const acceptAll = createAcceptTogether(database);

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
    const isRefused = ({ keyHash }: Acceptance, n: number) =>
      keyHash !== undefined && results[n]?.kind === 'alias_taken';
    const seenNow = await settleTogether(acceptances.filter(isRefused));
    return acceptances.flatMap(
      (acceptance, n) => (isRefused(acceptance, n) ? seenNow.shift() : results[n]) ?? [],
    );
  }

  /** An alias that the caller did not choose gets the next number. */
  async function settleNumbered(acceptances: readonly Acceptance[]): Promise<Settled[]> {
    const results = await settleAll(acceptances);
    for (let taken = 1; taken < maxTakenNumbers; taken += 1) {
      const isTaken = ({ mailNickname }: Acceptance, n: number) =>
        mailNickname.includes(counterMark) && results[n]?.kind === 'alias_taken';
      const places = acceptances.flatMap((one, n) => (isTaken(one, n) ? [n] : []));
      if (places.length === 0) break;
      const next = await settleAll(places.flatMap((n) => acceptances[n] ?? []));
      for (const [index, n] of places.entries())
        results[n] = next[index] ?? { kind: 'alias_taken' };
    }
    return results;
  }

  const batching = {
    tenantOf: ({ tenantId }: Acceptance) => tenantId,
    maxItems: requestsPerCommit,
    weight: {
      of: ({ people }: Acceptance) => people.owners.length + people.members.length,
      atMost: peoplePerCommit,
    },
    separate: ({ tenantId, holderId, keyHash, externalIds }: Acceptance) => {
      if (keyHash !== undefined) return `${tenantId}/${holderId}/${keyHash}`;
      const [first] = externalIds ?? [];
      return first && `${tenantId}/${first.source}/${first.externalId}`;
    },
  };
  const settle = createBatcher<Acceptance, Settled>({
    ...batching,
    maxConcurrent: 2,
    flush: settleAll,
  });
  const settleAdoption = createBatcher<Acceptance, Settled>({
    ...batching,
    maxConcurrent: 1,
    flush: settleAll,
  });
  // In separate batches: requests that take numbers of one sequence wait for each other, and no others do.
  const settleWithNumber = createBatcher<Acceptance, Settled>({
    ...batching,
    maxConcurrent: 1,
    flush: settleNumbered,
  });

  return {
    async accept(acceptance) {
      const { begun, counter } = acceptance;
      const settleIn =
        begun !== undefined ? settleAdoption : counter === undefined ? settle : settleWithNumber;
      const settled = await settleIn(acceptance);
      if (settled.kind === 'unsettled') throw settled.error;
      return settled;
    },
    async findKeyed({ tenantId, holderId, keyHash }) {
      const [row] = await database.query<KeyedCreation>(findKeyed, [tenantId, holderId, keyHash]);
      return row;
    },
  };
}

/** The aliases that groups hold, for a plan. */
export function createAliasStore(database: Queryable): AliasStore {
  return {
    async holders(tenantId, aliasKeys) {
      const values = [tenantId, aliasKeys];
      const rows = await database.query<OtherGroup & { aliasKey: string }>(aliasHolders, values);
      return new Map(rows.map(({ aliasKey, ...group }) => [aliasKey, group]));
    },
    async nextNumber(tenantId, { scopeId, year, start }) {
      const values = [tenantId, scopeId, year, start];
      const [row] = await database.query<{ number: number }>(nextNumber, values);
      return row?.number ?? start;
    },
  };
}

function resultOf({
  accepted,
  isSame,
  replayedTeamId: teamId,
  status,
  isIdHeld,
  brake = null,
}: AcceptanceRow): AcceptanceResult {
  if (accepted) return { kind: 'accepted' };
  if (isSame === null && isIdHeld) return { kind: 'external_id_held' };
  if (isSame === null && brake !== null) return { kind: 'held', by: brake };
  if (isSame === null) return { kind: 'alias_taken' };
  if (!isSame || teamId === null || status === null) return { kind: 'key_reused', status };
  return { kind: 'replayed', teamId, status };
}

function withLedger({ begun, ...acceptance }: Acceptance) {
  if (begun === undefined) return acceptance;
  const { steps, ...others } = begun;
  return { ...acceptance, progress: encodeSteps(steps), ...others };
}

const keyColumns: Columns<Idempotency> = {
  holderId: 'uuid',
  keyHash: 'text',
  requestHash: 'text',
};
const idHeld = (source: string) => `exists (
    select from ${sentIds(source)} sent
    join external_ids e on e.tenant_id = ${source}.tenant_id and e.source = sent.source
      and e.external_id = sent.external_id and e.is_held
  )`;
/** It is no repetition, and no other group has its external id. */
const isNew = (source: string, hasIds: boolean) => {
  const notReplayed = `not exists (select from replayed where asked_team_id = ${source}.team_id)`;
  return hasIds ? `${notReplayed} and not ${idHeld(source)}` : notReplayed;
};

/** @param source the part with the requests as they are sent */
const replayed = (source: string) => `
  replayed as materialized (
    select ${source}.team_id as asked_team_id, k.team_id, k.request_hash = ${source}.request_hash as is_same, p.status
    from ${source}
    cross join lateral (
      select tenant_id, team_id, request_hash from idempotency_keys
      where tenant_id = ${source}.tenant_id and holder_id = ${source}.holder_id
        and key_hash = ${source}.key_hash
      limit 1
    ) k
    left join lateral (
      select status from provisionings where tenant_id = k.tenant_id and team_id = k.team_id limit 1
    ) p on true
    where ${source}.key_hash is not null
  )`;

const acceptance = (hasIds: boolean) => ({
  hasIds,
  admitted: isNew('input', hasIds),
  after: [
    `remembered as (
      insert into idempotency_keys (tenant_id, holder_id, key_hash, request_hash, team_id, created_at)
      select tenant_id, holder_id, key_hash, request_hash, team_id, created_at from accepted
      where key_hash is not null
    )`,
  ],
  answer: `
    select input.team_id, accepted.team_id is not null as accepted, replayed.is_same,
      replayed.team_id as replayed_team_id, replayed.status,
      ${hasIds ? idHeld('input') : 'false'} as is_id_held
    from input
    left join accepted on accepted.team_id = input.team_id
    left join replayed on replayed.asked_team_id = input.team_id`,
});

/** The brake of each request; null: there is room for it. */
const adoptionBrakes = (isMeant: string) => `
  brakes as materialized (
    select input.team_id, case
      when recent.is_stopped then 'failures'
      when recent.accepted + row_number() over in_order > input.per_day then 'per_day' end as brake
    from input
    cross join lateral (${recentAdoptions('input', 'input.created_at')}) recent
    where ${isMeant}
    window in_order as (partition by input.tenant_id, input.template_id order by input.created_at, input.team_id)
  )`;

/** @param hasIds apart from the others, which need not look for external ids */
const acceptanceStatements = (hasIds: boolean) => {
  const common = acceptance(hasIds);
  const nameOf = (name: string) => (hasIds ? `${name}_with_ids` : name);
  const plain: Query = {
    name: nameOf('teams_accept'),
    kind: 'hot',
    text: acceptGroups({ ...common, columns: keyColumns, before: [replayed('input')] }),
  };
  const adopted: Query = {
    name: nameOf('teams_accept_adoptions'),
    text: acceptGroups({
      ...common,
      columns: {
        ...keyColumns,
        progress: 'text',
        facts: 'jsonb',
        perDay: 'integer',
      },
      before: [replayed('input'), adoptionBrakes(common.admitted)],
      admitted: `${common.admitted} and exists (
        select from brakes where brakes.team_id = input.team_id and brakes.brake is null
      )`,
      answer: `
        select answered.*, brakes.brake from (${common.answer}) answered
        left join brakes on brakes.team_id = answered.team_id`,
      ledger: {
        progress: 'progress',
        facts: 'facts',
        directory_group_id: "facts ->> 'groupId'",
      },
      details:
        ", 'adopted', true) || jsonb_strip_nulls(jsonb_build_object('cause', facts -> 'adoption' -> 'cause', 'batchId', facts -> 'adoption' -> 'batchId')",
    }),
  };
  /** A repeated request takes no number: the first one has it. */
  const numbered: Query = {
    name: nameOf('teams_accept_numbered'),
    kind: 'hot',
    text: acceptGroups({
      ...common,
      columns: { ...keyColumns, counter: 'jsonb' },
      read: 'sent',
      before: [replayed('sent'), ...assignNumbers(keyColumns, isNew('sent', hasIds))],
    }),
  };
  return { plain, adopted, numbered };
};

const accept = acceptanceStatements(false);
const acceptWithIds = acceptanceStatements(true);

const findKeyed: Query = {
  name: 'idempotency_keys_find',
  text: `
    select k.team_id, k.request_hash, p.status, t.organisation_id, t.template_id
    from idempotency_keys k
    join provisionings p on p.tenant_id = k.tenant_id and p.team_id = k.team_id
    join teams t on t.tenant_id = k.tenant_id and t.team_id = k.team_id
    where k.tenant_id = $1 and k.holder_id = $2 and k.key_hash = $3`,
};

const aliasHolders: Query = {
  name: 'teams_alias_holders',
  text: `
    select alias_key, team_id, organisation_id, template_id from teams
    where tenant_id = $1 and alias_key = any ($2)`,
};
