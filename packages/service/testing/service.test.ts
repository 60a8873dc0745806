import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createTestDataDirectory, startServiceProcess } from './service-process.ts';
import { addTestTenant, teamRequest } from './tenant.ts';

test('a service that is killed finds its data again', async () => {
  const directory = await createTestDataDirectory();
  try {
    const env = { GROUPWRIGHT_DATA_DIR: directory.path };
    const first = await startServiceProcess(env);
    const { tenantId, keyId, secret } = await directory.change((changes) => addTestTenant(changes));
    const send = async (address: string, path: string, body: unknown, token = '') => {
      const response = await fetch(address + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token !== '' && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      });
      assert.equal(response.status, 200);
      return (await response.json()) as Record<string, string>;
    };
    // The running service learns of the new tenant within a second.
    await pause(1_000);
    const { accessToken } = await send(first.address, '/token', { tenantId, keyId, secret });
    const { teamId } = await send(first.address, '/teams', teamRequest('kept'), accessToken);
    assert.deepEqual(await first.end('SIGKILL'), { code: null, signal: 'SIGKILL' });

    const port = Number(new URL(first.address).port);
    const second = await startServiceProcess(env, { port });
    const answer = await fetch(`${second.address}/teams/${teamId}`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    assert.equal(answer.status, 200);
    assert.deepEqual(await second.end('SIGTERM'), { code: 0, signal: null });
  } finally {
    await directory.remove();
  }
});
