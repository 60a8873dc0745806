// A year of governance through the time machine; the long form is governed-year.long.ts.
import { after, before, test } from 'node:test';
import { runGovernedYear } from '../../../testing/governed-year.ts';
import { startTestService, type TestService } from '../../../testing/service.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

test('in thirteen months each group gets exactly its reminders, and none is deleted without an archive and two messages', async (context) => {
  const figures = await runGovernedYear(service, 10);
  context.diagnostic(JSON.stringify(figures));
});
