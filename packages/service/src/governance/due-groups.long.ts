// How 100,000 groups with dates cost a tick. Prints times.
import { randomBytes } from 'node:crypto';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../../testing/database.ts';
import { addDatedGroups, assertDueByIndex } from '../../testing/dated-groups.ts';
import { addTestTenant } from '../../testing/tenant.ts';
import { createChanges } from '../settings/configuration/changes.postgres.ts';
import { systemClock } from '../ground/clock.ts';
import { createIdGenerator } from '../ground/identifiers.ts';

test('among 100,000 groups with dates, none of which is due, a tick reads no row', async (context) => {
  const at = await createTestDatabase();
  const createId = createIdGenerator({ clock: systemClock, randomBytes });
  const tenant = await at.database.transaction((transaction) =>
    addTestTenant(createChanges(transaction, { clock: systemClock, createId, randomBytes })),
  );
  await addDatedGroups(at, tenant, 100_000);
  const times: number[] = [];
  for (let run = 0; run < 20; run += 1) times.push(await assertDueByIndex(at.database, 0));
  await at.close();
  const median = times.toSorted((one, other) => one - other)[10] ?? Number.NaN;
  context.diagnostic(`${median.toFixed(1)} ms for the claim, with its plan`);
  assert.ok(median < 500, `${median} ms`);
});
