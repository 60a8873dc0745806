// Approvals through the API, on the sandbox directory.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { moveClock } from '../../../testing/governance.ts';
import type { TestDatabase } from '../../../testing/database.ts';
import { nodesOf, type PlanRow } from '../../../testing/query-plan.ts';
import {
  startTestService,
  teamRequest,
  testOperator,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';
import type { Scope } from '../../ground/schema/scope.schema.ts';
import { noLimit } from '../../ground/group-limit.ts';
import { createOverviewStore } from '../../groups/read/overview.postgres.ts';
import { claimDue } from '../../engine/provisioning.postgres.ts';

interface Status {
  status: string;
  approval?: {
    stage: number;
    of: number;
    decisions: { decision: string; by: { id: string }; displayName?: string }[];
  };
  error: { code: string; detail: string } | null;
  steps: { name: string; status: string; detail: string | null }[];
  code?: string;
}
interface TaskAnswer {
  taskId: string;
  state: string;
  outcome: string | null;
  assignees: { email: string }[];
  request?: {
    requestedBy: { id: string };
    sentBy: { kind: string; id: string };
    reason: string | null;
  };
}

const [mara, tomas, yuki, lena] = testPeople as [string, string, string, string];
let at: TestDatabase;
let service: TestService;
let tenant: TestTenant;
let count = 0;

before(async () => {
  service = await startTestService();
  ({ at } = service);
  tenant = await service.addTenant();
  await addTemplate('approved', {});
});
after(() => service.close());

async function addTemplate(identifier: string, approval: object): Promise<void> {
  await service.change(({ templates }) =>
    templates.create(testOperator, tenant.tenantId, tenant.organisationId, {
      name: identifier,
      identifier,
      mailNicknamePattern: '',
      displayNamePattern: '',
      policy: { approval: { stages: [{ by: [lena, yuki] }], decisions: 'link', ...approval } },
    }),
  );
  await service.service.refresh();
}

async function keyWith(scopes: readonly Scope[]): Promise<TestTenant> {
  const { tenantId } = tenant;
  const { key, secret } = await service.change(({ apiKeys }) =>
    apiKeys.create(testOperator, tenantId, {
      name: 'Some',
      scopes: [...scopes],
      organisationIds: null,
    }),
  );
  const body = { tenantId, keyId: key.keyId, secret };
  const { accessToken: token } = await send<{ accessToken: string }>('POST', '/token', body);
  return { ...tenant, token, keyId: key.keyId };
}

const send = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
  (await service.call(tenant, path, { method, body })).body as T;

/** Waits, for as long as it takes, until the answer is as it has to be. */
async function until<T>(read: () => Promise<T | undefined>, what: string): Promise<T> {
  for (const endsAt = Date.now() + 60_000; Date.now() < endsAt;) {
    const found = await read();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`This did not happen: ${what}`);
}

const statusOf = (teamId: string) => send<Status>('GET', `/teams/${teamId}/status`);
const hasStatus = (teamId: string, wanted: string) =>
  until(async () => {
    const status = await statusOf(teamId);
    return status.status === wanted ? status : undefined;
  }, `${teamId} is ${wanted}`);

/** Requests a group, and waits for the task of its approval. */
async function request(template = 'approved', others: object = {}) {
  const alias = `approved-${(count += 1)}`;
  const body = teamRequest(alias, { templateIdOrIdentifier: template, ...others });
  const { teamId } = await send<{ teamId: string }>('POST', '/teams', body);
  return { teamId, alias, task: await openTaskOf(teamId) };
}

const openTaskOf = (teamId: string) =>
  until(async () => {
    const { items } = await send<{ items: TaskAnswer[] }>(
      'GET',
      `/tasks?teamId=${teamId}&kind=approve&state=open`,
    );
    return items[0];
  }, `an approval of ${teamId} is asked for`);

const decide = (task: TaskAnswer, decision: string, reason?: string) =>
  service.call(tenant, `/tasks/${task.taskId}/decision`, {
    method: 'POST',
    body: { decision, reason },
  });

async function setSteward(steward: string | null): Promise<void> {
  const { tenantId, organisationId } = tenant;
  const [row] = await at.database.query<{ name: string; identifier: string }>(
    'select name, identifier from organisations where organisation_id = $1',
    [organisationId],
  );
  await service.change(({ organisations }) =>
    organisations.change(testOperator, tenantId, organisationId, undefined, {
      name: row?.name ?? '',
      identifier: row?.identifier ?? '',
      steward,
    }),
  );
  await service.service.refresh();
}

const disable = (email: string, isDisabled: boolean) =>
  at.database.query('update sandbox_people set enabled = $2 where email = $1', [
    email,
    !isDisabled,
  ]);

/** Advances the governance clock. */
async function advance(by: string): Promise<void> {
  await moveClock(at.database, tenant.tenantId, by);
  await service.service.runDue();
}

async function inDirectory(alias: string): Promise<number> {
  return (await at.database.query('select from sandbox_groups where mail_nickname = $1', [alias]))
    .length;
}

suite('approval of requests', () => {
  test('a creation waits for its approval before anything is created, and continues after it', async () => {
    const { teamId, alias, task } = await request();
    assert.deepEqual(
      task.assignees.map(({ email }) => email),
      [lena, yuki],
    );
    const waiting = await service.call(tenant, `/teams/${teamId}/status`);
    assert.equal((waiting.body as Status).status, 'awaiting_approval');
    assert.equal(waiting.headers.get('retry-after'), '300');
    assert.equal(await inDirectory(alias), 0);
    const notices = await at.database.query<{ email: string; kind: string }>(
      'select email, kind from notices where team_id = $1 order by email',
      [teamId],
    );
    assert.deepEqual(
      notices,
      [lena, yuki].map((email) => ({ email, kind: 'approve' })),
    );
    const { items } = await send<{ items: { teamId: string }[] }>(
      'GET',
      '/teams?status=awaiting_approval',
    );
    assert.ok(items.some((item) => item.teamId === teamId));
    const overview = createOverviewStore(at.database, 3);
    const { accepted, oldestSince } = (await overview.read(tenant.tenantId, noLimit, new Date()))
      .waiting;
    assert.deepEqual(
      [accepted, oldestSince],
      [1, undefined],
      'people, and not the queue, are slow',
    );
    assert.equal((await decide(task, 'approve')).status, 200);
    const done = await hasStatus(teamId, 'succeeded');
    assert.deepEqual(
      done.approval?.decisions.map(({ decision, by }) => [decision, by.id]),
      [['approve', tenant.keyId]],
    );
    assert.equal(done.steps.find(({ name }) => name === 'await_approval')?.status, 'succeeded');
    assert.equal(await inDirectory(alias), 1);
  });

  test('a key takes its own request back, and no other one without groups:intervene', async () => {
    const { teamId, task } = await request();
    const stranger = await keyWith(['groups:create', 'groups:read']);
    const cancel = async (caller: TestTenant, id: string) => {
      const answer = await service.call(caller, `/teams/${id}/cancel`, { method: 'POST' });
      return [answer.status, (answer.body as Status).code ?? (answer.body as Status).status];
    };
    assert.deepEqual(await cancel(stranger, teamId), [403, 'scope_missing']);
    assert.deepEqual(await cancel(await keyWith(['groups:read']), teamId), [403, 'scope_missing']);
    assert.equal((await statusOf(teamId)).status, 'awaiting_approval');
    assert.deepEqual(await cancel(tenant, teamId), [200, 'cancelled']);
    assert.deepEqual(await cancel(tenant, teamId), [200, 'cancelled'], 'a repetition');
    const withdrawn = await send<TaskAnswer>('GET', `/tasks/${task.taskId}`);
    assert.equal(withdrawn.state, 'withdrawn');
    const other = await request();
    assert.deepEqual(await cancel(await keyWith(['groups:intervene']), other.teamId), [
      200,
      'cancelled',
    ]);
    assert.deepEqual(await cancel(tenant, other.teamId), [200, 'cancelled']);
    assert.deepEqual(await cancel(tenant, tenant.tenantId), [404, 'not_found']);
  });

  test('a rejected creation fails with the reason, and its alias is free at once', async () => {
    const { teamId, alias, task } = await request();
    assert.equal((await decide(task, 'reject')).status, 422);
    assert.equal((await decide(task, 'reject', 'There is one already.')).status, 200);
    const failed = await statusOf(teamId);
    assert.deepEqual([failed.status, failed.error?.code], ['failed', 'approval_rejected']);
    assert.match(failed.error?.detail ?? '', /There is one already\.$/);
    assert.equal(await inDirectory(alias), 0);
    const again = await service.call(tenant, '/teams', {
      method: 'POST',
      body: teamRequest(alias),
    });
    assert.equal(again.status, 200);
    assert.equal((await decide(task, 'approve')).status, 409);
  });

  test('approvers see for whom a key asks, and why, and the person for whom it asks approves nothing', async () => {
    const given = { requestedBy: yuki, reason: 'INC0077\nA bridge' };
    const { teamId, alias, task } = await request('approved', given);
    const [email] = task.assignees.map((one) => one.email);
    assert.deepEqual([email, task.assignees.length], [lena, 1]);
    const { requestedBy, sentBy, reason } = task.request!;
    assert.deepEqual(requestedBy, { kind: 'person', id: yuki, name: yuki });
    assert.deepEqual([sentBy.kind, sentBy.id, reason], ['api_key', tenant.keyId, given.reason]);
    const [entry] = await at.database.query<{ data: object }>(
      `select data from activity where subject_id = $1 and action = 'group.accepted'`,
      [teamId],
    );
    assert.deepEqual({ ...entry?.data, ...given }, entry?.data);

    await decide(task, 'reject', 'Not now.');
    const failed = await send<object>('GET', `/teams/${teamId}`);
    assert.deepEqual({ ...failed, ...given }, failed);
    const again = await service.call(tenant, '/teams/plan', {
      method: 'POST',
      body: teamRequest(alias, { templateIdOrIdentifier: 'approved', ...given }),
    });
    const { approval } = again.body as { approval: { stages: { approvers: unknown[] }[] } };
    assert.equal(approval.stages[0]?.approvers.length, 1);
  });

  test('a request names a person by an address or an id, and an empty text is nobody', async () => {
    const body = teamRequest('asked-badly', { requestedBy: 'Maya', reason: ' \u200b' });
    const { status, body: refused } = await service.call(tenant, '/teams', {
      method: 'POST',
      body,
    });
    const { errors } = refused as { errors: { pointer: string }[] };
    assert.deepEqual(
      [status, ...errors.map(({ pointer }) => pointer)],
      [422, '/requestedBy', '/reason'],
    );
    const empty = teamRequest('asked-empty', { requestedBy: '', reason: '' });
    const { teamId } = await send<{ teamId: string }>('POST', '/teams', empty);
    const { requestedBy, reason } = await send<Record<string, unknown>>('GET', `/teams/${teamId}`);
    assert.deepEqual([requestedBy, reason], [null, null]);
  });

  test('people who are not found fail the creation before anyone is asked', async () => {
    const body = teamRequest('approved-unknown', {
      templateIdOrIdentifier: 'approved',
      owners: ['nobody@aare.example'],
    });
    const { teamId } = await send<{ teamId: string }>('POST', '/teams', body);
    assert.equal((await hasStatus(teamId, 'failed')).error?.code, 'people_not_found');
    const { items } = await send<{ items: unknown[] }>('GET', `/tasks?teamId=${teamId}`);
    assert.deepEqual(items, []);
  });

  test('people who left before the approval fail the creation after it, and nothing is created', async () => {
    const { teamId, alias, task } = await request('approved', { responsible: yuki });
    await disable(yuki, true);
    assert.equal((await decide(task, 'approve')).status, 200);
    const { error } = await hasStatus(teamId, 'failed');
    await disable(yuki, false);
    assert.equal(error?.code, 'people_not_eligible');
    const groups = await at.database.query('select from sandbox_groups where marker = $1', [
      teamId,
    ]);
    assert.equal(groups.length, 0);
    const again = teamRequest(alias, { templateIdOrIdentifier: 'any' });
    assert.equal(
      (await service.call(tenant, '/teams', { method: 'POST', body: again })).status,
      200,
    );
  });

  test('stages are asked one after the other, and the responsible person approves nothing', async () => {
    await addTemplate('staged', { stages: [{ by: [mara, tomas] }, { by: [lena] }] });
    const { teamId, task } = await request('staged');
    assert.deepEqual(
      task.assignees.map(({ email }) => email),
      [tomas],
    );
    await decide(task, 'approve');
    const second = await openTaskOf(teamId);
    assert.deepEqual(
      second.assignees.map(({ email }) => email),
      [lena],
    );
    assert.equal((await statusOf(teamId)).status, 'awaiting_approval');
    await decide(second, 'approve');
    assert.equal((await hasStatus(teamId, 'succeeded')).approval?.decisions.length, 2);
  });

  test('the manager of the responsible person approves, in the language of the manager', async () => {
    const { tenantId } = tenant;
    await at.database.query(
      `update sandbox_people set manager_email = case when email = $2 then $3 end,
        language = case when email = $3 then 'fr-CH' end
      where tenant_id = $1`,
      [tenantId, mara, yuki],
    );
    await addTemplate('managed', { stages: [{ by: ['manager', yuki] }] });
    const { teamId, task } = await request('managed');
    assert.deepEqual(
      task.assignees.map(({ email }) => email),
      [yuki],
    );
    const [notice] = await at.database.query<{ language: string }>(
      'select language from notices where team_id = $1',
      [teamId],
    );
    assert.equal(notice?.language, 'fr-CH');
    await decide(task, 'approve');
    await hasStatus(teamId, 'succeeded');
  });

  test('a creation that nobody approves in time fails, or is created where the policy says so', async () => {
    await addTemplate('lenient', { lapse: { after: 'P2D', as: 'approved' } });
    const [strict, lenient] = [await request(), await request('lenient')];
    await advance('15 days');
    const failed = await hasStatus(strict.teamId, 'failed');
    assert.equal(failed.error?.code, 'approval_expired');
    await hasStatus(lenient.teamId, 'succeeded');
    for (const { task } of [strict, lenient]) {
      assert.equal((await send<TaskAnswer>('GET', `/tasks/${task.taskId}`)).state, 'lapsed');
    }
  });

  test('a task has its times by the clock of the sandbox, and a status by the real one', async () => {
    await moveClock(at.database, tenant.tenantId, '40 days');
    const { teamId, task } = await request();
    const { body } = await service.call(tenant, `/tasks/${task.taskId}`);
    const {
      openedAt,
      dueAt,
      request: asked,
    } = body as Record<'openedAt' | 'dueAt', string> & {
      request: { requestedAt: string };
    };
    const apart = (one: string, other: string) =>
      Math.round((Date.parse(one) - Date.parse(other)) / 3_600_000);
    assert.equal(apart(openedAt, asked.requestedAt), 0);
    assert.equal(apart(dueAt, openedAt), 14 * 24);
    const status = (await service.call(tenant, `/teams/${teamId}/status`)).body as {
      createdAt: string;
      approval: { dueAt: string };
    };
    assert.equal(apart(status.approval.dueAt, status.createdAt), 14 * 24);
    await decide(task, 'reject', 'No.');
  });

  test('a declined creation is counted apart from the failed ones', async () => {
    const countOf = async (status: string) => {
      const text = await (await fetch(`${service.address}/metrics`)).text();
      const line = `groupwright_creations_finished_total{status="${status}"} `;
      return Number(
        text
          .split('\n')
          .find((one) => one.startsWith(line))
          ?.slice(line.length),
      );
    };
    const before = [await countOf('declined'), await countOf('failed')];
    const { teamId, task } = await request();
    await decide(task, 'reject', 'No.');
    await hasStatus(teamId, 'failed');
    const after = [await countOf('declined'), await countOf('failed')];
    assert.deepEqual(after, [(before[0] ?? 0) + 1, before[1]]);
  });

  test('of an approval and a rejection at once, one counts', async () => {
    const { teamId, task } = await request();
    const answers = await Promise.all([
      decide(task, 'approve'),
      decide(task, 'reject', 'No.'),
      decide(task, 'approve'),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 409, 409],
    );
    const { outcome } = await send<TaskAnswer>('GET', `/tasks/${task.taskId}`);
    await hasStatus(teamId, outcome === 'approve' ? 'succeeded' : 'failed');
  });

  test('a policy for public groups asks for no approval of a private one', async () => {
    await addTemplate('public-only', { when: 'public' });
    const body = teamRequest('private-one', { templateIdOrIdentifier: 'public-only' });
    const { teamId } = await send<{ teamId: string }>('POST', '/teams', body);
    const { steps } = await hasStatus(teamId, 'succeeded');
    assert.ok(!steps.some(({ name }) => name === 'await_approval'));
  });

  test('a policy for groups with guests or many people asks for their approval alone', async () => {
    const [guest] = await at.database.query<{ email: string }>(
      `insert into sandbox_people (tenant_id, person_id, email, display_name, kind)
      values ($1, gen_random_uuid(), 'guest@partner.example', 'Guest', 'guest') returning email`,
      [tenant.tenantId],
    );
    await addTemplate('conditional', { when: ['guests', { peopleOver: 3 }] });
    const few = { owners: [], members: [yuki] };
    const body = teamRequest('few-people', { templateIdOrIdentifier: 'conditional', ...few });
    const { teamId } = await send<{ teamId: string }>('POST', '/teams', body);
    const { steps, approval } = await hasStatus(teamId, 'succeeded');
    const step = steps.find(({ name }) => name === 'await_approval');
    assert.deepEqual([step?.detail, approval], ['No approval is needed.', undefined]);
    await request('conditional', { ...few, members: [guest?.email] });
    await request('conditional', { owners: [], members: [yuki, lena] });
  });

  test('the members of a directory group approve, are reminded, and are replaced when they leave', async () => {
    const approvers = teamRequest('approvers', { responsible: yuki, deputy: lena, owners: [] });
    const { teamId: groupId } = await send<{ teamId: string }>('POST', '/teams', approvers);
    await hasStatus(groupId, 'succeeded');
    const stages = [
      { by: ['group:Approvers@sandbox.example'] },
      { by: ['group:no-such@sandbox.example', 'manager'] },
      { by: [tomas] },
    ];
    await addTemplate('by-group', { stages, remindDays: [1] });
    const { teamId, task } = await request('by-group');
    const emails = ({ assignees }: TaskAnswer) => assignees.map(({ email }) => email).toSorted();
    assert.deepEqual(emails(task), [lena, yuki].toSorted());
    await disable(lena, true);
    await advance('25 hours');
    const [left] = await at.database.query<{ action: string; reminder: string }>(
      `select action, (select max(data ->> 'reminder') from notices where team_id = $1) as reminder
      from activity where subject_id = $1::text and action like 'task.re%'`,
      [teamId],
    );
    assert.deepEqual(left, { action: 'task.reminded', reminder: '1' });
    assert.deepEqual(emails(await openTaskOf(teamId)), [yuki]);
    await disable(yuki, true);
    await advance('25 hours');
    const moved = await openTaskOf(teamId);
    assert.deepEqual(emails(moved), [tomas]);
    const { approval } = await statusOf(teamId);
    assert.deepEqual(
      approval?.decisions.map(({ decision }) => [approval.stage, decision]),
      [
        [3, 'skip'],
        [3, 'skip'],
      ],
    );
    for (const person of [lena, yuki]) await disable(person, false);
    await decide(moved, 'approve');
    await hasStatus(teamId, 'succeeded');
  });

  suite('where no stage has anyone', () => {
    const admin = 'admin@aare.example';
    const setAdministrators = async (administrators: readonly object[]) => {
      await at.database.query('delete from administrators where tenant_id = $1', [tenant.tenantId]);
      await at.database.query(
        `insert into administrators (tenant_id, administrator_id, email, role, limited_role, organisation_ids, source,
          created_at, created_by)
        select $1, gen_random_uuid(), x.email, coalesce(x.role, 'limited'), x.limited, x.organisations, 'list', now(), 'test'
        from jsonb_to_recordset($2) as x (email text, role text, limited text, organisations uuid[])`,
        [tenant.tenantId, JSON.stringify(administrators)],
      );
    };
    const planned = async (template: string) =>
      await send<{
        outcome: string;
        error: { code: string } | null;
        approval: {
          stages: { stage: number; as: string; approvers: { email: string }[] }[];
        } | null;
      }>('POST', '/teams/plan', {
        ...teamRequest(`planned-${(count += 1)}`),
        templateIdOrIdentifier: template,
      });
    const emailsOf = ({ assignees }: TaskAnswer) => assignees.map(({ email }) => email);
    const told = async (teamId: string) =>
      (
        await at.database.query<{ email: string }>(
          'select email from notices where team_id = $1 order by email',
          [teamId],
        )
      ).map(({ email }) => email);

    before(async () => {
      await addTemplate('nobody', {
        stages: [{ by: [mara, 'ghost@aare.example'] }, { by: ['group:none@sandbox.example'] }],
      });
      await addTemplate('no-manager', { stages: [{ by: ['manager'] }] });
      await at.database.query(
        'update sandbox_people set manager_email = null where tenant_id = $1',
        [tenant.tenantId],
      );
    });
    after(async () => {
      await setSteward(null);
      await setAdministrators([]);
    });

    test('the steward is asked, and the plan names the steward', async () => {
      await setSteward(lena);
      const { outcome, approval } = await planned('nobody');
      assert.equal(outcome, 'succeeded');
      assert.deepEqual(
        approval?.stages.map(({ stage, as, approvers }) => [stage, as, approvers[0]?.email]),
        [[2, 'steward', lena]],
      );
      const { teamId, task } = await request('nobody');
      assert.deepEqual(emailsOf(task), [lena]);
      await decide(task, 'approve');
      await hasStatus(teamId, 'succeeded');
    });

    test('without a steward the administrators of the group are asked and told', async () => {
      await setSteward(null);
      const { organisationId } = tenant;
      await setAdministrators([
        { email: admin, role: 'administrator' },
        { email: 'reader@aare.example', role: 'reader' },
        { email: 'here@aare.example', limited: 'administrator', organisations: [organisationId] },
        { email: 'reads@aare.example', limited: 'reader', organisations: [organisationId] },
        {
          email: 'elsewhere@aare.example',
          limited: 'administrator',
          organisations: [tenant.keyId],
        },
      ]);
      const asked = [admin, 'here@aare.example'];
      for (const template of ['nobody', 'no-manager']) {
        const { approval } = await planned(template);
        assert.deepEqual(
          approval?.stages.map(({ as, approvers }) => [as, approvers.map(({ email }) => email)]),
          [['administrators', asked]],
        );
        const { teamId, task } = await request(template);
        assert.deepEqual(emailsOf(task), asked);
        assert.deepEqual(await told(teamId), asked);
        await decide(task, 'approve');
        await hasStatus(teamId, 'succeeded');
      }
    });

    test('without either the request is refused at once, as the plan says', async () => {
      await setAdministrators([]);
      for (const template of ['nobody', 'no-manager']) {
        const { outcome, error, approval } = await planned(template);
        assert.deepEqual([outcome, error?.code, approval], ['failed', 'no_approver', null]);
        const body = teamRequest(`refused-${template}`, { templateIdOrIdentifier: template });
        const { teamId } = await send<{ teamId: string }>('POST', '/teams', body);
        const failed = await hasStatus(teamId, 'failed');
        assert.equal(failed.error?.code, 'no_approver');
        const { items } = await send<{ items: unknown[] }>('GET', `/tasks?teamId=${teamId}`);
        assert.deepEqual(items, []);
      }
    });

    test('an open question whose people all leave goes to the administrators, and fails without any', async () => {
      await addTemplate('one', { stages: [{ by: [yuki] }] });
      await setAdministrators([{ email: admin, role: 'owner' }]);
      const { teamId } = await request('one');
      await disable(yuki, true);
      await advance('25 hours');
      assert.deepEqual(emailsOf(await openTaskOf(teamId)), [admin]);
      await setAdministrators([]);
      await advance('25 hours');
      assert.equal((await hasStatus(teamId, 'failed')).error?.code, 'no_approver');
      await disable(yuki, false);
    });

    test('a plan names the people of each stage, and none where no approval is needed', async () => {
      await addTemplate('two', { stages: [{ by: [mara, tomas] }, { by: [lena] }] });
      const { approval } = await planned('two');
      assert.deepEqual(
        approval?.stages.map(({ as, approvers }) => [as, approvers.map(({ email }) => email)]),
        [
          ['approvers', [tomas]],
          ['approvers', [lena]],
        ],
      );
      assert.equal((await planned('any')).approval, null);
    });
  });

  test('an approval can amend the name of the group, which is checked as that of a request is', async () => {
    await service.change(({ templates }) =>
      templates.create(testOperator, tenant.tenantId, tenant.organisationId, {
        name: 'amended',
        identifier: 'amended',
        mailNicknamePattern: 'amended-{{code}}',
        displayNamePattern: 'Project {{code}} {{title}}',
        policy: { approval: { stages: [{ by: [lena] }] } },
      }),
    );
    await service.service.refresh();
    const body = { templateIdOrIdentifier: 'amended', displayName: 'Project 4711 Fun corner' };
    const { teamId } = await send<{ teamId: string }>(
      'POST',
      '/teams',
      teamRequest('amended-4711', body),
    );
    const task = await openTaskOf(teamId);
    const amend = (displayName: string) =>
      service.call(tenant, `/tasks/${task.taskId}/decision`, {
        method: 'POST',
        body: { decision: 'amend', displayName },
      });
    for (const wrong of ['Project 4712 Bridge', 'Bridge', '']) {
      assert.equal((await amend(wrong)).status, 422, wrong);
    }
    assert.equal((await amend('Project 4711 Bridge')).status, 200);
    const { approval } = await hasStatus(teamId, 'succeeded');
    assert.deepEqual(
      approval?.decisions.map(({ decision, displayName }) => [decision, displayName]),
      [['amend', 'Project 4711 Bridge']],
    );
    const [made] = await at.database.query<{ displayName: string }>(
      `select display_name from sandbox_groups where mail_nickname = 'amended-4711'`,
    );
    assert.equal(made?.displayName, 'Project 4711 Bridge');
    const [entry] = await at.database.query<{ choice: object }>(
      `select data -> 'choice' as choice from activity where subject_id = $1 and action = 'task.decided'`,
      [teamId],
    );
    assert.deepEqual(entry?.choice, { displayName: 'Project 4711 Bridge' });
  });

  test('a decision that is repeated with its Idempotency-Key counts once', async () => {
    const { teamId, task } = await request();
    const send = (body: object, key = 'decide-once') =>
      service.call(tenant, `/tasks/${task.taskId}/decision`, {
        method: 'POST',
        body,
        headers: { 'idempotency-key': `"${key}"` },
      });
    const answers = await Promise.all([1, 2, 3].map(() => send({ decision: 'approve' })));
    assert.deepEqual(
      answers.map(({ status, body }) => [status, (body as TaskAnswer).outcome]),
      answers.map(() => [200, 'approve']),
    );
    const other = await send({ decision: 'reject', reason: 'No.' });
    assert.deepEqual([other.status, (other.body as Status).code], [422, 'idempotency_key_reused']);
    assert.equal((await send({ decision: 'approve' }, 'another')).status, 409);
    await hasStatus(teamId, 'succeeded');
  });

  test('ten thousand creations that await an approval cost a lane nothing', async () => {
    const { tenantId, organisationId, templateIds } = tenant;
    await at.database.query(
      `with parked as (
        insert into teams (tenant_id, team_id, organisation_id, template_id, display_name, mail_nickname, alias_key,
          people, properties, policy, created_at, created_by, request_id)
        select $1, gen_random_uuid(), $2, $3, 'Parked ' || n, 'parked-' || n, 'parked-' || n, '{}', '{}', '{}', now(),
          'test', 'test'
        from generate_series(1, 10000) n
        returning team_id
      )
      insert into provisionings (tenant_id, team_id, status, waiting, due_at, updated_at, approval)
      select $1, team_id, 'accepted', false, now(), now(), '{"state":"waiting","stage":1,"of":1,"decisions":[]}'
      from parked`,
      [tenantId, organisationId, templateIds.any],
    );
    await at.analyze('provisionings');
    const [row] = await at.database.query<PlanRow>(
      `explain (analyze, format json) ${claimDue.text}`,
      [tenantId, -1, 100, null, []],
    );
    const scans = nodesOf(row?.['QUERY PLAN'][0].Plan ?? { 'Node Type': '' }).filter(
      (node) => node['Relation Name'] === 'provisionings',
    );
    assert.ok(scans.length > 0);
    for (const scan of scans) assert.notEqual(scan['Node Type'], 'Seq Scan', JSON.stringify(scan));
    const { teamId } = await send<{ teamId: string }>('POST', '/teams', teamRequest('not-parked'));
    await hasStatus(teamId, 'succeeded');
  });
});
