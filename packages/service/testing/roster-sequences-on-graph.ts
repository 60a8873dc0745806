// Random sequences on groups of the Graph simulator: rosters of three sources with ends, guests and people whom the directory
// does not know yet, changes through the API, hands in the directory, workers that die at any call or record, so that answers
// are lost, and operations that fail after one. At its end, and after each round, a group has the people whom sources name and
// hands put there. Which removals are held is computed here a second time.
import assert from 'node:assert/strict';
import { calm, type Profile } from '@groupwright/graph-simulator/profile.ts';
import { createSeededRandom as createChoices } from '@groupwright/graph-simulator/seeded-random.ts';
import type { SimulatedGroup, SimulatedUser } from '@groupwright/graph-simulator/tenant.ts';
import { noShapeErrors } from '../src/ground/errors.ts';
import type { GroupChange, Operation } from '../src/groups/change/operation.ts';
import { receiveRoster } from '../src/groups/rosters/receive-roster.ts';
import { hasBroughtIn, type RosterChange, type RosterRole } from '../src/groups/rosters/roster.ts';
import { connectDirectly, type Fate } from './direct-directory.ts';
import { createMemoryLane } from './in-memory-lane-store.ts';
import { createMemoryOperations } from './in-memory-operations.ts';
import { createMemoryRosters, type MemoryRosters } from './in-memory-rosters.ts';
import { chooseCreations, finish, startLane } from './provisioning-run.ts';
import { createSeededRandom } from './seeded-random.ts';
import { openSimulatedGraph, type WireHooks } from './simulated-graph.ts';

/** Counted over all groups; each is a separate sequence. */
export interface SequenceFigures {
  readonly sequences: number;
  readonly puts: number;
  readonly hands: number;
  readonly changes: number;
  /** Rosters whose removals are held at the end of a round. */
  readonly held: number;
  /** Lists of which the brake holds the removals for certain. */
  readonly braked: number;
  /** Operations that failed after a call without an answer. */
  readonly failed: number;
  readonly ended: number;
  readonly operations: number;
  /** Workers that died, and the sequences whose work was in progress then. */
  readonly deaths: number;
  readonly struck: number;
  /** Calls that reached the directory and whose answer never came. */
  readonly lostAnswers: number;
  readonly calls: number;
}

interface Place {
  readonly role: RosterRole;
  /** It is in milliseconds of the clock. */
  readonly until: number | null;
  /** An operation that failed took the ownership of a held place: it is held again once the person is an owner. */
  readonly isOwnerPerhaps?: boolean;
}

interface Group {
  readonly teamId: string;
  readonly rosters: MemoryRosters;
  readonly story: string[];
  /** The people who are there by a hand, by their addresses. */
  readonly hand: Map<string, RosterRole>;
  readonly named: Map<string, Map<string, Place>>;
  /** A source names these people no longer, while the removals wait. */
  readonly kept: Map<string, Map<string, Place>>;
  /** Lists of a source named these people earlier, while no operation of the present one has succeeded. */
  readonly dropped: Map<string, ReadonlySet<string>>;
  /** Sources of which an operation failed since one succeeded. */
  readonly failed: Set<string>;
  /** Removed by hands since rosters were last applied: one who is put back meanwhile counts as never gone. */
  readonly lately: Set<string>;
  /** Hands took back what a change had written just before: a source that names them now finds them in the group by that write. */
  readonly writtenBack: Set<string>;
  readonly guests: readonly string[];
  readonly late: string;
  /** The operations of this round. */
  ran: string[];
  hasRoster: boolean;
  /** The list that came last in this round; undefined: its removals may be held or not. */
  brake: Brake | undefined;
  /** The directory answers so many calls more that write, not the next one, and refuses all calls about the group then. */
  writesLeft: number;
}

interface Brake {
  readonly source: string;
  readonly isHeld: boolean;
  readonly leaving: readonly string[];
}

const sources = ['hr', 'erp', 'crm'];
const crowdSize = 16;
const hourMs = 3_600_000;
const shareOfDeaths = 0.6;
const shareOfRefusals = 0.3;
const ofLimits = new Set<string>([
  'retried_too_early',
  'polled_too_early',
  'too_many_calls_on_one_team',
]);
const never = new Promise<never>(() => undefined);

export interface SequenceOptions {
  /** Absent: without requests between, for many sequences. */
  readonly profile?: Profile;
  /** Each is a sequence. */
  readonly groups: number;
  /** In the last one, all three sources say what counts. */
  readonly rounds: number;
}

export async function runRosterSequencesOnGraph(
  seed: string,
  { profile, groups: count, rounds }: SequenceOptions,
): Promise<SequenceFigures> {
  const choices = createChoices(seed);
  const random = createSeededRandom(Math.floor(choices.fraction('sequences') * 2 ** 32));
  const isSo = (share: number) => random() < share;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const roleOf = (): RosterRole => (isSo(0.2) ? 'owner' : 'member');
  const graph = await openSimulatedGraph({
    seed,
    profile: profile ?? calm,
    tenants: [{ people: 40 }],
    inProcess: true,
  });
  const { clock, simulator } = graph;
  const [tenant] = simulator.tenants;
  assert.ok(tenant);
  const { tenantId } = tenant;
  const users = tenant.users.slice(0, crowdSize + 4);
  const addresses = users.map(({ mail }) => mail ?? '');
  const [responsible, deputy, member, steady, ...crowd] = addresses as [
    string,
    string,
    string,
    string,
  ];
  const forHands: readonly string[] = [...crowd, member];
  let lost = 0;
  /** The present worker has it. */
  let life = { left: Infinity, isDead: false };
  const isOver = (of: typeof life): boolean => {
    of.left -= 1;
    of.isDead ||= of.left <= 0;
    return of.isDead;
  };
  const byTeam = new Map<string, MemoryRosters>();
  const memory = createMemoryLane({ tenantId, clock });
  const operations = createMemoryOperations({
    tenantId,
    clock,
    creations: memory.creations,
    onWrite: () => !isOver(life),
    afterWrite: () => !isOver(life),
    rostersOf: (teamId) => byTeam.get(teamId),
  });
  const { limits } = graph.connect();
  let calls = 0;
  /** @param boundary the worker dies before or after this call or record */
  const start = (name: string, boundary = Infinity, isDirect = profile === undefined) => {
    const own = { left: boundary, isDead: false };
    life = own;
    const hooks: WireHooks = {
      before() {
        calls += 1;
        return isOver(own) ? never : undefined;
      },
      after() {
        if (!isOver(own)) return undefined;
        lost += 1;
        return never;
      },
    };
    const directory = isDirect
      ? connectDirectly(simulator, tenant, limits, hooks, fateOf)
      : graph.connect(0, hooks);
    return startLane({ graph, memory, operations, seed: `${name} ${seed}`, directory });
  };
  const sum = {
    puts: 0,
    hands: 0,
    changes: 0,
    held: 0,
    braked: 0,
    failed: 0,
    ended: 0,
    operations: 0,
    deaths: 0,
    struck: 0,
  };

  const creations = chooseCreations(choices, tenant, count, (index) => ({
    policy: {
      kind: index % 4 === 0 ? 'team' : 'group',
      guests: { invite: true, domains: ['partner.example'] },
    },
    people: { responsible, deputy, owners: [], members: [member] },
  }));
  const groups = creations.map((creation, n): Group => {
    memory.add(creation);
    const { teamId } = creation;
    const rosters = createMemoryRosters(clock);
    byTeam.set(teamId, rosters);
    return {
      teamId,
      rosters,
      story: [],
      hand: new Map<string, RosterRole>([
        [responsible, 'owner'],
        [deputy, 'owner'],
        [member, 'member'],
      ]),
      named: new Map(sources.map((source) => [source, new Map()])),
      kept: new Map(sources.map((source) => [source, new Map()])),
      dropped: new Map(),
      failed: new Set(),
      lately: new Set(),
      writtenBack: new Set(),
      guests: [0, 1].map((guest) => `guest-${n}-${guest}@partner.example`),
      late: `late-${n}@${addresses[0]?.split('@')[1]}`,
      ran: [],
      hasRoster: false,
      brake: undefined,
      writesLeft: Infinity,
    };
  });
  await finish(graph, [{ lane: start('maker', Infinity, false).lane, memory }]);
  await clock.run(clock.wait(hourMs));

  const addressOf = new Map(users.map(({ id, mail }) => [id, mail ?? '']));
  const idOf = (person: string) =>
    tenant.usersByAddress.get(person.toLowerCase())?.[0]?.id ?? assert.fail(person);
  const isKnown = (person: string) => tenant.usersByAddress.has(person.toLowerCase());

  function fateOf(groupId: string, writes: boolean): Fate {
    const group = groups.find(({ teamId }) => operations.group(teamId)?.groupId === groupId);
    if (group === undefined) return 'answered';
    if (group.writesLeft < 0) return 'refused';
    if (writes) group.writesLeft -= 1;
    return group.writesLeft < 0 ? 'lost' : 'answered';
  }

  function inSuite({ teamId }: Group): SimulatedGroup {
    return tenant?.groups.get(operations.group(teamId)?.groupId ?? '') ?? assert.fail();
  }

  function inDirectory(group: Group): Map<string, RosterRole> {
    const { owners, members } = inSuite(group);
    const nameOf = (id: string) =>
      addressOf.get(id) ?? tenant?.usersByName.get(id)?.mail ?? assert.fail(id);
    return new Map<string, RosterRole>([
      ...[...members].map((id) => [nameOf(id), 'member'] as const),
      ...[...owners].map((id) => [nameOf(id), 'owner'] as const),
    ]);
  }

  function add(group: Group, change: GroupChange): void {
    const operationId = `operation ${sum.operations}`;
    sum.operations += 1;
    group.ran.push(operationId);
    const kind = change.roster === undefined ? 'change' : 'roster';
    if (kind === 'roster') group.hasRoster = true;
    operations.add({ operationId, teamId: group.teamId, kind, change });
  }

  let isSoon = false;

  function actByHand(group: Group): void {
    const { hand, kept, dropped, lately, story } = group;
    const { owners, members } = inSuite(group);
    const person = pick(forHands);
    const id = idOf(person);
    sum.hands += 1;
    if (isSo(0.4)) {
      const isNamed = [...group.named.values()].some((of) => of.has(person));
      // A read that lacks the person may be old, and who was in the group before the list remains there then.
      if (isSoon && hand.has(person) && isNamed) return;
      if (isSoon && hand.has(person)) group.writtenBack.add(person);
      story.push(`a hand removes ${person}`);
      owners.delete(id);
      members.delete(id);
      hand.delete(person);
      for (const places of kept.values()) places.delete(person);
      lately.add(person);
      return;
    }
    const role = roleOf();
    const is = owners.has(id) ? 'owner' : members.has(id) ? 'member' : 'none';
    const mayHaveLeft = lately.has(person) || [...dropped.values()].some((of) => of.has(person));
    if (is === 'owner' || is === role || mayHaveLeft) return;
    story.push(`a hand adds ${person} as ${role}`);
    members.add(id);
    if (role === 'owner') owners.add(id);
    hand.set(person, role);
  }

  /** @param isAlone nothing else happens to the group in the round */
  function actByChange(group: Group, isAlone: boolean): void {
    const { hand, story, teamId } = group;
    const person = pick(forHands);
    sum.changes += 1;
    const isRemovable = inDirectory(group).get(person) === 'member' && !hasEnd(group, person);
    if (isAlone && isRemovable && isSo(0.5)) {
      story.push(`a change removes ${person}`);
      add(group, { members: { add: [], remove: [person] } });
      if (isRefused(group, person)) return;
      hand.delete(person);
      for (const places of group.kept.values()) places.delete(person);
      return;
    }
    const { ownerIds = [] } = operations.group(teamId)?.resolvedPeople ?? {};
    // The service takes an owner of its record for one in the directory, and adds nobody as a member who is one.
    const role = ownerIds.includes(idOf(person)) ? 'owner' : roleOf();
    story.push(`a change adds ${person} as ${role}`);
    if (hand.get(person) !== 'owner') hand.set(person, role);
    const list = { add: [person], remove: [] };
    add(group, role === 'owner' ? { owners: list } : { members: list });
  }

  const hasEnd = ({ named, kept }: Group, person: string): boolean =>
    [...named.values(), ...kept.values()].some((places) => places.get(person)?.until != null);

  const isHolding = ({ named, kept }: Pick<Group, 'named' | 'kept'>, person: string): boolean =>
    [...named.values(), ...kept.values()].some((places) => {
      const place = places.get(person);
      return place !== undefined && (place.until === null || place.until > clock.now());
    });

  /**
   * A change removes nobody whom a source names or named until its removals were held. Where the operation of a list failed,
   * nothing is held yet.
   */
  function isRefused({ named, kept, rosters }: Group, person: string): boolean {
    const held = [...kept].filter(([source]) => (rosters.roster(source)?.held ?? 0) > 0);
    return isHolding({ named, kept: new Map(held) }, person);
  }

  /** @param isMistake the source sends a short or an empty list, and allows no large removal */
  async function actBySource(group: Group, source: string, isMistake = false): Promise<void> {
    const { named, kept, dropped, story, rosters, guests, late } = group;
    const before = named.get(source) ?? new Map<string, Place>();
    const places = new Map<string, Place>();
    const share = isMistake ? 0.05 : pick([0.1, 0.3, 0.5, 0.9]);
    for (const person of [...forHands, steady, responsible, ...guests, late]) {
      if (!isSo(share) || group.writtenBack.has(person)) continue;
      const role = guests.includes(person) || person === late ? 'member' : roleOf();
      const until = isSo(0.15) ? clock.now() + Math.ceil(random() * 6) * hourMs + 1 : null;
      places.set(person, { role, until });
    }
    if (isSo(isMistake ? 0.4 : 0.12)) places.clear();
    const isEnded = places.size === 0 && !isMistake && isSo(0.3);
    const allowsRemovals = !isMistake && isSo(0.6);
    const body = {
      members: [...places].map(([person, { role, until }]) => {
        const end = until === null ? null : new Date(until).toISOString();
        const guest = { displayName: person, invite: true };
        const member = { person, role, until: end };
        return guests.includes(person) ? Object.assign(member, { guest }) : member;
      }),
    };
    const received = isEnded
      ? undefined
      : await receiveRoster(body, noShapeErrors, () => undefined);
    const stored = rosters.roster(source);
    const isEqual =
      stored !== undefined &&
      stored.hash === (received?.hash ?? '') &&
      stored.isEnded === isEnded &&
      stored.appliedVersion === stored.version;
    if ((stored === undefined && isEnded) || (isEqual && !(stored.held > 0 && allowsRemovals)))
      return;
    const text = [...places].map(([person, { role, until }]) => `${person} ${role} ${until ?? ''}`);
    story.push(
      `${source} ${isEnded ? 'ends' : 'names'} ${text.join(', ')}${allowsRemovals ? '' : ', may be held'}`,
    );
    const version = rosters.write(source, { received, allowsRemovals });
    sum.puts += 1;
    named.set(source, places);
    const earlier = new Map([...(kept.get(source) ?? []), ...before]);
    kept.set(source, leavingOf(group, earlier, places));
    dropped.set(source, new Set([...(dropped.get(source) ?? []), ...earlier.keys()]));
    group.brake = brakeOf(group, source, {
      isEmpty: places.size === 0 && !isEnded,
      allowsRemovals,
    });
    add(group, { roster: { source, version } });
  }

  /** A list that names people no longer holds whom the group has: nobody comes in while its removals are held. */
  function leavingOf(
    group: Group,
    earlier: ReadonlyMap<string, Place>,
    places: ReadonlyMap<string, Place>,
  ): Map<string, Place> {
    const found = inDirectory(group);
    return new Map(
      [...earlier].flatMap(([person, place]) => {
        const present = found.get(person);
        if (places.has(person) || present === undefined) return [];
        const role = present === 'owner' ? place.role : 'member';
        return [[person, { ...place, role }] as const];
      }),
    );
  }

  /** Undefined: too much is uncertain. */
  function brakeOf(
    group: Group,
    source: string,
    { isEmpty, allowsRemovals }: { readonly isEmpty: boolean; readonly allowsRemovals: boolean },
  ): Brake | undefined {
    const left = group.kept.get(source) ?? new Map<string, Place>();
    const found = inDirectory(group);
    const kept = new Map([...group.kept, [source, new Map<string, Place>()]]);
    const others = expectedOf({ ...group, kept }, found);
    // A place that ends is over, also while removals are held.
    const leaving = [...left.keys()].filter(
      (person) =>
        found.has(person) &&
        !hasEnd(group, person) &&
        !group.lately.has(person) &&
        others.get(person) !== 'owner' &&
        others.get(person) !== found.get(person),
    );
    const most = (group.named.get(source)?.size ?? 0) + left.size;
    const isLarge = leaving.length > 10 && leaving.length > most * 0.2;
    if (!allowsRemovals && leaving.length > 0 && (isEmpty || isLarge)) {
      return { source, isHeld: true, leaving };
    }
    // A read just after an operation that failed may have those whom it removed.
    const isSmall = !isEmpty && new Set([...left.keys(), ...group.lately]).size <= 10;
    return allowsRemovals || isSmall ? { source, isHeld: false, leaving: [] } : undefined;
  }

  function largestOf({ named }: Group): string {
    const sizeOf = (source: string) => named.get(source)?.size ?? 0;
    return sources.toSorted((one, other) => sizeOf(other) - sizeOf(one))[0] ?? assert.fail();
  }

  /** The rule of governance asks for it when places have ended, or people wait. */
  function actByRule(group: Group): boolean {
    const { rosters, story } = group;
    for (const source of sources) {
      const roster = rosters.roster(source);
      if (roster === undefined || roster.appliedVersion < roster.version) continue;
      const { entries = [] } = rosters.read(source) ?? {};
      const own = entries.filter((entry) => entry.source === source && entry.leftVersion === null);
      const isOver = own.some(
        ({ until, result }) =>
          until !== null && Date.parse(until) <= clock.now() && result !== 'removed',
      );
      const waits = own.some(({ waitingSince }) => waitingSince !== null);
      if (!isOver && !waits) continue;
      if (isOver) sum.ended += 1;
      story.push(`the rule looks at ${source}`);
      add(group, { roster: { source, version: roster.version } });
      return true;
    }
    return false;
  }

  /** A person decides about removals that are held. */
  function decide(group: Group): boolean {
    const { rosters, story, kept, hand } = group;
    for (const source of sources) {
      const roster = rosters.roster(source);
      if (roster === undefined || roster.held === 0 || !isSo(0.5)) continue;
      if (roster.appliedVersion < roster.version) continue;
      const removals = isSo(0.5) ? 'allow' : 'keep';
      story.push(`a person decides about ${source}: ${removals}`);
      const found = inDirectory(group);
      const change: RosterChange = { source, version: roster.version, removals };
      // A place whose time is over ends, also where someone keeps those who leave.
      const leaving = [...(kept.get(source) ?? [])].flatMap(([person, { until }]) =>
        until !== null && until <= clock.now() ? [] : [person],
      );
      kept.set(source, new Map());
      if (removals === 'keep') {
        for (const person of leaving) {
          const role = found.get(person);
          if (role !== undefined && !isHolding(group, person)) hand.set(person, role);
        }
      }
      add(group, { roster: change });
      return true;
    }
    return false;
  }

  async function act(group: Group, isLast: boolean): Promise<void> {
    const { story, late } = group;
    if (!isKnown(late) && isSo(0.3)) {
      story.push(`the directory learns of ${late}`);
      simulator.addUser(tenantId, newUser(late, users[0] ?? assert.fail()));
    }
    if (isLast) {
      for (const source of sources) await actBySource(group, source);
      return;
    }
    const kind = random();
    if (kind < 0.2) actByHand(group);
    else if (kind < 0.35) actByChange(group, true);
    else if (kind < 0.5 && (decide(group) || actByRule(group))) return;
    else if (kind < 0.65) await actBySource(group, largestOf(group), true);
    else {
      for (const source of sources) if (isSo(0.5)) await actBySource(group, source);
      if (isSo(0.2)) actByChange(group, false);
      else if (profile === undefined && isSo(shareOfRefusals)) {
        group.writesLeft = Math.floor(random() * 3);
        story.push(
          `call ${group.writesLeft + 1} that writes has no answer, later ones are refused`,
        );
      }
    }
  }

  /** The union of what sources name now, and of what hands did. */
  function expectedOf(
    { hand, named, kept }: Pick<Group, 'hand' | 'named' | 'kept'>,
    found: ReadonlyMap<string, RosterRole>,
  ): Map<string, RosterRole> {
    const expected = new Map(hand);
    for (const places of [...named.values(), ...kept.values()]) {
      for (const [person, { role, until, isOwnerPerhaps = false }] of places) {
        if (!isKnown(person) || (until !== null && until <= clock.now())) continue;
        const given = isOwnerPerhaps && found.get(person) !== 'owner' ? 'member' : role;
        if (expected.get(person) !== 'owner') expected.set(person, given);
      }
    }
    return expected;
  }

  function check(
    group: Group,
    operationsById: ReadonlyMap<string, Operation>,
    beganAt: number,
  ): void {
    const { story, hand, named, lately, rosters, kept, dropped, ran, hasRoster, brake } = group;
    const told = () => `seed ${seed}, ${group.teamId}:\n${story.join('\n')}`;
    let hasFailed = false;
    for (const operationId of ran) {
      const { status, facts, change } = operationsById.get(operationId) ?? assert.fail();
      if (status === 'succeeded') continue;
      if (group.writesLeft < 0 && facts.failure?.code === 'directory_permission_missing') {
        hasFailed = true;
        sum.failed += 1;
        if (change?.roster !== undefined) group.failed.add(change.roster.source);
        continue;
      }
      const codes = facts.failure?.faults.map(({ code }) => code).join();
      assert.match(
        `${codes}`,
        /^(?:named_by_roster|removal_held)$/,
        `${facts.failure?.detail} ${told()}`,
      );
    }
    const isApplied = (source: string) => {
      const { version = 0, appliedVersion = 0 } = rosters.roster(source) ?? {};
      return version === appliedVersion;
    };
    const found = inDirectory(group);
    for (const [person, role] of hand) {
      assert.ok(found.get(person) === role || found.get(person) === 'owner', `${person} ${told()}`);
    }
    if (hasFailed) {
      // Rosters may have brought them or not: one whom a hand adds now counts as theirs.
      for (const places of [...named.values(), ...kept.values()]) {
        for (const person of places.keys()) lately.add(person);
      }
      // The next operation that succeeds holds whom it finds. A source whose operation succeeded names nobody of before.
      for (const [source, places] of kept) {
        if (isApplied(source) && (rosters.roster(source)?.held ?? 0) === 0) places.clear();
        for (const [person, place] of places) {
          const role = found.get(person);
          if (role === undefined) places.delete(person);
          else if (role === 'member') places.set(person, { ...place, isOwnerPerhaps: true });
        }
      }
      return;
    }
    for (const source of sources.filter(isApplied)) {
      const { held = 0, allowsRemovals } = rosters.roster(source) ?? {};
      for (const entry of held > 0 ? (rosters.read(source)?.entries ?? []) : []) {
        // After an operation that failed, the records alone tell whom the source may have brought in. Just after a hand
        // removed a person, a read that lacks the person may be old, so that the removal is held as if nobody had.
        const { person, role } = entry;
        const mayHold = entry.source === source && entry.isHeld && hasBroughtIn(entry);
        const present = found.get(person);
        if (!group.failed.has(source) && !lately.has(person)) continue;
        if (!mayHold || present === undefined || dropped.get(source)?.has(person) !== true)
          continue;
        const { until = null } = kept.get(source)?.get(person) ?? {};
        kept.get(source)?.set(person, { role: role === present ? role : 'member', until });
      }
      dropped.delete(source);
      group.failed.delete(source);
      if (held === 0) kept.set(source, new Map());
      else
        assert.ok(allowsRemovals !== true, `${source} holds removals that were allowed: ${told()}`);
      if (held > 0) sum.held += 1;
    }
    if (ran.length === 1 && brake !== undefined) {
      const { held = 0 } = rosters.roster(brake.source) ?? {};
      assert.equal(held > 0, brake.isHeld, `the removals of ${brake.source}: ${told()}`);
      for (const person of brake.leaving) {
        assert.ok(found.has(person), `${person} left unasked: ${told()}`);
      }
      if (brake.isHeld) sum.braked += 1;
    }
    if (!hasRoster) return;
    lately.clear();
    // Whose time ended meanwhile may be in the group or not.
    const isEnding = (person: string) =>
      [...named.values(), ...kept.values()].some((places) => {
        const until = places.get(person)?.until ?? 0;
        return until > beganAt && until <= clock.now();
      });
    // A roster whose operation failed has perhaps taken out some of those whom it names no longer.
    const isLeaving = (person: string) =>
      sources.some((source) => !isApplied(source) && dropped.get(source)?.has(person) === true);
    const sorted = (places: ReadonlyMap<string, RosterRole>) =>
      [...places]
        .flatMap((place) => (isEnding(place[0]) || isLeaving(place[0]) ? [] : [place.join(' ')]))
        .toSorted();
    assert.deepEqual(sorted(found), sorted(expectedOf(group, found)), told());
  }

  for (let round = 1; round <= rounds; round += 1) {
    const beganAt = clock.now();
    for (const group of groups) {
      Object.assign(group, {
        ran: [],
        hasRoster: false,
        brake: undefined,
        writesLeft: Infinity,
      });
      await act(group, round === rounds);
    }
    const isKilled = isSo(shareOfDeaths) || round === rounds;
    const boundary = isKilled ? 1 + Math.floor(random() * 12 * count) : Infinity;
    let { lane } = start(`worker ${round}`, boundary);
    const untilDone = async (): Promise<void> => {
      while (operations.open() > 0) {
        await clock.wait(500);
        if (!life.isDead) continue;
        sum.deaths += 1;
        const open = new Set(
          [...operations.operations.values()].flatMap(({ status, teamId }) =>
            status === 'running' ? [teamId] : [],
          ),
        );
        sum.struck += open.size;
        for (const { teamId, story } of groups) if (open.has(teamId)) story.push('the worker dies');
        void lane.stop();
        ({ lane } = start(`survivor ${round}`));
      }
      await lane.stop();
    };
    await clock.run(untilDone());
    const all = operations.operations;
    for (const group of groups) check(group, all, beganAt);
    isSoon = !isSo(0.7);
    if (!isSoon) for (const { writtenBack } of groups) writtenBack.clear();
    await clock.run(clock.wait(isSoon ? 60_000 : hourMs));
  }
  await graph.close();
  // A worker does not know the calls of the one before it, so limits are not the matter here.
  const others = simulator.journal.violations.filter(({ violation }) => !ofLimits.has(violation));
  assert.deepEqual(others, [], `seed ${seed}`);
  return { sequences: count, ...sum, lostAnswers: lost, calls };
}

function newUser(address: string, like: SimulatedUser): SimulatedUser {
  return {
    ...like,
    id: createChoices(address).guid('late'),
    userPrincipalName: address,
    mail: address,
    proxyAddresses: [`SMTP:${address}`],
  };
}
