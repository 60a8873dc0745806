// Approvals of operations through the API, on the sandbox directory.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { ApprovalPolicy } from '../../settings/organisations/approval-policy.ts';
import { isToAskSql } from './operations-to-approve.postgres.ts';
import { claimDue, dueLanes, nextDue } from '../../groups/change/operation-ledger.postgres.ts';
import { previewApproval } from './preview-approval.postgres.ts';
import { setEnabled } from '../../../testing/sandbox-people.ts';
import { moveClock } from '../../../testing/governance.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { eventually } from '../../../testing/eventually.ts';
import { nodesOf, type PlanRow } from '../../../testing/query-plan.ts';
import {
  startTestService,
  teamRequest,
  testOperator,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';

interface Operation {
  status: string;
  waitsFor: string | null;
  operationId: string;
  code?: string;
  error: { code: string; detail: string } | null;
  steps: { name: string; status: string; detail: string | null }[];
  approval?: {
    stage: number;
    of: number;
    taskId: string | null;
    assignees: { email: string }[];
    dueAt: string | null;
    decisions: { decision: string; by: { id: string } }[];
  };
}
interface Task {
  taskId: string;
  kind: string;
  state: string;
  outcome: string | null;
  reason: string | null;
  decisions: { decision: string }[];
  request?: Record<string, unknown> & { requestedBy: { kind: string; name: string } };
}

const [mara, tomas, yuki, lena] = testPeople as [string, string, string, string];
const guest = 'guest@partner.example';
let at: TestDatabase;
let service: TestService;
let tenant: TestTenant;
let count = 0;

before(async () => {
  at = await createTestDatabase({ maxConnections: 30 });
  service = await startTestService({}, { at });
  tenant = await service.addTenant();
  await at.database.query(
    `insert into sandbox_people (tenant_id, person_id, email, display_name, kind)
    values ($1, gen_random_uuid(), $2, 'Guest', 'guest')`,
    [tenant.tenantId, guest],
  );
  await addTemplate('governed', {});
});
after(async () => {
  await service.close();
  await at.close();
});

async function addTemplate(
  identifier: string,
  approval: object,
  { tenantId, organisationId }: TestTenant = tenant,
): Promise<void> {
  await service.change(({ templates }) =>
    templates.create(testOperator, tenantId, organisationId, {
      name: identifier,
      identifier,
      mailNicknamePattern: '',
      displayNamePattern: '',
      policy: {
        approval: {
          when: 'never',
          operations: ['public', 'guests', 'delete'],
          stages: [{ by: [lena] }],
          decisions: 'link',
          ...approval,
        },
      },
    }),
  );
  await service.service.refresh();
}

const call = (method: string, path: string, body?: unknown, headers = {}) =>
  service.call(tenant, path, { method, body, headers });
const send = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
  (await call(method, path, body)).body as T;

/** A group, which needs no approval itself. */
async function create(template = 'governed', alias = `of-operations-${(count += 1)}`) {
  const body = teamRequest(alias, { templateIdOrIdentifier: template });
  const { teamId } = await send<{ teamId: string }>('POST', '/teams', body);
  await eventually(async () => {
    const { status } = await send<{ status: string }>('GET', `/teams/${teamId}/status`);
    return status === 'succeeded';
  }, `${alias} exists`);
  return teamId;
}

const operation = (teamId: string, operationId: string) =>
  send<Operation>('GET', `/teams/${teamId}/operations/${operationId}`);

async function becomes(teamId: string, operationId: string, wanted: string): Promise<Operation> {
  let found: Operation | undefined;
  await eventually(async () => {
    found = await operation(teamId, operationId);
    return found.status === wanted;
  }, `${operationId} is ${wanted}`);
  return found!;
}

/** Requests an operation, and waits until its people are asked. */
async function request(teamId: string, method: 'PATCH' | 'DELETE', body?: object) {
  const { operationId } = await send<Operation>(method, `/teams/${teamId}`, body);
  return { operationId, task: await taskOf(teamId, operationId) };
}

async function taskOf(teamId: string, operationId: string): Promise<Task> {
  let taskId: string | null | undefined;
  await eventually(async () => {
    ({ taskId } = (await operation(teamId, operationId)).approval ?? {});
    return typeof taskId === 'string';
  }, `an approval of ${operationId} is asked for`);
  return send<Task>('GET', `/tasks/${taskId}`);
}

const decide = ({ taskId }: Task, decision: string, others: object = {}) =>
  call('POST', `/tasks/${taskId}/decision`, { decision, ...others });

async function advance(by: string): Promise<void> {
  await moveClock(at.database, tenant.tenantId, by);
  // Two processes do the same.
  await Promise.all([service.service.runDue(), service.service.runDue()]);
}

const enable = (email: string, enabled: boolean) => setEnabled(at.database, tenant, email, enabled);

const visibilityOf = async (teamId: string) =>
  (await send<{ visibility: string }>('GET', `/teams/${teamId}`)).visibility;

suite('approval of operations', () => {
  test('by a manager goes to that of the successor, once the handover has ended', async () => {
    await addTemplate('by-manager', { stages: [{ by: ['manager'] }] });
    for (const [person, manager] of [
      [mara, lena],
      [yuki, tomas],
    ] as const) {
      await at.database.query(
        'update sandbox_people set manager_email = $3 where tenant_id = $1 and email = $2',
        [tenant.tenantId, person, manager],
      );
    }
    const teamId = await create('by-manager');
    const { operationId, task } = await request(teamId, 'PATCH', { visibility: 'public' });
    const asked = async () => {
      const { approval } = await send<Operation>(
        'GET',
        `/teams/${teamId}/operations/${operationId}`,
      );
      return approval?.assignees.map(({ email }) => email);
    };
    assert.deepEqual(await asked(), [lena]);
    await call('PATCH', `/teams/${teamId}`, { responsible: yuki });
    await eventually(async () => {
      // In place of the next tick, within half a minute.
      await service.service.runDue();
      return (await asked())?.[0] === tomas;
    }, 'the other manager is asked');
    const { items } = await send<{ items: Task[] }>('GET', `/tasks?teamId=${teamId}&state=open`);
    assert.ok(
      items.some(({ taskId }) => taskId === task.taskId),
      'by the same task',
    );
  });

  test('a change to public waits for its approval, and the operations of the group behind it do not', async () => {
    const teamId = await create();
    const reason = 'The whole house reads it.';
    const { operationId, task } = await request(teamId, 'PATCH', { visibility: 'public', reason });
    assert.deepEqual(
      [task.kind, task.decisions.map(({ decision }) => decision)],
      ['approve_change', ['approve', 'reject']],
    );
    const { requestedBy, sentBy, requestedAt: _, ...asked } = task.request!;
    assert.equal(requestedBy.kind, 'api_key');
    assert.deepEqual(sentBy, requestedBy);
    assert.deepEqual(asked, {
      kind: 'change',
      operationId,
      reason,
      stage: 1,
      of: 1,
      notAsked: 0,
      displayName: asked['displayName'],
      description: null,
      visibility: 'public',
      responsible: mara,
      deputy: tomas,
      people: 3,
      guests: 0,
      added: [],
      removed: [],
      properties: {},
      changes: ['visibility'],
    });
    const waiting = await call('GET', `/teams/${teamId}/operations/${operationId}`);
    const { status, waitsFor, approval } = waiting.body as Operation;
    assert.deepEqual([status, waitsFor], ['awaiting_approval', 'approval']);
    assert.equal(waiting.headers.get('retry-after'), '300');
    assert.deepEqual(
      approval?.assignees.map(({ email }) => email),
      [lena],
    );
    assert.ok(approval?.dueAt != null);
    const other = await send<Operation>('PATCH', `/teams/${teamId}`, { description: 'Other' });
    await becomes(teamId, other.operationId, 'succeeded');
    assert.equal(await visibilityOf(teamId), 'private');
    assert.equal((await decide(task, 'approve')).status, 200);
    const done = await becomes(teamId, operationId, 'succeeded');
    assert.deepEqual(
      [done.approval?.taskId, done.approval?.decisions.map(({ by }) => by.id)],
      [null, [tenant.keyId]],
    );
    assert.equal(await visibilityOf(teamId), 'public');
    const [entry] = await at.database.query<{ approvals: { decision: string }[] }>(
      `select data -> 'approvals' as approvals from activity
      where data ->> 'operationId' = $1 and action = 'group.changed'`,
      [operationId],
    );
    assert.deepEqual(
      entry?.approvals.map(({ decision }) => decision),
      ['approve'],
    );
  });

  test('a change to public waits for its approval, also behind another one that has not begun to wait for its own', async () => {
    const slow = await service.addTenant({ directory: { kind: 'sandbox', teamCreationMs: 1_500 } });
    await addTemplate('governed', {}, slow);
    const sendTo = async (method: string, path: string, body?: unknown) =>
      (await service.call(slow, path, { method, body })).body as Operation & { teamId: string };
    const created = teamRequest('two-changes', { templateIdOrIdentifier: 'governed' });
    const { teamId } = await sendTo('POST', '/teams', created);
    // The group is still being created, so that none of its operations has begun.
    const changes = [
      await sendTo('PATCH', `/teams/${teamId}`, { visibility: 'public' }),
      await sendTo('PATCH', `/teams/${teamId}`, { visibility: 'public', description: 'Two' }),
    ];
    const { steps } = (
      await service.call(slow, `/teams/${teamId}/plan`, {
        method: 'POST',
        body: { visibility: 'public', description: 'Three' },
      })
    ).body as { steps: string[] };
    assert.ok(steps.includes('await_approval'), `the plan: ${steps.join()}`);
    for (const { operationId } of changes) {
      let status: string | undefined;
      await eventually(async () => {
        ({ status } = await sendTo('GET', `/teams/${teamId}/operations/${operationId}`));
        return status === 'awaiting_approval' || status === 'succeeded';
      }, `${operationId} waits`);
      assert.equal(status, 'awaiting_approval');
    }
    const { body } = await service.call(slow, `/teams/${teamId}`);
    assert.equal((body as { visibility: string }).visibility, 'private');
  });

  test('a rejected deletion fails with the reason and leaves the group alone', async () => {
    const teamId = await create();
    const { operationId, task } = await request(teamId, 'DELETE');
    assert.equal(task.kind, 'approve_delete');
    assert.equal((await decide(task, 'reject')).status, 422);
    assert.equal((await decide(task, 'amend', { displayName: 'Other' })).status, 422);
    assert.equal((await decide(task, 'reject', { reason: 'It is needed.' })).status, 200);
    const { error, steps, approval } = await becomes(teamId, operationId, 'failed');
    assert.equal(error?.code, 'approval_rejected');
    assert.match(error.detail, /rejected the deletion: It is needed\.$/);
    assert.deepEqual(
      steps.map(({ name, status }) => [name, status]),
      [
        ['await_approval', 'failed'],
        ['delete_group', 'pending'],
      ],
    );
    assert.deepEqual(
      approval?.decisions.map(({ decision }) => decision),
      ['reject'],
    );
    assert.equal((await send<{ state: string }>('GET', `/teams/${teamId}`)).state, 'active');
    assert.equal((await decide(task, 'approve')).status, 409);
  });

  test('an operation that nobody decides in time fails, or continues where the policy says so', async () => {
    await addTemplate('lenient', { lapse: { after: 'P2D', as: 'approved' } });
    const strict = await create();
    const lenient = await create('lenient');
    const fails = await request(strict, 'DELETE');
    const continues = await request(lenient, 'DELETE');
    await advance('15 days');
    const { error } = await becomes(strict, fails.operationId, 'failed');
    assert.deepEqual(
      [error?.code, error?.detail],
      ['approval_expired', 'No one approved the deletion in time.'],
    );
    await becomes(lenient, continues.operationId, 'succeeded');
  });

  test('a cancelled operation withdraws its question, and no other of the group', async () => {
    const teamId = await create();
    const deletion = await request(teamId, 'DELETE');
    const change = await request(teamId, 'PATCH', { visibility: 'public' });
    const path = `/teams/${teamId}/operations/${change.operationId}/cancel`;
    assert.equal((await send<Operation>('POST', path)).status, 'cancelled');
    assert.equal((await send<Operation>('POST', path)).status, 'cancelled');
    const states = await Promise.all(
      [change, deletion].map(
        async ({ task }) => (await send<Task>('GET', `/tasks/${task.taskId}`)).state,
      ),
    );
    assert.deepEqual(states, ['withdrawn', 'open']);
    const { body } = await call(
      'GET',
      `/tasks?teamId=${teamId}&state=open&kind=approve_change,approve_delete`,
    );
    assert.equal((body as { items: unknown[] }).items.length, 1);
    // The decision that a system holds no longer applies to anything.
    assert.equal((await decide(change.task, 'approve')).status, 409);
  });

  test('a request that awaits an approval already is answered with the waiting operation', async () => {
    const teamId = await create();
    const added = await send<Operation>('PATCH', `/teams/${teamId}`, { members: { add: [guest] } });
    // At once, while the people are looked up, and once the approval is asked for.
    const early = await call('PATCH', `/teams/${teamId}`, { members: { add: [guest] } });
    await taskOf(teamId, added.operationId);
    await send('PATCH', `/teams/${teamId}`, { description: 'Other' });
    const answers = [early, await call('PATCH', `/teams/${teamId}`, { members: { add: [guest] } })];
    for (const { body } of answers) {
      const { operationId, changed } = body as Operation & { changed: boolean };
      assert.deepEqual([operationId, changed], [added.operationId, false]);
    }
    const plan = await send<{ changed: boolean }>('POST', `/teams/${teamId}/plan`, {
      members: { add: [guest] },
    });
    assert.equal(plan.changed, false);
    const other = await send<Operation>('PATCH', `/teams/${teamId}`, {
      members: { add: [guest, lena] },
    });
    assert.notEqual(other.operationId, added.operationId);
    for (const [method, body] of [
      ['PATCH', { visibility: 'public' }],
      ['DELETE', undefined],
    ] as const) {
      const asked = await create();
      const { operationId, task } = await request(asked, method, body);
      const again = await send<Operation>(method, `/teams/${asked}`, body);
      assert.deepEqual([again.operationId, again.status], [operationId, 'awaiting_approval']);
      await decide(task, 'reject', { reason: 'Not now.' });
      await becomes(asked, operationId, 'failed');
      const later = await send<Operation>(method, `/teams/${asked}`, body);
      assert.notEqual(later.operationId, operationId);
    }
  });

  test('a change that adds people waits only if guests are among them', async () => {
    const teamId = await create();
    const people = await send<Operation>('PATCH', `/teams/${teamId}`, { members: { add: [lena] } });
    const added = await becomes(teamId, people.operationId, 'succeeded');
    assert.equal(
      added.steps.find(({ name }) => name === 'await_approval')?.detail,
      'No approval is needed.',
    );
    const { operationId, task } = await request(teamId, 'PATCH', { members: { add: [guest] } });
    assert.deepEqual([task.request?.['guests'], task.request?.['added']], [1, [guest]]);
    await decide(task, 'approve');
    await becomes(teamId, operationId, 'succeeded');
    const unknown = { members: { add: ['nobody@aare.example', guest] } };
    const failing = await send<Operation>('PATCH', `/teams/${teamId}`, unknown);
    const failed = await becomes(teamId, failing.operationId, 'failed');
    assert.deepEqual([failed.error?.code, failed.approval], ['people_not_found', undefined]);
  });

  test('a plan says that an approval is needed, and asks nobody', async () => {
    const teamId = await create();
    const plan = await send<{ steps: string[] }>('POST', `/teams/${teamId}/plan`, {
      kind: 'delete',
    });
    assert.deepEqual(plan.steps, ['await_approval', 'delete_group']);
    const harmless = await send<{ steps: string[] }>('POST', `/teams/${teamId}/plan`, {
      members: { add: [lena] },
    });
    assert.ok(!harmless.steps.includes('await_approval'));
    const { items } = await send<{ items: Task[] }>('GET', `/tasks?teamId=${teamId}`);
    assert.deepEqual(items, []);
  });

  test('an operation whose group is deleted in the moment in which people are asked fails, and nobody is asked', async () => {
    const teamId = await create();
    const { operationId, task } = await request(teamId, 'PATCH', { visibility: 'public' });
    await at.database.query("update tasks set state = 'withdrawn' where task_id = $1", [
      task.taskId,
    ]);
    const run = await at.database.transaction(async (transaction) => {
      await transaction.query('update teams set deleted_at = now() where team_id = $1', [teamId]);
      await at.database.query(
        `update operations set facts = jsonb_set(facts, '{approval,state}', '"requested"') where operation_id = $1`,
        [operationId],
      );
      const pending = service.service.runDue();
      await eventually(async () => {
        const waiting = await at.database.query(
          `select from pg_locks where locktype = 'transactionid' and not granted
            and pid in (select pid from pg_stat_activity where datname = current_database())`,
        );
        return waiting.length > 0;
      }, 'the group is waited for');
      return { pending };
    });
    await run.pending;
    const { error } = await becomes(teamId, operationId, 'failed');
    assert.equal(error?.code, 'group_not_active');
    const { items } = await send<{ items: Task[] }>('GET', `/tasks?teamId=${teamId}&state=open`);
    assert.deepEqual(items, []);
  });

  test('a second deletion of a group that was deleted meanwhile fails at the next look', async () => {
    await addTemplate('twice', {});
    const teamId = await create('twice');
    const { operationId, task } = await request(teamId, 'DELETE');
    await at.database.query(
      `update templates set policy = policy - 'approval', version = version + 1
      where template_id = (select template_id from teams where team_id = $1)`,
      [teamId],
    );
    await service.service.refresh();
    const other = await send<Operation>('DELETE', `/teams/${teamId}`);
    await becomes(teamId, other.operationId, 'succeeded');
    await service.service.runDue();
    await becomes(teamId, operationId, 'failed');
    assert.equal((await send<Task>('GET', `/tasks/${task.taskId}`)).state, 'withdrawn');
  });

  test('an operation on a group that was deleted meanwhile fails, and its question is withdrawn', async () => {
    const teamId = await create();
    const change = await request(teamId, 'PATCH', { visibility: 'public' });
    const second = { visibility: 'public', description: 'Two' };
    const later = await send<Operation>('PATCH', `/teams/${teamId}`, second);
    const { approval } = await becomes(teamId, later.operationId, 'awaiting_approval');
    await service.service.runDue();
    assert.equal(approval?.taskId, null, 'one change of a group is asked about at a time');
    const deletion = await request(teamId, 'DELETE');
    await decide(deletion.task, 'approve');
    await becomes(teamId, deletion.operationId, 'succeeded');
    await service.service.runDue();
    await service.service.runDue();
    const { error } = await becomes(teamId, change.operationId, 'failed');
    assert.equal(error?.code, 'group_not_active');
    const { state, reason } = await send<Task>('GET', `/tasks/${change.task.taskId}`);
    assert.deepEqual([state, reason], ['withdrawn', error.detail]);
    const { items } = await send<{ items: Operation[] }>('GET', `/teams/${teamId}/operations`);
    assert.deepEqual(items.map(({ status }) => status).toSorted(), [
      'failed',
      'failed',
      'succeeded',
    ]);
  });

  test('people who left before the approval, and a hold since, fail the operation after it', async () => {
    const teamId = await create();
    await at.database.query(
      `insert into sandbox_people (tenant_id, person_id, email, display_name)
      values ($1, gen_random_uuid(), 'leaver@aare.example', 'Leaver')`,
      [tenant.tenantId],
    );
    const body = { visibility: 'public', members: { add: ['leaver@aare.example'] } };
    const { operationId, task } = await request(teamId, 'PATCH', body);
    await at.database.query(`delete from sandbox_people where email = 'leaver@aare.example'`);
    await decide(task, 'approve');
    const failed = await becomes(teamId, operationId, 'failed');
    assert.equal(failed.error?.code, 'people_not_found');
    assert.equal(await visibilityOf(teamId), 'private');
    const deletion = await request(teamId, 'DELETE');
    assert.equal((await call('PUT', `/teams/${teamId}/hold`, { reason: 'Dispute' })).status, 200);
    await decide(deletion.task, 'approve');
    const held = await becomes(teamId, deletion.operationId, 'failed');
    assert.equal(held.error?.code, 'on_hold');
  });

  test('approvers who leave while an operation waits are replaced, and the next stage is asked when none is left', async () => {
    await addTemplate('leaving', {
      stages: [{ by: [lena, yuki] }, { by: [tomas] }],
      remindDays: [1],
    });
    const teamId = await create('leaving');
    const change = await request(teamId, 'PATCH', { visibility: 'public' });
    const deletion = await request(teamId, 'DELETE');
    const both = [change.operationId, deletion.operationId];
    const askedFor = () =>
      Promise.all(
        both.map(async (operationId) => {
          const { status, approval } = await operation(teamId, operationId);
          const emails = approval?.assignees.map(({ email }) => email).toSorted();
          return [status, approval?.stage, emails];
        }),
      );
    const waits = 'awaiting_approval';
    assert.deepEqual(
      await askedFor(),
      both.map(() => [waits, 1, [lena, yuki].toSorted()]),
    );
    await enable(lena, false);
    await advance('25 hours');
    assert.deepEqual(
      await askedFor(),
      both.map(() => [waits, 1, [yuki]]),
    );
    await enable(yuki, false);
    await advance('25 hours');
    assert.deepEqual(
      await askedFor(),
      both.map(() => [waits, 2, [tomas]]),
    );
    for (const person of [lena, yuki]) await enable(person, true);
    // The question of the earlier stage is closed, also for those who are back.
    assert.equal((await decide(change.task, 'approve')).status, 409);
    for (const operationId of both) {
      await decide(await taskOf(teamId, operationId), 'approve');
      const { approval } = await becomes(teamId, operationId, 'succeeded');
      assert.deepEqual(
        approval?.decisions.map(({ decision }) => decision),
        ['skip', 'approve'],
      );
    }
    const notices = await at.database.query<{ email: string; count: number }>(
      `select email, count(*)::integer as count from notices
      where team_id = $1 and email = any ($2::text[]) group by email order by email`,
      [teamId, [lena, yuki]],
    );
    // Both were asked about each operation; of the reminder, only the one who was left.
    assert.deepEqual(Object.fromEntries(notices.map(({ email, count }) => [email, count])), {
      [lena]: 2,
      [yuki]: 4,
    });
  });

  test('an approval can amend the new name of a change, which is checked as that of a change is', async () => {
    const teamId = await create();
    const body = { visibility: 'public', displayName: 'Reading room' };
    const { operationId, task } = await request(teamId, 'PATCH', body);
    assert.deepEqual(
      task.decisions.map(({ decision }) => decision),
      ['approve', 'amend', 'reject'],
    );
    const bad = await decide(task, 'amend', { displayName: '' });
    assert.equal(bad.status, 422);
    await decide(task, 'amend', { displayName: 'Library' });
    await becomes(teamId, operationId, 'succeeded');
    const { displayName } = await send<{ displayName: string }>('GET', `/teams/${teamId}`);
    assert.equal(displayName, 'Library');
  });

  test('of an approval and a rejection at once, one counts', async () => {
    const teamId = await create();
    const { operationId, task } = await request(teamId, 'DELETE');
    const answers = await Promise.all([
      decide(task, 'approve'),
      decide(task, 'reject', { reason: 'No.' }),
      decide(task, 'approve'),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 409, 409],
    );
    const { outcome } = await send<Task>('GET', `/tasks/${task.taskId}`);
    await becomes(teamId, operationId, outcome === 'approve' ? 'succeeded' : 'failed');
  });

  test('the policy at acceptance applies, also if the template changes meanwhile', async () => {
    await addTemplate('changing', { stages: [{ by: [lena] }, { by: [yuki] }] });
    const teamId = await create('changing');
    const { operationId, task } = await request(teamId, 'DELETE');
    await at.database.query(
      `update templates set policy = policy - 'approval', version = version + 1 where identifier = 'changing'`,
    );
    await service.service.refresh();
    await decide(task, 'approve');
    const second = await taskOf(teamId, operationId);
    assert.notEqual(second.taskId, task.taskId);
    await decide(second, 'approve');
    const { approval } = await becomes(teamId, operationId, 'succeeded');
    assert.deepEqual([approval?.stage, approval?.of], [2, 2]);
  });

  test('the effect of a changed policy is known before, and agrees with the operations that wait then', async () => {
    await addTemplate('previewed', { operations: ['delete'] });
    const groups = [
      await create('previewed'),
      await create('previewed'),
      await create('previewed'),
    ];
    const [open = '', archived = ''] = groups;
    await at.database.query(
      `update teams set policy = policy || '{"visibility": "public", "guestsAllowed": false}' where team_id = $1`,
      [open],
    );
    const { operationId } = await send<Operation>('POST', `/teams/${archived}/archive`);
    await becomes(archived, operationId, 'succeeded');
    const deleted = await create('previewed');
    await service.at.database.query('update teams set deleted_at = now() where team_id = $1', [
      deleted,
    ]);
    const [template] = await at.database.query<{ templateId: string; approval: ApprovalPolicy }>(
      `select template_id, policy -> 'approval' as approval from templates where identifier = 'previewed'`,
    );
    const { tenantId } = tenant;
    const { templateId = '', approval } = template ?? {};
    const effectOf = (policy: ApprovalPolicy | undefined) =>
      previewApproval(at.database, { tenantId, templateId, policy });
    const none = { groups: 3, concerned: 0, public: 0, guests: 0, properties: 0, delete: 0 };
    assert.deepEqual(await effectOf(undefined), none);
    assert.deepEqual(await effectOf(approval), { ...none, concerned: 3, delete: 3 });
    const wider = { ...approval!, operations: ['public', 'guests'] as const };
    assert.deepEqual(await effectOf(wider), { ...none, concerned: 2, public: 2, guests: 2 });
    await at.database.query(
      `update templates set policy = jsonb_set(policy, '{approval,operations}', '["public"]'), version = version + 1
      where identifier = 'previewed'`,
    );
    await service.service.refresh();
    const plans = await Promise.all(
      groups.map((teamId) =>
        send<{ steps: string[] }>('POST', `/teams/${teamId}/plan`, { visibility: 'public' }),
      ),
    );
    const waiting = plans.filter(({ steps }) => steps.includes('await_approval'));
    assert.equal(waiting.length, 2);
  });

  test('the words of a sandbox alias decide operations, too', async () => {
    const approved = await create('governed', 'sandbox-approved-of-operations');
    const rejected = await create('governed', 'sandbox-rejected-of-operations');
    const [first, second] = await Promise.all(
      [approved, rejected].map((teamId) => send<Operation>('DELETE', `/teams/${teamId}`)),
    );
    await becomes(approved, first!.operationId, 'succeeded');
    await becomes(rejected, second!.operationId, 'failed');
  });

  test('a key with approvals:decide decides approvals and no other task', async () => {
    const teamId = await create();
    const { operationId, task } = await request(teamId, 'DELETE');
    const [renewal] = await at.database.query<{ taskId: string }>(
      `insert into tasks (tenant_id, task_id, kind, team_id, organisation_id, assignees, state, opened_at)
      values ($1, gen_random_uuid(), 'renew', $2, $3, '[]', 'open', now()) returning task_id`,
      [tenant.tenantId, teamId, tenant.organisationId],
    );
    await at.database.query(
      `update api_keys set scopes = array_remove(scopes, 'tasks:decide') || array['approvals:decide'] where key_id = $1`,
      [tenant.keyId],
    );
    await service.service.refresh();
    const refused = await decide({ ...task, taskId: renewal!.taskId }, 'renew');
    assert.deepEqual([refused.status, (refused.body as Operation).code], [403, 'scope_missing']);
    const absent = await decide({ ...task, taskId: teamId }, 'renew');
    assert.equal(absent.status, 404);
    assert.equal((await decide(task, 'approve')).status, 200);
    await becomes(teamId, operationId, 'succeeded');
  });

  test('ten thousand operations that await an approval cost a lane nothing', async (t) => {
    const { tenantId } = tenant;
    for (let batch = 0; batch < 10; batch += 1) await addWaiting(1000);
    await at.analyze('operations');
    const names = laneStatements.map(([{ name }]) => name).join(', ');
    t.diagnostic(`blocks read by ${names}: ${(await blocksOfClaims()).join(', ')}`);
    const [row] = await at.database.query<PlanRow>(`explain (format json) ${toAsk}`, [tenantId]);
    for (const scan of scansOf(row)) assert.notEqual(scan['Node Type'], 'Seq Scan');
    const teamId = await create('any');
    const { operationId } = await send<Operation>('DELETE', `/teams/${teamId}`);
    await becomes(teamId, operationId, 'succeeded');
  });
});

const toAsk = `select from operations o where o.tenant_id = $1 and ${isToAskSql('o')} limit 1`;

const laneStatements = [
  [claimDue, (epoch: number) => [tenant.tenantId, epoch, 100, null, 2, 0]],
  [dueLanes, () => [[tenant.tenantId], null]],
  [nextDue, () => [tenant.tenantId, null]],
] as const;

function scansOf(row: PlanRow | undefined) {
  return nodesOf(row?.['QUERY PLAN'][0].Plan ?? { 'Node Type': '' }).filter(
    (node) => node['Relation Name'] === 'operations',
  );
}

/** The blocks that each statement of a lane reads, of tables and indexes; no scan reads a whole table. */
async function blocksOfClaims(): Promise<number[]> {
  const [lane] = await at.database.query<{ epoch: number }>(
    'select epoch::integer as epoch from lanes where tenant_id = $1',
    [tenant.tenantId],
  );
  const blocks: number[] = [];
  for (const [{ text }, valuesOf] of laneStatements) {
    const [row] = await at.database.query<PlanRow>(
      `explain (analyze, buffers, format json) ${text}`,
      valuesOf(lane?.epoch ?? -1),
    );
    assert.ok(row);
    for (const scan of scansOf(row)) {
      const read = (scan['Actual Rows'] ?? 0) + (scan['Rows Removed by Filter'] ?? 0);
      assert.equal(read, 0, JSON.stringify(scan));
    }
    const { Plan: plan } = row['QUERY PLAN'][0];
    blocks.push((plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0));
  }
  return blocks;
}

/** Groups with a deletion that awaits its approval. */
async function addWaiting(howMany: number): Promise<void> {
  const { tenantId, organisationId, templateIds } = tenant;
  await at.database.query(
    `with parked as (
      insert into teams (tenant_id, team_id, organisation_id, template_id, display_name, mail_nickname, alias_key,
        people, properties, policy, created_at, created_by, request_id)
      select $1, id, $2, $3, 'Parked', id::text, id::text, '{}', '{}', '{}', now(), 'test', 'test'
      from (select gen_random_uuid() as id from generate_series(1, $4::integer)) ids
      returning team_id
    ), created as (
      insert into provisionings (tenant_id, team_id, status, waiting, due_at, updated_at)
      select $1, team_id, 'succeeded', false, now(), now() from parked
    )
    insert into operations (tenant_id, operation_id, team_id, number, kind, status, waiting, due_at, change, facts,
      actor_kind, actor_id, created_at, updated_at)
    select $1, gen_random_uuid(), team_id, 1, 'delete', 'awaiting_approval', false, now(), '{}',
      '{"approval":{"state":"waiting","stage":1,"of":1,"decisions":[]}}', 'api_key', 'test', now(), now()
    from parked`,
    [tenantId, organisationId, templateIds.any, howMany],
  );
}
