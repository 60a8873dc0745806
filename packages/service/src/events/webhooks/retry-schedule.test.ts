import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { cooldownMs, retryDelayMs } from './retry-schedule.ts';

suite('retry schedule', () => {
  test('a delivery is tried over three days, ever more rarely, and then given up', () => {
    for (const random of [0, 0.5, 0.999]) {
      let ageMs = 0;
      let failures = 0;
      let last = 0;
      for (;;) {
        failures += 1;
        const delay = retryDelayMs(failures, ageMs, undefined, random);
        if (delay === undefined) break;
        assert.ok(delay >= last);
        last = delay;
        ageMs += delay;
      }
      assert.ok(ageMs >= 72 * 3_600_000 && ageMs < 90 * 3_600_000, `${ageMs}`);
      assert.ok(failures >= 12 && failures <= 20, `${failures}`);
    }
  });

  test('what the receiver asks for is obeyed, within reason', () => {
    assert.equal(retryDelayMs(1, 0, 60_000, 0.5), 60_000);
    assert.equal(retryDelayMs(1, 0, 10, 0.5), 5_000);
    assert.equal(retryDelayMs(1, 0, 86_400_000 * 365, 0.5), 6 * 3_600_000);
  });

  test('an endpoint is paused only after repeated failures, and never for long', () => {
    assert.equal(cooldownMs(4, 0.5), 0);
    assert.equal(cooldownMs(5, 0.5), 5_000);
    assert.ok(cooldownMs(1_000, 0.999) <= 12 * 60_000);
  });
});
