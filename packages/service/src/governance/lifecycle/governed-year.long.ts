// The long form of governed-year.test.ts. Prints its figures.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runGovernedYear } from '../../../testing/governed-year.ts';
import { startTestService, type TestService } from '../../../testing/service.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

const timeout = 1_800_000;

for (const count of [100, 1_000]) {
  // The larger one takes longer than other tests may.
  test(`${count} groups live for thirteen months as planned`, { timeout }, async (context) => {
    const figures = await runGovernedYear(service, count);
    context.diagnostic(JSON.stringify(figures));
    // The machine may have other work: its time counts, and not that of the clock on the wall.
    if (count === 100) assert.ok(figures.processorSeconds < 60, JSON.stringify(figures));
  });
}
