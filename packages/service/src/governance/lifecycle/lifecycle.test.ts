// The lifecycle of groups from their creation to their deletion, in a sandbox whose governance clock is put forward.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { completeLifecycle } from '../../settings/organisations/lifecycle-policy.ts';
import { withoutRest } from '../../ground/turns.ts';
import { previewLifecycle } from './preview-lifecycle.postgres.ts';
import { runBatch } from '../../../testing/run-batch.ts';
import { openAsOwner } from '../../../testing/database.ts';
import { type Advance, createAdvance, type Lifecycle } from '../../../testing/governance.ts';
import {
  startTestService,
  teamRequest,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';

let service: TestService;
let governance: Advance;
before(async () => {
  service = await startTestService();
  governance = createAdvance(service);
});
after(() => service.close());

const dayMs = 86_400_000;
const yearly: Lifecycle = {
  expires: { after: 'P1Y' },
  remindBefore: ['P30D', 'P14D', 'P3D'],
  renew: { for: 'P1Y', atMost: 1 },
  deleteAfterArchived: 'P60D',
};

/** Texts that JavaScript may read as a moment that nobody meant. */
const noMoments = [
  '06/07/2027',
  'June 30, 2027',
  '2027',
  '2027-02-29T00:00:00Z',
  '2027-06-30T00:00:00',
  '2027-06-30',
  '30.06.2027',
  'abc',
];

const setLifecycle: Advance['setLifecycle'] = (...given) => governance.setLifecycle(...given);
const create = (tenant: TestTenant, alias: string) => governance.create(tenant, teamRequest(alias));
const settled = (tenant: TestTenant) => governance.settled(tenant);
const nextDueAt = (tenant: TestTenant) => governance.nextDueAt(tenant);
const setClock = (tenant: TestTenant, time: Date) => governance.setClock(tenant, time);
const nowOf = (tenant: TestTenant) => governance.now(tenant);
const advance = (tenant: TestTenant, days: number) => governance.advance(tenant, days);
const runDue = (tenant: TestTenant) => governance.runDue(tenant);
const kindsOf = (tenant: TestTenant, teamId: string) => governance.noticesOf(tenant, teamId);

async function setSender({ tenantId }: TestTenant, sender: 'none' | 'outbox'): Promise<void> {
  await service.at.database.query('update tenants set notices = $2 where tenant_id = $1', [
    tenantId,
    JSON.stringify({ sender, language: 'en', timeZone: 'UTC', hour: 8, contact: null }),
  ]);
  await service.service.refresh();
}

interface Read {
  readonly state: string;
  readonly lifecycle: {
    readonly expiresAt: string | null;
    readonly renewals: number;
    readonly reminders: number;
    readonly outcome: string | null;
    readonly deletesAt: string | null;
    readonly hold: { readonly reason: string } | null;
  } | null;
}
const read = async (tenant: TestTenant, teamId: string) =>
  (await service.call(tenant, `/teams/${teamId}`)).body as Read;

async function assertState(tenant: TestTenant, teamId: string, state: string): Promise<void> {
  const { state: present } = await read(tenant, teamId);
  if (present !== state) {
    assert.fail(
      `The group is ${present}, not ${state}: ${await governance.storyOf(tenant, teamId)}`,
    );
  }
}

async function operationsOf(tenant: TestTenant, teamId: string): Promise<readonly string[]> {
  const rows = await service.at.database.query<{ kind: string; status: string }>(
    'select kind, status from operations where tenant_id = $1 and team_id = $2 order by number',
    [tenant.tenantId, teamId],
  );
  return rows.map(({ kind, status }) => `${kind} ${status}`);
}

test('groups get exactly the planned reminders, are archived once and deleted only after two warnings', async () => {
  const tenant = await service.addTenant();
  await setLifecycle(tenant, yearly);
  const teamIds = [];
  for (let number = 1; number <= 5; number += 1) {
    teamIds.push(await create(tenant, `year-${number}`));
  }
  await advance(tenant, 330);
  for (const teamId of teamIds) {
    assert.deepEqual(await kindsOf(tenant, teamId), {});
    assert.equal((await read(tenant, teamId)).lifecycle?.reminders, 0);
  }
  // It is archived then, even if the year has 366 days.
  await advance(tenant, 68);
  for (const teamId of teamIds) {
    assert.deepEqual(await kindsOf(tenant, teamId), { renew: 3, archived: 1, deletes_soon: 1 });
    assert.deepEqual(await operationsOf(tenant, teamId), ['archive succeeded']);
    await assertState(tenant, teamId, 'archived');
  }
  const preview = await previewLifecycle(
    service.at.database,
    {
      tenantId: tenant.tenantId,
      templateId: tenant.templateIds.any,
      change: { kind: 'template', policy: { lifecycle: completeLifecycle(yearly) } },
      settings: undefined,
    },
    withoutRest,
  );
  assert.deepEqual([preview.concerned, preview.expireWithin30Days], [5, 0], 'none expires again');
  await advance(tenant, 40);
  for (const teamId of teamIds) {
    const kinds = await kindsOf(tenant, teamId);
    assert.deepEqual(kinds, { renew: 3, archived: 1, deletes_soon: 2, deleted: 1 });
    assert.deepEqual(await operationsOf(tenant, teamId), ['archive succeeded', 'delete succeeded']);
    await assertState(tenant, teamId, 'deleted');
  }
  // One digest a person and day, with all groups.
  const [most] = await service.at.database.query<{ most: number }>(
    `select max(count)::integer as most from (
      select count(*) from notice_messages where tenant_id = $1 group by person_id, day
    ) by_day`,
    [tenant.tenantId],
  );
  assert.equal(most?.most, 1);
});

test('a renewal begins a new year, and the limit of the template holds for callers', async () => {
  const tenant = await service.addTenant();
  await setLifecycle(tenant, yearly);
  const teamId = await create(tenant, 'renewed');
  await advance(tenant, 340);
  const before = (await read(tenant, teamId)).lifecycle?.expiresAt ?? '';
  const path = `/teams/${teamId}/renewal`;
  const { status, body } = await service.call(tenant, path, { method: 'POST', body: {} });
  assert.equal(status, 200, JSON.stringify(body));
  const { expiresAt } = body as { expiresAt: string };
  assert.ok(Date.parse(expiresAt) - Date.parse(before) >= 365 * dayMs);
  await advance(tenant, 60);
  await assertState(tenant, teamId, 'active');
  assert.deepEqual(await kindsOf(tenant, teamId), { renew: 1 });
  const again = await service.call(tenant, path, { method: 'POST', body: {} });
  assert.equal(again.status, 409);
  assert.equal((again.body as { code: string }).code, 'renewal_limit');
});

test('a renewal that is repeated with its Idempotency-Key counts once, also at the same time', async () => {
  const tenant = await service.addTenant();
  await setLifecycle(tenant, yearly);
  const teamId = await create(tenant, 'repeated');
  await runDue(tenant);
  const renew = (body: unknown, key: string, of = teamId) =>
    service.call(tenant, `/teams/${of}/renewal`, {
      method: 'POST',
      body,
      headers: { 'idempotency-key': key },
    });
  const answers = await Promise.all([1, 2, 3].map(() => renew({}, 'one')));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  const { expiresAt, renewals } = (await read(tenant, teamId)).lifecycle ?? {};
  assert.equal(renewals, 1);
  for (const { body } of answers) assert.deepEqual(body, { teamId, expiresAt, changed: true });
  const other = await renew({ reason: 'Another request' }, 'one');
  assert.equal((other.body as { code: string }).code, 'idempotency_key_reused');
  const never = await renew({ until: 'never' }, 'three');
  assert.deepEqual(
    [never.status, (never.body as { code: string }).code],
    [422, 'validation_failed'],
  );
  // A refusal does not use up the key.
  assert.equal((await renew({}, 'two')).status, 409);
  const second = await create(tenant, 'repeated-2');
  await runDue(tenant);
  assert.equal((await renew({}, 'two', second)).status, 200);
});

test('systems renew, hold and release several groups at once, and a repeated request renews none again', async () => {
  const tenant = await service.addTenant();
  await setLifecycle(tenant, yearly);
  const teamIds = [await create(tenant, 'several-1'), await create(tenant, 'several-2')];
  const absent = randomUUID();
  await runDue(tenant);
  const send = async (body: object, key?: string) => {
    const call = (method: string, path: string, sent?: object) =>
      service.call(tenant, path, {
        method,
        body: sent,
        ...(key !== undefined && { headers: { 'idempotency-key': key } }),
      });
    const groups = [...teamIds, absent].map((teamId) => ({ teamId }));
    const items = await runBatch(call, { groups, ...body });
    return items.map(({ error }) => error?.code ?? null);
  };
  const renewals = () =>
    Promise.all(teamIds.map(async (id) => (await read(tenant, id)).lifecycle?.renewals));
  for (const _ of [1, 2]) {
    assert.deepEqual(await send({ kind: 'renew' }, 'both'), [null, null, 'not_found']);
    assert.deepEqual(await renewals(), [1, 1]);
  }
  // The limit of the template holds for systems.
  assert.deepEqual(await send({ kind: 'renew' }), ['renewal_limit', 'renewal_limit', 'not_found']);
  const holds = () =>
    Promise.all(teamIds.map(async (id) => (await read(tenant, id)).lifecycle?.hold?.reason));
  assert.deepEqual(await send({ kind: 'hold', reason: 'Audit' }), [null, null, 'not_found']);
  assert.deepEqual(await holds(), ['Audit', 'Audit']);
  assert.deepEqual(await send({ kind: 'release' }), [null, null, 'not_found']);
  assert.deepEqual(await holds(), [undefined, undefined]);
});

test('a renewal until a day stays within what the policy permits, and groups are found by their expiry', async () => {
  const tenant = await service.addTenant();
  await setLifecycle(tenant, { ...yearly, renew: { for: 'P30D' }, remindBefore: ['P7D'] });
  const teamId = await create(tenant, 'until');
  await runDue(tenant);
  const expiresAt = Date.parse((await read(tenant, teamId)).lifecycle?.expiresAt ?? '');
  const renew = async (at: number) => {
    const body = { until: new Date(at).toISOString() };
    const answer = await service.call(tenant, `/teams/${teamId}/renewal`, { method: 'POST', body });
    const { errors } = answer.body as { errors?: { pointer: string; code: string }[] };
    return errors?.map(({ pointer, code }) => `${pointer} ${code}`) ?? answer.status;
  };
  for (const until of noMoments) {
    const path = `/teams/${teamId}/renewal`;
    const { status, body } = await service.call(tenant, path, { method: 'POST', body: { until } });
    const { errors } = body as { errors: { pointer: string; code: string }[] };
    assert.deepEqual([status, errors.map(({ pointer }) => pointer)], [422, ['/until']], until);
  }
  assert.deepEqual(await renew(Date.now() - dayMs), ['/until not_in_future']);
  assert.deepEqual(await renew(expiresAt + 60 * dayMs), ['/until too_late']);
  assert.equal(await renew(expiresAt), 200);
  assert.deepEqual(await renew(expiresAt - 300 * dayMs), ['/until not_valid']);
  assert.equal((await read(tenant, teamId)).lifecycle?.renewals, 0);
  const until = expiresAt + 20 * dayMs;
  assert.equal(await renew(until), 200);
  const found = async (before: number) => {
    const query = encodeURIComponent(new Date(before).toISOString());
    const { body } = await service.call(tenant, `/teams?expiresBefore=${query}&state=active`);
    return (body as { items: { teamId: string }[] }).items.map((item) => item.teamId);
  };
  assert.deepEqual(await found(until), []);
  assert.deepEqual(await found(until + dayMs), [teamId]);
});

test('a group that is renewed right after its expiry is archived once and writable again', async () => {
  const tenant = await service.addTenant();
  await setLifecycle(tenant, yearly);
  const teamId = await create(tenant, 'late');
  await advance(tenant, 364);
  const due = await nextDueAt(tenant);
  await setClock(tenant, new Date((due?.getTime() ?? 0) + 1_000));
  // The archiving may have ended or not when the renewal comes.
  await service.service.runDue();
  const path = `/teams/${teamId}/renewal`;
  assert.equal((await service.call(tenant, path, { method: 'POST', body: {} })).status, 200);
  await settled(tenant);
  assert.deepEqual(await operationsOf(tenant, teamId), [
    'archive succeeded',
    'unarchive succeeded',
  ]);
  await advance(tenant, 30);
  const { state, lifecycle } = await read(tenant, teamId);
  assert.equal(state, 'active');
  assert.equal(lifecycle?.outcome, null);
});

test('a group that was archived and is renewed until a day expires on that day', async () => {
  const tenant = await service.addTenant();
  await setLifecycle(tenant, { ...yearly, callerMaySet: true, deleteAfterArchived: null });
  const teamId = await create(tenant, 'back');
  await advance(tenant, 400);
  await assertState(tenant, teamId, 'archived');
  const until = new Date((await nowOf(tenant)).getTime() + 100 * dayMs).toISOString();
  const { status } = await service.call(tenant, `/teams/${teamId}/renewal`, {
    method: 'POST',
    body: { until },
  });
  assert.equal(status, 200);
  await runDue(tenant);
  await runDue(tenant);
  const { state, lifecycle } = await read(tenant, teamId);
  assert.equal(state, 'active');
  assert.equal(lifecycle?.expiresAt, until);
  await advance(tenant, 80);
  assert.deepEqual(await kindsOf(tenant, teamId), { renew: 4, archived: 1 });
});

test('a renewal after which the group does not become writable opens the question again', async () => {
  const tenant = await service.addTenant();
  await setLifecycle(tenant, { ...yearly, deleteAfterArchived: null });
  const teamId = await create(tenant, 'stuck');
  await advance(tenant, 400);
  await assertState(tenant, teamId, 'archived');
  const renewal = (path: string, body: object) =>
    service.call(tenant, path, { method: 'POST', body });
  const openTasks = async () => {
    const { body } = await service.call(tenant, `/tasks?teamId=${teamId}&state=open`);
    return (body as { items: { taskId: string; kind: string }[] }).items;
  };
  const owner = openAsOwner(service.at.settings, { maxConnections: 1 });
  await owner.query(
    `create function refuse_unarchiving() returns trigger language plpgsql as $$
      begin new.status = 'failed'; new.waiting = false; new.completed_at = now(); return new; end $$`,
  );
  await owner.query(
    `create trigger refuse_unarchiving before insert on operations for each row
      when (new.team_id = '${teamId}' and new.kind = 'unarchive') execute function refuse_unarchiving()`,
  );
  assert.equal((await renewal(`/teams/${teamId}/renewal`, {})).status, 200);
  await owner.query('drop trigger refuse_unarchiving on operations');
  await owner.close();
  await advance(tenant, 1);
  const [task, ...others] = await openTasks();
  assert.ok(task !== undefined && others.length === 0);
  assert.equal(task.kind, 'renew');
  const notices = await kindsOf(tenant, teamId);
  assert.ok((notices['renew'] ?? 0) > 2, JSON.stringify(notices));
  await advance(tenant, 2);
  assert.equal((await openTasks()).length, 1);
  const decided = await renewal(`/tasks/${task.taskId}/decision`, { decision: 'renew' });
  assert.equal(decided.status, 200, JSON.stringify(decided.body));
  await runDue(tenant);
  await runDue(tenant);
  await assertState(tenant, teamId, 'active');
  assert.equal((await read(tenant, teamId)).lifecycle?.renewals, 1);
  assert.deepEqual(await openTasks(), []);
});

test('a shorter policy deletes no group before the day that its people were given', async () => {
  const tenant = await service.addTenant();
  await setLifecycle(tenant, { ...yearly, deleteAfterArchived: 'P90D' });
  const teamId = await create(tenant, 'announced');
  await advance(tenant, 367);
  const { deletesAt } = (await read(tenant, teamId)).lifecycle ?? {};
  assert.ok(deletesAt != null);
  await advance(tenant, 62);
  await setLifecycle(tenant, { ...yearly, deleteAfterArchived: 'P14D' });
  await advance(tenant, 2);
  const { state, lifecycle } = await read(tenant, teamId);
  assert.equal(state, 'archived');
  assert.equal(lifecycle?.deletesAt, deletesAt);
});

test('a hold survives everything: policy, callers and time', async () => {
  const tenant = await service.addTenant();
  await setLifecycle(tenant, yearly);
  const teamId = await create(tenant, 'held');
  await runDue(tenant);
  const hold = await service.call(tenant, `/teams/${teamId}/hold`, {
    method: 'PUT',
    body: { reason: 'Lawsuit 4711' },
  });
  assert.equal(hold.status, 200, JSON.stringify(hold.body));
  await advance(tenant, 500);
  assert.deepEqual(await operationsOf(tenant, teamId), []);
  for (const request of [
    { path: `/teams/${teamId}`, method: 'DELETE' },
    { path: `/teams/${teamId}/archive`, method: 'POST' },
  ]) {
    const { status, body } = await service.call(tenant, request.path, {
      method: request.method,
      ...(request.method === 'POST' && { body: {} }),
    });
    assert.equal(status, 409, JSON.stringify(body));
    assert.equal((body as { code: string }).code, 'on_hold');
  }
  assert.equal((await read(tenant, teamId)).lifecycle?.hold?.reason, 'Lawsuit 4711');
  const released = await service.call(tenant, `/teams/${teamId}/hold`, { method: 'DELETE' });
  assert.equal(released.status, 204);
  // Nobody was asked during the hold: a question comes first.
  await advance(tenant, 1);
  await assertState(tenant, teamId, 'active');
  assert.equal((await kindsOf(tenant, teamId))['renew'], 1);
});

test('a group whose hold ends is not deleted before its people are warned again, a week ahead', async () => {
  const tenant = await service.addTenant();
  await setLifecycle(tenant, yearly);
  const teamId = await create(tenant, 'long-held');
  // Archived, and warned twice of its deletion.
  await advance(tenant, 424);
  assert.equal((await kindsOf(tenant, teamId))['deletes_soon'], 2);
  const path = `/teams/${teamId}/hold`;
  await service.call(tenant, path, { method: 'PUT', body: { reason: 'Audit' } });
  await advance(tenant, 300);
  assert.equal((await service.call(tenant, path, { method: 'DELETE' })).status, 204);
  const releasedAt = await nowOf(tenant);
  const { deletesAt = null } = (await read(tenant, teamId)).lifecycle ?? {};
  assert.ok(Date.parse(deletesAt ?? '') - releasedAt.getTime() >= 7 * 86_400_000 - 60_000);
  await advance(tenant, 5);
  await assertState(tenant, teamId, 'archived');
  assert.ok(Number((await kindsOf(tenant, teamId))['deletes_soon']) > 2);
  await advance(tenant, 5);
  await assertState(tenant, teamId, 'deleted');
  assert.equal((await kindsOf(tenant, teamId))['deleted'], 1);
});

test('warnings that an outage of notices delayed give people another week, and one more warning', async () => {
  const tenant = await service.addTenant();
  await setLifecycle(tenant, yearly);
  const teamId = await create(tenant, 'warned-late');
  await advance(tenant, 370);
  await assertState(tenant, teamId, 'archived');
  await setSender(tenant, 'none');
  await advance(tenant, 65);
  await setSender(tenant, 'outbox');
  await advance(tenant, 1);
  const warnings = Number((await kindsOf(tenant, teamId))['deletes_soon']);
  await advance(tenant, 5);
  await assertState(tenant, teamId, 'archived');
  assert.ok(warnings > 0);
  const { deletesAt = null } = (await read(tenant, teamId)).lifecycle ?? {};
  assert.ok(deletesAt !== null && Date.parse(deletesAt) > (await nowOf(tenant)).getTime());
  await advance(tenant, 10);
  await assertState(tenant, teamId, 'deleted');
});

test('a deletion that fails is repeated the next day, and nobody is informed of it before it happened', async () => {
  const tenant = await service.addTenant();
  await setLifecycle(tenant, yearly);
  const teamId = await create(tenant, 'refused');
  await advance(tenant, 424);
  const owner = openAsOwner(service.at.settings, { maxConnections: 1 });
  await owner.query(
    `create function refuse_deletion() returns trigger language plpgsql as $$
      begin new.status = 'failed'; new.waiting = false; new.completed_at = now(); return new; end $$`,
  );
  await owner.query(
    `create trigger refuse_deletion before insert on operations for each row
      when (new.team_id = '${teamId}' and new.kind = 'delete') execute function refuse_deletion()`,
  );
  await advance(tenant, 3);
  await assertState(tenant, teamId, 'archived');
  assert.equal((await kindsOf(tenant, teamId))['deleted'], undefined);
  const tries = (await operationsOf(tenant, teamId)).filter(
    (one) => one === 'delete failed',
  ).length;
  assert.ok(tries >= 1 && tries <= 3, `${tries} tries in three days`);
  const renewal = { method: 'POST', body: {} } as const;
  await owner.query('drop trigger refuse_deletion on operations');
  await owner.close();
  await advance(tenant, 2);
  await assertState(tenant, teamId, 'deleted');
  assert.equal((await kindsOf(tenant, teamId))['deleted'], 1);
  const { status, body } = await service.call(tenant, `/teams/${teamId}/renewal`, renewal);
  assert.equal(status, 409);
  assert.equal((body as { code: string }).code, 'not_expiring');
});

test('after an archiving that was cancelled, the people are asked again before the next one', async () => {
  const tenant = await service.addTenant();
  await setLifecycle(tenant, yearly);
  const teamId = await create(tenant, 'cancelled');
  await advance(tenant, 360);
  const owner = openAsOwner(service.at.settings, { maxConnections: 1 });
  await owner.query(
    `create function cancel_archiving() returns trigger language plpgsql as $$
      begin new.status = 'cancelled'; new.waiting = false; new.completed_at = now(); return new; end $$`,
  );
  await owner.query(
    `create trigger cancel_archiving before insert on operations for each row
      when (new.team_id = '${teamId}' and new.kind = 'archive') execute function cancel_archiving()`,
  );
  await advance(tenant, 8);
  await owner.query('drop trigger cancel_archiving on operations');
  await owner.close();
  assert.deepEqual(await operationsOf(tenant, teamId), ['archive cancelled']);
  assert.deepEqual(await kindsOf(tenant, teamId), { renew: 4 });
  await advance(tenant, 8);
  assert.deepEqual(await operationsOf(tenant, teamId), ['archive cancelled', 'archive succeeded']);
});

test('an archived group that was deleted and is restored has its time and its warnings again', async () => {
  const tenant = await service.addTenant();
  await setLifecycle(tenant, yearly);
  const byHand = await create(tenant, 'by-hand');
  const byPolicy = await create(tenant, 'by-policy');
  const send = async (method: string, teamId: string, action = '') => {
    const options = { method, headers: { prefer: 'wait=30' }, ...(action && { body: {} }) };
    const { body } = await service.call(tenant, `/teams/${teamId}${action}`, options);
    assert.equal((body as { status: string }).status, 'succeeded', JSON.stringify(body));
  };
  // Three days before its deletion, after both warnings.
  await advance(tenant, 422);
  await send('DELETE', byHand);
  await advance(tenant, 20);
  await assertState(tenant, byPolicy, 'deleted');
  for (const teamId of [byHand, byPolicy]) {
    await send('POST', teamId, '/restore');
    await runDue(tenant);
    const { state, lifecycle } = await read(tenant, teamId);
    const leftMs = Date.parse(lifecycle?.deletesAt ?? '') - (await nowOf(tenant)).getTime();
    assert.equal(state, 'archived');
    assert.ok(leftMs > 58 * dayMs, `${leftMs / dayMs} days`);
  }
  await advance(tenant, 62);
  for (const teamId of [byHand, byPolicy]) {
    await assertState(tenant, teamId, 'deleted');
    assert.equal((await kindsOf(tenant, teamId))['deletes_soon'], 4);
  }
});

test('after a handover the question moves to the new responsible person', async () => {
  const tenant = await service.addTenant();
  await setLifecycle(tenant, yearly);
  const teamId = await create(tenant, 'moved');
  await advance(tenant, 340);
  const asked = async () => {
    const { body } = await service.call(tenant, '/tasks?kind=renew&state=open');
    const { items } = body as { items: { assignees: { email: string }[] }[] };
    return items.flatMap(({ assignees }) => assignees.map(({ email }) => email));
  };
  assert.deepEqual(await asked(), ['mara@aare.example']);
  const handover = await service.call(tenant, `/teams/${teamId}`, {
    method: 'PATCH',
    body: { responsible: 'yuki@aare.example', former: 'none' },
    headers: { prefer: 'wait=30' },
  });
  assert.equal(handover.status, 200, JSON.stringify(handover.body));
  await settled(tenant);
  await advance(tenant, 1);
  assert.deepEqual(await asked(), ['yuki@aare.example']);
});

test('existing groups get one grace when a policy comes, whatever is edited, and a longer one moves their date', async () => {
  const tenant = await service.addTenant();
  const teamId = await create(tenant, 'existing');
  await advance(tenant, 400);
  assert.equal((await read(tenant, teamId)).lifecycle, null);
  await setLifecycle(tenant, { ...yearly, graceForExisting: 'P90D' });
  await runDue(tenant);
  const now = (await nowOf(tenant)).getTime();
  const inGrace = Date.parse((await read(tenant, teamId)).lifecycle?.expiresAt ?? '');
  assert.ok(inGrace - now >= 89 * dayMs && inGrace - now <= 91 * dayMs);
  await advance(tenant, 20);
  await setLifecycle(tenant, { ...yearly, graceForExisting: 'P100D', renew: { for: 'P2Y' } });
  await runDue(tenant);
  const edited = Date.parse((await read(tenant, teamId)).lifecycle?.expiresAt ?? '');
  assert.equal(edited, inGrace);
  await setLifecycle(tenant, { ...yearly, expires: { after: 'P3Y' } });
  await runDue(tenant);
  const longer = Date.parse((await read(tenant, teamId)).lifecycle?.expiresAt ?? '');
  assert.ok(longer - now > 600 * dayMs);
  await setLifecycle(tenant, null);
  await runDue(tenant);
  assert.equal((await read(tenant, teamId)).lifecycle, null);
});

test('nothing is archived while notices cannot be sent, and everything follows once they can', async () => {
  const tenant = await service.addTenant();
  await setLifecycle(tenant, yearly);
  const teamId = await create(tenant, 'unreachable');
  await advance(tenant, 360);
  await setSender(tenant, 'none');
  // The expiry passes, and each day is tried again.
  await advance(tenant, 12);
  assert.deepEqual(await operationsOf(tenant, teamId), []);
  await setSender(tenant, 'outbox');
  // The last reminder is sent now, and people have a week to answer it.
  await advance(tenant, 6);
  assert.deepEqual(await operationsOf(tenant, teamId), []);
  await advance(tenant, 2);
  assert.deepEqual(await operationsOf(tenant, teamId), ['archive succeeded']);
});

test('an expiry on a day in a property counts from it, and without a readable day there is none', async () => {
  const tenant = await service.addTenant();
  await setLifecycle(tenant, { ...yearly, expires: { on: '2031-12-31' } });
  const teamId = await create(tenant, 'on-a-day');
  await runDue(tenant);
  assert.equal((await read(tenant, teamId)).lifecycle?.expiresAt, '2031-12-31T08:00:00.000Z');
  await setLifecycle(tenant, { ...yearly, expires: { property: 'endDate', plus: 'P90D' } });
  await runDue(tenant);
  assert.equal((await read(tenant, teamId)).lifecycle?.expiresAt, null);
});

test('a request names the expiry of its group where the template permits it, and learns of every fault', async () => {
  const tenant = await service.addTenant();
  const ask = (path: string, body: unknown) => service.call(tenant, path, { method: 'POST', body });
  const faultsOf = async (alias: string, expiresAt: string) => {
    const request = teamRequest(alias, { expiresAt });
    const { status, body } = await ask('/teams', request);
    const planned = (await ask('/teams/plan', request)).body as { faults: unknown };
    const { errors } = body as { errors: { pointer: string; code: string }[] };
    assert.equal(status, 422, JSON.stringify(body));
    assert.deepEqual(planned.faults, errors);
    return errors.map(({ pointer, code }) => `${pointer} ${code}`);
  };
  const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
  await setLifecycle(tenant, yearly);
  assert.deepEqual(await faultsOf('forbidden', inDays(90)), ['/expiresAt not_allowed']);
  await setLifecycle(tenant, { ...yearly, callerMaySet: true, longest: 'P2Y' });
  assert.deepEqual(await faultsOf('past', inDays(-1)), ['/expiresAt not_in_future']);
  assert.deepEqual(await faultsOf('late', inDays(800)), ['/expiresAt too_late']);
  assert.deepEqual(await faultsOf('a b', inDays(-1)), [
    '/mailNickName character_refused',
    '/expiresAt not_in_future',
  ]);
  for (const text of noMoments) {
    assert.deepEqual(await faultsOf('unread', text), ['/expiresAt not_valid'], text);
    const { body } = await ask('/teams/bulk', [teamRequest('unread', { expiresAt: text })]);
    const [item] = (body as { items: { error?: { errors: { pointer: string }[] } }[] }).items;
    assert.equal(item?.error?.errors[0]?.pointer, '/expiresAt', JSON.stringify(item));
  }
  const expiresAt = inDays(90);
  const bulk = await ask('/teams/bulk', [
    teamRequest('dated', { expiresAt }),
    teamRequest('usual', { expiresAt: '' }),
  ]);
  const { items } = bulk.body as { items: { teamId: string }[] };
  await settled(tenant);
  await runDue(tenant);
  const [dated, usual] = await Promise.all(items.map(({ teamId }) => read(tenant, teamId)));
  assert.equal(dated?.lifecycle?.expiresAt, expiresAt);
  assert.ok(Date.parse(usual?.lifecycle?.expiresAt ?? '') > Date.now() + 300 * dayMs);
  // A longer policy moves no date that the request named.
  await setLifecycle(tenant, { ...yearly, callerMaySet: true, expires: { after: 'P5Y' } });
  await runDue(tenant);
  assert.equal((await read(tenant, items[0]?.teamId ?? '')).lifecycle?.expiresAt, expiresAt);
});

test('a group that the suite ends earlier is reported once, and each renewal is made there, too', async () => {
  const tenant = await service.addTenant();
  await setLifecycle(tenant, yearly);
  const teamId = await create(tenant, 'sandbox-expiring-1');
  const other = await create(tenant, 'not-covered');
  await runDue(tenant);
  const suiteOf = async (group: string) => {
    const { body } = await service.call(tenant, `/teams/${group}`);
    const { lifecycle } = body as {
      lifecycle: { suiteExpiresAt: string | null; warnings: string[] };
    };
    return lifecycle;
  };
  const first = await suiteOf(teamId);
  assert.ok(Date.parse(first.suiteExpiresAt ?? '') > Date.now() + 179 * dayMs);
  assert.deepEqual(first.warnings, ['suite_expires_earlier']);
  const { suiteExpiresAt, warnings } = await suiteOf(other);
  assert.deepEqual([suiteExpiresAt, warnings], [null, []]);
  const path = `/teams/${teamId}/renewal`;
  assert.equal((await service.call(tenant, path, { method: 'POST', body: {} })).status, 200);
  await runDue(tenant);
  const renewed = await suiteOf(teamId);
  assert.ok(Date.parse(renewed.suiteExpiresAt ?? '') > Date.parse(first.suiteExpiresAt ?? ''));
  const reported = await service.at.database.query<{ teamId: string }>(
    `select subject_id as team_id from activity
    where tenant_id = $1 and action = 'group.suite_expires_earlier'`,
    [tenant.tenantId],
  );
  // At first, and for the date after the renewal.
  assert.deepEqual(
    reported.map((one) => one.teamId),
    [teamId, teamId],
  );
});

test('the people of a group renew it or let it end by their task', async () => {
  const tenant = await service.addTenant();
  await setLifecycle(tenant, yearly);
  const kept = await create(tenant, 'kept');
  const over = await create(tenant, 'over');
  await advance(tenant, 340);
  const { body } = await service.call(tenant, '/tasks?kind=renew&state=open');
  const { items } = body as {
    items: { taskId: string; teamId: string; assignees: { email: string }[] }[];
  };
  assert.deepEqual(new Set(items.map(({ teamId }) => teamId)), new Set([kept, over]));
  assert.deepEqual(
    items.map(({ assignees }) => assignees.map(({ email }) => email)),
    [['mara@aare.example'], ['mara@aare.example']],
  );
  for (const { taskId, teamId } of items) {
    const decided = await service.call(tenant, `/tasks/${taskId}/decision`, {
      method: 'POST',
      body: { decision: teamId === kept ? 'renew' : 'let_expire', reason: 'Decided.' },
    });
    assert.equal(decided.status, 200, JSON.stringify(decided.body));
  }
  await advance(tenant, 40);
  await assertState(tenant, kept, 'active');
  assert.equal((await read(tenant, kept)).lifecycle?.renewals, 1);
  await assertState(tenant, over, 'archived');
  // Nobody was asked again.
  assert.equal((await kindsOf(tenant, over))['renew'], 1);
});

test('the effect of a changed policy is known before it is saved, and agrees with what follows', async () => {
  const tenant = await service.addTenant();
  const teamIds = [await create(tenant, 'one'), await create(tenant, 'two')];
  await advance(tenant, 300);
  const expires = { after: 'P100D' };
  const lifecycle = { ...yearly, expires, graceForExisting: 'P40D', spreadExisting: 'P90D' };
  const policy = completeLifecycle(lifecycle);
  const preview = await previewLifecycle(
    service.at.database,
    {
      tenantId: tenant.tenantId,
      templateId: tenant.templateIds.any,
      change: { kind: 'template', policy: { lifecycle: policy } },
      settings: undefined,
    },
    withoutRest,
  );
  assert.equal(preview.groups, 2);
  assert.equal(preview.concerned, 2);
  assert.equal(preview.expireWithin30Days, 0);
  await setLifecycle(tenant, lifecycle);
  await runDue(tenant);
  const expiries = (await Promise.all(teamIds.map((teamId) => read(tenant, teamId))))
    .map(({ lifecycle: given }) => Date.parse(given?.expiresAt ?? ''))
    .sort((one, other) => one - other);
  assert.deepEqual(
    [preview.firstExpiryAt?.getTime(), preview.lastExpiryAt?.getTime()],
    [expiries[0], expiries[1]],
  );
  const due = await nextDueAt(tenant);
  assert.equal(due?.getTime(), preview.firstAt?.getTime());
  assert.equal(teamIds.length, preview.groups);
});

test('the people of a new group are informed once, with its expiry, each in their role', async () => {
  const tenant = await service.addTenant();
  await setLifecycle(tenant, yearly, { created: ['responsible', 'deputy'] });
  const teamId = await create(tenant, 'informed');
  await advance(tenant, 1);
  await setLifecycle(tenant, { ...yearly, expires: { after: 'P2Y' } }, { created: ['deputy'] });
  await advance(tenant, 1);
  const rows = await service.at.database.query<{ email: string; isDeputy: boolean; due: string }>(
    `select email, (data ->> 'isDeputy')::boolean as is_deputy, data ->> 'dueAt' as due from notices
    where tenant_id = $1 and team_id = $2 and kind = 'created' order by email`,
    [tenant.tenantId, teamId],
  );
  assert.deepEqual(
    rows.map(({ email, isDeputy }) => [email, isDeputy]),
    [
      ['mara@aare.example', false],
      ['tomas@aare.example', true],
    ],
  );
  assert.ok(rows.every(({ due }) => due.endsWith('T08:00:00.000Z')));
});

// The tick looks at a creation that failed for ten minutes: this test comes last.
test('the steward is informed once of a creation that failed, where the template says so', async () => {
  const tenant = await service.addTenant();
  await setLifecycle(tenant, null, { failed: ['steward'] });
  const steward = 'lena@aare.example';
  await service.at.database.query('update organisations set steward = $2 where tenant_id = $1', [
    tenant.tenantId,
    steward,
  ]);
  const body = teamRequest('fails', { owners: ['nobody@aare.example'] });
  const sent = await service.call(tenant, '/teams', {
    method: 'POST',
    body,
    headers: { prefer: 'wait=30' },
  });
  const { teamId } = sent.body as { teamId: string };
  for (let run = 0; run < 2; run += 1) await service.service.runDue();
  const notices = await service.at.database.query<{ email: string; reason: string; rule: string }>(
    `select email, data ->> 'reason' as reason, cause ->> 'rule' as rule from notices
    where tenant_id = $1 and team_id = $2 and kind = 'creation_failed'`,
    [tenant.tenantId, teamId],
  );
  assert.equal(notices.length, 1);
  assert.deepEqual([notices[0]?.email, notices[0]?.rule], [steward, 'notices.failed']);
  assert.match(notices[0]?.reason ?? '', /nobody@aare\.example/);
  const { body: listed } = await service.call(tenant, `/teams/${teamId}/notices`);
  const { items } = listed as { items: { kind: string; to: { email: string } }[] };
  assert.deepEqual(
    items.map(({ kind, to }) => [kind, to.email]),
    [['creation_failed', steward]],
  );
});
