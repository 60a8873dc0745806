// The forecast of a change against the year that follows.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runForecast, triedKinds } from '../../../testing/forecast-run.ts';
import { testSeed } from '../../../testing/seed.ts';
import { startTestService, type TestService } from '../../../testing/service.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

for (const [round, kind] of [...triedKinds, 'template' as const, 'notices' as const].entries()) {
  test(`the forecast of twelve months under a changed ${kind} names, group by group, what the time machine then does, and so does the log afterwards (${round})`, async () => {
    const seed = testSeed + round;
    const run = await runForecast(service, { seed, groups: 5, kind });
    const { forecast, change, foreseen, happened, relived, lastMonth } = run;
    const message = `seed ${seed}: ${JSON.stringify(change)}`;
    assert.deepEqual(foreseen, happened, message);
    assert.deepEqual(relived, happened, message);
    assert.deepEqual(lastMonth.relived, lastMonth.happened, message);
    const count = (...events: readonly string[]) =>
      Object.values(happened)
        .flat()
        .filter((line) => events.some((event) => line.endsWith(` ${event}`))).length;
    assert.deepEqual(
      [
        forecast.questions,
        forecast.reminders,
        forecast.archived,
        forecast.deleted,
        forecast.expired,
        forecast.handedOver,
      ],
      [
        count('renewal', 'review', 'idle', 'responsibility'),
        count('reminder'),
        count('archived'),
        count('deleted'),
        count('expired'),
        count('handover'),
      ],
      message,
    );
  });
}
