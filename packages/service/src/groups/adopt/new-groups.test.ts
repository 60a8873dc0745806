// Groups that others make after the first list of the directory, by the rule of the tenant.
import assert from 'node:assert/strict';
import { after, before, beforeEach, suite, test } from 'node:test';
import { eventually } from '../../../testing/eventually.ts';
import { moveClock } from '../../../testing/governance.ts';
import { setEnabled } from '../../../testing/sandbox-people.ts';
import {
  startTestService,
  testOperator,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';
import { addWildGroup, type WildSandboxGroup } from '../../../testing/wild-sandbox-group.ts';
import { createDueChanges } from '../../reconciliation/directory-groups.postgres.ts';
import { createReconciliationStore } from '../../reconciliation/reconciliation.postgres.ts';

const [mara, tomas] = testPeople as [string, string];
let service: TestService;
let tenant: TestTenant;

before(async () => {
  service = await startTestService();
});
after(() => service.close());
beforeEach(async () => {
  tenant = await service.addTenant();
  // The first list finds what is there, and the rule is for what comes after.
  await service.createTeam(tenant, 'made-here');
  await wild({ mailNickname: 'prj-1', displayName: 'Project 1', owners: [mara] });
  await reconcile();
});

const wild = (given: WildSandboxGroup) => addWildGroup(service.at.database, tenant.tenantId, given);

async function setRule(newGroups: 'report' | 'ask' | 'adopt'): Promise<void> {
  await service.change(({ tenants }) =>
    tenants.changeRules(testOperator, tenant.tenantId, undefined, { newGroups }),
  );
  await service.service.refresh();
}

async function reconcile(): Promise<void> {
  const store = createReconciliationStore(service.at.database);
  const at = async () => (await store.read(tenant.tenantId))?.last?.finishedAt.getTime() ?? 0;
  const earlier = await at();
  await store.ask(tenant.tenantId);
  await eventually(async () => (await at()) > earlier, 'the directory was compared');
}

async function aliases(): Promise<readonly string[]> {
  const { body } = await service.call(tenant, '/teams?limit=50');
  const { items } = body as { items: readonly { mailNickName: string }[] };
  return items.map(({ mailNickName }) => mailNickName).toSorted();
}

async function entries(action: string) {
  return service.at.database.query<{
    actorKind: string;
    actorId: string;
    data: { mailNickName: string; cause?: { rule: string; templateId: string } };
  }>(
    'select actor_kind, actor_id, data from activity where tenant_id = $1 and action = $2 order by activity_id',
    [tenant.tenantId, action],
  );
}

async function pending(): Promise<number> {
  const rows = await service.at.database.query(
    'select from directory_groups where tenant_id = $1 and is_new',
    [tenant.tenantId],
  );
  return rows.length;
}

test('a new group is adopted by the template that its names propose, once, with the rule in the audit log', async () => {
  await setRule('adopt');
  await wild({ mailNickname: 'prj-77', displayName: 'Project 77', owners: [tomas] });
  await wild({ mailNickname: 'prj-78', displayName: 'Project 78' });
  await wild({ mailNickname: 'book-club', displayName: 'Book club', owners: [mara] });
  const facts = { hasForeignMarker: true };
  const foreign = await wild({ mailNickname: 'prj-79', displayName: 'Project 79', facts });
  await reconcile();
  await eventually(async () => (await aliases()).length === 3, 'both were adopted');
  await reconcile();
  assert.deepEqual([await aliases(), await pending()], [['made-here', 'prj-77', 'prj-78'], 0]);
  const accepted = (await entries('group.accepted')).filter(({ data }) => 'cause' in data);
  const templateId = tenant.templateIds.project;
  assert.deepEqual(
    accepted
      .map(({ actorKind, actorId, data }) =>
        [data.mailNickName, actorKind, actorId, data.cause?.rule].join(' '),
      )
      .toSorted(),
    [`prj-77 policy ${templateId} newGroups.adopt`, `prj-78 policy ${templateId} newGroups.adopt`],
  );
  const found = (await entries('directory.group_found')).map(({ data }) => data.mailNickName);
  assert.deepEqual(found.toSorted(), ['book-club', 'prj-77', 'prj-78', 'prj-79']);
  const [left] = await service.at.database.query<{ marker: string | null }>(
    'select marker from sandbox_groups where tenant_id = $1 and group_id = $2',
    [tenant.tenantId, foreign],
  );
  assert.equal(left?.marker, null);
  const vacant = await service.call(tenant, '/teams?responsibility=vacant');
  const { items } = vacant.body as { items: readonly { mailNickName: string }[] };
  assert.deepEqual(
    items.map(({ mailNickName }) => mailNickName),
    ['prj-78'],
  );
});

test('a look at the sandbox’s groups defers no adoption: what the look found is due at once', async () => {
  await setRule('adopt');
  await wild({ mailNickname: 'prj-80', displayName: 'Project 80', owners: [tomas] });
  for (const look of [1, 2]) {
    const { status } = await service.call(tenant, '/directory/groups?governed=false');
    assert.deepEqual([look, status, await pending()], [look, 200, 1]);
  }
  const due = await createDueChanges(service.at.database)(new Date(), 1_000);
  assert.ok(due.includes(tenant.tenantId), 'the look deferred it');
});

test('a rule that is set later is for what comes after, and the brake of the template defers the rest', async () => {
  await wild({ mailNickname: 'prj-2', displayName: 'Project 2', owners: [mara] });
  await reconcile();
  assert.deepEqual([await aliases(), await pending()], [['made-here'], 0]);
  await setRule('adopt');
  await service.change(({ templates }) =>
    templates.change(testOperator, tenant.tenantId, tenant.templateIds.project, undefined, {
      name: 'Project',
      identifier: 'project',
      mailNicknamePattern: 'prj-{{code}}',
      displayNamePattern: 'Project {{code}}',
      policy: { adoption: { perDay: 1 } },
    }),
  );
  await service.service.refresh();
  for (const n of [3, 4]) {
    await wild({ mailNickname: `prj-${n}`, displayName: `Project ${n}`, owners: [mara] });
  }
  await reconcile();
  assert.deepEqual([(await aliases()).length, await pending()], [2, 1]);
});

suite('groups whose people are asked first', () => {
  interface Asked {
    readonly taskId: string;
    readonly teamId: string;
    readonly kind: string;
    readonly state: string;
    readonly outcome: string | null;
    readonly assignees: readonly { email: string }[];
    readonly decisions: readonly { decision: string; reason: string | null }[];
    readonly cause: { rule: string };
    readonly request: {
      kind: string;
      people: number;
      guests: number;
      requestedBy: { name: string };
    };
  }

  const tasks = async (state = 'open') => {
    const { body } = await service.call(tenant, `/tasks?kind=approve_adoption&state=${state}`);
    return (body as { items: readonly Asked[] }).items;
  };
  const statusOf = async (teamId: string) =>
    (await service.call(tenant, `/teams/${teamId}/status`)).body as {
      status: string;
      error: { code: string; detail: string } | null;
      approval: { assignees: readonly { email: string }[]; dueAt: string | null } | null;
      steps: readonly { name: string; status: string }[];
    };
  const decide = (taskId: string, decision: string) =>
    service.call(tenant, `/tasks/${taskId}/decision`, { method: 'POST', body: { decision } });
  const markers = async () =>
    service.at.database.query(
      "select from sandbox_groups where tenant_id = $1 and marker is not null and mail_nickname like 'prj-%'",
      [tenant.tenantId],
    );
  const hasStatus = (teamId: string, wanted: string) =>
    eventually(async () => (await statusOf(teamId)).status === wanted, `${teamId} is ${wanted}`);
  const addAdministrator = () =>
    service.at.database.query(
      `insert into administrators (tenant_id, administrator_id, email, role, source, created_at, created_by)
      values ($1, gen_random_uuid(), 'root@aare.example', 'owner', 'list', now(), 'test')`,
      [tenant.tenantId],
    );
  const emails = ({ assignees }: Pick<Asked, 'assignees'>) =>
    assignees.map(({ email }) => email).toSorted();

  async function advance(by: string): Promise<void> {
    await moveClock(service.at.database, tenant.tenantId, by);
    await Promise.all([service.service.runDue(), service.service.runDue()]);
  }

  /** A group that others make, about which its people are asked. */
  async function found(code: number, given: Partial<WildSandboxGroup> = {}): Promise<Asked> {
    const names = { mailNickname: `prj-${code}`, displayName: `Project ${code}` };
    await wild({ ...names, owners: [mara, tomas], ...given });
    await reconcile();
    let asked: Asked | undefined;
    await eventually(async () => {
      await service.service.runDue();
      asked = (await tasks()).at(0);
      return asked !== undefined;
    }, 'its people are asked');
    return asked!;
  }

  test('are written to once an owner agrees, and the rule is the author', async () => {
    await setRule('ask');
    const asked = await found(80, { members: ['guest@partner.example'] });
    assert.deepEqual(emails(asked), [mara, tomas].toSorted());
    assert.deepEqual(
      [asked.cause.rule, asked.request.kind, asked.request.requestedBy.name, asked.request.people],
      ['newGroups.ask', 'adopt', 'Project', 2],
    );
    assert.deepEqual(
      asked.decisions.map(({ decision, reason }) => [decision, reason]),
      [
        ['approve', 'optional'],
        ['reject', 'optional'],
      ],
    );
    const waiting = await statusOf(asked.teamId);
    assert.equal(waiting.status, 'awaiting_approval');
    assert.deepEqual(waiting.steps.map(({ name }) => name).slice(0, 3), [
      'await_approval',
      'inspect_group',
      'resolve_people',
    ]);
    assert.deepEqual(emails(waiting.approval!), [mara, tomas].toSorted());
    assert.notEqual(waiting.approval?.dueAt, null);
    assert.equal((await markers()).length, 0);
    const { body } = await service.call(tenant, '/directory/groups?search=prj-80');
    const [listed] = (body as { items: readonly object[] }).items;
    assert.partialDeepStrictEqual(listed, {
      teamId: null,
      adoption: { teamId: asked.teamId, status: 'awaiting_approval' },
      proposal: null,
    });
    // It is asked about once, and no other request can adopt it meanwhile.
    await reconcile();
    assert.equal((await tasks()).length, 1);
    assert.equal((await decide(asked.taskId, 'approve')).status, 200);
    await hasStatus(asked.teamId, 'succeeded');
    assert.equal((await markers()).length, 1);
    const causes = (await entries('group.accepted')).flatMap(({ data }) => data.cause?.rule ?? []);
    assert.deepEqual(causes, ['newGroups.ask']);
  });

  test('are recorded as they are after their people agreed, whatever changed meanwhile', async () => {
    await setRule('ask');
    const asked = await found(86);
    await service.at.database.query(
      `update sandbox_groups set display_name = 'Élan', description = 'Été', visibility = 'public',
         team_ready_at = now() where tenant_id = $1 and mail_nickname = 'prj-86'`,
      [tenant.tenantId],
    );
    await decide(asked.taskId, 'approve');
    await hasStatus(asked.teamId, 'succeeded');
    const path = `/teams/${asked.teamId}`;
    const compared = await service.call(tenant, `${path}/comparison`, { method: 'POST' });
    assert.partialDeepStrictEqual(compared.body, {
      displayName: 'Élan',
      description: 'Été',
      drift: [],
    });
    const archived = await service.call(tenant, `${path}/archive`, {
      method: 'POST',
      headers: { prefer: 'wait=20' },
    });
    assert.equal((archived.body as { status: string }).status, 'succeeded');
    for (const search of ['elan', 'ete']) {
      const { body } = await service.call(tenant, `/teams?search=${search}`);
      assert.equal((body as { items: unknown[] }).items.length, 1, search);
    }
  });

  test('stay as they are where their people decline, and nobody is asked again', async () => {
    await setRule('ask');
    const asked = await found(81);
    assert.equal((await decide(asked.taskId, 'reject')).status, 200);
    const { status, error } = await statusOf(asked.teamId);
    assert.deepEqual([status, error?.code], ['failed', 'approval_rejected']);
    // A group that was away is new to the list of the directory.
    await service.at.database.query(
      "delete from directory_groups where tenant_id = $1 and mail_nickname = 'prj-81'",
      [tenant.tenantId],
    );
    await reconcile();
    await service.service.runDue();
    assert.deepEqual(
      [(await tasks()).length, (await markers()).length, await pending()],
      [0, 0, 0],
    );
    const stops = await entries('adoption.stopped');
    assert.equal(stops.length, 0);
  });

  test('are asked about again and again until the time is over, by more people in the end', async () => {
    await setRule('ask');
    await addAdministrator();
    const asked = await found(82);
    const count = async (action: string) => (await entries(action)).length;
    await advance('3 days 1 hour');
    assert.equal(await count('task.reminded'), 1);
    await advance('4 days');
    assert.equal(await count('task.escalated'), 1);
    assert.deepEqual(emails((await tasks())[0]!), [mara, 'root@aare.example', tomas].toSorted());
    await advance('7 days');
    const [lapsed] = await tasks('lapsed');
    assert.deepEqual([lapsed?.taskId, lapsed?.outcome], [asked.taskId, 'reject']);
    const { status, error } = await statusOf(asked.teamId);
    assert.deepEqual([status, error?.code], ['failed', 'approval_expired']);
    assert.equal((await markers()).length, 0);
  });

  test('ask those who can answer now, and the administrators where no owner can', async () => {
    await setRule('ask');
    const { database } = service.at;
    await addAdministrator();
    await setEnabled(database, tenant, tomas, false);
    const asked = await found(83);
    assert.deepEqual(emails(asked), [mara]);
    await setEnabled(database, tenant, mara, false);
    await advance('1 day');
    assert.deepEqual(emails((await tasks())[0]!), ['root@aare.example']);
    await decide(asked.taskId, 'approve');
    await hasStatus(asked.teamId, 'succeeded');
    const { body } = await service.call(tenant, `/teams/${asked.teamId}`);
    assert.equal((body as { responsible: unknown }).responsible, null);
  });

  test('stay as they are where nobody can be asked, and by a cancellation', async () => {
    await setRule('ask');
    await wild({ mailNickname: 'prj-84', displayName: 'Project 84' });
    await reconcile();
    await eventually(async () => {
      await service.service.runDue();
      return (await entries('group.failed')).length === 1;
    }, 'it fails');
    const [failed] = await service.at.database.query<{ code: string }>(
      "select error ->> 'code' as code from provisionings where tenant_id = $1 and status = 'failed'",
      [tenant.tenantId],
    );
    assert.equal(failed?.code, 'no_approver');
    const asked = await found(85);
    const cancelled = await service.call(tenant, `/teams/${asked.teamId}/cancel`, {
      method: 'POST',
    });
    assert.equal(cancelled.status, 200);
    assert.equal((await tasks('withdrawn')).length, 1);
    assert.equal((await markers()).length, 0);
  });
});
