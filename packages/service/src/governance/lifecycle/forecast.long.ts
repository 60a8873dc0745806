// The long form of forecast.test.ts: every kind of change, and the second time with groups that nobody uses and people who
// leave.
import { after, before, test } from 'node:test';
import { assertForesaw, runForecast, triedKinds } from '../../../testing/forecast-run.ts';
import { testSeed } from '../../../testing/seed.ts';
import { startTestService, type TestService } from '../../../testing/service.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

const kinds = [...triedKinds, 'template', 'notices'] as const;
for (const [round, kind] of [...kinds, ...kinds].entries()) {
  test(`the forecast of twelve months under a changed ${kind} names, group by group, what the time machine then does, and so does the log afterwards (${round})`, async () => {
    const seed = testSeed + round;
    const isBroad = round >= kinds.length;
    assertForesaw(await runForecast(service, { seed, groups: 8, kind, isBroad }), seed);
  });
}
