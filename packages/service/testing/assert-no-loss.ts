// The guarantees of creations, whatever died in between: every accepted request is final, its group is in the
// directory exactly once when it succeeded and not at all when it failed, and no group is there without a record.
// A group that was deleted since is not there either (assert-operations.ts).
import assert from 'node:assert/strict';
import type { Queryable } from '../src/postgres/database.ts';
import { checkComparisons } from './comparison-check.ts';

export interface Accepted {
  readonly teamId: string;
  readonly mailNickName: string;
  /** Where the caller knows it already. */
  readonly status?: string;
}

interface Found {
  teamId: string;
  mailNickname: string;
  status: string;
  waiting: boolean;
  groups: number;
  listed: number;
  activity: string[];
  owners: number;
  members: number;
  isDeleted: boolean;
  hasOperations: boolean;
}

/** @param people how many owners and members, owners included, a group has that was not changed since its creation */
export async function assertNothingLost(
  database: Queryable,
  tenantId: string,
  accepted: readonly Accepted[],
  people: (team: Accepted) => { owners: number; members: number },
): Promise<void> {
  const found = await database.query<Found>(
    `with groups as (
       select marker, count(*) as groups, max(cardinality(owner_ids)) as owners,
         max(cardinality(member_ids)) as members
       from sandbox_groups where tenant_id = $1 group by marker
     ), listed as (
       select team_id, count(*) as listed from organisation_groups where tenant_id = $1 group by team_id
     ), actions as (
       select subject_id, array_agg(action order by activity_id) as actions
       from activity where tenant_id = $1 and subject_kind = 'group' and not data ? 'operationId'
       group by subject_id
     )
     select t.team_id, t.mail_nickname, p.status, p.waiting, coalesce(g.groups, 0) as groups,
       coalesce(l.listed, 0) as listed, actions.actions as activity, g.owners, g.members,
       t.deleted_at is not null as "isDeleted", exists (
         select from operations o where o.tenant_id = $1 and o.team_id = t.team_id) as "hasOperations"
     from teams t
     join provisionings p using (tenant_id, team_id)
     left join groups g on g.marker = t.team_id
     left join listed l on l.team_id = t.team_id
     left join actions on actions.subject_id = t.team_id::text
     where t.tenant_id = $1`,
    [tenantId],
  );
  const byId = new Map(found.map((row) => [row.teamId, row]));
  for (const team of accepted) {
    const row = byId.get(team.teamId);
    assert.ok(row, `${team.mailNickName} was accepted and is lost`);
    assert.equal(row.mailNickname, team.mailNickName);
    if (team.status !== undefined) assert.equal(row.status, team.status, team.mailNickName);
  }
  for (const row of found) {
    assert.match(row.status, /^(succeeded|failed)$/, `${row.mailNickname} is not final`);
    assert.equal(row.waiting, false, `${row.mailNickname} still waits`);
    const exists = row.status === 'succeeded' && !row.isDeleted;
    assert.equal(row.groups, exists ? 1 : 0, `${row.mailNickname} in the directory`);
    assert.equal(row.listed, exists ? 1 : 0, `${row.mailNickname} in its organisation`);
    // A template with settings adds one more, once.
    const [last] = row.activity.slice(2);
    const written = last === 'group.settings_applied' ? [last] : [];
    const story = ['group.accepted', `group.${row.status}`, ...written];
    assert.deepEqual(row.activity, story, row.mailNickname);
    if (!exists || row.hasOperations) continue;
    const { owners, members } = people({ teamId: row.teamId, mailNickName: row.mailNickname });
    assert.deepEqual([row.owners, row.members], [owners, members], row.mailNickname);
  }
  const [strays] = await database.query<{ groups: number; numbers: number; distinct: number }>(
    `select
       (select count(*) from sandbox_groups g where tenant_id = $1 and not exists (
          select from teams t where t.tenant_id = $1 and t.team_id = g.marker)) as groups,
       (select count(*) from organisation_groups where tenant_id = $1) as numbers,
       (select count(distinct number) from organisation_groups where tenant_id = $1) as distinct`,
    [tenantId],
  );
  assert.equal(strays?.groups, 0, 'groups without a record');
  assert.equal(strays?.numbers, strays?.distinct, 'numbers given out twice');
  await checkComparisons(database);
}
