// Many bodies with any number of faults in any order, for every route, and every costly one. `hostile-bodies.test.ts` draws a
// few of them in each run.
import { after, before, test } from 'node:test';
import { type AdminService, startAdminService } from '../../testing/admin-service.ts';
import { assertShortTurns, dearBodies } from '../../testing/dear-bodies.ts';
import { startTestService, type TestService, type TestTenant } from '../../testing/service.ts';
import { adminRoutesRefuse, publicRoutesRefuse } from '../../testing/wrong-bodies.ts';

let service: TestService;
let tenant: TestTenant;
let admin: AdminService;
before(async () => {
  service = await startTestService();
  tenant = await service.addTenant();
  admin = await startAdminService();
});
after(async () => {
  await service.close();
  await admin.close();
});

test('every public route refuses each of many bodies with faults as the caller’s', async () => {
  await publicRoutesRefuse(service.address, tenant, 200);
});

test('no route of the admin API takes one of many bodies with faults for a fault of ours', async () => {
  await adminRoutesRefuse(admin, 100);
});

test('no body keeps the event loop for more than 50 ms of processor time in one turn', async () => {
  await assertShortTurns(dearBodies, service.address, tenant);
});
