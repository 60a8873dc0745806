// Random rosters, results and hands are the same in memory as in PostgreSQL.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { RosterResult } from '../src/engine/creation.ts';
import { receiveRoster } from '../src/groups/rosters/receive-roster.ts';
import type { RosterEffect } from '../src/groups/rosters/roster-effect.ts';
import type { GroupRosters } from '../src/groups/rosters/roster.ts';
import {
  applyRoster,
  createRosterStore,
  readGroupRosters,
  takeOverByHand,
} from '../src/groups/rosters/rosters.postgres.ts';
import { noShapeErrors } from '../src/ground/errors.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createMemoryRosters } from './in-memory-rosters.ts';
import { testSeed } from './seed.ts';
import { createSeededRandom } from './seeded-random.ts';
import { startTestService } from './service.ts';
import { withoutRest } from '../src/ground/turns.ts';

const steps = 80;
const sources = ['crm', 'hr'];
const people = Array.from({ length: 6 }, (_, n) => `person-${n}@aare.example`);
const results: readonly RosterResult[] = ['added', 'invited', 'kept', 'removed', 'waiting'];
let at: TestDatabase;
let key: { readonly tenantId: string; readonly teamId: string };

before(async () => {
  at = await createTestDatabase();
  const service = await startTestService({}, { at });
  const tenant = await service.addTenant();
  key = {
    tenantId: tenant.tenantId,
    teamId: await service.createTeam(tenant, 'in-memory'),
  };
  // From now on, the test alone applies rosters.
  await service.close();
});
after(() => at.close());

test('rosters in memory are those of PostgreSQL after any writes', async (context) => {
  context.diagnostic(`seed ${testSeed}`);
  const random = createSeededRandom(testSeed);
  const isSo = (share: number) => random() < share;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const some = <T>(list: readonly T[]): readonly T[] => list.filter(() => isSo(0.5));
  const { database } = at;
  const memory = createMemoryRosters({ now: () => Date.now() });
  const store = createRosterStore(database, withoutRest);
  const versions = new Map<string, number>();

  async function write(): Promise<void> {
    const source = pick(sources);
    const members = some(people).map((person) => {
      const role = pick(['member', 'owner'] as const);
      const until = isSo(0.2) ? '2099-12-31T00:00:00Z' : null;
      const guest = { displayName: person, invite: true };
      return isSo(0.3) ? { person, role, until, guest } : { person, role, until };
    });
    const isEnded = isSo(0.1);
    const allowsRemovals = isSo(0.5);
    const received = await receiveRoster({ members }, noShapeErrors, () => undefined);
    const version = memory.write(source, {
      received: isEnded ? undefined : received,
      allowsRemovals,
    });
    versions.set(source, version);
    const listed = isEnded ? [] : received.members;
    const { hash } = received;
    await store.change(key, (within) =>
      within.write(source, { version, hash, allowsRemovals, isEnded, members: listed }),
    );
  }

  async function apply(): Promise<void> {
    const source = pick([...versions.keys()]);
    const named = memory.read(source)?.entries ?? [];
    const effect: RosterEffect = {
      source,
      version: (versions.get(source) ?? 0) - (isSo(0.2) ? 1 : 0),
      isApplied: isSo(0.8),
      held: isSo(0.3) ? 2 : 0,
      staying: some(people),
      invited: some(people).map((person) => {
        return { key: person, personId: isSo(0.7) ? person : null, at: '2027-01-01T00:00:00.000Z' };
      }),
      entries: some(named).map((entry) => ({
        source: entry.source,
        key: entry.key,
        personId: isSo(0.8) ? entry.key : null,
        result: pick([...results, 'refused']),
        code: pick([null, 'domain_refused', 'person_not_found', 'duplicate']),
        detail: pick([null, 'A sentence.']),
      })),
      brought: some(people).map((personId) => {
        return { personId, joined: isSo(0.5), owning: isSo(0.5) };
      }),
      events: [],
    };
    memory.apply(effect);
    await database.transaction((transaction) => applyRoster(transaction, key, effect));
  }

  async function takeOver(): Promise<void> {
    const leftToRosters = some(people).map((personId) => {
      const joined = isSo(0.5);
      return { personId, joined, owning: !joined || isSo(0.5) };
    });
    const byHand = { memberIds: some(people), ownerIds: some(people), leftToRosters };
    memory.takeOver(byHand);
    await database.transaction((transaction) => takeOverByHand(transaction, key, byHand));
  }

  await write();
  for (let step = 0; step < steps; step += 1) {
    await pick([write, apply, apply, takeOver])();
    for (const source of sources) {
      const stored = await readGroupRosters(database, { ...key, source });
      assert.deepEqual(compared(memory.read(source)), compared(stored), `step ${step}`);
    }
  }
});

/** The result has one order, and no times of the machine. */
function compared(rosters: GroupRosters | undefined) {
  const { now: _, lately: __, entries = [], brought = [], ...others } = rosters ?? {};
  const byName = (one: object, other: object) =>
    JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
  return {
    ...others,
    entries: entries
      .map(({ waitingSince, ...entry }) =>
        Object.entries({ ...entry, waits: waitingSince !== null }).toSorted(byName),
      )
      .toSorted(byName),
    brought: brought
      .map(({ personId, joined, owning }) => ({ personId, joined, owning }))
      .toSorted(byName),
  };
}
