// Fixtures for the tests of every directory: calls that are repeated as provisioning repeats them, and groups.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { WildKind } from '@groupwright/graph-simulator/wild-groups.ts';
import { testSeed } from '../../testing/seed.ts';
import type { CallContext } from './call-context.ts';
import {
  DirectoryError,
  type Directory,
  type DirectoryErrorCode,
  type DirectoryGroup,
  type NewGroup,
} from './directory.ts';
import type { Person } from './people-life.ts';

/** A directory under test, with what the tests need of what surrounds it. */
export interface DirectoryFixture {
  readonly directory: Directory;
  /** People who are enabled, licensed and no guests; at least 30. */
  readonly people: readonly Pick<Person, 'id' | 'email'>[];
  readonly guestId: string;
  /** The naming policy refuses an alias with it. */
  readonly blockedWord: string;
  now(): number;
  /** Makes a group that is not ours; answers its id. Absent: nothing is special about it, and nobody is in it. */
  makeStrangersGroup(
    mailNickname: string,
    as?: { readonly kind?: WildKind; readonly ownerIds?: readonly string[] },
  ): Promise<string>;
  /** The accounts of all owners may have been deleted. */
  removeAllOwners(groupId: string): Promise<void>;
  /** Whether the connection may read leave dates. */
  readonly knowsLeaveDates: boolean;
  changePerson(id: string, change: PersonChange): Promise<void>;
  deletePerson(id: string): Promise<void>;
  /** Only people who were deleted can be restored. */
  restorePerson(id: string): Promise<void>;
  /** Lets so much time pass. */
  wait(durationMs: number): Promise<void>;
  /** Runs the work while time passes as the fixture's clock does. */
  run<T>(work: Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Absent values do not change. */
export interface PersonChange {
  readonly enabled?: boolean;
  readonly language?: string;
  readonly managerId?: string | null;
  readonly leavesOn?: Date;
}

const maxAttempts = 200;

let ids = 0;

/** A GUID that the run's seed decides, so that a run replays. */
export function nextId(): string {
  ids += 1;
  const hex = createHash('sha256').update(`${testSeed} ${ids}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** After these, the operation is started again; another poll would return the same failure. */
const failedOperations: ReadonlySet<DirectoryErrorCode> = new Set([
  'team_failed',
  'archiving_failed',
]);

/** Repeats the call as the provisioning does, until it works or the directory says that it never will. */
export async function persist<T>(
  fixture: DirectoryFixture,
  attempt: (call: CallContext) => Promise<T>,
  notes = new Map<string, number>(),
): Promise<T> {
  const call = { signal: new AbortController().signal, teamId: nextId(), notes };
  for (let count = 1; ; count += 1) {
    try {
      return await attempt(call);
    } catch (error) {
      const isFinal =
        !(error instanceof DirectoryError) || error.permanent || failedOperations.has(error.code);
      if (isFinal || count >= maxAttempts) throw error;
      await fixture.wait(error.retryAfterMs ?? Math.min(1000 * 2 ** count, 60_000));
    }
  }
}

export type SuiteFixtures = ReturnType<typeof createSuiteFixtures>;

export function createSuiteFixtures(fixture: DirectoryFixture) {
  const { directory } = fixture;
  let aliasNumber = 0;
  /** All calls share these notes: tests repeat a call until nobody is refused. */
  const notes = new Map<string, number>();

  const does = <T>(attempt: (call: CallContext) => Promise<T>): Promise<T> =>
    fixture.run(persist(fixture, attempt, notes));

  const id = (index: number): string => {
    const person = fixture.people[index];
    assert.ok(person, `The fixture has no person ${index}.`);
    return person.id;
  };

  function newGroup(change: Partial<NewGroup> = {}): NewGroup {
    aliasNumber += 1;
    return {
      marker: nextId(),
      displayName: `Suite ${aliasNumber}`,
      description: 'Made by the suite',
      mailNickname: `suite-${aliasNumber}`,
      visibility: 'private',
      welcomeMail: false,
      ownerIds: [id(0)],
      memberIds: [id(1)],
      ...change,
    };
  }

  async function makeGroup(change: Partial<NewGroup> = {}): Promise<NewGroup & { id: string }> {
    const group = newGroup(change);
    const { groupId } = await does((call) => directory.createGroup(group, call));
    return { ...group, id: groupId };
  }

  async function makeTeam(groupId: string): Promise<void> {
    let state = await does((call) => directory.createTeam(groupId, call));
    while (state.state === 'pending') {
      const { operation, pollAfterMs } = state;
      await fixture.run(fixture.wait(pollAfterMs));
      try {
        state = await does((call) => directory.readTeamCreation(groupId, operation, call));
      } catch (error) {
        if (!(error instanceof DirectoryError) || error.code !== 'team_failed') throw error;
        state = await does((call) => directory.createTeam(groupId, call));
      }
    }
  }

  async function isAliasTaken(mailNickname: string): Promise<boolean> {
    const names = { displayName: 'Suite', mailNickname };
    const answer = await does((call) => directory.validateNames(names, call));
    assert.deepEqual(answer.refused, []);
    return answer.isAliasTaken;
  }

  /** The people of a group once everything is visible. */
  async function peopleOf(groupId: string): Promise<{ owners: Set<string>; members: Set<string> }> {
    const people = await does((call) => directory.readPeople(groupId, call));
    return { owners: new Set(people.ownerIds), members: new Set(people.memberIds) };
  }

  /** The group, once a read shows it. */
  const readVisible = (groupId: string): Promise<DirectoryGroup> =>
    does(async (call) => {
      const seen = await directory.readGroup(groupId, call);
      if (seen === undefined) throw new DirectoryError('not_visible_yet', 'not yet');
      return seen;
    });

  async function assertFails(
    code: DirectoryErrorCode,
    attempt: (call: CallContext) => Promise<unknown>,
  ): Promise<void> {
    await assert.rejects(does(attempt), (error: unknown) => {
      assert.ok(error instanceof DirectoryError, String(error));
      assert.equal(error.code, code, error.message);
      return true;
    });
  }

  return {
    fixture,
    directory,
    does,
    id,
    newGroup,
    makeGroup,
    makeTeam,
    isAliasTaken,
    peopleOf,
    readVisible,
    assertFails,
  };
}
