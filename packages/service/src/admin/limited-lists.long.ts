// How fast lists, counts, searches and reports are among 100,000 groups, few or most of which are
// within the limit, and the groups of a person who is in 1,250 of them. Prints times.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AdminClient } from '../../testing/admin-client.ts';
import { type AdminService, startAdminService } from '../../testing/admin-service.ts';
import { leastQuietMs } from '../../testing/contention.ts';
import { silentLog } from '../postgres/log.ts';
import { openDatabase } from '../postgres/pool.ts';

const groups = 100_000;
const groupsAtOnce = 2_000;
/** One group of so many is in the small organisation. */
const one = 1_000;
const limitMs = 300;
/** The calendar counts each group that expires within ninety days, which most of these do. */
const limitOfCalendarMs = 600;
const runs = 5;
/** Far below the limit, one run is enough: each needs a fifth of a second to see how busy the machine is. */
const enoughMs = limitMs / 3;
/** A person is in one group of so many. */
const ofPerson = 80;
/** The records of a creation are as long. */
const steps = 'steps and people '.repeat(70);
const operator = { kind: 'operator', id: 'test' } as const;

let service: AdminService;
const organisationIds: string[] = [];
let personId = '';
before(async () => {
  service = await startAdminService();
  const admin = await AdminClient.signedIn(service);
  for (const identifier of ['large', 'small']) {
    const input = { name: identifier, identifier };
    organisationIds.push((await admin.call('POST', 'organisations', input)).body.organisationId);
  }
  const person = { email: 'in.many@nordlicht.example', name: 'In Many' };
  personId = (await admin.call('POST', 'directory/people', person)).body.personId;
  for (let from = 1; from <= groups; from += groupsAtOnce) await addGroups(from);
  const owner = openDatabase(service.settings.owner, {
    log: silentLog,
    statementTimeoutMs: 599_000,
  });
  await owner.query('vacuum analyze');
  await owner.close();
});
after(() => service.close());

async function addGroups(from: number): Promise<void> {
  const [large, small] = organisationIds;
  await service.database.query(
    `with made as (
       insert into teams (tenant_id, team_id, organisation_id, template_id, display_name, mail_nickname,
         people, properties, policy, created_at, created_by, request_id, archived_at)
       select $1, uuidv7(-n * interval '1 minute'), o.id, o.id,
         'Group ' || n, 'group-' || n, '{}', '{}', '{}', now() - n * interval '1 minute', 'x', 'request-' || n,
         case when n % 10 = 3 then now() - n * interval '1 second' end
       from generate_series($4::int, $5::int) n,
         lateral (select case when n % ${one} = 0 then $3::uuid else $2::uuid end as id) o
       returning tenant_id, team_id, organisation_id, created_at, display_name, mail_nickname, archived_at
     ), searchable as (
       insert into team_search (tenant_id, team_id, names, responsible_id, people)
       select tenant_id, team_id, lower(display_name || E'\\n' || mail_nickname), 'person-' || abs(hashtext(mail_nickname)) % 500,
         case when abs(hashtext(mail_nickname)) % ${ofPerson} = 7 then array[hashtext($1::uuid::text || $7::text)] else '{}' end
       from made
     ), lifecycles as (
       insert into group_lifecycles (tenant_id, team_id, expires_at, policy_version, cycle_started_at, deletes_at)
       select tenant_id, team_id, case when archived_at is null then created_at + interval '100 days' end, 1, created_at,
         archived_at + interval '90 days'
       from made
     ), holds as (
       insert into group_holds (tenant_id, team_id, reason, held_by, held_at)
       select tenant_id, team_id, 'x', '{"kind": "operator", "id": "x"}', created_at from made
       where abs(hashtext(mail_nickname)) % 10 = 4
     ), responsibilities as (
       insert into group_responsibility (tenant_id, team_id, state, since, memory)
       select tenant_id, team_id, 'vacant', created_at, '{}' from made where abs(hashtext(mail_nickname)) % 3 = 0
     )
     insert into provisionings (tenant_id, team_id, status, waiting, due_at, progress, updated_at, completed_at, error, resolved_people)
     select tenant_id, team_id, case when abs(hashtext(mail_nickname)) % 50 = 0 then 'failed' else 'succeeded' end, false,
       created_at, $6, created_at, created_at + abs(hashtext(mail_nickname)) % 40000 * interval '1 millisecond',
       case when abs(hashtext(mail_nickname)) % 50 = 0 then '{"code": "people_not_found"}'::jsonb end,
       case when abs(hashtext(mail_nickname)) % ${ofPerson} = 7
         then jsonb_build_object('ownerIds', '[]'::jsonb, 'memberIds', jsonb_build_array($7::text)) end
     from made`,
    [service.tenantId, large, small, from, from + groupsAtOnce - 1, steps, personId],
  );
}

const reads = [
  'teams?limit=50',
  'teams?limit=50&sort=displayName',
  'teams?limit=50&sort=-mailNickName',
  'teams?limit=50&search=group',
  'teams?limit=50&search=group-77',
  'teams?limit=50&search=nothing-like-it',
  'teams?limit=50&status=succeeded',
  'teams?limit=50&status=succeeded&sort=displayName',
  'teams?limit=50&status=failed&superseded=false',
  'teams?limit=50&state=active',
  'teams?limit=50&error=people_not_found',
  'teams?limit=50&offset=5000',
  'search?text=group',
  'overview',
  'lifecycle',
  'teams?lifecycle=expiring&sort=expiresAt',
  'teams?lifecycle=deleting&sort=deletesAt',
  'teams?lifecycle=archived&sort=-archivedAt',
  'teams?lifecycle=on_hold&sort=-heldAt',
  'responsibility',
  'teams?sort=responsibilitySince&responsibility=vacant',
  'responsibility/people',
  'teams?finding=any',
  'tasks',
  'reviews',
  'organisations',
  'reports/creations',
] as const;

for (const [name, ids] of [
  ['few of the groups', () => organisationIds.slice(1)],
  ['most of the groups', () => organisationIds.slice(0, 1)],
  ['all organisations', () => organisationIds],
  ['everything, without a limit', () => null],
] as const) {
  test(`the first pages of lists and reports take less than ${limitMs} ms: ${name}`, async (context) => {
    const email = `${name.split(' ')[0]}@nordlicht.example`;
    const grant = { email, role: 'operator', organisationIds: ids() } as const;
    await service.administrators.put(service.tenantId, grant, operator);
    const client = await AdminClient.signedIn(service, email);
    const slow: string[] = [];
    const ofPeople = [`people/${personId}/groups?limit=50`, `people/${personId}/groups?limit=200`];
    for (const path of [...reads, ...ofPeople]) {
      const read = async () => {
        const startedAt = performance.now();
        const { status, body } = await client.get(path);
        assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
        return performance.now() - startedAt;
      };
      const leastMs = await leastQuietMs(read, { runs, enoughMs });
      context.diagnostic(`${path}: ${leastMs} ms`);
      if (leastMs >= (path === 'lifecycle' ? limitOfCalendarMs : limitMs))
        slow.push(`${path}: ${leastMs} ms`);
    }
    assert.deepEqual(slow, []);
  });
}
