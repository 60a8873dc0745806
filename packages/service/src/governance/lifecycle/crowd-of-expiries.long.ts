// The long form of crowd-of-expiries.test.ts. Prints its figures.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runCrowdOfExpiries } from '../../../testing/crowd-of-expiries.ts';
import { startTestService, type TestService } from '../../../testing/service.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

test('of 10,000 groups that expire on one day, each person gets one digest, and a creation takes seconds', async (context) => {
  const figures = await runCrowdOfExpiries(service, 10_000);
  context.diagnostic(JSON.stringify(figures));
  assert.ok(figures.archivesLeft > 5_000, `${figures.archivesLeft} archives were left`);
  assert.ok(figures.savingMs < 5_000, `${figures.savingMs} ms`);
  assert.ok(figures.creationMs < 5_000, `${figures.creationMs} ms`);
});
