// Random operations on groups of the Graph simulator, valid ones as the API would accept them, by workers that are killed
// now and then. After each round the directory is as the records say, with each person by any of their names.
import assert from 'node:assert/strict';
import type { Profile } from '@groupwright/graph-simulator/profile.ts';
import { createSeededRandom as createChoices } from '@groupwright/graph-simulator/seeded-random.ts';
import { isArchived } from '@groupwright/graph-simulator/teams.ts';
import type { Tenant } from '@groupwright/graph-simulator/tenant.ts';
import { DomainError, noShapeErrors } from '../src/ground/errors.ts';
import { validateChange } from '../src/groups/change/check-change.ts';
import {
  formerRoles,
  type GroupChange,
  type GroupRecord,
  kindOf,
  type OperationKind,
} from '../src/groups/change/operation.ts';
import { answeringCount } from '../src/engine/recorded-people.ts';
import { projectedRecord } from '../src/groups/change/apply-result.ts';
import { requireState } from '../src/groups/change/require-state.ts';
import { everyChange } from '../src/settings/organisations/allowed-changes.ts';
import { ableUsers } from './able-users.ts';
import type { MemoryOperations } from './in-memory-operations.ts';
import { createKilledLane } from './killed-lane.ts';
import { chooseCreations, finish } from './provisioning-run.ts';
import { createSeededRandom } from './seeded-random.ts';
import { openSimulatedGraph } from './simulated-graph.ts';

const groups = 12;
/** Few people, so that the same ones meet in many roles. */
const usedPeople = 14;
/** A killed worker dies within so many calls and records. */
const boundaries = 120;
const shareKilled = 0.6;

interface NamedUser {
  readonly id: string;
  readonly mail: string;
  readonly userPrincipalName: string;
}

export interface RandomMetrics {
  readonly operations: number;
  readonly succeeded: number;
  readonly kills: number;
}

/** @param rounds of operations, one for each group in each */
export async function runRandomOperations(
  seed: number,
  profile: Profile,
  rounds: number,
): Promise<RandomMetrics> {
  const random = createSeededRandom(seed);
  const isSo = (chance: number) => random() < chance;
  const oneOf = <T>(list: readonly [T, ...T[]]): T => list[Math.floor(random() * list.length)] as T;
  const text = `random ${seed}`;
  const graph = await openSimulatedGraph({
    seed: text,
    profile,
    tenants: [{ people: 120 }],
    inProcess: true,
  });
  const { clock } = graph;
  const [tenant] = graph.simulator.tenants;
  assert.ok(tenant);
  const { tenantId } = tenant;
  const [first, ...more] = ableUsers(tenant).slice(0, usedPeople + 1);
  const friend = more.pop();
  assert.ok(first && friend);
  const users = [first, ...more] as const;
  const { id: friendId, mail: friendMail } = friend;

  const killed = createKilledLane(graph, tenantId);
  const { memory, operations } = killed;
  const mailOf = (index: number): string => users[index]?.mail ?? '';
  const creations = chooseCreations(createChoices(text), tenant, groups, (index) => ({
    policy: { kind: index % 3 === 0 ? 'group' : 'team' },
    people: {
      responsible: mailOf(index % 4),
      deputy: index % 2 === 0 ? mailOf(4 + (index % 3)) : null,
      owners: index % 4 < 2 ? [mailOf(7)] : [],
      members: [mailOf(8 + (index % 4))],
    },
  }));
  for (const creation of creations) memory.add(creation);
  const start = (name: string) => killed.start(`${name} ${text}`);
  const maker = start('maker');
  await finish(graph, [{ lane: maker.lane, memory }]);

  // In some teams, people make someone an owner whom no request has named as one.
  const madeOwner = new Set(
    creations.filter((_, index) => index % 3 === 1).map(({ teamId }) => teamId),
  );
  for (const teamId of madeOwner) {
    const group = tenant.groups.get(memory.creations.get(teamId)?.facts.groupId ?? '');
    group?.owners.add(friendId);
    group?.members.add(friendId);
  }

  /** The person is named by id, by sign-in name or by address, in any case. */
  function person(): string {
    const { id, mail, userPrincipalName } = oneOf(users);
    return oneOf([id, userPrincipalName, mail, mail.toUpperCase()]);
  }

  function change(hasFriend: boolean): GroupChange {
    const people = () => (isSo(0.6) ? [person()] : []);
    const friends = hasFriend && isSo(0.5) ? [friendMail] : [];
    const answers = { responsible: isSo(0.35), deputy: isSo(0.35) };
    return {
      ...(isSo(0.4) && { displayName: `Name ${Math.floor(random() * 1_000)}` }),
      ...(isSo(0.3) && { description: oneOf([null, '', 'Described']) }),
      ...(isSo(0.3) && { visibility: oneOf(['public', 'private']) }),
      ...(answers.responsible && { responsible: person() }),
      ...(answers.deputy && { deputy: oneOf([null, person()]) }),
      ...(isSo(0.35) && { owners: { add: people(), remove: people() } }),
      ...((friends.length > 0 || isSo(0.4)) && {
        members: { add: [...people(), ...people(), ...friends], remove: people() },
      }),
      ...((answers.responsible || answers.deputy) && isSo(0.4) && { former: oneOf(formerRoles) }),
    };
  }

  /** Undefined where the API refuses it. */
  function request(group: GroupRecord): { kind: OperationKind; change: GroupChange } | undefined {
    const kinds = ['change', 'change', 'change', 'delete', 'restore', 'restore'] as const;
    const ofTeam = ['archive', 'unarchive'] as const;
    const kind = oneOf(group.policy.kind === 'team' ? [...kinds, ...ofTeam] : kinds);
    const wanted = kind === 'change' ? change(madeOwner.has(group.teamId)) : {};
    try {
      requireState(kind, group, clock.now());
      if (kind !== 'change') return { kind, change: wanted };
      const { faults } = validateChange({
        group,
        template: undefined,
        allowed: everyChange,
        organisation: { identifier: '' },
        blockedWords: [],
        change: wanted,
        body: wanted,
        shape: noShapeErrors,
        maxFaults: 100,
      });
      if (faults.length > 0) return undefined;
      return { kind: kindOf(wanted), change: wanted };
    } catch (error) {
      if (error instanceof DomainError) return undefined;
      throw error;
    }
  }

  let kills = 0;
  let count = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const { teamId } of creations) {
      const record = operations.group(teamId);
      if (memory.creations.get(teamId)?.status !== 'succeeded' || record === undefined) continue;
      const one = request(projectedRecord(record, []));
      count += 1;
      if (one !== undefined) operations.add({ operationId: `operation ${count}`, teamId, ...one });
    }
    if (isSo(shareKilled)) {
      const boundary = 1 + Math.floor(random() * boundaries);
      const dying = await killed.kill(boundary, `dying ${round} ${text}`);
      kills += dying.isKilled ? 1 : 0;
      const survivor = start(`survivor ${round}`);
      await finish(graph, [{ lane: survivor.lane, memory: operations }]);
      void dying.lane.stop();
    } else {
      const living = start(`living ${round}`);
      await finish(graph, [{ lane: living.lane, memory: operations }]);
    }
    for (const { teamId } of creations) {
      const record = operations.group(teamId);
      if (memory.creations.get(teamId)?.status !== 'succeeded' || record === undefined) continue;
      const known = madeOwner.has(teamId) ? friend : undefined;
      assertSame(
        { tenant, users, friend: known, record, now: clock.now() },
        `${teamId}, round ${round}, ${seed}`,
      );
    }
  }
  assertEachEnded(operations);
  // A worker does not know the calls of the one before it, so limits are not the matter here.
  const early = graph.simulator.journal.violations.filter(
    ({ violation }) => violation === 'polled_too_early',
  );
  assert.deepEqual(early, []);
  await graph.close();
  const ended = [...operations.operations.values()];
  const succeeded = ended.filter(({ status }) => status === 'succeeded').length;
  return { operations: ended.length, succeeded, kills };
}

/** The group in the directory is what the record says, and the names of the record are those of its ids. */
function assertSame(
  {
    tenant,
    users,
    friend,
    record,
    now,
  }: {
    readonly tenant: Tenant;
    readonly users: readonly NamedUser[];
    /** Made an owner by people, which the record does not know. */
    readonly friend: NamedUser | undefined;
    readonly record: GroupRecord;
    readonly now: number;
  },
  message: string,
): void {
  const { people, policy, state } = record;
  const group = tenant.groups.get(record.groupId ?? '');
  assert.ok(group, message);
  const { ownerIds = [], memberIds = [] } = record.resolvedPeople ?? {};
  const sorted = (ids: Iterable<string>) =>
    [...new Set(ids)].filter((id) => id !== friend?.id && id !== friend?.mail).toSorted();
  if (friend !== undefined) assert.ok(group.owners.has(friend.id), `${friend.id} owns ${message}`);
  const idOf = (name: string): string => {
    const known = users.find(({ id, mail, userPrincipalName }) =>
      [id, mail, userPrincipalName].some((one) => one.toLowerCase() === name.toLowerCase()),
    );
    return known?.id ?? name;
  };
  const named = [people.responsible ?? [], people.deputy ?? [], people.owners].flat().map(idOf);
  const isTeam = policy.kind === 'team' && state !== 'deleted';
  assert.deepEqual(
    {
      displayName: group.displayName,
      description: group.description ?? '',
      visibility: group.visibility.toLowerCase(),
      isDeleted: group.deletedAt !== undefined,
      isArchived: isTeam && isArchived(group, now),
      owners: sorted(group.owners),
      members: sorted(group.members),
      answering: ownerIds.slice(0, answeringCount(people)),
      namedOwners: sorted(named),
      namedMembers: sorted(people.members.map(idOf).filter((id) => !ownerIds.includes(id))),
    },
    {
      displayName: record.displayName,
      description: record.description?.trim() ?? '',
      visibility: policy.visibility,
      isDeleted: state === 'deleted',
      isArchived: isTeam && state === 'archived',
      owners: sorted(ownerIds),
      members: sorted([...ownerIds, ...memberIds]),
      answering: [people.responsible ?? [], people.deputy ?? []].flat().map(idOf),
      namedOwners: sorted(ownerIds),
      namedMembers: sorted(memberIds),
    },
    message,
  );
}

/** People who cannot be found or may not be removed fail a change; nothing else fails, and nothing is left. */
function assertEachEnded({ operations }: MemoryOperations): void {
  for (const { operationId, status, facts } of operations.values()) {
    const code = facts.failure?.code;
    const isRefused = status === 'failed' && code === 'people_not_eligible';
    assert.ok(status === 'succeeded' || isRefused, `${operationId} is ${status}: ${code}`);
  }
}
