// Random acts of a rule, of people and of systems on groups of the Graph simulator, and then the undo of what one of them did,
// by workers that are killed now and then. Afterwards each member of each group is as it was before the first act, but for
// what the plan named.
import assert from 'node:assert/strict';
import { hostile } from '@groupwright/graph-simulator/profile.ts';
import { createSeededRandom as createChoices } from '@groupwright/graph-simulator/seeded-random.ts';
import type { Tenant } from '@groupwright/graph-simulator/tenant.ts';
import { DomainError } from '../src/ground/errors.ts';
import { noLimit } from '../src/ground/group-limit.ts';
import { withoutRest } from '../src/ground/turns.ts';
import { type AcceptOperations, createDecide } from '../src/groups/change/accept-operation.ts';
import { changedRecord } from '../src/groups/change/apply-result.ts';
import type {
  GroupChange,
  GroupRecord,
  OperationKind,
  PendingOperation,
  RecordWithPending,
} from '../src/groups/change/operation.ts';
import { createPlanOperation } from '../src/groups/change/plan-operation.ts';
import type { Batch, BatchGroup, BatchResult } from '../src/groups/batches/batch.ts';
import { createPrepareUndo } from '../src/groups/batches/begin-undo.ts';
import { createPlanUndo, type PlannedUndo } from '../src/groups/batches/plan-undo.ts';
import type { DoneChange, DoneToGroup, LaterChange } from '../src/groups/batches/undo.ts';
import { ableUsers } from './able-users.ts';
import { createKilledLane } from './killed-lane.ts';
import { chooseCreations, finish } from './provisioning-run.ts';
import { createSeededRandom } from './seeded-random.ts';
import { openSimulatedGraph } from './simulated-graph.ts';

const groups = 4;
/** Few people, so that the same ones meet in many roles. */
const usedPeople = 9;
const actsPerGroup = 5;
const boundaries = 40;
const authors = ['rule', 'person', 'system'] as const;
type Author = (typeof authors)[number];
const dayMs = 86_400_000;

export interface UndoFigures {
  readonly acts: number;
  /** Members of groups that went back. */
  readonly wentBack: number;
  /** The keys are codes of what stays, or of refusals. */
  readonly named: Readonly<Record<string, number>>;
  readonly kills: number;
}

/** Something that an author did, in its order. */
interface Act extends DoneChange {
  readonly teamId: string;
  readonly author: Author | 'undo' | 'again';
  readonly at: Date;
}

type Facts = Readonly<Record<string, unknown>>;

export async function runRandomUndo(seed: number): Promise<UndoFigures> {
  const random = createSeededRandom(seed);
  const isSo = (chance: number) => random() < chance;
  const oneOf = <T>(list: readonly [T, ...T[]]): T => list[Math.floor(random() * list.length)] as T;
  const text = `undo ${seed}`;
  const graph = await openSimulatedGraph({
    seed: text,
    profile: hostile,
    tenants: [{ people: 40 }],
    inProcess: true,
  });
  const { clock } = graph;
  const [tenant] = graph.simulator.tenants;
  assert.ok(tenant);
  const { tenantId } = tenant;
  const users = ableUsers(tenant).slice(0, usedPeople) as [User, ...User[]];
  const killed = createKilledLane(graph, tenantId);
  const { memory, operations } = killed;
  const mailOf = (index: number) => users[index % users.length]?.mail ?? '';
  const creations = chooseCreations(createChoices(text), tenant, groups, (index) => ({
    policy: { kind: index % 2 === 0 ? 'group' : 'team' },
    people: {
      responsible: mailOf(index),
      deputy: index % 2 === 0 ? mailOf(index + 1) : null,
      owners: [mailOf(index + 2)],
      members: [mailOf(index + 3), mailOf(index + 4)],
    },
  }));
  for (const creation of creations) memory.add(creation);
  const start = (name: string) => killed.start(`${name} ${text}`);
  await finish(graph, [{ lane: start('maker').lane, memory }]);
  const teamIds = creations
    .map(({ teamId }) => teamId)
    .filter((teamId) => memory.creations.get(teamId)?.status === 'succeeded');

  const holds = new Map<string, string>();
  const authorOf = new Map<string, Act['author']>();
  const acts: Act[] = [];
  let count = 0;

  function pendingOf(teamId: string): PendingOperation[] {
    return [...operations.operations.values()].flatMap((one) => {
      const { operationId, kind, status, change } = one;
      const isPending = status === 'accepted' || status === 'running';
      return one.teamId === teamId && isPending
        ? [{ operationId, kind, status, change, mayNeedApproval: false }]
        : [];
    });
  }
  function recordOf(teamId: string): RecordWithPending {
    const record = operations.group(teamId);
    assert.ok(record);
    return {
      ...record,
      pending: pendingOf(teamId),
      awaitingApproval: [],
      aliasHolder: null,
      holdReason: holds.get(teamId) ?? null,
      drift: null,
    };
  }

  const rules = {
    organisationOf: () => undefined,
    blockedWordsOf: () => [],
    tenantOf: () => undefined,
    clock,
    newId: () => {
      count += 1;
      return `operation ${count}`;
    },
  };
  const decide = createDecide(rules);
  const acceptBy =
    (author: Act['author']): AcceptOperations =>
    async (_tenantId, requests) =>
      requests.map((one) => {
        const request = { ...one, tenantId };
        try {
          const decided = decide(request, recordOf(one.teamId), undefined);
          if (!('createdAt' in decided)) return 'earlier' in decided ? decided.earlier : decided;
          const { operationId, kind, change } = decided;
          operations.add({ operationId, teamId: one.teamId, kind, change });
          authorOf.set(operationId, author);
          return { operationId, kind, status: 'accepted', changed: true };
        } catch (error) {
          if (error instanceof DomainError) return error;
          throw error;
        }
      });

  function hold(author: Act['author'], teamId: string, reason: string | null): boolean {
    const before = holds.get(teamId) ?? null;
    if (before === reason) return false;
    if (reason === null) holds.delete(teamId);
    else holds.set(teamId, reason);
    const kind = reason === null ? 'release' : 'hold';
    const changed = { before: { hold: before }, after: { hold: reason } };
    acts.push({ teamId, author, kind, hasFailed: false, ...changed, at: new Date(clock.now()) });
    return true;
  }

  const logged = new Set<string>();
  async function work(name: string, isKilled: boolean): Promise<number> {
    let kills = 0;
    if (isKilled && operations.open() > 0) {
      const boundary = 1 + Math.floor(random() * boundaries);
      const dying = await killed.kill(boundary, `dying ${name} ${text}`);
      kills = dying.isKilled ? 1 : 0;
      if (!dying.isKilled) await clock.run(dying.lane.stop());
    }
    await finish(graph, [{ lane: start(`living ${name}`).lane, memory: operations }]);
    for (const operation of operations.operations.values()) {
      const { operationId, teamId, kind, status } = operation;
      if (logged.has(operationId)) continue;
      logged.add(operationId);
      const author = authorOf.get(operationId);
      assert.ok(author !== undefined && (status === 'succeeded' || status === 'failed'), status);
      const { before, after } = changedRecord(operation);
      const hasFailed = status === 'failed';
      if (hasFailed && Object.keys({ ...before, ...after }).length === 0) continue;
      acts.push({ teamId, author, kind, hasFailed, before, after, at: new Date(clock.now()) });
    }
    return kills;
  }

  const person = () => {
    const { id, mail, userPrincipalName } = oneOf(users);
    return oneOf([mail, mail, id, userPrincipalName]);
  };
  function randomChange(): GroupChange {
    const people = () => (isSo(0.6) ? [person()] : []);
    return {
      ...(isSo(0.5) && { displayName: `Name ${Math.floor(random() * 4)}` }),
      ...(isSo(0.3) && { description: oneOf([null, 'Described', 'Other']) }),
      ...(isSo(0.3) && { visibility: oneOf(['public', 'private']) }),
      ...(isSo(0.25) && { responsible: person() }),
      ...(isSo(0.25) && { deputy: oneOf([null, person()]) }),
      ...(isSo(0.25) && { owners: { add: people(), remove: people() } }),
      ...(isSo(0.35) && { members: { add: people(), remove: people() } }),
      ...(isSo(0.2) && { archived: oneOf([true, false]) }),
    };
  }
  async function act(author: Author, teamId: string): Promise<void> {
    if (isSo(0.15)) {
      hold(author, teamId, oneOf([null, 'Lawsuit', 'Tax']));
      return;
    }
    const kinds = ['change', 'change', 'change', 'change', 'delete', 'restore'] as const;
    const ofTeam = ['archive', 'unarchive'] as const;
    const isTeam = recordOf(teamId).policy.kind === 'team';
    const kind: OperationKind = oneOf(isTeam ? [...kinds, ...ofTeam] : kinds);
    const { archived, ...others } = kind === 'change' ? randomChange() : {};
    const change = archived !== undefined && isTeam ? { ...others, archived } : others;
    const actor = { kind: 'administrator', id: author } as const;
    const request = { teamId, kind, change, reason: null, actor, within: noLimit };
    await acceptBy(author)(tenantId, [request]);
  }

  const factsOf = (teamId: string): Facts => ({
    ...factsOfRecord(recordOf(teamId)),
    hold: holds.get(teamId) ?? null,
  });
  const snapshot = () => new Map(teamIds.map((teamId) => [teamId, factsOf(teamId)]));

  const history = new Map<string, Moment[]>(teamIds.map((teamId) => [teamId, []]));
  const selected = oneOf(authors);
  const others = authors.filter((one) => one !== selected) as [Author, ...Author[]];
  const shareOfOthers = oneOf([0, 0.1, 0.4]);
  for (let n = 0; n < actsPerGroup; n += 1) {
    const before = snapshot();
    const actors = new Map<string, Author>();
    for (const teamId of teamIds) {
      const author = isSo(shareOfOthers) ? oneOf(others) : selected;
      actors.set(teamId, author);
      await act(author, teamId);
    }
    await work(`act ${n}`, isSo(0.2));
    for (const [teamId, author] of actors) {
      const moment = { author, before: before.get(teamId) ?? {}, after: factsOf(teamId) };
      history.get(teamId)?.push(moment);
    }
  }
  if (isSo(0.4)) Object.assign(oneOf(users), { accountEnabled: false });
  // A deletion that is older than 30 days does not go back.
  const afterMs = isSo(0.1) ? 31 * dayMs : 60_000;
  await clock.run(clock.wait(afterMs));

  const directory = graph.connect();
  const plan = createPlanUndo(
    createPlanOperation({
      ...rules,
      readRecord: async (_, teamId) => recordOf(teamId),
      directoryOf: () => directory,
      beginWork: () => withoutRest,
      deadline: () => new AbortController().signal,
      planApproval: async () => [],
    }),
  );
  const asked = {
    actor: { kind: 'administrator', id: 'undo' },
    within: noLimit,
    signal: new AbortController().signal,
  } as const;

  async function planOf(done: DoneToGroup): Promise<PlannedUndo> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await plan(done, recordOf(done.teamId), asked);
      } catch (error) {
        const isAway = error instanceof DomainError && error.code === 'directory_unavailable';
        if (!isAway || attempt > 50) throw error;
        await clock.wait(10_000);
      }
    }
  }

  /** Takes back what the authors did, and answers the plan, and what the groups were before. */
  async function undo(by: Act['author'], as: Act['author'], isKilled: boolean) {
    const done = teamIds.flatMap((teamId, position) => doneTo(acts, teamId, by, position));
    const plans = new Map<string, PlannedUndo>();
    await clock.run(
      (async () => {
        for (const one of done) plans.set(one.teamId, await planOf(one));
      })(),
    );
    const before = snapshot();
    const prepare = createPrepareUndo({
      clock,
      onError: (error) => {
        throw error;
      },
      readDone: async () => done,
      readRecords: async (_, wanted) => new Map(wanted.map((teamId) => [teamId, recordOf(teamId)])),
      planUndo: plan,
      acceptOperations: acceptBy(as),
      hold: async (batch, held) => held.map(({ teamId }) => heldBy(as, teamId, batch.reason)),
      release: async (_, held) => held.map(({ teamId }) => heldBy(as, teamId, null)),
      endAdoptions: async () => [],
    });
    const batch = batchOf(tenantId, clock.now(), done.length);
    const results = new Map<number, BatchResult>();
    await clock.run(
      (async () => {
        for (let left: BatchGroup[] = done.map(groupOf); left.length > 0;) {
          const prepared = await prepare(batch, left, asked.signal);
          const begun = left.filter((group) => prepared.has(group));
          const answers = await prepared.begin(batch, begun);
          for (const [at, { position }] of begun.entries()) {
            const result = answers[at];
            if (result !== undefined) results.set(position, result);
          }
          left = left.filter((group) => !prepared.has(group));
          if (left.length > 0) await clock.wait(10_000);
        }
      })(),
    );
    const kills = await work(`undo of ${by}`, isKilled);
    return { done, plans, before, results, kills };
  }
  const heldBy = (author: Act['author'], teamId: string, reason: string | null): BatchResult => ({
    outcome: hold(author, teamId, reason) ? 'done' : 'unchanged',
  });

  const one = await undo(selected, 'undo', isSo(0.6));
  const named: Record<string, number> = {};
  let wentBack = 0;
  for (const { teamId, done, since } of one.done) {
    const planned = one.plans.get(teamId);
    assert.ok(planned);
    const message = `seed ${seed}, group ${teamIds.indexOf(teamId)}: ${JSON.stringify({ done, since, planned })}`;
    const given = { before: one.before.get(teamId) ?? {}, now: factsOf(teamId), planned };
    wentBack += assertBack({ ...given, selected, history: history.get(teamId) ?? [] }, message);
    for (const { code } of planned.stays) named[code] = (named[code] ?? 0) + 1;
    const { error } = planned;
    if (error !== null) named[error.code] = (named[error.code] ?? 0) + 1;
  }
  // A repetition changes nothing.
  const repeated = teamIds.flatMap((teamId, position) => doneTo(acts, teamId, selected, position));
  await clock.run(
    (async () => {
      for (const again of repeated) {
        const { steps, error } = await planOf(again);
        const message = `seed ${seed}, repeated, group ${teamIds.indexOf(again.teamId)}: ${JSON.stringify({ steps, again })}`;
        if (error === null) assert.deepEqual(steps, [], message);
      }
    })(),
  );
  await graph.close();
  return { acts: acts.length, wentBack, named, kills: one.kills };
}

type User = Tenant['users'][number] & { readonly mail: string };

function groupOf({ position, teamId }: DoneToGroup): BatchGroup {
  return { position, teamId };
}

function batchOf(tenantId: string, now: number, size: number): Batch {
  return {
    tenantId,
    batchId: 'undo',
    kind: 'undo',
    undoOf: 'batch',
    undoSelection: null,
    change: {},
    until: null,
    reason: null,
    actor: { kind: 'administrator', id: 'undo' },
    within: noLimit,
    size,
    createdAt: new Date(now),
    cancelledBy: null,
  };
}

/** The log gives these changes. */
function doneTo(
  acts: readonly Act[],
  teamId: string,
  by: Act['author'],
  position: number,
): readonly DoneToGroup[] {
  const ofGroup = acts.filter((act) => act.teamId === teamId);
  const done = ofGroup.filter(({ author }) => author === by);
  if (done.length === 0) return [];
  const firstAt = ofGroup.findIndex(({ author }) => author === by);
  const since = ofGroup
    .slice(firstAt)
    .filter(({ author }) => author !== by)
    .map(laterOf);
  return [{ position, teamId, done, since, unfinished: [] }];
}

function laterOf({ kind, hasFailed, before, after, author, at }: Act): LaterChange {
  return { kind, hasFailed, before, after, at, by: { kind: 'administrator', id: author } };
}

function factsOfRecord(record: GroupRecord): Facts {
  const { displayName, description, policy, people, state, isArchived, resolvedPeople } = record;
  const ids = resolvedPeople ?? { ownerIds: [], memberIds: [] };
  return {
    displayName,
    description,
    visibility: policy.visibility,
    responsible: ids.ownerIds[0] ?? people.responsible,
    deputy: people.deputy === null ? null : (ids.ownerIds[1] ?? people.deputy),
    archived: isArchived,
    deleted: state === 'deleted',
    owners: [...ids.ownerIds].toSorted(),
    members: [...ids.memberIds].toSorted(),
  };
}

const scalars = [
  'displayName',
  'description',
  'visibility',
  'responsible',
  'deputy',
  'archived',
  'deleted',
  'hold',
] as const;

/** An act of someone on a group, and the group before and after it. */
interface Moment {
  readonly author: Author;
  readonly before: Facts;
  readonly after: Facts;
}

const isSame = (one: unknown, other: unknown) => (one ?? null) === (other ?? null);

/** Answers how many members went back. */
function assertBack(
  {
    before,
    now,
    planned: { stays: staying, error },
    selected,
    history,
  }: {
    readonly before: Facts;
    readonly now: Facts;
    readonly planned: PlannedUndo;
    readonly selected: Author;
    readonly history: readonly Moment[];
  },
  message: string,
): number {
  const stays = new Map(staying.map((one) => [one.property, one]));
  const own = history.filter(({ author }) => author === selected);
  let wentBack = 0;
  for (const name of scalars) {
    const first = own.find((moment) => !isSame(moment.before[name], moment.after[name]));
    const was = first === undefined ? before[name] : first.before[name];
    if (isSame(now[name], was)) {
      if (!isSame(before[name], was)) wentBack += 1;
      continue;
    }
    const sentence = `${name} is ${String(now[name])} after ${String(before[name])}, and was ${String(was)}; ${message}`;
    const code = stays.get(name)?.code;
    assert.ok(code !== undefined || error !== null, sentence);
    if (code === 'refused') assert.ok(isSame(now[name], before[name]), sentence);
    // Someone else has changed it, and what that one made of it is there.
    if (code === 'changed_since') {
      const others = history.filter(({ author }) => author !== selected);
      const values = others.map(({ after }) => after[name]);
      assert.ok(
        values.some((value) => isSame(value, now[name])),
        sentence,
      );
    }
  }
  if (error !== null) return wentBack;
  // People who lost a place by the acts have it again, but for those whom someone else took out, and those who are named.
  for (const list of ['owners', 'all'] as const) {
    const lost = (moment: Moment) => {
      const left = new Set(peopleIn(moment.after, list));
      return peopleIn(moment.before, list).filter((id) => !left.has(id));
    };
    const byOthers = new Set(history.filter(({ author }) => author !== selected).flatMap(lost));
    const present = new Set(peopleIn(now, list));
    const first = new Set(peopleIn(history[0]?.before ?? {}, list));
    for (const id of new Set(own.flatMap(lost))) {
      if (present.has(id) || byOthers.has(id) || !first.has(id)) continue;
      const isNamed = [...stays.keys()].some((one) =>
        /^(?:owners|members|responsible|deputy)/.test(one),
      );
      assert.ok(isNamed, `${id} has no place among ${list}; ${message}`);
    }
  }
  return wentBack;
}

function peopleIn(facts: Facts, list: 'owners' | 'all'): readonly string[] {
  const of = (name: string) => (facts[name] ?? []) as readonly string[];
  return list === 'owners' ? of('owners') : [...of('owners'), ...of('members')];
}
