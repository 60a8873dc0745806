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
import { createMemoryRosters } from './in-memory-rosters.ts';
import { testSeed } from './seed.ts';
import { createSeededRandom } from './seeded-random.ts';
import { startTestService, type TestService, type TestTenant } from './service.ts';

const steps = 80;
const sources = ['crm', 'hr'];
const people = Array.from({ length: 6 }, (_, n) => `person-${n}@aare.example`);
const results: readonly RosterResult[] = ['added', 'invited', 'kept', 'removed', 'waiting'];
let service: TestService;
let tenant: TestTenant;

before(async () => {
  service = await startTestService();
  tenant = await service.addTenant();
});
after(() => service.close());

test('rosters in memory are those of PostgreSQL after any writes', async (context) => {
  context.diagnostic(`seed ${testSeed}`);
  const random = createSeededRandom(testSeed);
  const isSo = (share: number) => random() < share;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const some = <T>(list: readonly T[]): readonly T[] => list.filter(() => isSo(0.5));
  const { database } = service.at;
  const { tenantId } = tenant;
  const teamId = await service.createTeam(tenant, 'in-memory');
  const key = { tenantId, teamId };
  const memory = createMemoryRosters({ now: () => Date.now() });
  const store = createRosterStore(database);
  const versions = new Map<string, number>();

  async function write(): Promise<void> {
    const source = pick(sources);
    const members = some(people).map((person) => ({
      person,
      role: pick(['member', 'owner'] as const),
      ...(isSo(0.2) && { until: '2099-12-31T00:00:00Z' }),
      ...(isSo(0.3) && { guest: { displayName: person, invite: true } }),
    }));
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
      invited: some(named).map((entry) => ({
        key: entry.key,
        personId: isSo(0.7) ? entry.key : null,
        at: '2027-01-01T00:00:00.000Z',
      })),
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
    const byHand = { memberIds: some(people), ownerIds: some(people) };
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

/** In one order, and without times of the machine. */
function compared(rosters: GroupRosters | undefined) {
  const { now: _, lately: __, entries = [], brought = [], ...others } = rosters ?? {};
  const byName = (one: object, other: object) =>
    JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
  return {
    ...others,
    entries: entries
      .map(({ waitingSince, source, key, ...entry }) => {
        return { source, key, ...entry, waits: waitingSince !== null };
      })
      .toSorted((one, other) =>
        `${one.source} ${one.key}` < `${other.source} ${other.key}` ? -1 : 1,
      ),
    brought: brought
      .map(({ personId, joined, owning }) => ({ personId, joined, owning }))
      .toSorted(byName),
  };
}
