// Reads sealed entries by position, with the group each speaks of. Positions are dense, so a window of them is
// a range of the seals' key.
import { readArchived } from '../audit/archive.postgres.ts';
import { readChainHeads } from '../audit/chain-appender.postgres.ts';
import type { Queryable } from '../postgres/database.ts';
import { bytesBefore, isWithinBatch } from '../postgres/within-bytes.ts';
import type { PlacedEntry } from './event.ts';
import type { FeedStore } from './feed.ts';

/** Written so that every row is found by its key, also before the planner has learnt how many there are. */
const readPlaced = `
    select a.tenant_id, placed.position, placed.hash, a.occurred_at, a.actor_kind, a.actor_id, a.request_id, a.action,
      a.subject_id, a.data, coalesce(t.requested_display_name, t.display_name) as display_name, t.mail_nickname, t.organisation_id, t.template_id, t.properties,
      (
        select coalesce(jsonb_agg(jsonb_build_object('source', e.source, 'externalId', e.external_id) order by e.source), '[]')
        from external_ids e where e.tenant_id = $1 and e.team_id = t.team_id
      ) as external_ids,
      t.created_at, case when a.action in ('group.succeeded', 'group.adopted') then json_build_object(
        'groupId', p.facts -> 'groupId', 'mail', p.facts -> 'mail', 'webUrl', p.facts -> 'webUrl') end as directory,
      ${bytesBefore('a.data', 'placed.position')} as bytes_before
    from placed
    cross join lateral (
      select * from activity where tenant_id = $1 and activity_id = placed.activity_id limit 1
    ) a
    left join lateral (
      select * from teams
      where tenant_id = $1 and team_id = case when a.subject_kind = 'group' then a.subject_id::uuid end
      limit 1
    ) t on true
    left join lateral (
      select facts from provisionings where tenant_id = $1 and team_id = t.team_id limit 1
    ) p on true
    order by placed.position`;

const readWindow = {
  name: 'events_read_window',
  text: `
    with placed as materialized (
      select s.first_position + e.ordinality - 1 as position, e.activity_id,
        substring(s.entry_hashes from (32 * (e.ordinality - 1) + 1)::integer for 32) as hash
      from activity_seals s
      cross join lateral unnest(s.entry_ids) with ordinality as e (activity_id, ordinality)
      where s.tenant_id = $1
        and s.first_position <= $3
        and s.first_position >= coalesce((
          select max(first_position) from activity_seals where tenant_id = $1 and first_position <= $2
        ), 0)
        and s.first_position + e.ordinality - 1 between $2 and $3
    )
    select * from (${readPlaced}) entry where ${isWithinBatch('bytes_before')} order by position`,
};

const readPositions = {
  name: 'events_read_positions',
  text: `
    with located as materialized (
      select wanted.position, wanted.known_hash, seal.first_position
      from unnest($2::bigint[], $3::bytea[]) as wanted (position, known_hash)
      cross join lateral (
        select first_position from activity_seals
        where tenant_id = $1 and first_position <= wanted.position
        order by first_position desc limit 1
      ) seal
      where wanted.position > $4
    ), seal as materialized (
      -- A concatenation unpacks what the row holds compressed: once for a seal instead of once for each of its entries.
      select first_position, entry_ids || '{}' as entry_ids, entry_hashes || '' as entry_hashes
      from activity_seals
      where tenant_id = $1 and first_position = any (array(select first_position from located))
    ), placed as materialized (
      select position, entry_ids[position - first_position + 1] as activity_id, entry.hash
      from located join seal using (first_position)
      cross join lateral (
        select substring(entry_hashes from (32 * (position - first_position) + 1)::integer for 32) as hash
      ) entry
      where entry.hash is distinct from known_hash
    )
    select * from (
      select entry.*, count(*) over () as found from (${readPlaced}) entry
    ) entry
    where ${isWithinBatch('bytes_before')} order by position`,
};

export function createFeedStore({ database }: { database: Queryable }): FeedStore {
  return {
    read: (tenantId, fromPosition, toPosition) =>
      database.query(readWindow, [tenantId, fromPosition, toPosition]),
    async readAt(tenantId, positions, knownHashes = positions.map(() => null)) {
      const entries: PlacedEntry[] = [];
      for (let hasMore = positions.length > 0; hasMore;) {
        const after = entries.at(-1)?.position ?? 0;
        const values = [tenantId, positions, knownHashes, after];
        const read = await database.query<PlacedEntry & { found: number }>(readPositions, values);
        entries.push(...read);
        hasMore = (read[0]?.found ?? 0) > read.length;
      }
      return entries;
    },
    async archived(tenantId) {
      const archived = await readArchived(database, tenantId);
      return archived && { position: archived.position, hash: archived.entryHash };
    },
    async heads(tenantIds) {
      const heads = await readChainHeads(database, tenantIds);
      return new Map([...heads].map(([tenantId, { position }]) => [tenantId, position]));
    },
  };
}
