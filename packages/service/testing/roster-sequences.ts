// Random sequences on groups of the sandbox: rosters of three sources, also with guests who are invited, changes through the API, hands in the directory, and
// a worker that dies at random boundaries. After each round a group has the people whom sources name and hands put there.
import assert from 'node:assert/strict';
import type { RosterRole } from '../src/groups/rosters/roster.ts';
import type { DyingService } from './dying-service.ts';
import { createSeededRandom } from './seeded-random.ts';
import { teamRequest, testOperator, testPeople } from './service.ts';

type Roles = Map<string, RosterRole>;

export interface SequenceMetrics {
  readonly acts: number;
  readonly deaths: number;
  readonly held: number;
}

const sources = ['hr', 'erp', 'crm'];
const [mara, tomas, yuki] = testPeople as [string, string, string];
const crowd = Array.from({ length: 5 }, (_, n) => `worker-${n}@aare.example`);
/** Hands leave those who answer for the group. */
const forHands = [...crowd, yuki];
/** Sources alone name them: an invitation brings each into the directory. */
const guests = Array.from({ length: 3 }, (_, n) => `guest-${n}@partner.example`);
const forSources = [...forHands, mara, ...guests];
const maxBoundary = 70;
const shareOfDeaths = 0.5;

interface Group {
  readonly teamId: string;
  readonly story: string[];
  /** The people who are there by a hand. */
  readonly hand: Roles;
  readonly named: Map<string, Roles>;
  /** Removed by hands since rosters were last applied: one who is put back meanwhile counts as never gone. */
  readonly lately: Set<string>;
}

/** @param seed decides every act and every death */
export async function runRosterSequences(
  { api, at, tenant, send: ask, startWorker }: DyingService,
  seed: number,
  { groups: count, rounds }: { readonly groups: number; readonly rounds: number },
): Promise<SequenceMetrics> {
  const random = createSeededRandom(seed);
  const isSo = (share: number) => random() < share;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const roleOf = (): RosterRole => (isSo(0.3) ? 'owner' : 'member');
  await api.change(async ({ sandboxPeople, templates }) => {
    await templates.change(testOperator, tenant.tenantId, tenant.templateIds.any, undefined, {
      name: 'Any',
      identifier: 'any',
      mailNicknamePattern: '',
      displayNamePattern: '',
      policy: { guests: { invite: true, domains: ['partner.example'] } },
    });

    for (const email of crowd) {
      await sandboxPeople.add(testOperator, tenant.tenantId, { email, name: email });
    }
  });
  const worker = await startWorker();
  const groups = await Promise.all(
    Array.from({ length: count }, async (_, n): Promise<Group> => {
      const teamId = await ask('POST', '/teams', teamRequest(`sequence-${seed}-${n}`));
      const hand: Roles = new Map([mara, tomas].map((person) => [person, 'owner']));
      hand.set(yuki, 'member');
      const named = new Map(sources.map((source): [string, Roles] => [source, new Map()]));
      return { teamId, story: [], hand, named, lately: new Set() };
    }),
  );
  await worker.settled();
  const sum = { acts: 0, deaths: 0, held: 0 };

  async function inDirectory({ teamId }: Group): Promise<Roles> {
    const rows = await at.database.query<{ email: string; role: RosterRole }>(
      `select p.email, case when p.person_id = any (g.owner_ids) then 'owner' else 'member' end as role
       from sandbox_groups g join sandbox_people p
         on p.tenant_id = g.tenant_id and p.person_id = any (g.owner_ids || g.member_ids)
       where g.marker = $1`,
      [teamId],
    );
    return new Map(rows.map(({ email, role }) => [email, role]));
  }

  /** As if in Teams. @param sets the new lists, as SQL over the person `p` and the group `g` */
  async function byHand(teamId: string, person: string, sets: string): Promise<void> {
    await at.database.query(
      `update sandbox_groups g set ${sets} from sandbox_people p
       where g.marker = $1 and p.tenant_id = g.tenant_id and p.email = $2`,
      [teamId, person],
    );
  }

  const isNamed = ({ named }: Group, person: string) =>
    [...named.values()].some((roles) => roles.has(person));

  async function actByHand(group: Group): Promise<void> {
    const { teamId, hand, lately, story } = group;
    const person = pick(forHands);
    const is = (await inDirectory(group)).get(person);
    if (isSo(0.4)) {
      story.push(`a hand removes ${person}`);
      const without = (list: string) => `${list} = array_remove(g.${list}, p.person_id)`;
      await byHand(teamId, person, `${without('owner_ids')}, ${without('member_ids')}`);
      hand.delete(person);
      lately.add(person);
      return;
    }
    const role = roleOf();
    if (is === 'owner' || is === role || lately.has(person)) return;
    story.push(`a hand adds ${person} as ${role}`);
    const lists = role === 'owner' ? ['owner_ids', 'member_ids'] : ['member_ids'];
    const added = lists.map(
      (list) => `${list} = array_append(array_remove(g.${list}, p.person_id), p.person_id)`,
    );
    await byHand(teamId, person, added.join(', '));
    hand.set(person, role);
  }

  async function isRecordedOwner(teamId: string, person: string): Promise<boolean> {
    const rows = await at.database.query(
      `select from provisionings g join sandbox_people p using (tenant_id)
       where g.team_id = $1 and p.email = $2 and g.resolved_people -> 'ownerIds' ? p.person_id::text`,
      [teamId, person],
    );
    return rows.length > 0;
  }

  /** Nobody takes a person out behind the back of a source, unless its removal is held. */
  async function removeNamed({ teamId, hand }: Group, person: string): Promise<void> {
    const body = { members: { remove: [person] } };
    const answer = await api.call(tenant, `/teams/${teamId}`, { method: 'PATCH', body });
    if (answer.status === 200) {
      hand.delete(person);
      return;
    }
    const { errors } = answer.body as { errors?: readonly { code: string }[] };
    const codes = errors?.map(({ code }) => code);
    assert.equal(answer.status, 422, `seed ${seed}`);
    assert.match(`${codes?.join()}`, /^(?:named_by_roster|removal_held)$/, `seed ${seed}`);
  }

  /** A change through the API. @returns what sends it */
  async function actByChange(group: Group, mayRemove: boolean): Promise<() => Promise<unknown>> {
    const { teamId, hand, story } = group;
    const person = pick(forHands);
    const patch = (change: object) => () => ask('PATCH', `/teams/${teamId}`, change);
    const is = (await inDirectory(group)).get(person);
    if (mayRemove && is === 'member' && isSo(0.5)) {
      story.push(`a change removes ${person}`);
      const change = { members: { remove: [person] } };
      if (isNamed(group, person)) return () => removeNamed(group, person);
      hand.delete(person);
      return patch(change);
    }
    // The service takes an owner of its record for one in the directory, and adds nobody as a member who is one.
    const role = (await isRecordedOwner(teamId, person)) ? 'owner' : roleOf();
    story.push(`a change adds ${person} as ${role}`);
    if (hand.get(person) !== 'owner') hand.set(person, role);
    return patch({ [`${role}s`]: { add: [person] } });
  }

  /** @returns what sends the roster, perhaps twice because its answer was lost */
  function actBySource({ teamId, named, story }: Group, source: string): () => Promise<unknown> {
    const roles: Roles = new Map();
    for (const person of forSources) {
      if (isSo(0.35)) roles.set(person, guests.includes(person) ? 'member' : roleOf());
    }
    if (isSo(0.15)) roles.clear();
    const allows = roles.size > 0 || isSo(0.6);
    const times = isSo(0.2) ? 2 : 1;
    story.push(`${source} names ${JSON.stringify([...roles])}${allows ? '' : ', may be held'}`);
    if (allows) named.set(source, roles);
    const body = {
      members: [...roles].map(([person, role]) => {
        const guest = { displayName: person, invite: true };
        return guests.includes(person) ? { person, role, guest } : { person, role };
      }),
      ...(allows && { removals: { allow: true } }),
    };
    return async () => {
      for (let n = 0; n < times; n += 1) {
        await ask('PUT', `/teams/${teamId}/rosters/${source}`, body);
      }
      if (allows) return;
      unheld.push({ named, path: `/teams/${teamId}/rosters/${source}`, source });
    };
  }

  /** Empty rosters that nobody allowed: their people leave, unless the service holds them. */
  let unheld: { named: Group['named']; path: string; source: string }[] = [];

  async function actsOf(
    group: Group,
    isLast: boolean,
  ): Promise<readonly (() => Promise<unknown>)[]> {
    if (isLast) return sources.map((source) => actBySource(group, source));
    const act = random();
    if (act < 0.25) {
      await actByHand(group);
      return [];
    }
    if (act < 0.45) return [await actByChange(group, true)];
    const several = sources.filter(() => isSo(0.4)).map((source) => actBySource(group, source));
    return isSo(0.2) ? [...several, await actByChange(group, false)] : several;
  }

  for (let round = 1; round <= rounds; round += 1) {
    const acts: (() => Promise<unknown>)[] = [];
    const before = await versions();
    for (const group of groups) acts.push(...(await actsOf(group, round === rounds)));
    const send = () => Promise.all(acts.map((act) => act()));
    if (isSo(shareOfDeaths) || round === rounds) {
      const boundary = 1 + Math.floor(random() * maxBoundary);
      const { survived } = await worker.dieAt(boundary, send);
      for (const { story } of groups) story.push(`a death at ${boundary}, unless all ends before`);
      if (!survived) sum.deaths += 1;
    } else await send();
    await worker.settled();
    sum.acts += acts.length;
    for (const { named, path, source } of unheld) {
      const { body } = await api.call(tenant, path);
      if ((body as { held: number }).held > 0) sum.held += 1;
      else named.set(source, new Map());
    }
    unheld = [];
    const applied = await versions();
    for (const group of groups) {
      const { teamId, story, hand, named, lately } = group;
      const told = `seed ${seed}:\n${story.join('\n')}`;
      const found = await inDirectory(group);
      for (const [person, role] of hand) {
        assert.ok(found.get(person) === role || found.get(person) === 'owner', `${person} ${told}`);
      }
      // A roster that says the same again runs nothing.
      if (before.get(teamId) === applied.get(teamId)) continue;
      lately.clear();
      const expected = new Map(hand);
      for (const roles of named.values()) {
        for (const [person, role] of roles) {
          if (expected.get(person) !== 'owner') expected.set(person, role);
        }
      }
      assert.deepEqual(Object.fromEntries(found), Object.fromEntries(expected), told);
    }
  }
  const failed = await at.database.query(
    "select kind, error from operations where tenant_id = $1 and status <> 'succeeded' and kind = 'roster'",
    [tenant.tenantId],
  );
  assert.deepEqual(failed, [], `seed ${seed}`);
  const uninvited = await at.database.query(
    `select e.person from roster_entries e where e.tenant_id = $1 and e.person = any ($2::text[]) and e.left_version is null
       and (e.result not in ('invited', 'kept') or e.code is not null)`,
    [tenant.tenantId, guests],
  );
  assert.deepEqual(uninvited, [], `seed ${seed}`);
  await worker.close();
  return sum;

  /** How far the rosters of each group are. */
  async function versions(): Promise<ReadonlyMap<string, string>> {
    const rows = await at.database.query<{ teamId: string; applied: string }>(
      `select team_id as "teamId", string_agg(source || applied_version, ' ' order by source) as applied
       from rosters where tenant_id = $1 group by team_id`,
      [tenant.tenantId],
    );
    return new Map(rows.map(({ teamId, applied }) => [teamId, applied]));
  }
}
