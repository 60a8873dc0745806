// Groups that nobody uses: their people are asked, by the governance clock of a sandbox.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { type Advance, createAdvance, type Lifecycle } from '../../../testing/governance.ts';
import { startTestService, type TestService, type TestTenant } from '../../../testing/service.ts';
import { createEnforcementBrake } from '../enforcement/brake.postgres.ts';

const dayMs = 86_400_000;
const inactivity = { after: 'P60D', within: 'P7D', quietFor: 'P30D' } as const;
const lifecycle = (unanswered: 'keep' | 'expire' = 'keep'): Lifecycle => ({
  inactivity: { ...inactivity, unanswered },
  remindBefore: ['P14D', 'P3D'],
});

let service: TestService;
let clock: Advance;
before(async () => {
  service = await startTestService();
  clock = createAdvance(service);
});
after(() => service.close());

let count = 0;
async function tenantWith(policy: Lifecycle, groups: number) {
  const tenant = await service.addTenant();
  await clock.setLifecycle(tenant, policy);
  const ids: string[] = [];
  for (let n = 0; n < groups; n += 1) {
    ids.push(await service.createTeam(tenant, `idle-${(count += 1)}`));
  }
  // They are older than the policy asks.
  await service.at.database.query(
    `update provisionings set completed_at = completed_at - interval '100 days' where tenant_id = $1`,
    [tenant.tenantId],
  );
  await clock.runDue(tenant);
  return { tenant, ids, id: ids[0] ?? '' };
}

async function use(tenant: TestTenant, teamId: string, daysAgo = 0): Promise<void> {
  const day = new Date((await clock.now(tenant)).getTime() - daysAgo * dayMs);
  await service.at.database.query(
    `update sandbox_groups set facts = facts || jsonb_build_object('lastUsedOn', $2::text) where marker = $1`,
    [teamId, day.toISOString().slice(0, 10)],
  );
}

async function tasksOf(tenant: TestTenant, teamId: string) {
  const { body } = await service.call(tenant, `/tasks?teamId=${teamId}`);
  const { items } = body as {
    items: { taskId: string; kind: string; state: string; outcome: string | null }[];
  };
  return items;
}

async function statesOf(tenant: TestTenant, teamId: string, kind = 'still_needed') {
  const tasks = await tasksOf(tenant, teamId);
  return tasks
    .flatMap((task) => (task.kind === kind ? [task.outcome ?? task.state] : []))
    .toReversed();
}

async function decide(tenant: TestTenant, teamId: string, decision: string, kind = 'still_needed') {
  const task = (await tasksOf(tenant, teamId)).find(
    (one) => one.kind === kind && one.state === 'open',
  );
  assert.ok(task);
  const { status, body } = await service.call(tenant, `/tasks/${task.taskId}/decision`, {
    method: 'POST',
    body: { decision },
  });
  assert.equal(status, 200, JSON.stringify(body));
  await clock.runDue(tenant);
}

async function read(tenant: TestTenant, teamId: string) {
  const { body } = await service.call(tenant, `/teams/${teamId}`);
  return body as {
    state: string;
    activity: { idleSince: string | null };
    lifecycle: { expiresAt: string | null };
  };
}

async function eventsOf(teamId: string) {
  const rows = await service.at.database.query<{ action: string }>(
    `select action from activity where subject_id = $1 and action in ('group.idle', 'group.active_again') order by occurred_at`,
    [teamId],
  );
  return rows.map(({ action }) => action);
}

suite('a group that nobody uses', () => {
  test('its people are asked, and left in peace where it is needed, used, held or nobody answers', async () => {
    const { tenant, ids } = await tenantWith(lifecycle(), 5);
    const [unanswered = '', used = '', needed = '', unneeded = '', held = ''] = ids;
    await use(tenant, used, 57);
    const hold = (method: string) =>
      service.call(tenant, `/teams/${held}/hold`, {
        method,
        ...(method === 'PUT' && { body: { reason: 'Legal hold' } }),
      });
    await hold('PUT');
    await clock.advance(tenant, 1.1);
    for (const id of [unanswered, needed, unneeded]) {
      assert.deepEqual(await statesOf(tenant, id), ['open'], await clock.storyOf(tenant, id));
      assert.match((await read(tenant, id)).activity.idleSince ?? '', /Z$/);
    }
    assert.deepEqual([await statesOf(tenant, used), await statesOf(tenant, held)], [[], []]);
    assert.equal((await read(tenant, used)).activity.idleSince, null);

    const compare = (id: string) =>
      service.call(tenant, `/teams/${id}/comparison`, { method: 'POST' });
    for (const id of [unanswered, needed, unneeded]) await compare(id);
    const found = async () => {
      const { body } = await service.call(tenant, '/teams?finding=idle&total=true');
      const { items, counts } = body as { items: { teamId: string }[]; counts: { idle: number } };
      return [items.map(({ teamId }) => teamId).toSorted(), counts.idle];
    };
    assert.deepEqual(await found(), [[unanswered, needed, unneeded].toSorted(), 3]);
    await decide(tenant, needed, 'needed');
    await decide(tenant, unneeded, 'not_needed');
    assert.deepEqual(await found(), [[unanswered, unneeded].toSorted(), 2]);
    await compare(needed);
    assert.deepEqual(await found(), [[unanswered, unneeded].toSorted(), 2]);
    await hold('DELETE');

    await clock.advance(tenant, 3);
    assert.deepEqual(await statesOf(tenant, held), ['open']);
    assert.deepEqual(await statesOf(tenant, unneeded, 'renew'), ['open']);
    // A use on the day after the last one that counts.
    assert.deepEqual(await statesOf(tenant, used), ['open']);
    await use(tenant, used);
    await clock.advance(tenant, 5);
    assert.deepEqual(await statesOf(tenant, used), ['withdrawn']);
    assert.deepEqual(await eventsOf(used), ['group.idle', 'group.active_again']);
    assert.equal((await read(tenant, used)).activity.idleSince, null);
    assert.deepEqual(await statesOf(tenant, unanswered), ['kept']);
    assert.equal((await read(tenant, unanswered)).lifecycle.expiresAt, null);

    await clock.advance(tenant, 9);
    assert.equal((await read(tenant, unneeded)).state, 'archived');
    assert.deepEqual(await statesOf(tenant, unneeded), ['not_needed']);
    await clock.advance(tenant, 15);
    assert.deepEqual(await statesOf(tenant, needed), ['needed', 'open']);
    assert.deepEqual(await statesOf(tenant, unanswered), ['kept']);
    await clock.advance(tenant, 8);
    assert.deepEqual(await statesOf(tenant, unanswered), ['kept', 'open']);
    assert.deepEqual(await eventsOf(unanswered), ['group.idle']);
  });

  test('without an answer it expires where the template says so, unless it is used again or renewed', async () => {
    const { tenant, ids } = await tenantWith(lifecycle('expire'), 3);
    const [ends = '', used = '', renewed = ''] = ids;
    await clock.advance(tenant, 10);
    for (const id of ids) {
      assert.deepEqual(await statesOf(tenant, id), ['expires'], await clock.storyOf(tenant, id));
      assert.deepEqual(await statesOf(tenant, id, 'renew'), ['open']);
    }
    await use(tenant, used);
    await decide(tenant, renewed, 'renew', 'renew');
    await clock.advance(tenant, 2);
    assert.equal((await read(tenant, used)).lifecycle.expiresAt, null);
    assert.deepEqual(await statesOf(tenant, used, 'renew'), ['withdrawn']);
    await clock.advance(tenant, 14);
    assert.equal((await read(tenant, ends)).state, 'archived', await clock.storyOf(tenant, ends));
    assert.equal((await read(tenant, used)).state, 'active');
    assert.equal((await read(tenant, renewed)).state, 'active');
    assert.deepEqual(await statesOf(tenant, renewed), ['expires']);
  });

  test('a template that asks no longer ends what it began', async () => {
    const { tenant, ids } = await tenantWith(lifecycle('expire'), 2);
    const [asked = '', expiring = ''] = ids;
    await clock.advance(tenant, 1.1);
    await decide(tenant, expiring, 'not_needed');
    await clock.advance(tenant, 1);
    assert.ok((await read(tenant, expiring)).lifecycle.expiresAt);
    await clock.setLifecycle(tenant, { callerMaySet: true });
    await clock.runDue(tenant);
    assert.deepEqual(await statesOf(tenant, asked), ['withdrawn']);
    for (const id of ids) {
      const { activity, lifecycle: dates } = await read(tenant, id);
      assert.deepEqual([activity.idleSince, dates.expiresAt], [null, null]);
    }
  });

  for (const [name, reports] of [
    [
      'late',
      `jsonb_set(reports, '{teams,reportOn}', to_jsonb(((reports #>> '{teams,reportOn}')::date - 7)::text))`,
    ],
    [
      'partial',
      `jsonb_set(reports, '{group}', reports -> 'group' || '{"expected": 100, "covered": 94}')`,
    ],
    ['concealed', `jsonb_set(reports, '{teams,state}', '"concealed"')`],
  ] as const) {
    test(`a ${name} report asks nobody, and no question lapses by it`, async () => {
      const { tenant, ids } = await tenantWith(lifecycle('expire'), 2);
      const [asked = '', unasked = ''] = ids;
      await use(tenant, unasked, 57);
      await clock.advance(tenant, 1.1);
      assert.deepEqual(
        [await statesOf(tenant, asked), await statesOf(tenant, unasked)],
        [['open'], []],
      );
      // No other report comes.
      await service.at.database.query(
        `update usage_reports set due_at = due_at + interval '1 year', reports = ${reports} where tenant_id = $1`,
        [tenant.tenantId],
      );
      await service.at.database.query(
        `update governed_groups set due_at = now() where tenant_id = $1`,
        [tenant.tenantId],
      );
      await clock.advance(tenant, 10);
      assert.deepEqual(
        [await statesOf(tenant, asked), await statesOf(tenant, unasked)],
        [['open'], []],
      );
    });
  }

  test('too many at once are stopped, the administrators learn of it, and a release asks', async () => {
    const { tenant, ids } = await tenantWith(lifecycle(), 22);
    await clock.advance(tenant, 1.1);
    const open = async () =>
      (
        await service.at.database.query(
          `select from tasks where tenant_id = $1 and kind = 'still_needed'`,
          [tenant.tenantId],
        )
      ).length;
    assert.equal(await open(), 0);
    const stops = await service.at.database.query(
      `select from activity where tenant_id = $1 and action = 'idle.stopped'`,
      [tenant.tenantId],
    );
    assert.equal(stops.length, 1);
    const brake = createEnforcementBrake(service.at.database, {
      clock: { now: () => Date.now() },
      onReleased: () => undefined,
    });
    assert.equal((await brake.read(tenant.tenantId, 'idle'))?.wanted, 22);
    const actor = { kind: 'administrator', id: 'ada@nordlicht.example' } as const;
    assert.equal(await brake.release(tenant.tenantId, 'idle', actor), true);
    await clock.advance(tenant, 1);
    assert.equal(await open(), ids.length);
  });
});
