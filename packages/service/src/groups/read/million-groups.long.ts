// A tenant with 1,000,000 groups: what callers and administrators read of a few groups is there as soon as with 10,000, and
// what counts or orders a share of all groups within a second. The groups are in a PostgreSQL on the disk, which takes 15 GB
// for them. `GROUPWRIGHT_MANY_GROUPS` has another number than a million.
// Lists of what few groups have are read by pages of 5, so that a page is as long in both.
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { it } from 'node:test';
import { AdminClient } from '../../../testing/admin-client.ts';
import { type AdminService, startAdminService } from '../../../testing/admin-service.ts';
import { openAsOwner, testServerVariable } from '../../../testing/database.ts';
import {
  addManyGroups,
  addPeopleOfMany,
  aliasOf,
  externalIdOf,
  madeAgoMs,
  sourceOfMany,
} from '../../../testing/many-groups.ts';
import { testSeed } from '../../../testing/seed.ts';
import { createSeededRandom } from '../../../testing/seeded-random.ts';
import { startTestServer } from '../../../testing/server.ts';
import { furnishTestTenant, teamRequest } from '../../../testing/tenant.ts';
import type { Database } from '../../postgres/database.ts';

const many = Number(process.env['GROUPWRIGHT_MANY_GROUPS'] ?? 1_000_000);
/** Each list has a whole page of so many. */
const few = 10_000;
const readsOfEach = 15;
/** A quarter of the reads is faster, so that other programs of the machine count little. */
const quantile = 0.25;
const atMostRatio = 2;
/** A difference that nobody feels is none. */
const atMostMoreMs = 5;
/** The first line of an export names the properties of all its groups. */
const beginningOfExport = 'the beginning of an export';
const atMostForExportMs = 2_000;
/** These count, or put in order, a share of all groups: a hundred times as many groups have a hundred times as many of them. */
const ofAShare: ReadonlySet<string> = new Set([
  'a person’s groups, more each time',
  'list: limit=5&toDo=differences',
  'list: toDo=ownership',
  'list: limit=5&error=people_not_found&superseded=false&declined=false',
  'list: limit=5&owner=‹person›',
  'list: limit=5&member=‹person›',
  'list: limit=5&person=‹person›',
  'list: limit=5&properties.code=c4',
  'list: total=true',
  'list: limit=5&status=failed&total=true',
  'search: two words',
  'search: an alias',
  'search: by name',
  'the overview',
  'the report of creations',
  'the to-do list',
  'groups of the directory',
]);
const atMostForAShareMs = 1_000;
const patience = { timeout: 4 * 60 * 60_000 };

/** One read: of the groups with these numbers, which differ each time. */
type Read = (number: number) => Promise<Response>;

it(`answers as fast with ${many} groups of a tenant as with ${few}`, patience, async (t) => {
  const server = await startTestServer(tmpdir());
  process.env[testServerVariable] = server.owner.url;
  // Without a worker, so that nothing else happens meanwhile.
  const service = await startAdminService({ ROLES: 'api', MAX_WAIT_SECONDS: 'off' });
  const owner = openAsOwner(service.settings, { maxConnections: 1 });
  t.after(async () => {
    await owner.close();
    await service.close();
    await server.stop();
  });
  const tenant = await service.change((changes) => furnishTestTenant(changes, service.tenantId));
  await addPeopleOfMany(owner, tenant);
  const random = createSeededRandom(testSeed);

  async function grow(from: number, until: number): Promise<void> {
    const startedAt = performance.now();
    await addManyGroups(owner, tenant, { from, until });
    const seconds = (performance.now() - startedAt) / 1_000;
    t.diagnostic(`${until} groups: added in ${seconds.toFixed(0)} s`);
    await takeStatistics(owner);
  }

  await grow(1, few);
  const reads = await readsOf(service, owner, tenant);
  const unread = [...ofAShare].filter((name) => reads[name] === undefined);
  assert.deepEqual(unread, [], 'names that nothing is read by');
  const numberBelow = (limit: number) => 2 * Math.ceil((random() * limit) / 2);
  const before = await timesOf(reads, () => numberBelow(few));
  await grow(few + 1, many);
  const after = await timesOf(reads, () => numberBelow(many));

  const slower: string[] = [];
  for (const name of Object.keys(reads)) {
    const [fewMs, manyMs] = [before[name] ?? NaN, after[name] ?? NaN];
    const ratio = manyMs / fewMs;
    const isFlat = ratio <= atMostRatio || manyMs - fewMs <= atMostMoreMs;
    const isEnough = isFlat || manyMs <= patienceFor(name);
    t.diagnostic(
      [
        name.padEnd(44),
        `${fewMs.toFixed(1)} ms`.padStart(10),
        `${manyMs.toFixed(1)} ms`.padStart(10),
        ratio.toFixed(2).padStart(7),
        isFlat ? '' : isEnough ? 'grows' : 'MISSED',
      ].join(' '),
    );
    if (!isEnough) slower.push(name);
  }
  assert.deepEqual(slower, []);
});

/** @returns the milliseconds that a read may take although it takes longer among more groups */
function patienceFor(name: string): number {
  if (name === beginningOfExport) return atMostForExportMs;
  return ofAShare.has(name) ? atMostForAShareMs : 0;
}

/** Autovacuum would have done it by the time that a tenant has so many groups. */
async function takeStatistics(owner: Database): Promise<void> {
  const tables = await owner.query<{ name: string }>(
    `select relname as name from pg_stat_user_tables order by n_live_tup`,
  );
  for (const { name } of tables) await owner.query(`vacuum analyze ${name}`);
}

/** The first answer of each with all its bytes, but of an export its beginning only. */
async function timesOf(
  reads: Readonly<Record<string, Read>>,
  nextNumber: () => number,
): Promise<Readonly<Record<string, number>>> {
  const times = new Map<string, number[]>();
  for (let round = 0; round <= readsOfEach; round += 1) {
    for (const [name, read] of Object.entries(reads)) {
      const number = nextNumber();
      const startedAt = performance.now();
      const answer = await read(number);
      if (name === beginningOfExport) {
        const reader = answer.body?.getReader();
        await reader?.read();
        times.set(name, [...(times.get(name) ?? []), performance.now() - startedAt]);
        await reader?.cancel();
      } else {
        const text = await answer.text();
        times.set(name, [...(times.get(name) ?? []), performance.now() - startedAt]);
        assert.ok(answer.ok, `${name}: ${answer.status} ${text}`);
      }
    }
  }
  return Object.fromEntries(
    [...times].map(([name, all]) => {
      // V8 compiles and PostgreSQL plans in the first round.
      const sorted = all.slice(1).sort((a, b) => a - b);
      return [name, sorted[Math.floor(sorted.length * quantile)] ?? NaN];
    }),
  );
}

async function readsOf(
  service: AdminService,
  owner: Database,
  { tenantId, keyId, secret }: { tenantId: string; keyId: string; secret: string },
): Promise<Readonly<Record<string, Read>>> {
  const { baseUrl, adminUrl } = service;
  const answer = await fetch(`${baseUrl}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenantId, keyId, secret }),
  });
  const { accessToken } = (await answer.json()) as { accessToken: string };
  const authorization = `Bearer ${accessToken}`;
  const { cookie } = await AdminClient.signedIn(service);
  const ids = await owner.query<{ teamId: string }>(
    `select team_id as "teamId" from teams where tenant_id = $1 and alias_key is not null order by team_id limit $2`,
    [tenantId, few / 2],
  );
  const idOf = (number: number) => ids[number % ids.length]?.teamId ?? '';
  const [person = '', sharedPerson = ''] = (
    await owner.query<{ id: string }>(
      `select person_id::text as id from sandbox_people where tenant_id = $1 and email in ('p0@many.example', 'p1@many.example')
       order by email`,
      [tenantId],
    )
  ).map(({ id }) => id);
  const asCaller =
    (path: (number: number) => string): Read =>
    (number) =>
      fetch(baseUrl + path(number), { headers: { authorization } });
  const asAdministrator =
    (path: string): Read =>
    () =>
      fetch(`${adminUrl}/api/${tenantId}/${path}`, { headers: { cookie } });
  const list = (query: string) =>
    asAdministrator(query.startsWith('limit=') ? `teams?${query}` : `teams?limit=50&${query}`);
  const lists = (queries: readonly string[]) =>
    Object.fromEntries(
      queries.map((query) => {
        const name = query.replace(person, '‹person of 60›').replace(sharedPerson, '‹person›');
        return [`list: ${name}`, list(query)];
      }),
    );
  const dayOf = (number: number) => {
    const madeAt = Date.now() - madeAgoMs(number);
    return `from=${new Date(madeAt - 86_400_000).toISOString()}&until=${new Date(madeAt).toISOString()}`;
  };
  const day = new Date().toISOString().slice(0, 10);
  const inAYear = new Date(Date.now() + 365 * 86_400_000).toISOString();
  return {
    'a group by its id': asCaller((number) => `/teams/${idOf(number)}`),
    'a status': asCaller((number) => `/teams/${idOf(number)}/status`),
    'a group by its alias': asCaller((number) => `/teams?mailNickName=${aliasOf(number)}`),
    'a group by its external id': asCaller(
      (number) => `/teams?source=${sourceOfMany}&externalId=${externalIdOf(number)}`,
    ),
    'a person’s groups, 60': asCaller(() => `/people/${person}/groups?limit=50`),
    'a person’s groups, more each time': asCaller(() => `/people/${sharedPerson}/groups?limit=5`),
    'the history of a group': asCaller(
      (number) => `/teams/${idOf(number)}/responsibility?at=${day}`,
    ),
    'the entries about a group': (number) =>
      asAdministrator(`activity?limit=50&subjectId=${idOf(number)}`)(number),
    ...lists([
      'sort=-createdAt',
      'sort=createdAt',
      'sort=displayName',
      'sort=-mailNickName',
      'offset=5000',
      'organisation=aare',
      'template=project',
      'limit=5&status=failed',
      'status=succeeded',
      'state=archived',
      'state=existing&sort=displayName',
      `source=${sourceOfMany}`,
      'lifecycle=expiring&sort=expiresAt',
      'lifecycle=archived&sort=-archivedAt',
      'lifecycle=deleting&sort=deletesAt',
      'lifecycle=on_hold&sort=-heldAt',
      'responsibility=vacant&sort=responsibilitySince',
      `expiresBefore=${inAYear}`,
      'finding=any',
      'limit=5&finding=ownerless',
      'limit=5&toDo=differences',
      'toDo=ownership',
      'templateVersion=1',
      'createdBy=administrator:nobody@example.com',
      'limit=5&error=people_not_found&superseded=false&declined=false',
      'attempts=newest',
      `responsible=${person}`,
      `limit=5&deputy=${sharedPerson}`,
      `limit=5&owner=${sharedPerson}`,
      `limit=5&member=${sharedPerson}`,
      `limit=5&person=${sharedPerson}`,
      'limit=5&properties.code=c4',
      `idleBefore=${day}`,
      'total=true',
      'limit=5&status=failed&total=true',
    ]),
    'list: a day’s slow ones': (number) => list(`durationFromMs=60000&${dayOf(number)}`)(number),
    'list: of a day': (number) => list(dayOf(number))(number),
    'search: a word that many have': list('search=project'),
    'search: two words': list('limit=5&search=basel%20office'),
    'search: an alias': (number) => list(`search=${aliasOf(number)}`)(number),
    'search: an external id': (number) => list(`search=${externalIdOf(number)}`)(number),
    'search: nothing found': list('search=zzyzx'),
    'search: by name': list('search=chur&sort=displayName'),
    'search of the admin center': asAdministrator('search?text=bern'),
    'the overview': asAdministrator('overview'),
    'the report of creations': asAdministrator('reports/creations'),
    'the to-do list': asAdministrator('to-do'),
    'groups of the directory': asAdministrator('directory/groups?limit=50'),
    events: asCaller(() => '/events?limit=100'),
    'a page of who is responsible': asCaller(() => `/responsibilities?at=${day}&limit=50`),
    [beginningOfExport]: asAdministrator('teams/export'),
    'a plan of a creation': (number) => create('/teams/plan', number),
    'a creation': (number) => create('/teams', number),
  };

  function create(path: string, number: number): Promise<Response> {
    const alias = `new-${number}-${Math.round(performance.now() * 1_000)}`;
    return fetch(baseUrl + path, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(teamRequest(alias)),
    });
  }
}
