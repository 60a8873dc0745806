// Tasks and notices, with the service and with a network of the test's own.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  startTestService,
  teamRequest,
  type TestService,
  type TestTenant,
} from '../../service/testing/service.ts';
import { openTestTask } from '../../service/testing/tasks.ts';
import { createClient } from './client.ts';
import { governanceOf, type Governance, type TaskFilter } from './governance.ts';
import { isProblem } from './errors.ts';
import { createFakeDeps, json, problem, type Network } from './testing/fake-dependencies.ts';
import type { Decision, Task } from './types.ts';

let at: TestService;
let tenant: TestTenant;
let governance: Governance;

before(async () => {
  at = await startTestService();
  tenant = await at.addTenant();
  const { tenantId, keyId, secret } = tenant;
  const client = createClient({ baseUrl: at.address, credentials: { tenantId, keyId, secret } });
  governance = governanceOf(client);
});
after(() => at.close());

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

async function create(alias: string): Promise<string> {
  const { body } = await at.call(tenant, '/teams', { method: 'POST', body: teamRequest(alias) });
  return (body as { teamId: string }).teamId;
}

it('options that a call does not take are refused before anything is sent', async () => {
  const deps = createFakeDeps(() => json({}));
  const calls = governanceOf(
    createClient({ baseUrl: 'https://x.example', accessToken: () => 't', deps }),
  );
  for (const option of [
    { ifMatch: '"3"' },
    { waitSeconds: 5 },
    { idempotencyKey: 'k' },
  ] as object[]) {
    for (const call of [
      () => calls.renewTeam('t-1', { ...option }),
      () => calls.renewTeam('t-1', { ...option }).withResponse(),
      () => calls.holdTeam('t-1', { reason: 'Audit', ...option }),
      () => calls.releaseTeam('t-1', { ...option }),
      () => calls.requestReview('t-1', { ...option }),
      () => calls.decideReview('r-1', { decisions: [], ...option }),
      () => calls.decideTask('k-1', { decision: 'renew' }, { ...option }),
    ]) {
      await assert.rejects(call, /^GroupwrightError: The option \w+ is unknown\. Known: signal, /);
    }
  }
  assert.equal(deps.sent.length, 0);
});

describe('the tasks of people', () => {
  it('are listed newest first, by kind, state, group and assignee', async () => {
    const teamId = await create('tasks-listed');
    const lapsed = await openTestTask(at.at, tenant, teamId);
    await at.at.database.query(`update tasks set state = 'lapsed' where task_id = $1`, [lapsed]);
    const renewal = await openTestTask(at.at, tenant, teamId);
    const review = await openTestTask(at.at, tenant, teamId, { kind: 'review' });
    const idsOf = async (filter: TaskFilter) =>
      (await all(governance.listTasks({ ...filter, teamId }))).map(({ taskId }) => taskId);
    assert.deepEqual(await idsOf({}), [review, renewal, lapsed]);
    assert.deepEqual(await idsOf({ state: 'open' }), [review, renewal]);
    assert.deepEqual(await idsOf({ kind: 'review' }), [review]);
    assert.deepEqual(await idsOf({ assignee: 'mara@aare.example' }), []);
    await assert.rejects(idsOf({ kind: 'paint' }), (error) => isProblem(error, 'invalid_query'));
  });

  it('are read with their group, and a task of another tenant does not exist', async () => {
    const teamId = await create('tasks-read');
    const taskId = await openTestTask(at.at, tenant, teamId);
    const { data, requestId } = await governance.getTask(taskId).withResponse();
    assert.deepEqual(
      [data.kind, data.state, data.mailNickName, data.dueAt],
      ['renew', 'open', 'tasks-read', '2027-03-01T08:00:00.000Z'],
    );
    assert.ok(requestId);
    const { keyId, secret, tenantId } = await at.addTenant();
    const foreign = createClient({ baseUrl: at.address, credentials: { tenantId, keyId, secret } });
    await assert.rejects(governanceOf(foreign).getTask(taskId), (error) =>
      isProblem(error, 'not_found'),
    );
  });

  it('refuse a decision that they do not offer, and one after their end', async () => {
    const taskId = await openTestTask(at.at, tenant, await create('tasks-refused'));
    await assert.rejects(governance.decideTask(taskId, { decision: 'paint' }), (error) => {
      assert.ok(isProblem(error, 'validation_failed'));
      assert.deepEqual(
        error.faults.map(({ pointer }) => pointer),
        ['/decision'],
      );
      return true;
    });
    await at.at.database.query(`update tasks set state = 'lapsed' where task_id = $1`, [taskId]);
    await assert.rejects(governance.decideTask(taskId, { decision: 'renew' }), (error) =>
      isProblem(error, 'task_closed'),
    );
  });

  it('end by a decision, which names the API key', async () => {
    const taskId = await openTestTask(at.at, tenant, await create('tasks-decided'));
    const decided = await governance.decideTask(taskId, {
      decision: 'let_expire',
      reason: 'The project is over.',
    });
    assert.deepEqual(
      [decided.state, decided.outcome, decided.reason, decided.decidedVia],
      ['done', 'let_expire', 'The project is over.', 'api'],
    );
    assert.deepEqual(await governance.getTask(taskId), decided);
    // The same decision again is the same result.
    const again = { decision: 'let_expire', reason: 'The project is over.' };
    assert.deepEqual(await governance.decideTask(taskId, again), decided);
  });

  it('have notices, which are listed for each group', async () => {
    assert.deepEqual(await all(governance.listTeamNotices(await create('noticed'))), []);
    const unknown = governance.listTeamNotices('00000000-0000-4000-8000-000000000000').next();
    await assert.rejects(unknown, (error) => isProblem(error, 'not_found'));
  });
});

describe('the lifecycle of a group', () => {
  it('is held and released, both as often as the call is repeated', async () => {
    const teamId = await create('held');
    const hold = await governance.holdTeam(teamId, { reason: 'A lawsuit' });
    assert.equal(hold.reason, 'A lawsuit');
    const again = await governance.holdTeam(teamId, { reason: 'Two lawsuits' });
    assert.deepEqual(again, { ...hold, reason: 'Two lawsuits' });
    await governance.releaseTeam(teamId);
    await governance.releaseTeam(teamId);
  });

  it('is not renewed if the group does not expire', async () => {
    const renewed = governance.renewTeam(await create('endless'));
    await assert.rejects(renewed, (error) => isProblem(error, 'not_expiring'));
  });

  it('is renewed once, although the answer to the first attempt was lost', async () => {
    let lost = 1;
    const deps = createFakeDeps(() => {
      if (lost-- > 0) throw new TypeError('The connection was reset.');
      return json({ teamId: 't-1', expiresAt: '2028-03-01T08:00:00Z' });
    });
    const baseUrl = 'https://groups.example.org';
    const client = createClient({ baseUrl, accessToken: () => 't', deps });
    const until = '2028-03-01T08:00:00Z';
    const renewed = await governanceOf(client).renewTeam('t-1', { until, reason: 'A new phase' });
    assert.equal(renewed.expiresAt, until);
    const request = ['POST /teams/t-1/renewal', { until, reason: 'A new phase' }];
    assert.deepEqual(
      deps.sent.map(({ method, path, body }) => [`${method} ${path}`, body]),
      [request, request],
    );
    const keys = deps.sent.map(({ headers }) => headers.get('idempotency-key'));
    assert.ok(keys[0]);
    assert.equal(keys[0], keys[1]);
  });
});

describe('the transport of a list of tasks', () => {
  it('reads page by page with the filter and the options of the call, below its base URL', async () => {
    const nextLink = 'https://elsewhere.example.org/tasks?state=open&cursor=c-2&limit=200';
    const pages = [
      json({ items: [{ taskId: 't-2' }], nextLink }),
      json({ items: [{ taskId: 't-1' }] }),
    ];
    const deps = createFakeDeps(() => pages.shift() ?? problem('not_found', 404));
    const baseUrl = 'https://groups.example.org';
    const client = createClient({ baseUrl, accessToken: () => 't', deps });
    const tasks = governanceOf(client).listTasks({ state: 'open', headers: { 'x-trace': '1' } });
    assert.deepEqual(
      (await all(tasks)).map(({ taskId }) => taskId),
      ['t-2', 't-1'],
    );
    assert.deepEqual(
      deps.sent.map(({ path, query, headers }) => [
        `${path}?${query.toString()}`,
        headers.get('x-trace'),
        headers.get('idempotency-key'),
      ]),
      [
        ['/tasks?limit=200&state=open', '1', null],
        ['/tasks?state=open&cursor=c-2&limit=200', '1', null],
      ],
    );
  });
});

describe('the transport of a decision', () => {
  const done: Partial<Task> = {
    taskId: 't-1',
    state: 'done',
    outcome: 'reject',
    reason: 'There is one already.',
    decidedVia: 'api',
  };

  /** Decides while the answer to the first attempt is lost. */
  function decideAfterLoss(decision: Decision, present: Partial<Task>) {
    let isLost = false;
    const network: Network = ({ method }) => {
      if (method === 'GET') return json(present);
      if (isLost) return problem('task_closed', 409);
      isLost = true;
      throw new TypeError('The connection was reset.');
    };
    const deps = createFakeDeps(network);
    const client = createClient({
      baseUrl: 'https://groups.example.org',
      accessToken: () => 't',
      deps,
    });
    return { deps, decided: governanceOf(client).decideTask('t-1', decision) };
  }

  it('gives the decided task if the answer to an earlier attempt was lost', async () => {
    const decision = { decision: 'reject', reason: 'There is one already.' };
    const { deps, decided } = decideAfterLoss(decision, done);
    assert.deepEqual(await decided, done);
    assert.deepEqual(
      deps.sent.map(({ method, path }) => `${method} ${path}`),
      ['POST /tasks/t-1/decision', 'POST /tasks/t-1/decision', 'GET /tasks/t-1'],
    );
    assert.deepEqual(deps.sent[1]?.body, decision);
  });

  it('throws task_closed if another decision counts, or may count', async () => {
    const rejected = { decision: 'reject', reason: 'There is one already.' };
    const cases: readonly (readonly [Decision, Partial<Task>])[] = [
      [{ decision: 'approve' }, done],
      [{ decision: 'reject', reason: 'Too many.' }, done],
      [rejected, { ...done, decidedVia: 'link' }],
      [rejected, { ...done, state: 'lapsed', outcome: 'archived', decidedVia: null }],
      [
        { decision: 'name', person: 'p-1' },
        { ...done, outcome: 'name', reason: null },
      ],
    ];
    for (const [decision, present] of cases) {
      const { decided } = decideAfterLoss(decision, present);
      await assert.rejects(decided, (error) => isProblem(error, 'task_closed'));
    }
  });

  it('refuses an unknown option before anything is sent', async () => {
    const deps = createFakeDeps(() => json({}));
    const client = createClient({
      baseUrl: 'https://groups.example.org',
      accessToken: () => 't',
      deps,
    });
    const misspelt = { timeoutMS: 1 } as object;
    const decided = governanceOf(client).decideTask('t-1', { decision: 'renew' }, misspelt);
    await assert.rejects(decided, /The option timeoutMS is unknown/);
    assert.equal(deps.sent.length, 0);
  });
});
