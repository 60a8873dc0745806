// time-machine.postgres.test.ts compares some of the moments in each run.
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { assertOrigins } from '../../testing/clock-origins.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { addTestTenant } from '../../testing/tenant.ts';
import { systemClock } from '../ground/clock.ts';
import { createIdGenerator } from '../ground/identifiers.ts';
import { createChanges } from '../settings/configuration/changes.postgres.ts';

test('each moment that the clock of a sandbox showed has one origin: what came before was shown before', async () => {
  const at = await createTestDatabase();
  const createId = createIdGenerator({ clock: systemClock, randomBytes });
  const { tenantId } = await at.database.transaction((transaction) =>
    addTestTenant(createChanges(transaction, { clock: systemClock, createId, randomBytes })),
  );
  await assertOrigins(at, tenantId, 1);
  await at.close();
});
