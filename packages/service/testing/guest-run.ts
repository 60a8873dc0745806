// Guests of a roster on the Graph simulator: the roster of one group is applied by a process that may die at any call.
import assert from 'node:assert/strict';
import type { Profile } from '@groupwright/graph-simulator/profile.ts';
import { createSeededRandom } from '@groupwright/graph-simulator/seeded-random.ts';
import type { GuestSettings, SimulatedUser } from '@groupwright/graph-simulator/tenant.ts';
import type { RosterEntryResult } from '../src/engine/creation.ts';
import { rosterEffectOf, type RosterEffect } from '../src/groups/rosters/roster-effect.ts';
import type { GroupRosters, RosterEntry } from '../src/groups/rosters/roster.ts';
import { createMemoryLane } from './in-memory-lane-store.ts';
import { createMemoryOperations } from './in-memory-operations.ts';
import { chooseCreations, finish, startLane } from './provisioning-run.ts';
import { openSimulatedGraph } from './simulated-graph.ts';

export interface GuestRun {
  readonly seed: string;
  readonly profile: Profile;
  readonly kind?: 'group' | 'team';
  readonly guests: readonly string[];
  readonly settings?: GuestSettings;
  readonly permissions?: readonly string[];
  /** People of the suite before the roster comes. */
  readonly known?: readonly Partial<SimulatedUser>[];
  /** The process dies before or after the answer to the call of that number, counted from the roster on. */
  readonly diesAt?: { readonly call: number; readonly isAnswered: boolean };
}

export interface GuestOutcome {
  /** Addresses to which invitations were sent. */
  readonly invitations: readonly string[];
  readonly results: ReadonlyMap<string, RosterEntryResult>;
  readonly members: ReadonlySet<string>;
  readonly guests: readonly SimulatedUser[];
  readonly responsibleId: string;
  readonly effect: RosterEffect;
  readonly calls: number;
  readonly postedInvitations: number;
}

export async function runGuests(run: GuestRun): Promise<GuestOutcome> {
  const { seed, profile, kind = 'group', guests, settings, permissions, known = [] } = run;
  const graph = await openSimulatedGraph({
    seed,
    profile,
    tenants: [
      {
        people: 60,
        ...(settings && { guests: settings }),
        ...(permissions && { permissions }),
      },
    ],
    inProcess: true,
  });
  const { clock, simulator } = graph;
  const [tenant] = simulator.tenants;
  assert.ok(tenant);
  const { tenantId } = tenant;
  const memory = createMemoryLane({ tenantId, clock });
  const operations = createMemoryOperations({ tenantId, clock, creations: memory.creations });
  const [creation] = chooseCreations(createSeededRandom(seed), tenant, 1, () => ({
    policy: { kind, guests: { invite: true } },
  }));
  assert.ok(creation);
  memory.add(creation);
  const { teamId } = creation;
  const begin = startLane({ graph, memory, directory: graph.connect(), seed });
  await finish(graph, [{ lane: begin.lane, memory }]);
  // The next connection knows none of these calls, and may make as many again.
  await clock.run(clock.wait(60_000));
  for (const person of known) {
    const [template] = tenant.users;
    assert.ok(template);
    simulator.addUser(tenantId, { ...template, ...person });
  }
  const entries = guests.map((email): RosterEntry => ({
    source: 'hr',
    key: email,
    person: email,
    role: 'member',
    until: null,
    guest: `Guest ${email}`,
    personId: null,
    result: null,
    code: null,
    detail: null,
    waitingSince: null,
    invitedAt: null,
    leftVersion: null,
    isHeld: false,
  }));
  const rosters: GroupRosters = {
    version: 1,
    allowsRemovals: false,
    isEnded: false,
    held: 0,
    entries,
    brought: [],
    lately: [],
    now: new Date(clock.now()).toISOString(),
  };
  const change = { roster: { source: 'hr', version: 1 } };
  operations.add({ operationId: 'roster', teamId, kind: 'roster', change, rosters });
  const never = new Promise<never>(() => undefined);
  let calls = 0;
  let isDead = false;
  const { diesAt } = run;
  const directory = graph.connect(0, {
    before() {
      calls += 1;
      if (diesAt?.call === calls && !diesAt.isAnswered) isDead = true;
      return isDead ? never : undefined;
    },
    after() {
      if (diesAt?.call === calls) isDead = true;
      return isDead ? never : undefined;
    },
  });
  const first = startLane({ graph, memory, operations, directory, seed });
  let { lane } = first;
  const untilDone = async (): Promise<void> => {
    while (operations.open() > 0) {
      await clock.wait(1_000);
      if (!isDead || lane !== first.lane) continue;
      void first.lane.stop();
      lane = startLane({ graph, memory, operations, directory: graph.connect(), seed }).lane;
    }
    await lane.stop();
  };
  await clock.run(untilDone());
  const operation = operations.operations.get('roster') ?? assert.fail();
  assert.equal(operation.status, 'succeeded', JSON.stringify(operation.facts.failure));
  await graph.close();
  assert.deepEqual(simulator.journal.violations, []);
  const effect = rosterEffectOf(operation, clock.now()) ?? assert.fail();
  const group = tenant.groups.get(operations.group(teamId)?.groupId ?? '') ?? assert.fail();
  const users = [...new Set(tenant.usersByName.values())];
  return {
    invitations: simulator.journal.invitations,
    results: new Map(effect.entries.map((entry) => [entry.key, entry])),
    members: group.members,
    guests: users.filter(({ mail }) => guests.includes(mail ?? '')),
    responsibleId: operation.group.resolvedPeople?.ownerIds[0] ?? '',
    effect,
    calls,
    postedInvitations: simulator.journal.calls.get('invitations.create') ?? 0,
  };
}
