// Ten tasks of an administrator with what they cost at most: the connection by mouse and by keyboard alone, and each of the
// others by the one that the seed draws. ten-tasks.long.ts does each of them by both.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { firstDrawn } from '../../../service/testing/drawn.ts';
import {
  dearConnections,
  dearTasks,
  handNames,
  startTaskTenant,
  type TaskTenant,
} from './ten-tasks.ts';

let tenant: TaskTenant;
before(async () => {
  tenant = await startTaskTenant((authority) =>
    setDefaultCACertificates([...getCACertificates('default'), authority]),
  );
});
after(() => tenant.close());

for (const by of handNames) {
  test(`a connection is tried by ${by}`, async (context) => {
    assert.deepEqual(await dearConnections(tenant, by, context.diagnostic.bind(context)), []);
  });
}

test('the tasks of a tenant in use are done, each by mouse or by keyboard', async (context) => {
  const drawn = firstDrawn(handNames.length);
  const handsOf = (task: number) =>
    handNames.filter((_, index) => (task + index + drawn) % handNames.length === 0);
  assert.deepEqual(await dearTasks(tenant, handsOf, context.diagnostic.bind(context)), []);
});
