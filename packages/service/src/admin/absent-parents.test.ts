// What is asked for by an address that names something that is not there is absent, also a list: an empty one would say that
// the thing exists and has none.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { routesOf } from '../http/declared-routes.ts';
import { AdminClient } from '../../testing/admin-client.ts';
import { type AdminService, startAdminService } from '../../testing/admin-service.ts';

let service: AdminService;
let admin: AdminClient;
before(async () => {
  service = await startAdminService();
  admin = await AdminClient.signedIn(service);
});
after(() => service.close());

/** The id of a person outlives the person in the directory, where groups may still have it. */
const outlived = 'people/:idOrEmail/groups';

test('every address with an unknown name in it is absent, below it, too', async () => {
  const { pathname } = new URL(`${service.adminUrl}/api`);
  const prefix = `${pathname}/:tenantId/`;
  const reads = routesOf(service.service.server)
    .filter(({ method, url }) => method === 'GET' && url.startsWith(prefix))
    .map(({ url }) => url.slice(prefix.length))
    .filter((path) => path.includes(':') && path !== outlived);
  assert.ok(reads.length > 20, `${reads.length} addresses`);
  const answers: [path: string, status: number, code: unknown][] = [];
  for (const path of reads) {
    const { status, body } = await admin.call(
      'GET',
      path.replaceAll(/:\w+/g, () => randomUUID()),
    );
    answers.push([path, status, body?.code]);
  }
  assert.deepEqual(
    answers.filter(([, status]) => status !== 404),
    [],
  );
  assert.ok(answers.every(([, , code]) => code === 'not_found'));
});
