// The forecast of a change against the year that follows. forecast.long.ts does it for more groups, and
// where people leave or nobody uses a group.
import { after, before, test } from 'node:test';
import { assertForesaw, runForecast, triedKinds } from '../../../testing/forecast-run.ts';
import { testSeed } from '../../../testing/seed.ts';
import { startTestService, type TestService } from '../../../testing/service.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

for (const [round, kind] of triedKinds.entries()) {
  test(`the forecast of twelve months under a changed ${kind} names, group by group, what the time machine then does, and so does the log afterwards`, async () => {
    const seed = testSeed + round;
    assertForesaw(await runForecast(service, { seed, groups: 5, kind }), seed);
  });
}
