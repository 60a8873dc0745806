// A plan says what would happen: states and requests are drawn, and the verdict of each plan is that of the request that
// follows it. Of creations and of every kind of operation.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import fc from 'fast-check';
import { eventually } from '../../../testing/eventually.ts';
import { testSeed } from '../../../testing/seed.ts';
import {
  startTestService,
  teamRequest,
  testOperator,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';

const [mara, tomas, yuki, lena] = testPeople as [string, string, string, string];
const disabled = 'dora@aare.example';
const unknown = 'nobody@aare.example';
let service: TestService;
let tenant: TestTenant;
let maraId: string;

before(async () => {
  service = await startTestService();
  tenant = await service.addTenant();
  const { tenantId, organisationId } = tenant;
  await service.change(async ({ templates, sandboxPeople }) => {
    await sandboxPeople.add(testOperator, tenantId, { email: disabled, name: 'Dora' });
    const policy = {
      minimumOwners: 2,
      changes: { members: false },
      approval: {
        when: 'never' as const,
        operations: ['public' as const, 'delete' as const],
        stages: [{ by: [lena] }],
        decisions: 'link' as const,
      },
    };
    await templates.create(testOperator, tenantId, organisationId, {
      name: 'Governed',
      identifier: 'governed',
      mailNicknamePattern: '',
      displayNamePattern: 'Group {{name}}',
      policy,
    });
  });
  await service.service.refresh();
  await service.at.database.query(
    'update sandbox_people set enabled = false where tenant_id = $1 and email = $2',
    [tenantId, disabled],
  );
  const [person] = await service.at.database.query<{ id: string }>(
    'select person_id as id from sandbox_people where tenant_id = $1 and email = $2',
    [tenantId, mara],
  );
  maraId = person?.id ?? '';
});
after(() => service.close());

interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
}

interface Verdict {
  readonly outcome: string;
  readonly code: string | undefined;
  readonly faults: readonly string[];
}
interface Plan {
  readonly outcome: string;
  readonly error: { readonly code: string } | null;
  readonly faults: readonly { readonly pointer: string; readonly code: string }[];
}
interface Problem {
  readonly code: string;
  readonly errors?: Plan['faults'];
}
interface Ended {
  readonly status: string;
  readonly error: Problem | null;
}

const send = async <T>(
  method: string,
  path: string,
  body?: unknown,
  headers = {},
): Promise<Answer<T>> => {
  const answer = await service.call(tenant, path, { method, body, headers });
  return { status: answer.status, body: answer.body as T };
};

/** Waits for the end of what is accepted. */
const request = (method: string, path: string, body?: unknown) =>
  send(method, path, body, { prefer: 'wait=20' });

const faultsOf = (faults: Plan['faults'] = []) =>
  faults.map(({ pointer, code }) => `${pointer} ${code}`).toSorted();

async function planned(path: string, body: unknown): Promise<Verdict> {
  const { status, body: plan } = await send<Plan>('POST', path, body);
  assert.equal(status, 200, JSON.stringify(plan));
  return { outcome: plan.outcome, code: plan.error?.code, faults: faultsOf(plan.faults) };
}

/** @param statusOf the path of the status of what was accepted */
async function happened<Accepted>(
  { status, body }: { status: number; body: Accepted & Problem },
  statusOf: (accepted: Accepted) => string,
): Promise<Verdict> {
  if (status >= 400) return { outcome: 'refused', code: body.code, faults: faultsOf(body.errors) };
  let ended: Ended | undefined;
  await eventually(async () => {
    ended = (await send<Ended>('GET', statusOf(body))).body;
    return !['accepted', 'running'].includes(ended.status);
  }, 'the request has ended');
  const { status: end, error } = ended ?? assert.fail();
  if (end !== 'failed') return { outcome: 'succeeded', code: undefined, faults: [] };
  return { outcome: 'failed', code: error?.code, faults: faultsOf(error?.errors) };
}

/** A plan lists every fault at once; a refusal by the rules has those that need no look at the directory. */
function assertSame(plan: Verdict, real: Verdict, about: unknown): void {
  const text = JSON.stringify({ about, plan, real });
  assert.deepEqual([plan.outcome, plan.code], [real.outcome, real.code], text);
  for (const fault of real.faults) assert.ok(plan.faults.includes(fault), text);
}

const person = fc.constantFrom(mara, mara.toUpperCase(), tomas, yuki, lena, disabled, unknown);
const people = fc.array(person, { maxLength: 2 });
const change = fc.record(
  {
    displayName: fc.constantFrom('Group one', 'Group two', 'Elsewhere', ''),
    description: fc.constantFrom('Described', null),
    visibility: fc.constantFrom('public', 'private'),
    responsible: person,
    deputy: fc.option(person),
    owners: fc.record({ add: people, remove: people }, { requiredKeys: [] }),
    members: fc.record({ add: people, remove: people }, { requiredKeys: [] }),
    former: fc.constantFrom('owner', 'member', 'none'),
  },
  { requiredKeys: [] },
);
const operation = fc.oneof(
  fc.record({ kind: fc.constant('change' as const), change }),
  fc.record({
    kind: fc.constantFrom(
      'archive' as const,
      'unarchive' as const,
      'delete' as const,
      'restore' as const,
    ),
    change: fc.constant({}),
  }),
);

const requestOf = {
  change: ['PATCH', ''],
  archive: ['POST', '/archive'],
  unarchive: ['POST', '/unarchive'],
  delete: ['DELETE', ''],
  restore: ['POST', '/restore'],
} as const;

async function compareOperation(teamId: string, { kind, change: body }: Operation): Promise<void> {
  const plan = await planned(`/teams/${teamId}/plan`, { kind, ...body });
  const [method, path] = requestOf[kind];
  const answer = await send<{ operationId: string } & Problem>(
    method,
    `/teams/${teamId}${path}`,
    kind === 'change' ? body : undefined,
  );
  const real = await happened(
    answer,
    ({ operationId }) => `/teams/${teamId}/operations/${operationId}`,
  );
  assertSame(plan, real, { kind, body });
}
interface Operation {
  readonly kind: keyof typeof requestOf;
  readonly change: object;
}

const made: (() => Promise<string>)[] = [
  () => service.createTeam(tenant, 'active'),
  () => service.createTeam(tenant, 'governed', { templateIdOrIdentifier: 'governed' }),
  async () => {
    const teamId = await service.createTeam(tenant, 'archived');
    await request('POST', `/teams/${teamId}/archive`);
    return teamId;
  },
  async () => {
    const teamId = await service.createTeam(tenant, 'deleted');
    await request('DELETE', `/teams/${teamId}`);
    return teamId;
  },
  async () => {
    const teamId = await service.createTeam(tenant, 'taken');
    await request('DELETE', `/teams/${teamId}`);
    await service.createTeam(tenant, 'taken');
    return teamId;
  },
  async () => {
    const teamId = await service.createTeam(tenant, 'held');
    await send('PUT', `/teams/${teamId}/hold`, { reason: 'Lawsuit 4711' });
    return teamId;
  },
  async () => {
    const teamId = await service.createTeam(tenant, 'gone');
    await service.at.database.query(
      'update provisionings set gone_since = now() where team_id = $1',
      [teamId],
    );
    return teamId;
  },
  async () => {
    const failing = teamRequest('failed', { responsible: unknown });
    return (await send<{ teamId: string }>('POST', '/teams', failing)).body.teamId;
  },
];

suite('the verdict of a plan is that of the request', () => {
  test('on a group on hold, a deletion and an archiving are refused by both', async () => {
    const teamId = await service.createTeam(tenant, 'on-hold');
    await send('PUT', `/teams/${teamId}/hold`, { reason: 'Lawsuit 4711' });
    for (const kind of ['delete', 'archive'] as const) {
      const plan = await planned(`/teams/${teamId}/plan`, { kind });
      assert.deepEqual([plan.outcome, plan.code], ['refused', 'on_hold']);
      await compareOperation(teamId, { kind, change: {} });
    }
  });

  test('for operations of every kind, on groups in every state', async () => {
    const groups = await Promise.all(made.map((make) => make()));
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: groups.length - 1 }), operation, async (index, asked) => {
        await compareOperation(groups[index] ?? '', asked);
      }),
      // The requests change the groups, so a smaller example is no example.
      { seed: testSeed, numRuns: 150, endOnFailure: true },
    );
  });

  test('for a number whose alias another group has', async () => {
    const { tenantId, organisationId } = tenant;
    await service.change(({ templates }) =>
      templates.create(testOperator, tenantId, organisationId, {
        name: 'Counted',
        identifier: 'counted',
        mailNicknamePattern: 'cnt-{{counter}}',
        displayNamePattern: 'Counted {{counter}}',
        counter: { width: 3, per: 'template' },
      }),
    );
    await service.service.refresh();
    await Promise.all(['cnt-001', 'CNT-002'].map((alias) => service.createTeam(tenant, alias)));
    const {
      mailNickName: _,
      displayName: __,
      ...unnamed
    } = teamRequest('', {
      templateIdOrIdentifier: 'counted',
    });
    const plan = await send<{ outcome: string; names: { mailNickName: string } }>(
      'POST',
      '/teams/plan',
      unnamed,
    );
    assert.deepEqual(
      [plan.body.outcome, plan.body.names.mailNickName],
      ['succeeded', 'cnt-003'],
      JSON.stringify(plan.body),
    );
    const { body } = await send<{ teamId: string }>('POST', '/teams', unnamed);
    const { body: team } = await send<{ mailNickName: string }>('GET', `/teams/${body.teamId}`);
    assert.equal(team.mailNickName, 'cnt-003');
  });

  test('for creations', async () => {
    await service.createTeam(tenant, 'first');
    const drawn = fc.record({
      mailNickName: fc.constantFrom('first', 'FIRST', 'second', 'third', 'not an alias', 'prj-7'),
      displayName: fc.constantFrom('Group one', 'Project 7', ''),
      templateIdOrIdentifier: fc.constantFrom('any', 'governed', 'project', 'nowhere'),
      responsible: fc.oneof(person, fc.constant(maraId)),
      deputy: fc.option(person),
      owners: people,
      members: people,
    });
    await fc.assert(
      fc.asyncProperty(drawn, async (others) => {
        const body = teamRequest('', others);
        const plan = await planned('/teams/plan', body);
        const answer = await send<{ teamId: string } & Problem>('POST', '/teams', body);
        const real = await happened(answer, ({ teamId }) => `/teams/${teamId}/status`);
        assertSame(plan, real, body);
      }),
      { seed: testSeed, numRuns: 60, endOnFailure: true },
    );
  });
});
