import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from './clock.ts';
import { startTestService, teamRequest } from '../../testing/service.ts';

test('a clock that is set back neither locks a caller out nor holds a wait up', async () => {
  const set = { backMs: 0, passedMs: 0 };
  const running = await startTestService(
    { RATE_LIMIT: '60' },
    {
      deps: {
        clock: { ...systemClock, now: () => systemClock.now() - set.backMs },
        monotonicNow: () => performance.now() + set.passedMs,
      },
    },
  );
  try {
    const tenant = await running.addTenant();
    const { tenantId, keyId } = tenant;
    const fail = async () => {
      const answer = await fetch(`${running.address}/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ tenantId, keyId, secret: 'wrong' }),
      });
      await answer.arrayBuffer();
      return answer.status;
    };
    for (let attempt = 0; attempt < 10; attempt += 1) assert.equal(await fail(), 401);
    assert.equal(await fail(), 429);
    let status = 200;
    for (let ask = 0; status === 200 && ask < 100; ask += 1)
      ({ status } = await running.call(tenant, '/organisations'));
    assert.equal(status, 429);

    set.backMs = 3_600_000;
    set.passedMs = 600_000;
    assert.equal(await fail(), 401);
    assert.equal((await running.call(tenant, '/organisations')).status, 200);

    // An event of a type that is not asked for makes the feed look again at how long it may wait still.
    const feed = running.call(tenant, '/events?after=latest&type=organisation.changed', {
      headers: { prefer: 'wait=4' },
    });
    await pause(500);
    set.backMs = 7_200_000;
    const meanwhile = await running.call(tenant, '/teams', {
      method: 'POST',
      body: teamRequest('meanwhile'),
    });
    assert.equal(meanwhile.status, 200);
    const answered = await Promise.race([feed, pause(15_000)]);
    assert.equal(answered?.status, 200);
  } finally {
    await running.close();
  }
});
