// Whatever sources name and hands do, in whatever order and however operations end: a group has the people whom sources name
// and those whom hands put there, and nobody whom a hand added leaves by a roster.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createSeededRandom } from '../../../testing/seeded-random.ts';
import type { Brought } from '../../engine/creation.ts';
import { withoutRest } from '../../ground/turns.ts';
import { isLargeRemoval, mergeRosters } from './merge-rosters.ts';
import type { RosterRole } from './roster.ts';

const people = ['ann', 'bo', 'cy', 'dee', 'eve', 'flo'];
const sources = ['hr', 'erp', 'crm'];
const nobody = new Set<string>();

type Roles = Map<string, RosterRole>;

/** A group in a directory, with what hands and sources want of it. */
class World {
  readonly group: Roles = new Map([['ann', 'owner']]);
  /** The people who are there by a hand, with their roles. */
  readonly hand: Roles = new Map([['ann', 'owner']]);
  readonly named = new Map<string, Roles>(sources.map((source) => [source, new Map()]));
  readonly brought = new Map<string, Brought>();

  /** Runs one operation; `stop` calls of the directory happen, each perhaps twice because an answer was lost. */
  async operate(stop: number, repeats: (n: number) => boolean): Promise<void> {
    const named = [...this.named.values()].flatMap((roles) =>
      [...roles].map(([personId, role]) => ({ personId, role })),
    );
    const of = (role: RosterRole) =>
      [...this.group].flatMap(([id, one]) => (one === role ? [id] : []));
    const merged = await mergeRosters({
      named,
      brought: [...this.brought.values()],
      present: { ownerIds: of('owner'), memberIds: of('member') },
      answering: new Set(['ann']),
      staying: nobody,
      rest: withoutRest,
    });
    const calls = [
      ...merged.addOwnerIds.map((id) => [id, () => this.group.set(id, 'owner')] as const),
      ...merged.addMemberIds.map(
        (id) => [id, () => this.group.has(id) || this.group.set(id, 'member')] as const,
      ),
      ...merged.removeOwnerIds.map((id) => [id, () => this.group.set(id, 'member')] as const),
      ...merged.removeMemberIds.map((id) => [id, () => this.group.delete(id)] as const),
    ];
    const undone = new Set(calls.slice(stop).map(([id]) => id));
    for (const [n, [, call]] of calls.slice(0, stop).entries()) {
      call();
      if (repeats(n)) call();
    }
    for (const one of merged.brought) {
      if (undone.has(one.personId)) continue;
      if (one.joined || one.owning) this.brought.set(one.personId, one);
      else this.brought.delete(one.personId);
    }
  }

  /**
   * A hand in the directory. One who is there already through a roster stays there through it, also one whom hands took out
   * and put back while nobody looked.
   */
  add(id: string, role: RosterRole): void {
    const is = this.group.get(id);
    if (is === 'owner' || is === role) return;
    this.group.set(id, role);
    const { joined, owning } = this.brought.get(id) ?? { joined: false, owning: false };
    if (role === 'member' ? !joined : !owning) this.hand.set(id, role);
  }

  remove(id: string): void {
    this.group.delete(id);
    this.hand.delete(id);
  }

  expected(): Record<string, RosterRole> {
    const all = new Map(this.hand);
    for (const roles of this.named.values()) {
      for (const [id, role] of roles) if (all.get(id) !== 'owner') all.set(id, role);
    }
    return Object.fromEntries(all);
  }
}

suite('rosters of several sources', () => {
  test('end in the union of the sources and of what hands did, in 10,000 sequences', async () => {
    const random = createSeededRandom(4711);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    for (let sequence = 0; sequence < 10_000; sequence += 1) {
      const world = new World();
      const story: string[] = [];
      for (let step = 0; step < 12; step += 1) {
        const act = random();
        if (act < 0.55) {
          const source = pick(sources);
          const roles: Roles = new Map();
          for (const id of people) {
            if (random() < 0.4) roles.set(id, random() < 0.3 ? 'owner' : 'member');
          }
          world.named.set(source, roles);
          const stop = random() < 0.3 ? Math.floor(random() * 5) : Infinity;
          story.push(`${source} names ${JSON.stringify([...roles])}, ends after ${stop}`);
          await world.operate(stop, () => random() < 0.2);
        } else if (act < 0.8) {
          const [id, role] = [pick(people), random() < 0.3 ? 'owner' : 'member'] as const;
          story.push(`a hand adds ${id} as ${role}`);
          world.add(id, role);
        } else {
          const id = pick(people.slice(1));
          story.push(`a hand removes ${id}`);
          world.remove(id);
        }
        for (const [id] of world.hand) {
          assert.ok(world.group.has(id), `${id} was there by a hand:\n${story.join('\n')}`);
        }
      }
      await world.operate(Infinity, () => false);
      const found = Object.fromEntries(world.group);
      assert.deepEqual(found, world.expected(), story.join('\n'));
    }
  });

  test('leave people who answer for the group, and the default people of its template', async () => {
    const brought = ['ann', 'bo', 'cy'].map((personId) => ({
      personId,
      joined: true,
      owning: false,
    }));
    const { removeMemberIds, removeOwnerIds } = await mergeRosters({
      named: [],
      brought,
      present: { ownerIds: ['ann'], memberIds: ['bo', 'cy'] },
      answering: new Set(['ann']),
      staying: new Set(['bo']),
      rest: withoutRest,
    });
    assert.deepEqual([removeMemberIds, removeOwnerIds], [['cy'], []]);
  });
});

suite('a removal is large', () => {
  for (const [leaving, before, isEmpty, isLarge] of [
    [0, 0, true, false],
    [3, 3, true, true],
    [10, 20, false, false],
    [11, 55, false, false],
    [11, 54, false, true],
    [2_000, 25_000, false, false],
  ] as const) {
    test(`${leaving} of ${before}${isEmpty ? ', an empty list' : ''}: ${isLarge ? 'yes' : 'no'}`, () => {
      assert.equal(isLargeRemoval({ leaving, before, isEmpty }), isLarge);
    });
  }
});
