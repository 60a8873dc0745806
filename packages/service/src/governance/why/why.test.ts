// The reasons for facts about a group, through the API, on the sandbox directory.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { advanceBy } from '../../../testing/governed-year.ts';
import {
  startTestService,
  teamRequest,
  testOperator,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';
import { factOf } from './explain.ts';
import { createReadReasons } from './read-reasons.postgres.ts';

interface Reason {
  readonly action: string;
  readonly actor: { readonly kind: string; readonly id: string };
  readonly rule: { readonly rule: string; readonly policyVersion: number } | null;
  readonly reason: string | null;
  readonly outcome: string | null;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly proof: { readonly position: number; readonly isIntact: boolean } | null;
}

const [mara, tomas, yuki, lena] = testPeople as [string, string, string, string];
let service: TestService;
let tenant: TestTenant;

before(async () => {
  service = await startTestService();
  tenant = await service.addTenant();
  await service.change(({ templates }) =>
    templates.create(testOperator, tenant.tenantId, tenant.organisationId, {
      name: 'Explained',
      identifier: 'explained',
      mailNicknamePattern: '',
      displayNamePattern: '',
      policy: {
        approval: { when: 'always', operations: ['public'], stages: [{ by: [lena] }] },
        lifecycle: { expires: { after: 'P6M' }, remindBefore: ['P30D', 'P7D'] },
      },
    }),
  );
  await service.service.refresh();
});
after(() => service.close());

/** Waits, for as long as it takes, until there is an answer. */
async function eventually<T>(read: () => Promise<T | undefined>): Promise<T> {
  for (const endsAt = performance.now() + 60_000; performance.now() < endsAt;) {
    const found = await read();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('It never came.');
}

const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const { status, body: answer } = await service.call(tenant, path, { method, body });
  assert.ok(status < 300, `${method} ${path}: ${status} ${JSON.stringify(answer)}`);
  return answer as T;
};

async function approve(teamId: string): Promise<void> {
  const task = await eventually(async () => {
    const { items } = await call<{ items: { taskId: string }[] }>(
      'GET',
      `/tasks?teamId=${teamId}&state=open`,
    );
    return items[0];
  });
  await call('POST', `/tasks/${task.taskId}/decision`, { decision: 'approve' });
}

async function create(alias: string, others: object = {}): Promise<string> {
  const body = teamRequest(alias, { templateIdOrIdentifier: 'explained', ...others });
  const { teamId } = await call<{ teamId: string }>('POST', '/teams', body);
  await approve(teamId);
  await ended(`/teams/${teamId}/status`);
  return teamId;
}

const ended = (path: string) =>
  eventually(async () => {
    const { status } = await call<{ status: string }>('GET', path);
    return status === 'succeeded' ? status : undefined;
  });

async function change(teamId: string, body: object, isAsked = false): Promise<void> {
  const { operationId } = await call<{ operationId: string }>('PATCH', `/teams/${teamId}`, body);
  if (isAsked) await approve(teamId);
  await ended(`/teams/${teamId}/operations/${operationId}`);
}

/** Once every entry has its place in the chain. */
const why = (teamId: string, query: string): Promise<readonly Reason[]> =>
  eventually(async () => {
    const { reasons } = await call<{ reasons: Reason[] }>(
      'GET',
      `/teams/${teamId}/why?property=${query}`,
    );
    assert.ok(reasons.every(({ proof }) => proof?.isIntact !== false));
    return reasons.every(({ proof }) => proof !== null) ? reasons : undefined;
  });

const actionsOf = (reasons: readonly Reason[]) => reasons.map(({ action }) => action);

suite('why a fact about a group is as it is', () => {
  test('a fact of the creation leads to the template, the request and its approval', async () => {
    const teamId = await create('why-created', { reason: 'INC0077' });
    const reasons = await why(teamId, 'visibility');
    assert.deepEqual(actionsOf(reasons), [
      'template.created',
      'group.accepted',
      'task.opened',
      'task.decided',
      'group.succeeded',
    ]);
    assert.deepEqual(
      [reasons[1]?.actor.id, reasons[1]?.reason, reasons[3]?.outcome],
      [tenant.keyId, 'INC0077', 'approve'],
    );
    const positions = reasons.map(({ proof }) => proof?.position ?? 0);
    assert.deepEqual(
      positions,
      positions.toSorted((one, other) => one - other),
    );
  });

  test('a change leads to its request, the decision about it, and what it changed', async () => {
    const teamId = await create('why-changed');
    await change(teamId, { displayName: 'First' });
    await change(teamId, { visibility: 'public', reason: 'All read it' }, true);
    const reasons = await why(teamId, 'visibility');
    assert.deepEqual(actionsOf(reasons), [
      'template.created',
      'group.operation_accepted',
      'task.opened',
      'task.decided',
      'group.changed',
    ]);
    const [, accepted, , , changed] = reasons;
    assert.deepEqual(
      [accepted?.reason, changed?.before, changed?.after],
      ['All read it', 'private', 'public'],
    );
    assert.deepEqual(actionsOf(await why(teamId, 'displayName')), [
      'group.operation_accepted',
      'group.changed',
    ]);
  });

  test('a person of a list leads to the change that named the person', async () => {
    const teamId = await create('why-person');
    await change(teamId, { members: { add: [lena] } });
    await change(teamId, { members: { remove: [yuki] } });
    const [, added] = await why(teamId, `members&person=${lena}`);
    assert.deepEqual([added?.action, added?.after], ['group.changed', [lena]]);
    const [, last] = await why(teamId, 'members');
    assert.deepEqual(last?.before, [yuki]);
    assert.equal((await why(teamId, `owners&person=${mara}`)).at(-1)?.action, 'group.succeeded');
    await change(teamId, { responsible: tomas, deputy: null });
    assert.equal((await why(teamId, `owners&person=${tomas}`)).at(-1)?.action, 'group.handed_over');
  });

  test('a state that a policy made leads to its rule, version and reminders', async () => {
    const teamId = await create('why-archived');
    for (const days of ['P155D', 'P20D', 'P14D', 'P14D']) await advanceBy(service, tenant, days);
    await eventually(async () => {
      const { state } = await call<{ state: string }>('GET', `/teams/${teamId}`);
      return state === 'archived' ? state : undefined;
    });
    const reasons = await why(teamId, 'state');
    const actions = actionsOf(reasons);
    assert.equal(actions[0], 'template.created');
    assert.equal(actions.at(-1), 'group.archived');
    for (const action of ['group.expiring', 'group.expired', 'group.operation_accepted']) {
      assert.ok(actions.includes(action), `${action} in ${actions.join()}`);
    }
    const archived = reasons.at(-1);
    assert.equal(archived?.actor.kind, 'policy');
    assert.match(archived?.rule?.rule ?? '', /^lifecycle/);
  });

  test('reads no more of the entries before a change than a batch may weigh', async () => {
    const teamId = await create('why-heavy');
    const { tenantId } = tenant;
    // Each has a list of a thousand people.
    await service.at.database.query(
      `insert into activity (tenant_id, occurred_at, actor_kind, actor_id, action, subject_kind, subject_id, data)
      select $1, now(), 'service', 'test', 'group.operation_accepted', 'group', $2,
        (select jsonb_build_object('people', jsonb_agg(gen_random_uuid())) from generate_series(1, 1000 + n * 0))
      from generate_series(1, 100) n`,
      [tenantId, teamId],
    );
    await call('PATCH', `/teams/${teamId}`, { description: 'Heavy' });
    let bytes = 0;
    const { database } = service.at;
    const read = createReadReasons({
      async query<Row extends object>(...asked: Parameters<typeof database.query>) {
        const rows = await database.query<Row>(...asked);
        bytes += JSON.stringify(rows).length;
        return rows;
      },
    });
    const fact = factOf('description', false);
    const found = await eventually(async () => {
      const reasons = (await read(tenantId, teamId, fact, []))?.reasons;
      return reasons?.at(-1)?.action === 'group.changed' ? reasons : undefined;
    });
    assert.ok(found.length > 0);
    bytes = 0;
    await read(tenantId, teamId, fact, []);
    assert.ok(bytes < 1_200_000, String(bytes));
  });

  test('what is no fact, no person or no group is refused in words', async () => {
    const teamId = await create('why-refused');
    for (const [query, parameter] of [
      ['property=colour', 'property'],
      ['property=properties.', 'property'],
      ['property=settings.colour', 'property'],
      ['property=members&person=Yuki', 'person'],
      [`property=visibility&person=${yuki}`, 'person'],
    ] as const) {
      const answer = await service.call(tenant, `/teams/${teamId}/why?${query}`);
      const { errors } = answer.body as { errors: { parameter: string }[] };
      assert.deepEqual([answer.status, errors[0]?.parameter], [400, parameter], query);
    }
    const absent = await service.call(tenant, `/teams/${tenant.tenantId}/why?property=state`);
    assert.equal(absent.status, 404);
  });

  test('a property or a source that the group never had is refused with the one that was meant', async () => {
    const teamId = await create('why-unknown', {
      externalIds: [{ source: 'erp', externalId: '4711' }],
    });
    for (const [property, meant] of [
      ['properties.nope', undefined],
      ['externalIds.erpp', 'erp'],
      ['visiblity', 'visibility'],
    ] as const) {
      const path = `/teams/${teamId}/why?property=${property}`;
      const { status, body } = await service.call(tenant, path);
      const [fault] = (body as { errors: { detail: string; values?: object }[] }).errors;
      assert.equal(status, 400, property);
      assert.deepEqual(fault?.values, meant && { suggestion: meant });
      if (meant !== undefined) assert.ok(fault?.detail.endsWith(`; did you mean ${meant}?`));
    }
    assert.ok((await why(teamId, 'externalIds.ERP')).length > 0);
  });

  test('a setting leads to the creation or the repair that wrote it, with its request', async () => {
    await service.change(({ templates }) =>
      templates.create(testOperator, tenant.tenantId, tenant.organisationId, {
        name: 'Guarded',
        identifier: 'guarded',
        mailNicknamePattern: '',
        displayNamePattern: '',
        policy: { settings: { guests: 'deny' } },
      }),
    );
    await service.service.refresh();
    const guarded = { templateIdOrIdentifier: 'guarded' };
    const teamId = await service.createTeam(tenant, 'why-settings', guarded);
    const written = ['group.settings_applied', 'group.succeeded'];
    const made = actionsOf(await why(teamId, 'settings.guests'));
    assert.deepEqual(made.slice(0, 2), ['template.created', 'group.accepted']);
    assert.deepEqual(made.slice(2).toSorted(), written);
    const path = `/teams/${teamId}/repair`;
    const repair = { properties: ['settings.guests'], reason: 'INC0078' };
    const { operationId } = await call<{ operationId: string }>('POST', path, repair);
    await ended(`/teams/${teamId}/operations/${operationId}`);
    const reasons = await why(teamId, 'settings.guests');
    const [accepted, ...others] = actionsOf(reasons);
    assert.equal(accepted, 'group.operation_accepted');
    assert.deepEqual(others.toSorted(), ['group.repaired', 'group.settings_applied']);
    assert.equal(reasons[0]?.reason, 'INC0078');
  });
});
