// Changes of groups in the sandbox that arrive together share their statements. With one for each, the operations of a
// lane took every connection of the process, and callers waited behind them.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createSandboxStore } from './sandbox.postgres.ts';

const tenantIds = [randomUUID(), randomUUID()];
const groups = Array.from({ length: 40 }, (_, n) => ({
  tenantId: tenantIds[n % 2] ?? '',
  groupId: randomUUID(),
  marker: randomUUID(),
  n,
}));
const [owner, member] = [randomUUID(), randomUUID()];
const now = new Date();

let at: TestDatabase;
let statements = 0;
before(async () => {
  at = await createTestDatabase();
  await at.database.query(
    `insert into sandbox_groups (tenant_id, group_id, marker, display_name, mail_nickname, visibility, owner_ids, member_ids,
       created_at, visible_at)
     select tenant_id, group_id, marker, 'Before', group_id, 'private', array[$4::uuid], '{}', now(), now()
     from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as g (tenant_id, group_id, marker)`,
    [
      groups.map(({ tenantId }) => tenantId),
      groups.map(({ groupId }) => groupId),
      groups.map(({ marker }) => marker),
      owner,
    ],
  );
});
after(() => at.close());

const storeOf = () =>
  createSandboxStore({
    ...at.database,
    query: (query, values) => {
      statements += 1;
      return at.database.query(query, values);
    },
  });

async function together<T>(call: (group: (typeof groups)[number]) => Promise<T>): Promise<T[]> {
  statements = 0;
  const answers = await Promise.all(groups.map(call));
  assert.ok(statements <= 4, `${statements} statements`);
  return answers;
}

test('calls for forty groups of two tenants take four statements at most, and each has its own result', async () => {
  const store = storeOf();
  await together(({ tenantId, groupId, n }) =>
    store.update(
      tenantId,
      groupId,
      n < 20 ? { displayName: `Group ${n}`, description: 'New' } : { visibility: 'public' },
    ),
  );
  await together(({ tenantId, groupId }) =>
    store.addPeople(tenantId, groupId, { ownerIds: [owner], memberIds: [member] }),
  );
  const archived = await together(({ tenantId, groupId, n }) =>
    store.setArchived(tenantId, groupId, n % 4 === 0 ? now : null),
  );
  assert.deepEqual(
    archived,
    groups.map(({ n }) => (n % 4 === 0 ? now : null)),
  );
  const people = await together(({ tenantId, groupId }) => store.readPeople(tenantId, groupId));
  assert.deepEqual(
    people,
    groups.map(() => ({ ownerIds: [owner], memberIds: [member] })),
  );
  const rows = await at.database.query(
    `select display_name, description, visibility from sandbox_groups g
    join unnest($1::uuid[]) with ordinality as wanted (group_id, n) using (group_id) order by n`,
    [groups.map(({ groupId }) => groupId)],
  );
  assert.deepEqual(
    rows,
    groups.map(({ n }) =>
      n < 20
        ? { displayName: `Group ${n}`, description: 'New', visibility: 'private' }
        : { displayName: 'Before', description: null, visibility: 'public' },
    ),
  );
  // A group with another marker stays.
  await together(({ tenantId, groupId, marker, n }) =>
    store.deleteGroup(tenantId, { groupId, marker: n === 0 ? randomUUID() : marker }, now, now),
  );
  const left = await at.database.query('select group_id from sandbox_groups');
  assert.deepEqual(left, [{ groupId: groups[0]?.groupId }]);
  const [deleted] = await at.database.query(
    'select count(*)::integer as groups, count(distinct deleted_at)::integer as times from sandbox_deleted_groups',
  );
  assert.deepEqual(deleted, { groups: groups.length - 1, times: 1 });
});

test('deleted groups of before the time to keep them are discarded, in each tenant', async () => {
  const store = storeOf();
  const [first] = groups;
  assert.ok(first);
  const later = new Date(now.getTime() + 1_000);
  await store.deleteGroup(first.tenantId, first, later, later);
  const left = await at.database.query(
    'select tenant_id, count(*)::integer as groups from sandbox_deleted_groups group by 1 order by 2',
  );
  assert.deepEqual(left, [
    { tenantId: tenantIds[0], groups: 1 },
    { tenantId: tenantIds[1], groups: groups.length / 2 },
  ]);
});
