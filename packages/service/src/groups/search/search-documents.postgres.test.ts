// The hashes by which groups are found follow their names and people, whichever statement writes them.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { addExistingGroups } from '../../../testing/existing-groups.ts';
import { addTestTenant, type AddedTenant } from '../../../testing/tenant.ts';
import { createChanges } from '../../settings/configuration/changes.postgres.ts';
import { systemClock } from '../../ground/clock.ts';
import { createIdGenerator } from '../../ground/identifiers.ts';

const newId = createIdGenerator({ clock: systemClock, randomBytes });

let at: TestDatabase;
let tenant: AddedTenant;

before(async () => {
  at = await createTestDatabase();
  tenant = await at.database.transaction((transaction) =>
    addTestTenant(createChanges(transaction, { clock: systemClock, createId: newId, randomBytes })),
  );
});
after(() => at.close());

/** The hashes of a group, each one once, beside those that the names and people have now. */
async function hashesOf(teamId: string | undefined) {
  const [row] = await at.database.query<
    Record<'terms' | 'people' | 'ofNames' | 'ofPeople', number[]>
  >(
    `select s.terms, s.people,
       team_terms(s.tenant_id, s.names || E'\\n' || s.details, t.organisation_id, t.template_id) as of_names,
       person_terms(p.tenant_id, p.resolved_people) as of_people
     from team_search s join provisionings p using (tenant_id, team_id) join teams t using (tenant_id, team_id)
     where s.tenant_id = $1 and s.team_id = $2`,
    [tenant.tenantId, teamId],
  );
  assert.ok(row !== undefined);
  const inOrder = (hashes: readonly number[]) =>
    [...new Set(hashes)].toSorted((one, other) => one - other);
  return {
    terms: inOrder(row.terms),
    people: inOrder(row.people),
    ofNames: inOrder(row.ofNames),
    ofPeople: inOrder(row.ofPeople),
  };
}

test('a creation that ends writes the hashes of its names and people', async () => {
  const teamIds = await addExistingGroups(at.database, tenant, { prefix: 'Lüneburg', count: 3 });
  await at.database.query('delete from team_search where team_id = any ($1)', [teamIds]);
  await at.database.query(`update provisionings set status = 'running' where team_id = any ($1)`, [
    teamIds,
  ]);
  await at.database.query(
    `update provisionings
     set status = case when team_id = $2 then 'failed' else 'succeeded' end, directory_group_id = 'group-1'
     where team_id = any ($1)`,
    [teamIds, teamIds[2]],
  );
  const { terms, people, ofNames, ofPeople } = await hashesOf(teamIds[0]);
  assert.ok(terms.length > 10);
  assert.deepEqual(terms, ofNames);
  assert.deepEqual(people, ofPeople);
  const [written] = await at.database.query(
    'select responsible_id, deputy_id, group_id from team_search where team_id = $1',
    [teamIds[1]],
  );
  assert.deepEqual(written, { responsibleId: 'mara', deputyId: 'tomas', groupId: 'group-1' });
  const [failed] = await at.database.query(
    'select responsible_id, deputy_id, people, group_id from team_search where team_id = $1',
    [teamIds[2]],
  );
  assert.deepEqual(failed, { responsibleId: null, deputyId: null, people: [], groupId: null });
});

test('new names have new hashes, and so has a document that is written without them', async () => {
  const [teamId] = await addExistingGroups(at.database, tenant, { prefix: 'winter', count: 1 });
  const added = await hashesOf(teamId);
  assert.deepEqual(added.terms, added.ofNames);
  await at.database.query(`update team_search set names = 'summer' where team_id = $1`, [teamId]);
  const renamed = await hashesOf(teamId);
  // The name and its end have five, and each id has one.
  assert.equal(renamed.terms.length, 4 + 1 + 2);
  assert.deepEqual(renamed.terms, renamed.ofNames);
});
