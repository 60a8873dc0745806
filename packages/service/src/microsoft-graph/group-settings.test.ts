// The settings that only a creation gives a group, as Microsoft Graph takes and refuses them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm } from '@groupwright/graph-simulator/profile.ts';
import { answering, newGroup } from '../../testing/answering-graph.ts';
import { openSimulatedGraph } from '../../testing/simulated-graph.ts';
import { DirectoryError } from '../directory/directory.ts';

const call = {
  signal: new AbortController().signal,
  teamId: newGroup.marker,
  notes: new Map<string, number>(),
};

test('classification and language are in the body only where the template gives them', async () => {
  const created = { status: 201, body: JSON.stringify({ id: newGroup.marker }) };
  const bodyWith = async (settings: object) => {
    const { directory, requests } = answering(created);
    await directory.createGroup({ ...newGroup, ...settings }, call);
    const { classification, preferredLanguage } = JSON.parse(requests[0]?.body ?? '{}') as {
      classification?: string;
      preferredLanguage?: string;
    };
    return [classification, preferredLanguage];
  };
  const settings = { classification: 'Internal', preferredLanguage: 'de-DE' };
  assert.deepEqual(await bodyWith(settings), ['Internal', 'de-DE']);
  assert.deepEqual(await bodyWith({}), [undefined, undefined]);
});

test('a classification that the tenant does not have is refused permanently, in Microsoft’s words', async () => {
  const graph = await openSimulatedGraph({
    seed: 'settings',
    profile: calm,
    tenants: [{ people: 1, classifications: ['Low', 'High'] }],
    inProcess: true,
  });
  const ownerIds = graph.simulator.tenants[0]?.users.map(({ id }) => id) ?? [];
  const directory = graph.connect();
  const create = (classification: string) =>
    graph.clock.run(directory.createGroup({ ...newGroup, ownerIds, classification }, call));
  await assert.rejects(create('Internal'), (error: unknown) => {
    assert.ok(error instanceof DirectoryError);
    assert.deepEqual([error.code, error.permanent], ['refused', true]);
    assert.match(error.message, /'classification'/);
    return true;
  });
  assert.ok((await create('High')).groupId);
  await graph.close();
});
