// Ten tasks of an administrator, each by mouse and by keyboard alone, with what it costs at most.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
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

test('the tasks of a tenant in use are done by mouse and by keyboard', async (context) => {
  const report = context.diagnostic.bind(context);
  assert.deepEqual(await dearTasks(tenant, report), []);
});
