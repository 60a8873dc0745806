// Many groups that expire on one day; the long form is crowd-of-expiries.long.ts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runCrowdOfExpiries } from '../../../testing/crowd-of-expiries.ts';
import { startTestService, type TestService } from '../../../testing/service.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

/** Fewer than the connections of the service. */
const heldArchives = 3;

test('groups that expire on one day give each person one digest, and a creation does not wait for their archives', async (context) => {
  const figures = await runCrowdOfExpiries(service, 100, heldArchives);
  context.diagnostic(JSON.stringify(figures));
  assert.ok(figures.archivesLeft >= heldArchives, `${figures.archivesLeft} archives were left`);
});
