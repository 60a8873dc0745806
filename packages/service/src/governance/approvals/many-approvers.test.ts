// Directory groups of any size as approvers, through the whole service: everyone who is not asked is counted where it is planned
// and where it is decided.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeDirectoryGroup } from '../../../testing/directory-group.ts';
import { eventually } from '../../../testing/eventually.ts';
import {
  startTestService,
  teamRequest,
  testOperator,
  type TestService,
} from '../../../testing/service.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

interface Asked {
  readonly assignees: readonly object[];
  readonly request: { readonly notAsked: number };
}

for (const [size, asked] of [
  [99, 99],
  [100, 100],
  [101, 100],
  [1_500, 100],
] as const) {
  test(`an approval by a group of ${size} people asks ${asked} of them, and the plan and the task have the number of the others`, async () => {
    const tenant = await service.addTenant();
    const { tenantId, organisationId } = tenant;
    const address = await makeDirectoryGroup(service, tenant, 'approvers', size);
    await service.change(({ templates }) =>
      templates.create(testOperator, tenantId, organisationId, {
        name: 'Approved',
        identifier: 'approved',
        mailNicknamePattern: '',
        displayNamePattern: '',
        policy: { approval: { stages: [{ by: [`group:${address}`] }] } },
      }),
    );
    await service.service.refresh();
    const send = async <T>(method: string, path: string, body?: object) =>
      (await service.call(tenant, path, { method, body })).body as T;
    const body = teamRequest('asked', { templateIdOrIdentifier: 'approved' });
    const plan = await send<{
      approval: { stages: { approvers: object[]; notAsked: number }[] };
    }>('POST', '/teams/plan', body);
    const [stage] = plan.approval.stages;
    assert.deepEqual([stage?.approvers.length, stage?.notAsked], [asked, size - asked]);
    await send('POST', '/teams', body);
    let task: Asked | undefined;
    await eventually(async () => {
      await service.service.runDue();
      [task] = (await send<{ items: Asked[] }>('GET', '/tasks?kind=approve&state=open')).items;
      return task !== undefined;
    }, 'the approval is asked for');
    assert.deepEqual([task?.assignees.length, task?.request.notAsked], [asked, size - asked]);
    const messages = await service.at.database.query(
      `select from notices where tenant_id = $1 and kind = 'approve'`,
      [tenantId],
    );
    assert.equal(messages.length, asked);
  });
}
