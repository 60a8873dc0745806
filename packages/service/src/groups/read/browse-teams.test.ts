// The list of groups as administrators search it, held against a plain reading of every name.
import assert from 'node:assert/strict';
import { lowestIdFrom } from '../../ground/identifiers.ts';
import { foldText, searchedWords, storedFolding } from '../../ground/folded-text.ts';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  findingFilters,
  observationKinds,
  type ObservationKind,
} from '../../engine/observed-state.ts';
import type { CreationStatus } from '../../engine/creation.ts';
import { type GroupState, stateFilters } from '../../engine/group-state.ts';
import {
  type ResponsibilityState,
  responsibilityStates,
} from '../../engine/responsibility-state.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { createSeededRandom } from '../../../testing/seeded-random.ts';
import { testSeed } from '../../../testing/seed.ts';
import { createReadDetails } from './team-details.postgres.ts';
import { createAnsweringPeople } from '../search/search-text.postgres.ts';
import { createTeamBrowser } from './browse-teams.postgres.ts';
import {
  isByDate,
  byRelevance,
  newestFirst,
  searchedRoles,
  type SoughtPerson,
  teamOrders,
  type TeamSearch,
} from '../search/team-search.ts';
import {
  type ListedTeam,
  type PlacedTeam,
  readAllTeams,
  type TeamBrowser,
} from './browse-teams.ts';

interface Made {
  readonly team_id: string;
  readonly organisation_id: string;
  readonly template_id: string;
  readonly template_version: number | null;
  readonly display_name: string;
  readonly mail_nickname: string;
  readonly status: CreationStatus;
  readonly archived: boolean;
  readonly deleted: boolean;
  readonly owner: string;
  readonly member: string;
  readonly kinds: readonly ObservationKind[];
  readonly responsibility: ResponsibilityState;
  readonly expires_at: string | null;
  readonly created_by: string;
  readonly created_at: string;
  readonly request_id: string;
  readonly error: string | null;
  readonly retry_of: string | null;
}

const draw = createSeededRandom(testSeed);
const pick = <T>(from: readonly T[]): T => from[Math.floor(draw() * from.length)] as T;
const statuses = ['accepted', 'running', 'succeeded', 'failed', 'cancelled'] as const;
const words = [
  'Harbour',
  'ÜBUNG',
  'éa',
  'North',
  '100%',
  'a_b',
  'x\\y',
  'Tram',
  'no',
  '漢字',
  'İi',
];
const [tenantId, otherTenantId] = [randomUUID(), randomUUID()];
const people = [randomUUID(), randomUUID(), randomUUID()];
const organisations = [randomUUID(), randomUUID()];
const templates = [randomUUID(), randomUUID(), randomUUID()];
const versions = [1, 2];
const codes = ['owner_not_found', 'directory_refused'];
const creators = [randomUUID(), 'administrator:anna@example.com'];
const named: Readonly<Record<string, string>> = {
  [people[0] ?? '']: 'Ada Lindqvist',
  [people[1] ?? '']: 'Ben Harbour',
};
const days = ['2027-01-05T08:00:00.000Z', '2027-03-01T08:00:00.000Z', '2028-01-01T08:00:00.000Z'];

/** An id tells the day of its group. */
const withId = <Group extends Pick<Made, 'created_at'>>(group: Group) => ({
  ...group,
  team_id: lowestIdFrom(Date.parse(group.created_at)).slice(0, 14) + randomUUID().slice(14),
});

let at: TestDatabase;
let browser: TeamBrowser;
let groups: readonly Made[];
before(async () => {
  at = await createTestDatabase();
  browser = createTeamBrowser(at.database);
  groups = Array.from({ length: 400 }, (_, n): Made => ({
    team_id: '',
    organisation_id: pick(organisations),
    template_id: pick(templates),
    template_version: pick([null, ...versions]),
    display_name: [pick(words), pick(words), pick(words)].join(pick([' ', '-', ''])),
    mail_nickname: `prj-${foldText(pick(words))}-${n}`,
    status: pick(statuses),
    archived: draw() < 0.3,
    deleted: draw() < 0.2,
    owner: pick(people),
    member: pick(people),
    kinds: observationKinds.filter(() => draw() < 0.7),
    responsibility: pick(responsibilityStates),
    expires_at: pick([null, ...days]),
    created_by: pick(creators),
    created_at: pick(days),
    request_id: `request-${n}-of-the-test`,
    error: pick(codes),
    retry_of: null,
  }));
  groups = groups.map(withId);
  // A creation repeats an earlier one that failed.
  groups = groups.map((group, n) => {
    const failed = groups.slice(0, n).filter(({ status }) => status === 'failed');
    return failed.length > 0 && draw() < 0.2 ? { ...group, retry_of: pick(failed).team_id } : group;
  });
  await at.database.query(
    `insert into watched_people (tenant_id, person_id, email, display_name, checked_at)
     select $1, key, lower(replace(value, ' ', '.')) || '@example.com', value, now() from jsonb_each_text($2::jsonb)`,
    [tenantId, JSON.stringify(named)],
  );
  await add(tenantId, groups);
  await observe(tenantId, groups);
  await govern(tenantId, groups);
  await add(otherTenantId, groups.slice(0, 50).map(withId));
  // Without statistics, a search that takes 10 ms may take seconds.
  await at.analyze();
});
after(() => at.close());

/** Half of them end by a change, as in production, the others at once. */
async function add(owner: string, made: readonly Made[]): Promise<void> {
  await at.database.query(
    `with input as (
       select * from jsonb_to_recordset($2::jsonb) as x (team_id uuid, organisation_id uuid, template_id uuid,
         template_version integer, display_name text, folded_name text, mail_nickname text, archived boolean, deleted boolean, created_at timestamptz,
         created_by text, request_id text, retry_of uuid, owner text, member text)
     ), added as (
       insert into teams (tenant_id, team_id, organisation_id, template_id, template_version, display_name, folded_name, mail_nickname,
         people, properties, policy, created_at, created_by, request_id, retry_of, archived_at, deleted_at)
       select $1, team_id, organisation_id, template_id, template_version, display_name, folded_name, mail_nickname,
         jsonb_build_object('responsible', owner, 'deputy', null, 'owners', '[]'::jsonb, 'members', jsonb_build_array(member)),
         '{}', '{}', created_at, created_by, request_id, retry_of,
         case when archived then now() end, case when deleted then now() end from input returning team_id
     )
     insert into provisionings (tenant_id, team_id, status, waiting, due_at, updated_at)
     select $1, team_id, 'running', false, now(), now() from input join added using (team_id)`,
    [
      owner,
      JSON.stringify(made.map((one) => ({ ...one, folded_name: storedFolding(one.display_name) }))),
    ],
  );
  await at.database.query(
    `update provisionings p
     set status = x.status, error = case when x.status = 'failed' then jsonb_build_object('code', x.error) end,
       directory_group_id = case when x.status = 'succeeded' then 'of ' || x.team_id end,
       resolved_people = case when x.status = 'succeeded' then
       jsonb_build_object('ownerIds', jsonb_build_array(x.owner), 'memberIds', jsonb_build_array(x.member)) end
     from jsonb_to_recordset($2::jsonb) as x (team_id uuid, status text, owner text, member text, error text)
     where p.tenant_id = $1 and p.team_id = x.team_id`,
    [owner, JSON.stringify(made)],
  );
}

/** Observations of the groups, as reconciliations write them. */
async function observe(owner: string, made: readonly Made[]): Promise<void> {
  await at.database.query(
    `insert into team_observations
       (tenant_id, team_id, seen_at, details_seen_at, observed, drift, findings, record_version, read_due_at)
     select $1, team_id, now(), now(), '{}', case when 'differs' = any (kinds) then '[{}]'::jsonb else '[]' end,
       array_remove(kinds, 'differs'), 0, now()
     from jsonb_to_recordset($2::jsonb) as x (team_id uuid, kinds text[])`,
    [owner, JSON.stringify(made)],
  );
}

/** Responsibilities that are not held, and expiries, as the tick writes them. */
async function govern(owner: string, made: readonly Made[]): Promise<void> {
  await at.database.query(
    `with input as (
       select * from jsonb_to_recordset($2::jsonb) as x (team_id uuid, responsibility text, expires_at timestamptz)
     ), vacated as (
       insert into group_responsibility (tenant_id, team_id, state, since, memory)
       select $1, team_id, responsibility, now(), '{}' from input where responsibility <> 'held'
     )
     insert into group_lifecycles (tenant_id, team_id, expires_at, policy_version, cycle_started_at)
     select $1, team_id, expires_at, 1, now() from input`,
    [owner, JSON.stringify(made)],
  );
}

const lower = (text: string) => text.toLowerCase();

function stateOf({ status, archived, deleted }: Made): GroupState {
  if (status === 'accepted' || status === 'running') return 'being_created';
  if (status !== 'succeeded') return 'failed';
  if (deleted) return 'deleted';
  return archived ? 'archived' : 'active';
}

const isSuperseded = ({ team_id: teamId, status }: Made) =>
  status === 'failed' &&
  groups.some((other) => other.retry_of === teamId && other.status !== 'cancelled');

/** The first attempts of chains and cancelled retries: another one is the row of the chain. */
const isEarlier = ({ team_id: teamId, retry_of: retryOf, status }: Made) =>
  (retryOf !== null && status === 'cancelled') ||
  groups.some((other) => other.retry_of === teamId && other.status !== 'cancelled');

const isKeyOf = ({ team_id: teamId, request_id: requestId }: Made, text: string | undefined) =>
  text === requestId || (text !== undefined && text.length >= 8 && teamId.startsWith(text));

/** @returns the place of a creation in its chain of retries */
function attemptOf(group: Made): number {
  const before = groups.find(({ team_id: teamId }) => teamId === group.retry_of);
  return before === undefined ? 1 : attemptOf(before) + 1;
}

function hasPerson(group: Made, { id, references, role }: SoughtPerson): boolean {
  if (references.length === 0 && group.status !== 'succeeded') return false;
  const asOwner = group.owner === id;
  if (role === 'responsible' || role === 'owner') return asOwner;
  // No group of the test has a deputy.
  if (role === 'deputy') return false;
  return group.member === id || (role === undefined && asOwner);
}

/** Names and ids as a plain reading finds them. */
function matches(group: Made, text: string): boolean {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  const responsible = group.status === 'succeeded' ? named[group.owner] : undefined;
  const fields = [
    group.display_name,
    group.mail_nickname,
    ...(responsible === undefined
      ? []
      : [responsible, `${lower(responsible).replace(' ', '.')}@example.com`]),
  ].map(foldText);
  return isKeyOf(group, text) || words.every((word) => fields.some((one) => one.includes(word)));
}

/** The rank of a group that the text finds, and its place within the rank. */
function placeOf(group: Made, text: string): readonly [rank: number, name: string] {
  const sought = foldText(text);
  const [name, alias] = [foldText(group.display_name), lower(group.mail_nickname)];
  const isExact = [name, alias, group.team_id].includes(sought) || text === group.request_id;
  if (isExact) return [0, ''];
  if (alias.startsWith(sought)) return [1, alias];
  if (name.startsWith(sought)) return [2, `${name}\n${alias}`];
  return [isKeyOf(group, text) ? 3 : 4, ''];
}

function byPlace(text: string) {
  return (a: Made, b: Made) => {
    const [[rank, name], [otherRank, otherName]] = [placeOf(a, text), placeOf(b, text)];
    return (
      rank - otherRank ||
      Buffer.compare(Buffer.from(name), Buffer.from(otherName)) ||
      (a.team_id < b.team_id ? 1 : -1)
    );
  };
}

/** The words of a text with the people whom they name. */
async function soughtWords(text: string | undefined): Promise<TeamSearch['words']> {
  if (text === undefined) return undefined;
  const words = searchedWords(text);
  const people = await createAnsweringPeople(at.database)(tenantId, words);
  const none = new Map<string, string>();
  return words.map((word, index) => ({
    word,
    organisations: none,
    templates: none,
    people: people[index] ?? [],
  }));
}

function expected(search: TeamSearch): readonly Made[] {
  const { text, status, organisationIds, templateIds, templateVersion, state, finding } = search;
  const { responsibility, expiresBefore, error, createdBy, from, until } = search;
  const exists = (group: Made) => ['active', 'archived'].includes(stateOf(group));
  return groups
    .filter(
      (group) =>
        (status === undefined || group.status === status) &&
        (state === undefined ||
          stateOf(group) === state ||
          (state === 'existing' && exists(group))) &&
        (search.people ?? []).every((person) => hasPerson(group, person)) &&
        (responsibility === undefined ||
          (exists(group) && group.responsibility === responsibility)) &&
        (expiresBefore === undefined ||
          (exists(group) &&
            group.expires_at !== null &&
            new Date(group.expires_at) < expiresBefore)) &&
        (finding === undefined ||
          (!group.deleted &&
            (finding === 'any' ? group.kinds.length > 0 : group.kinds.includes(finding)))) &&
        (organisationIds?.includes(group.organisation_id) ?? true) &&
        (templateIds?.includes(group.template_id) ?? true) &&
        (templateVersion === undefined || group.template_version === templateVersion) &&
        (error === undefined || (group.status === 'failed' && group.error === error)) &&
        (createdBy === undefined || group.created_by === createdBy) &&
        (from === undefined || new Date(group.created_at) >= from) &&
        (until === undefined || new Date(group.created_at) < until) &&
        (search.isSuperseded === undefined || isSuperseded(group) === search.isSuperseded) &&
        (search.isNewestAttempt === undefined || !isEarlier(group) || isKeyOf(group, text)) &&
        (text === undefined || matches(group, text)),
    )
    .sort((a, b) => (a.team_id < b.team_id ? 1 : -1));
}

test('words of names and people, ids and every filter find their groups, newest first and page by page', async () => {
  const cut = (name: string) => {
    const from = Math.floor(draw() * name.length);
    return name.slice(from, from + 1 + Math.floor(draw() * 8));
  };
  let found = 0;
  for (let round = 0; round < 200; round += 1) {
    const group = pick(groups);
    const part = cut(pick([group.display_name, group.mail_nickname])).trim();
    const words = [part, cut(group.display_name), cut(group.mail_nickname)].join(' ').trim();
    const search: TeamSearch = {
      text: pick([
        undefined,
        part,
        words,
        part.toUpperCase(),
        'nowhere',
        '%',
        '_',
        '\\',
        "'",
        group.team_id,
        group.team_id.slice(0, 8 + Math.floor(draw() * 28)),
        group.request_id,
        'lindqvist ADA',
        `${group.mail_nickname} ben`,
        'harbour',
        'ben.harbour@example.com',
      ]),
      status: pick([undefined, undefined, ...statuses]),
      organisationIds: pick([
        undefined,
        undefined,
        organisations,
        ...organisations.map((id) => [id]),
      ]),
      templateIds: pick([undefined, undefined, templates.slice(1), ...templates.map((id) => [id])]),
      templateVersion: draw() < 0.8 ? undefined : pick(versions),
      state: pick([undefined, undefined, ...stateFilters]),
      people: draw() < 0.8 ? undefined : [soughtPerson(pick(people))],
      finding: draw() < 0.7 ? undefined : pick(findingFilters),
      responsibility: draw() < 0.9 ? undefined : pick(responsibilityStates),
      expiresBefore: draw() < 0.9 ? undefined : new Date(pick(days)),
      error: draw() < 0.95 ? undefined : pick(codes),
      createdBy: draw() < 0.85 ? undefined : pick(creators),
      from: draw() < 0.85 ? undefined : new Date(pick(days)),
      until: draw() < 0.9 ? undefined : new Date(pick(days)),
      isSuperseded: draw() < 0.9 ? undefined : draw() < 0.5,
      isNewestAttempt: draw() < 0.85 ? undefined : true,
    };
    if (search.text === '') continue;
    const { text } = search;
    const wanted = expected(search);
    Object.assign(search, { words: await soughtWords(text) });
    const page = { offset: Math.floor(draw() * 20), limit: 1 + Math.floor(draw() * 30) };
    const items = await browser.list(tenantId, search, { order: newestFirst, ...page });
    const { total, isExact } = await browser.count(tenantId, search);
    const shown = JSON.stringify({ search, page });
    assert.deepEqual(
      items.map(({ teamId }) => teamId),
      idsOf(wanted).slice(page.offset, page.offset + page.limit),
      shown,
    );
    assert.deepEqual([total, isExact], [wanted.length, true], shown);
    for (const { teamId, attempt, retryOf } of items) {
      const group = wanted.find((one) => one.team_id === teamId);
      assert.ok(group);
      assert.deepEqual([attempt, retryOf], [attemptOf(group), group.retry_of]);
    }
    found += items.length;
    if (text === undefined) continue;
    const ranked = await browser.list(tenantId, search, { order: byRelevance, ...page });
    assert.deepEqual(
      idsIn(ranked),
      idsOf(wanted.toSorted(byPlace(text))).slice(page.offset, page.offset + page.limit),
      shown,
    );
    if (round % 10 === 0) {
      assert.deepEqual(await readAll(search, byRelevance), idsOf(wanted.toSorted(byPlace(text))));
    }
    for (const { teamId, match } of ranked) {
      const group = wanted.find((one) => one.team_id === teamId);
      assert.ok(group);
      const [rank] = placeOf(group, text);
      assert.equal(match?.kind, ['exact', 'prefix', 'prefix', 'prefix', 'words'][rank], shown);
      assert.ok(match?.fields.length, shown);
    }
  }
  // Few searches with many conditions find something; none would prove nothing.
  assert.ok(found > 10, `${found} found`);
});

test('the page of a creation numbers its attempts as the list does', async () => {
  const retries = groups.filter(({ retry_of: retryOf }) => retryOf !== null).slice(0, 20);
  assert.ok(retries.length > 5, `${retries.length} retries`);
  const readDetails = createReadDetails(at.database);
  let numbered = 0;
  for (const { team_id: teamId } of retries) {
    const details = await readDetails(tenantId, teamId);
    assert.ok(details);
    for (const one of details.attempts) {
      const group = groups.find((made) => made.team_id === one.teamId);
      assert.ok(group);
      assert.deepEqual([one.attempt, one.retryOf], [attemptOf(group), group.retry_of]);
      numbered += 1;
    }
  }
  assert.ok(numbered > 10, `${numbered} attempts`);
});

const idsOf = (made: readonly Made[]) => made.map(({ team_id: teamId }) => teamId);

function soughtPerson(id: string): SoughtPerson {
  return { id, references: pick([[id], []]), role: pick([undefined, ...searchedRoles]) };
}

test('a list in any order has each group once, page after page, by offsets and by cursors', async () => {
  const text = pick([undefined, 'prj']);
  const names = teamOrders.filter((by) => !isByDate(by) && by !== 'relevance');
  for (const by of names) {
    for (const isDescending of [false, true]) {
      const order = { by, isDescending };
      const shown: ListedTeam[] = [];
      for (let offset = 0; offset < groups.length; offset += 150) {
        shown.push(...(await browser.list(tenantId, { text }, { offset, limit: 150, order })));
      }
      assert.deepEqual(idsIn(shown).sort(), idsOf(groups).sort(), `${by} ${isDescending}`);
      assert.deepEqual(await readAll({ text }, order), idsIn(shown), `${by} ${isDescending}`);
      const name = ({ mailNickName }: ListedTeam) => lower(mailNickName);
      if (by !== 'mailNickName') continue;
      const inOrder = shown.map(name).sort();
      assert.deepEqual(shown.map(name), isDescending ? inOrder.reverse() : inOrder);
    }
  }
});

test('a list with a date is sorted by it, also with a text and other filters, page after page', async () => {
  let found = 0;
  for (const [search, by] of [
    [{ lifecycle: { list: 'expiring' } }, 'expiresAt'],
    [{ responsibility: 'vacant' }, 'responsibilitySince'],
  ] as const) {
    for (const other of [{}, { text: 'prj' }, { templateIds: templates.slice(0, 1) }]) {
      const both = { ...search, ...other };
      for (const isDescending of [false, true]) {
        const order = { by, isDescending };
        const all = await browser.list(tenantId, both, { order, offset: 0, limit: groups.length });
        const dates = all.map(({ expiresAt }) => expiresAt?.toISOString() ?? '');
        if (by === 'expiresAt') {
          assert.deepEqual(dates, isDescending ? dates.toSorted().reverse() : dates.toSorted());
        }
        assert.deepEqual(await readAll(both, order), idsIn(all));
        assert.equal((await browser.count(tenantId, both)).total, all.length);
        found += all.length;
      }
    }
  }
  assert.ok(found > 100, `${found} found`);
});

const idsIn = (teams: readonly ListedTeam[]) => teams.map(({ teamId }) => teamId);

/** Page after page, of different lengths, behind the last group of each. */
async function readAll(search: TeamSearch, order = newestFirst): Promise<string[]> {
  const read: PlacedTeam[] = [];
  for (let limit = 7; ; limit = 60) {
    const page = { order, after: read.at(-1)?.place, offset: 0, limit };
    const batch = await browser.list(tenantId, search, page);
    read.push(...batch);
    if (batch.length < limit) return idsIn(read);
  }
}

test('an export has exactly the groups of the search, newest first', async () => {
  const search = { createdBy: creators[0], text: 'prj' };
  const exported: string[] = [];
  for await (const batch of readAllTeams(browser, tenantId, search, newestFirst)) {
    exported.push(...idsIn(batch));
  }
  assert.deepEqual(exported, idsOf(expected(search)));
  assert.deepEqual(await readAll(search), idsOf(expected(search)));
});

test('counting ends at 10,000 where every group would have to be read, and paging continues', async () => {
  const many = Array.from({ length: 10_020 }, (_, n): Made => ({
    team_id: randomUUID(),
    organisation_id: organisations[0] ?? '',
    template_id: templates[0] ?? '',
    template_version: 1,
    display_name: `Plenty ${n}`,
    mail_nickname: `plenty-${n}`,
    status: 'succeeded',
    archived: false,
    deleted: false,
    owner: people[0] ?? '',
    member: people[1] ?? '',
    kinds: [],
    responsibility: 'held',
    expires_at: null,
    created_by: 'test',
    created_at: '2026-01-01T00:00:00.000Z',
    request_id: 'test',
    error: null,
    retry_of: null,
  }));
  const owner = randomUUID();
  // In pieces: a machine that is busy otherwise may take its time.
  for (let from = 0; from < many.length; from += 1_000) {
    await add(owner, many.slice(from, from + 1_000));
  }
  // Rows that are added at once have no statistics yet, and a plan without them may take many seconds.
  await at.analyze();
  const page = { offset: 10_010, limit: 50 };
  const read = async (search: TeamSearch) => {
    const items = await browser.list(owner, search, { order: newestFirst, ...page });
    const { total, isExact } = await browser.count(owner, search);
    return [items.length, total, isExact];
  };
  assert.deepEqual(await read({}), [10, 10_020, true]);
  assert.deepEqual(await read({ status: 'succeeded' }), [10, 10_020, true]);
  assert.deepEqual(await read({ templateIds: templates.slice(0, 1) }), [10, 10_020, true]);
  assert.deepEqual(await read({ text: 'plenty' }), [10, 10_000, false]);
  const both = { status: 'succeeded', templateIds: templates.slice(0, 1) } as const;
  assert.deepEqual(await read(both), [10, 10_000, false]);
});
