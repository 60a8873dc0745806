import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import {
  existsByIndexSql,
  groupStateSql,
  isActiveByIndexSql,
  isArchivedByIndexSql,
  isWithinSql,
} from './group-state.ts';

const [tenantId, otherTenantId] = [randomUUID(), randomUUID()];
const [organisationId, otherOrganisationId] = [randomUUID(), randomUUID()];

let at: TestDatabase;
before(async () => {
  at = await createTestDatabase();
  for (const one of [tenantId, otherTenantId]) await addGroupsInEachState(one);
});
after(() => at.close());

/** Every status of a creation with every mark that a group can have, also those that never meet. */
async function addGroupsInEachState(ofTenantId: string): Promise<void> {
  await at.database.query(
    `with made as (
      select gen_random_uuid() as team_id, status, is_gone, is_deleted, is_archived, n
      from unnest(array['accepted', 'running', 'succeeded', 'failed', 'cancelled']) status,
        unnest(array[true, false]) is_gone, unnest(array[true, false]) is_deleted, unnest(array[true, false]) is_archived,
        generate_series(1, 2) n
    ), team as (
      insert into teams (tenant_id, team_id, organisation_id, template_id, display_name, mail_nickname, people, properties,
        policy, created_at, created_by, request_id, deleted_at, archived_at)
      select $1, team_id, case n when 1 then $2::uuid else $3 end, $2, 'A', 'a', '{}', '{}', '{}', now(), 'x', 'x',
        case when is_deleted then now() end, case when is_archived then now() end
      from made
    )
    insert into provisionings (tenant_id, team_id, status, waiting, due_at, updated_at, gone_since)
    select $1, team_id, status, false, now(), now(), case when is_gone then now() end from made`,
    [ofTenantId, organisationId, otherOrganisationId],
  );
}

test('the states that are found by indexes are those of the records', async () => {
  const rows = await at.database.query<{ state: string; found: string }>(
    `select ${groupStateSql} as state, concat_ws(' ',
      case when ${existsByIndexSql('g')} then 'exists' end,
      case when ${isActiveByIndexSql('g')} then 'active' end,
      case when ${isArchivedByIndexSql('g')} then 'archived' end) as found
    from teams g
    join teams t on t.tenant_id = g.tenant_id and t.team_id = g.team_id
    join provisionings p on p.tenant_id = g.tenant_id and p.team_id = g.team_id
    where g.tenant_id = $1`,
    [tenantId],
  );
  assert.equal(rows.length, 80);
  for (const { state, found } of rows) {
    const wanted = state === 'active' || state === 'archived' ? `exists ${state}` : '';
    assert.equal(found, wanted, state);
  }
});

test('a limit to organisations leaves out the groups of the others', async () => {
  const countWithin = async (organisationIds: readonly string[] | null) => {
    const [row] = await at.database.query<{ groups: number }>(
      `select count(*)::integer as groups from teams g
      where g.tenant_id = $1 and ${isWithinSql('g', organisationIds, '$2')}`,
      [tenantId, organisationIds],
    );
    return row?.groups;
  };
  assert.equal(await countWithin([organisationId]), 40);
  assert.equal(await countWithin([organisationId, otherOrganisationId]), 80);
  assert.equal(await countWithin([]), 0);
  assert.equal(await countWithin(null), 80);
});
