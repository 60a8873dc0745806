// Class teams are recognised without a read of each team.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm } from '@groupwright/graph-simulator/profile.ts';
import { openSimulatedGraph } from '../../testing/simulated-graph.ts';

test('the team of a group is read where its membership is hidden, or where its address is asked for', async () => {
  const graph = await openSimulatedGraph({ seed: 'class teams', profile: calm, inProcess: true });
  const { clock, simulator } = graph;
  const [tenant] = simulator.tenants;
  assert.ok(tenant);
  const add = (mailNickname: string, kind: 'ordinary' | 'class_team') =>
    simulator.addWildGroup(tenant.tenantId, { mailNickname, kind, hasTeam: true }).id;
  const directory = graph.connect();
  const read = async (groupId: string, withAddress?: boolean) => {
    const call = { signal: new AbortController().signal, teamId: 'class teams' };
    const group = await clock.run(directory.readGroup(groupId, call, withAddress));
    return [group?.facts.isClassTeam, simulator.journal.calls.get('teams.read') ?? 0];
  };
  const team = add('chess', 'ordinary');
  assert.deepEqual(await read(team), [false, 0]);
  assert.deepEqual(await read(add('class', 'class_team')), [true, 1]);
  assert.deepEqual(await read(team, true), [false, 2]);
  await graph.close();
});
