// The forecast of a change against the year that follows; the seed draws the kind of change. forecast.long.ts does it for each
// kind and for more groups, and where people leave or nobody uses a group.
import { after, before, test } from 'node:test';
import { everyNth } from '../../../testing/drawn.ts';
import { assertForesaw, runForecast, triedKinds } from '../../../testing/forecast-run.ts';
import { testSeed } from '../../../testing/seed.ts';
import { startTestService, type TestService } from '../../../testing/service.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

for (const kind of everyNth(triedKinds, triedKinds.length)) {
  test(`the forecast of twelve months under a changed ${kind} names, group by group, what the time machine then does, and so does the log afterwards`, async () => {
    assertForesaw(await runForecast(service, { seed: testSeed, groups: 5, kind }), testSeed);
  });
}
