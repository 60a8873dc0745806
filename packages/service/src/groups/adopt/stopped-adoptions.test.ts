// The stop of adoptions, as administrators see and release it: it holds those that wait, and nothing is written to them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AdminClient } from '../../../testing/admin-client.ts';
import { startAdminGroups } from '../../../testing/admin-groups.ts';
import { type AdminService, startAdminService } from '../../../testing/admin-service.ts';
import { eventually } from '../../../testing/eventually.ts';
import { startTestService, type TestService } from '../../../testing/service.ts';
import { addWildGroup } from '../../../testing/wild-sandbox-group.ts';
import { readDatabaseState } from '../../app/monitoring/backlog.postgres.ts';

const owner = 'ada@nordlicht.example';
let service: AdminService;
let admin: AdminClient;
let templateId: string;
let worker: TestService | undefined;

before(async () => {
  service = await startAdminService({ ROLES: 'api' });
  admin = await AdminClient.signedIn(service);
  await startAdminGroups(admin, { people: [owner] });
  const { body } = await admin.get('directory/reconciliation');
  assert.deepEqual(body.stoppedAdoptions, []);
});
after(async () => {
  await worker?.close();
  await service.close();
});

const wild = (mailNickname: string) =>
  addWildGroup(service.database, service.tenantId, { mailNickname, owners: [owner] });

async function adopt(mailNickname: string, responsible = owner) {
  const groupId = await wild(mailNickname);
  const { body } = await admin.call('POST', 'teams/adoption', {
    groupId,
    organisationIdOrIdentifier: 'rail',
    templateIdOrIdentifier: 'track',
    responsible,
  });
  return { groupId, teamId: body.teamId as string | undefined, code: body.code as string };
}

const statusOf = async (teamId = '') => (await admin.get(`teams/${teamId}/status`)).body;
const markersOf = async (groupIds: readonly string[]) =>
  (
    await service.database.query<{ marker: string | null }>(
      'select marker from sandbox_groups where tenant_id = $1 and group_id = any ($2)',
      [service.tenantId, groupIds],
    )
  ).filter(({ marker }) => marker !== null).length;

async function startWorker(): Promise<void> {
  const { database, settings } = service;
  const at = {
    database,
    settings,
    url: '',
    analyze: async () => undefined,
    close: async () => undefined,
  };
  worker = await startTestService({}, { at });
}

test('adoptions that wait are held by the stop of their template, and continue once it is released', async () => {
  const held = [await adopt('held-1'), await adopt('held-2')];
  const cancelled = await adopt('held-3');
  const [team] = await service.database.query<{ templateId: string }>(
    'select template_id from teams where tenant_id = $1 and team_id = $2',
    [service.tenantId, held[0]?.teamId],
  );
  templateId = team?.templateId ?? '';
  // The failures of others, which a worker has seen before it comes to these.
  const stop = `insert into enforcement_brakes (tenant_id, rule, subject_id, since, wanted)
    values ($1, 'adoption', $2, now(), 5)`;
  await service.database.query(stop, [service.tenantId, templateId]);
  await startWorker();
  for (const { teamId } of [...held, cancelled]) {
    await eventually(
      async () => (await statusOf(teamId)).steps[0].status === 'waiting',
      'the adoption is held',
    );
    const { status, steps } = await statusOf(teamId);
    assert.deepEqual([status, steps[0].name], ['accepted', 'inspect_group']);
    assert.match(steps[0].detail, /until an administrator releases/);
  }
  // The queue is not slow: an administrator is waited for.
  const { waiting } = (await admin.get('overview')).body;
  assert.deepEqual([waiting.accepted, waiting.oldestSince], [3, null]);
  const { backlogs } = await readDatabaseState(service.database);
  assert.deepEqual(
    backlogs.flatMap(({ work, status, count }) => (work === 'creation' ? [[status, count]] : [])),
    [['held', 3]],
  );
  assert.equal(await markersOf(held.map(({ groupId }) => groupId)), 0);
  assert.equal((await adopt('held-4')).code, 'rate_limited');
  const { body: found } = await admin.get('directory/reconciliation');
  const [stopped] = found.stoppedAdoptions;
  assert.deepEqual(
    [stopped.templateId, stopped.template, stopped.failed, stopped.waiting],
    [templateId, 'Track', 5, 3],
  );
  const ended = await admin.call('POST', `teams/${cancelled.teamId}/cancel`);
  assert.equal(ended.status, 200, JSON.stringify(ended.body));
  // The stop ends by no time, and by nobody who may only look.
  const reader = await AdminClient.signedIn(service, 'reader@nordlicht.example', 'reader');
  const path = `directory/adoption/${templateId}/release`;
  assert.equal((await reader.call('POST', path)).status, 403);
  await worker?.service.runDue();
  assert.equal((await statusOf(held[0]?.teamId)).status, 'accepted');
  const released = await admin.call('POST', path);
  assert.deepEqual([released.status, released.body.stoppedAdoptions], [200, []]);
  assert.equal((await admin.call('POST', path)).status, 404);
  await worker?.service.runDue();
  for (const { teamId } of held) {
    await eventually(async () => (await statusOf(teamId)).status === 'succeeded', 'it continues');
  }
  assert.equal((await statusOf(cancelled.teamId)).status, 'cancelled');
  assert.equal(await markersOf([cancelled.groupId]), 0);
  const { body: log } = await admin.get('activity?action=adoption.released');
  assert.deepEqual(
    [log.items.length, log.items[0].subject.id, log.items[0].actor.kind],
    [1, templateId, 'administrator'],
  );
});

test('failures from before a release stop nothing, and the administrators hear of a stop once', async () => {
  const failing = async (count: number, prefix: string) => {
    const asked = [];
    for (let n = 0; n < count; n += 1) {
      asked.push(await adopt(`${prefix}-${n}`, 'nobody@nordlicht.example'));
    }
    for (const { teamId } of asked) {
      await eventually(async () => (await statusOf(teamId)).status === 'failed', 'it fails');
    }
  };
  const stops = async () =>
    (
      await service.database.query(
        "select from activity where tenant_id = $1 and action = 'adoption.stopped'",
        [service.tenantId],
      )
    ).length;
  await failing(4, 'first');
  assert.equal(await stops(), 0);
  await failing(1, 'fifth');
  await eventually(async () => (await stops()) === 1, 'the template is stopped');
  const [told] = await service.database.query<{ count: number }>(
    "select count(*)::integer as count from notices where tenant_id = $1 and kind = 'adoptions_stopped'",
    [service.tenantId],
  );
  assert.equal(told?.count, 1);
  await admin.call('POST', `directory/adoption/${templateId}/release`);
  await failing(4, 'second');
  assert.equal(await stops(), 1);
  const sound = await adopt('sound');
  await eventually(async () => (await statusOf(sound.teamId)).status === 'succeeded', 'adopted');
});
