// A decision whose consequence cannot happen is refused while its question stays open; a consequence that fails later opens
// the question again.
import assert from 'node:assert/strict';
import { after, before, beforeEach, suite, test } from 'node:test';
import { type Advance, createAdvance, type Policy } from '../../testing/governance.ts';
import { personIdOf, setEnabled } from '../../testing/sandbox-people.ts';
import {
  startTestService,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../testing/service.ts';

const [mara, tomas, yuki, lena] = testPeople as [string, string, string, string];
const ghost = 'ghost@aare.example';

interface TaskAnswer {
  taskId: string;
  teamId: string;
  kind: string;
  state: string;
  assignees: { email: string }[];
}

suite('the consequence of a decision', () => {
  let service: TestService;
  let tenant: TestTenant;
  let governance: Advance;

  before(async () => {
    service = await startTestService();
    governance = createAdvance(service);
  });
  after(() => service.close());
  beforeEach(async () => {
    tenant = await service.addTenant();
    await query(
      `insert into administrators (tenant_id, administrator_id, email, role, source, created_at, created_by)
      values ($1, gen_random_uuid(), 'admin@aare.example', 'owner', 'list', now(), 'test')`,
    );
    await query(
      `insert into sandbox_people (tenant_id, person_id, email, display_name, kind)
      values ($1, gen_random_uuid(), 'guest@partner.example', 'Guest', 'guest')`,
    );
  });

  const query = <Row extends object>(text: string, ...values: unknown[]) =>
    service.at.database.query<Row>(text, [tenant.tenantId, ...values]);

  const setPolicy = (policy: Policy) => governance.setPolicy(tenant, policy);
  const settle = () => governance.runDue(tenant);
  const enable = (email: string, enabled: boolean) =>
    setEnabled(service.at.database, tenant, email, enabled);

  async function openTasks(kind?: string): Promise<readonly TaskAnswer[]> {
    const { body } = await service.call(
      tenant,
      `/tasks?state=open${kind === undefined ? '' : `&kind=${kind}`}`,
    );
    return (body as { items: TaskAnswer[] }).items;
  }

  async function openTask(kind: string): Promise<TaskAnswer> {
    const [task, ...others] = await openTasks(kind);
    assert.ok(task !== undefined && others.length === 0, kind);
    return task;
  }

  const decide = (task: TaskAnswer, body: object) =>
    service.call(tenant, `/tasks/${task.taskId}/decision`, { method: 'POST', body });

  /** The faults of a decision, after which the task is open as before. */
  async function refused(task: TaskAnswer, body: object) {
    const { status, body: problem } = await decide(task, body);
    assert.equal(status, 422, JSON.stringify(problem));
    const { body: present } = await service.call(tenant, `/tasks/${task.taskId}`);
    assert.equal((present as TaskAnswer).state, 'open');
    const { errors } = problem as { errors: { pointer: string; code: string }[] };
    return errors.map(({ pointer, code }) => [pointer, code]);
  }

  const told = async () =>
    (
      await query<{ email: string; data: { reason?: string } }>(
        "select email, data from notices where tenant_id = $1 and kind = 'decision_failed'",
      )
    ).map(({ email, data }) => [email, (data.reason ?? '').length > 0]);

  /** Decides while the account of the person is closed between the check and the acceptance of the operation. */
  async function decideWhileLeaving(task: TaskAnswer, body: object, email: string): Promise<void> {
    const { database } = service.at;
    const answer = await database.transaction(async (transaction) => {
      await transaction.query('lock table operations in share mode');
      const pending = decide(task, body);
      for (;;) {
        const waiting = await transaction.query(
          // It has ended the task, so its check is over. The server has databases of other tests, too.
          `select from pg_locks waiting join pg_locks held on held.pid = waiting.pid and held.database = waiting.database
          where waiting.relation = 'operations'::regclass and not waiting.granted
            and held.relation = 'tasks'::regclass and held.mode = 'RowExclusiveLock' and held.granted
            and waiting.database = (select oid from pg_database where datname = current_database())`,
        );
        if (waiting.length > 0) break;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      await setEnabled(transaction, tenant, email, false);
      return { pending };
    });
    assert.equal((await answer.pending).status, 200);
    await settle();
  }

  test('is refused at the person while the question stays open, for every kind that names one', async () => {
    await service.createTeam(tenant, 'no-deputy', { deputy: null });
    await setPolicy({ responsibility: { graceDays: 0, deputyRequired: true } });
    await settle();
    const deputy = await openTask('name_deputy');
    const name = (person: string) => refused(deputy, { decision: 'name', person });
    await enable(yuki, false);
    assert.deepEqual(await name(ghost), [['/person', 'person_not_found']]);
    assert.deepEqual(await name('00000000-0000-4000-8000-000000000000'), [
      ['/person', 'person_not_found'],
    ]);
    assert.deepEqual(await name(yuki), [['/person', 'person_disabled']]);
    assert.deepEqual(await name('guest@partner.example'), [['/person', 'guest_owner']]);
    assert.deepEqual(await name(mara), [['/person', 'deputy_is_responsible']]);
    const id = await personIdOf(service.at.database, tenant, mara);
    assert.deepEqual(await name(id.toUpperCase()), [['/person', 'deputy_is_responsible']]);
    await enable(yuki, true);

    await setPolicy({
      responsibility: { graceDays: 0, acceptWithinDays: 14, succession: ['deputy'] },
    });
    const accepting = await service.createTeam(tenant, 'accepting');
    await settle();
    for (const kind of ['accept_responsibility', 'accept_deputy_role']) {
      const task = (await openTasks(kind)).find(({ teamId }) => teamId === accepting);
      assert.ok(task !== undefined, kind);
      const passOn = { decision: 'pass_on', person: ghost };
      assert.deepEqual(await refused(task, passOn), [['/person', 'person_not_found']], kind);
    }
    for (const person of [mara, tomas]) await enable(person, false);
    await settle();
    const [vacant] = await openTasks('take_over');
    assert.ok(vacant !== undefined);
    const { status, body } = await decide(vacant, { decision: 'accept', person: ghost });
    assert.deepEqual(
      [status, (body as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer)],
      [422, ['/person']],
    );
  });

  test('that fails later has the question asked again, and the administrators hear of it', async () => {
    const teamId = await service.createTeam(tenant, 'fails-later', { deputy: null });
    await setPolicy({ responsibility: { graceDays: 0, deputyRequired: true } });
    await settle();
    const first = await openTask('name_deputy');
    await decideWhileLeaving(first, { decision: 'name', person: lena }, lena);
    const again = await openTask('name_deputy');
    assert.notEqual(again.taskId, first.taskId);
    assert.deepEqual(
      again.assignees.map(({ email }) => email),
      [mara],
    );
    assert.deepEqual(await told(), [['admin@aare.example', true]]);
    // It is asked once.
    await query('update governed_groups set due_at = governance_now($1) where tenant_id = $1');
    await settle();
    assert.equal((await openTask('name_deputy')).taskId, again.taskId);
    assert.equal((await told()).length, 1);
    assert.equal((await decide(again, { decision: 'name', person: tomas })).status, 200);
    await settle();
    assert.deepEqual(await openTasks(), []);
    const { body } = await service.call(tenant, `/teams/${teamId}`);
    assert.equal((body as { deputy: string }).deputy, tomas);
  });

  test('of a role that is passed on leaves the question of the other person alone, and is asked again', async () => {
    await setPolicy({ responsibility: { graceDays: 0, acceptWithinDays: 14 } });
    await service.createTeam(tenant, 'passed-on');
    await settle();
    const deputy = await openTask('accept_deputy_role');
    const own = await openTask('accept_responsibility');
    await decideWhileLeaving(own, { decision: 'pass_on', person: lena }, lena);
    assert.equal((await openTask('accept_deputy_role')).taskId, deputy.taskId);
    const again = await openTask('accept_responsibility');
    assert.deepEqual(
      [again.taskId === own.taskId, again.assignees.map(({ email }) => email)],
      [false, [mara]],
    );
    assert.deepEqual(await told(), [['admin@aare.example', true]]);
  });

  test('of a role that is passed on to the deputy is that both change places', async () => {
    await setPolicy({ responsibility: { graceDays: 0, acceptWithinDays: 14 } });
    const teamId = await service.createTeam(tenant, 'places');
    await settle();
    const own = await openTask('accept_responsibility');
    assert.deepEqual(await refused(own, { decision: 'pass_on', person: mara }), [
      ['/person', 'nothing_to_change'],
    ]);
    assert.equal((await decide(own, { decision: 'pass_on', person: tomas })).status, 200);
    await settle();
    const { body } = await service.call(tenant, `/teams/${teamId}`);
    const { responsibility } = body as {
      responsibility: { responsible: { email: string }; deputy: { email: string } };
    };
    assert.deepEqual(
      [responsibility.responsible.email, responsibility.deputy.email],
      [tomas, mara],
    );
  });

  test('of a role that is passed on happens once, also if the person presses again while it is carried out', async () => {
    await setPolicy({ responsibility: { graceDays: 0, acceptWithinDays: 14 } });
    const teamIds = await Promise.all(
      Array.from({ length: 6 }, (_, at) => service.createTeam(tenant, `pressed-${at}`)),
    );
    await settle();
    const tasks = await openTasks('accept_responsibility');
    assert.equal(tasks.length, teamIds.length);
    await Promise.all(
      tasks.map(async (task) => {
        const presses = await Promise.all(
          [0, 0, 3, 8, 20, 50].map(async (ms) => {
            await new Promise((resolve) => setTimeout(resolve, ms));
            const { status, body } = await decide(task, { decision: 'pass_on', person: lena });
            return status === 200 ? 'decided' : `${status} ${(body as { code: string }).code}`;
          }),
        );
        const again = Array.from({ length: 5 }, () => '409 task_closed');
        assert.deepEqual(presses.toSorted(), [...again, 'decided']);
      }),
    );
    await settle();
    const operations = await query<{ status: string }>(
      'select status from operations where tenant_id = $1',
    );
    assert.deepEqual(
      operations.map(({ status }) => status),
      teamIds.map(() => 'succeeded'),
    );
  });

  test('of a review opens the review again with the decisions that were made', async () => {
    await setPolicy({});
    const teamId = await service.createTeam(tenant, 'reviewed', { owners: [yuki, lena] });
    await settle();
    const review = await service.call(tenant, `/teams/${teamId}/reviews`, {
      method: 'POST',
      body: { subjects: ['owners'] },
    });
    assert.equal(review.status, 200);
    await settle();
    const task = await openTask('review');
    const { people } = task as unknown as { people: { personId: string; email: string }[] };
    const decisions = people.map(({ personId, email }) => ({
      personId,
      decision: email === yuki ? 'remove' : 'keep',
    }));
    assert.equal((await decide(task, { decision: 'confirm', decisions })).status, 200);
    const failed = await query(
      `update operations set status = 'failed', error = '{"code":"internal_error","detail":"It failed."}', waiting = false
      where tenant_id = $1 and status <> 'failed' returning operation_id`,
    );
    assert.equal(failed.length, 1);
    await settle();
    const again = await openTask('review');
    assert.notEqual(again.taskId, task.taskId);
    const { reviewId } = review.body as { reviewId: string };
    const { body } = await service.call(tenant, `/reviews/${reviewId}`);
    assert.deepEqual(
      [(body as { state: string }).state, (body as { taskId: string }).taskId],
      ['open', again.taskId],
    );
    assert.deepEqual(await told(), [['admin@aare.example', true]]);
  });

  test('of a succession is that someone is asked for a deputy, also where there was none', async () => {
    await setPolicy({ responsibility: { graceDays: 0, succession: ['owners'] } });
    const teamId = await service.createTeam(tenant, 'no-deputy-before', {
      deputy: null,
      owners: [yuki],
    });
    await settle();
    assert.deepEqual(await openTasks(), []);
    await enable(mara, false);
    await settle();
    const { body } = await service.call(tenant, `/teams/${teamId}`);
    const { state } = (body as { responsibility: { state: string } }).responsibility;
    assert.equal(state, 'deputy_vacant');
    assert.deepEqual(
      (await openTask('name_deputy')).assignees.map(({ email }) => email),
      [yuki],
    );
  });
});
