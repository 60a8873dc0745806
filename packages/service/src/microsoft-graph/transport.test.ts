import assert from 'node:assert/strict';
import { createServer, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { connectionTo, testMarkingKeys } from '../../testing/simulated-graph.ts';
import { createGraphSimulator } from '@groupwright/graph-simulator/simulator.ts';
import { systemClock } from '../ground/clock.ts';
import { createMicrosoftGraphDirectory } from './microsoft-graph.ts';

test('calls to an address that an administrator gave stay outside, those of the operator go where they say', async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  const graphBaseUrl = `https://localhost:${(server.address() as AddressInfo).port}`;
  const simulator = createGraphSimulator({ seed: 'transport' });
  const find = async (addressesGivenBy?: 'administrator') => {
    const directory = createMicrosoftGraphDirectory({
      tenantId: '44444444-4444-4444-8444-444444444444',
      markingKeys: async () => testMarkingKeys,
      connection: {
        ...connectionTo(simulator, graphBaseUrl),
        ...(addressesGivenBy !== undefined && { addressesGivenBy }),
      },
      secret: undefined,
      clock: systemClock,
      tokens: { token: async () => 'token', forget: () => undefined },
    });
    const call = { signal: AbortSignal.timeout(5_000), teamId: 'transport test' };
    try {
      return await directory.readGroup('44444444-4444-4444-8444-444444444444', call);
    } finally {
      await directory.close();
    }
  };
  try {
    await assert.rejects(find('administrator'), /127\.0\.0\.1|::1.* is not allowed/);
    assert.equal(connections, 0);
    await assert.rejects(find(), /did not answer/);
    assert.ok(connections > 0);
  } finally {
    server.close();
  }
});
