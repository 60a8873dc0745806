// No date of an adopted group falls within its grace: nobody is reminded, reviewed or expired before.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createAdvance, type Advance } from '../../../testing/governance.ts';
import {
  startTestService,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';
import { addWildGroup } from '../../../testing/wild-sandbox-group.ts';

const [mara, tomas] = testPeople as [string, string];
let service: TestService;
let tenant: TestTenant;
let clock: Advance;

before(async () => {
  service = await startTestService();
  clock = createAdvance(service);
  tenant = await service.addTenant();
});
after(() => service.close());

async function adopt(mailNickname: string): Promise<string> {
  const groupId = await addWildGroup(service.at.database, tenant.tenantId, {
    mailNickname,
    owners: [mara, tomas],
    hasTeam: true,
  });
  return adopted(bodyOf(groupId));
}

const bodyOf = (groupId: string) => ({
  groupId,
  organisationIdOrIdentifier: 'aare',
  templateIdOrIdentifier: 'any',
  responsible: mara,
  names: 'keep',
});

async function adopted(body: object): Promise<string> {
  const answer = await service.call(tenant, '/teams/adoption', {
    method: 'POST',
    body,
    headers: { prefer: 'wait=20' },
  });
  const { teamId, status } = answer.body as { teamId: string; status: string };
  assert.equal(status, 'succeeded', JSON.stringify(answer.body));
  return teamId;
}

async function tasksOf(teamId: string): Promise<readonly { kind: string; openedAt: string }[]> {
  const { body } = await service.call(tenant, `/tasks?teamId=${teamId}&limit=50`);
  return (body as { items: { kind: string; openedAt: string }[] }).items;
}

test('a template that expires and reviews monthly asks about an adopted group after its grace only', async () => {
  const inTwoDays = new Date((await clock.now(tenant)).getTime() + 2 * 86_400_000);
  await clock.setLifecycle(tenant, {
    expires: { on: inTwoDays.toISOString().slice(0, 10) },
    remindBefore: ['P14D', 'P3D'],
    graceForExisting: 'P7D',
    review: { every: 'P30D', within: 'P14D' },
  });
  const start = (await clock.now(tenant)).getTime();
  const teamId = await adopt('old-harbour');
  const read = await service.call(tenant, `/teams/${teamId}`);
  const { lifecycle } = read.body as { lifecycle: { expiresAt: string; nextReviewAt: string } };
  const graceEnds = start + 90 * 86_400_000;
  assert.ok(Date.parse(lifecycle.expiresAt) >= graceEnds + 13 * 86_400_000, lifecycle.expiresAt);
  await clock.advance(tenant, 85);
  assert.deepEqual(await tasksOf(teamId), []);
  await clock.advance(tenant, 15);
  const kinds = (await tasksOf(teamId)).map(({ kind }) => kind).toSorted();
  assert.deepEqual(kinds, ['renew', 'review']);
});

test('a request names the expiry where the template lets it, after the grace, and gets one fault for each other day', async () => {
  const now = (await clock.now(tenant)).getTime();
  const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString();
  const yearly = { expires: { after: 'P1Y' }, remindBefore: ['P14D'], graceForExisting: 'P7D' };
  const faultsOf = async (expiresAt: string) => {
    const { body } = await service.call(tenant, '/teams/adoption/plan', {
      method: 'POST',
      body: { ...bodyOf(groupId), expiresAt },
    });
    return (body as { faults: { pointer: string; code: string }[] }).faults.map(
      ({ pointer, code }) => `${pointer} ${code}`,
    );
  };
  const groupId = await addWildGroup(service.at.database, tenant.tenantId, {
    mailNickname: 'harbour-lights',
    owners: [mara],
  });
  await clock.setLifecycle(tenant, yearly);
  assert.deepEqual(await faultsOf(inDays(10)), ['/expiresAt not_allowed']);
  await clock.setLifecycle(tenant, { ...yearly, callerMaySet: true, longest: 'P2Y' });
  assert.deepEqual(await faultsOf(inDays(10)), ['/expiresAt within_grace']);
  assert.deepEqual(await faultsOf(inDays(-10)), ['/expiresAt not_in_future']);
  assert.deepEqual(await faultsOf(inDays(1_000)), ['/expiresAt too_late']);
  assert.deepEqual(await faultsOf(inDays(200)), []);
  const teamId = await adopted({ ...bodyOf(groupId), expiresAt: inDays(200) });
  const { body } = await service.call(tenant, `/teams/${teamId}`);
  const { lifecycle } = body as { lifecycle: { expiresAt: string } };
  assert.equal(lifecycle.expiresAt.slice(0, 10), inDays(200).slice(0, 10));
});
