// Many groups that expire on one day; the long form is crowd-of-expiries.long.ts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runCrowdOfExpiries } from '../../testing/crowd-of-expiries.ts';
import { startTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

test('groups that expire on one day give each person one digest, and a creation goes before them', async (context) => {
  const figures = await runCrowdOfExpiries(service, 100);
  context.diagnostic(JSON.stringify(figures));
  assert.ok(figures.archivesLeft > 0, 'the creation did not wait for the archives');
});
