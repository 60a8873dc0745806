// The forecast of a change against the year that follows. forecast.long.ts does it for more groups and changes.
import { after, before, test } from 'node:test';
import { assertForesaw, quietKinds, runForecast } from '../../../testing/forecast-run.ts';
import { testSeed } from '../../../testing/seed.ts';
import { startTestService, type TestService } from '../../../testing/service.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

// A year takes up to 20 seconds.
const quietKind = quietKinds[testSeed % quietKinds.length] ?? 'steward';
for (const [round, kind] of (['template', quietKind] as const).entries()) {
  test(`the forecast of twelve months under a changed ${kind} names, group by group, what the time machine then does, and so does the log afterwards`, async () => {
    const seed = testSeed + round;
    assertForesaw(await runForecast(service, { seed, groups: 5, kind }), seed);
  });
}
