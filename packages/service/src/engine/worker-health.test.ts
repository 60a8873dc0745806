import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../../testing/database.ts';
import { startServiceProcess } from '../../testing/service-process.ts';
import { startTestService, teamRequest, testEncryptionKey } from '../../testing/service.ts';

test('a process with only the role worker serves health and metrics where configured, and nothing else', async () => {
  const at = await createTestDatabase();
  const api = await startTestService({ ROLES: 'api' }, { at });
  const tenant = await api.addTenant();
  const env = {
    DATABASE_URL: at.url,
    ROLES: 'worker',
    GROUPWRIGHT_ENCRYPTION_KEY: testEncryptionKey.toString('base64'),
  };
  const worker = await startServiceProcess(env);
  const created = await api.call(tenant, '/teams', {
    method: 'POST',
    body: teamRequest('figures'),
    headers: { prefer: 'wait=10' },
  });
  assert.equal((created.body as { status: string }).status, 'succeeded');
  for (const path of ['/livez', '/readyz']) {
    const answer = await fetch(`${worker.address}${path}`);
    assert.deepEqual([answer.status, await answer.json()], [200, { status: 'ok' }]);
  }
  const metrics = await (await fetch(`${worker.address}/metrics`)).text();
  assert.match(metrics, /^groupwright_creations_finished_total\{status="succeeded"\} 1$/m);
  assert.match(metrics, /^groupwright_lanes_held 1$/m);
  assert.match(metrics, /^process_resident_memory_bytes \d/m);
  for (const path of ['/teams', '/organisations', '/token', '/admin', '/openapi.json', '/docs']) {
    assert.equal((await fetch(`${worker.address}${path}`)).status, 404, path);
  }

  const port = Number(new URL(worker.address).port);
  await assert.rejects(
    startServiceProcess(env, { port }),
    new RegExp(`Port ${port} of 127\\.0\\.0\\.1 is in use by another process\\. Set PORT`),
  );
  assert.deepEqual(await worker.end('SIGTERM'), { code: 0, signal: null });
  await api.close();
  await at.close();
});
