// A plan says what would happen: states and requests are drawn, and the verdict of each plan is that of the request that
// follows it: of creations, retries and operations of every kind, alone and in bulk, with and without a version. A plan knows
// no Idempotency-Keys, for the reason in docs/decisions/0016.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import fc from 'fast-check';
import { beginBatch } from '../../../testing/run-batch.ts';
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
import { addWildGroup, type WildSandboxGroup } from '../../../testing/wild-sandbox-group.ts';

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
  /** An operation that succeeds has it. */
  readonly changed?: boolean | undefined;
}
interface Plan {
  readonly changed?: boolean;
  /** A roster's plan has none. */
  readonly outcome?: string;
  readonly conforms: boolean;
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
  readonly approval?: { readonly taskId: string | null } | null;
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

async function planned(path: string, body: unknown, headers = {}): Promise<Verdict> {
  const { status, body: plan } = await send<Plan>('POST', path, body, headers);
  assert.equal(status, 200, JSON.stringify(plan));
  const { outcome = plan.conforms ? 'succeeded' : 'refused', error, changed } = plan;
  const isEffective = outcome === 'succeeded' ? changed : undefined;
  return { outcome, code: error?.code, faults: faultsOf(plan.faults), changed: isEffective };
}

/** @param statusOf the path of the status of what was accepted */
async function happened<Accepted extends object>(
  { status, body }: { status: number; body: Accepted & Problem & { readonly changed?: boolean } },
  statusOf: (accepted: Accepted) => string,
): Promise<Verdict> {
  if (status >= 400) return { outcome: 'refused', code: body.code, faults: faultsOf(body.errors) };
  const { changed } = body;
  if ('operationId' in body && body.operationId === null) {
    return { outcome: 'succeeded', code: undefined, faults: [], changed };
  }
  let ended: Ended | undefined;
  await eventually(async () => {
    ended = (await send<Ended>('GET', statusOf(body))).body;
    // A request that waits fails yet where nobody can be asked.
    const isAsked = ended.status !== 'awaiting_approval' || ended.approval?.taskId !== null;
    return isAsked && !['accepted', 'running'].includes(ended.status);
  }, 'the request has ended');
  const { status: end, error } = ended ?? assert.fail();
  if (end !== 'failed') return { outcome: 'succeeded', code: undefined, faults: [], changed };
  return { outcome: 'failed', code: error?.code, faults: faultsOf(error?.errors) };
}

/** A plan lists every fault at once; a refusal by the rules has those that need no look at the directory. */
function assertSame(plan: Verdict, real: Verdict, about: unknown): void {
  const text = JSON.stringify({ about, plan, real });
  assert.deepEqual(
    [plan.outcome, plan.code, plan.changed],
    [real.outcome, real.code, real.changed],
    text,
  );
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
  fc.record({
    kind: fc.constantFrom('repair' as const, 'accept_drift' as const),
    change: fc.record(
      { properties: fc.constantFrom(['visibility'], ['owners', 'rosters'], [], ['elsewhere']) },
      { requiredKeys: [] },
    ),
  }),
);
/** Members of a change, which no other kind has. */
const foreign = fc.constantFrom({ visibility: 'private' }, { responsible: yuki }, { no: 1 });

const requestOf = {
  change: ['PATCH', ''],
  archive: ['POST', '/archive'],
  unarchive: ['POST', '/unarchive'],
  delete: ['DELETE', ''],
  restore: ['POST', '/restore'],
  repair: ['POST', '/repair'],
  accept_drift: ['POST', '/drift/acceptance'],
} as const;

interface Operation {
  readonly kind: keyof typeof requestOf;
  readonly change: object;
}
type Accepted = { readonly operationId: string } & Problem;

function requestOperation(teamId: string, { kind, change: body }: Operation, headers = {}) {
  const [method, path] = requestOf[kind];
  // The others can be requested without a body.
  const hasBody = kind === 'change' || kind === 'accept_drift' || Object.keys(body).length > 0;
  const sent = hasBody ? body : undefined;
  return send<Accepted>(method, `/teams/${teamId}${path}`, sent, headers);
}

const statusOf =
  (teamId: string) =>
  ({ operationId }: Accepted) =>
    `/teams/${teamId}/operations/${operationId}`;

const versions = ['none', 'present', 'changed since', 'any'] as const;

async function headersOf(teamId: string, version: (typeof versions)[number]) {
  if (version === 'none') return {};
  if (version === 'any') return { 'if-match': '*' };
  const { headers } = await service.call(tenant, `/teams/${teamId}`);
  const present = headers.get('etag') ?? assert.fail();
  return { 'if-match': version === 'present' ? present : '"987654", "987655"' };
}

async function compareOperation(
  teamId: string,
  asked: Operation,
  version: (typeof versions)[number] = 'none',
): Promise<void> {
  const headers = await headersOf(teamId, version);
  const { kind, change: body } = asked;
  const plan = await planned(`/teams/${teamId}/plan`, { kind, ...body }, headers);
  const real = await happened(await requestOperation(teamId, asked, headers), statusOf(teamId));
  assertSame(plan, real, { kind, body, version });
}

interface BulkCreation {
  readonly teamId?: string;
  readonly error?: Problem | null;
}
interface BulkItem {
  readonly teamId: string;
  readonly etag: string;
  readonly operationId?: string | null;
  readonly changed: boolean;
  readonly error: Problem | null;
}

/** A group in each state. @param prefix of the aliases */
const made: ((prefix: string) => Promise<string>)[] = [
  (prefix) => service.createTeam(tenant, `${prefix}-active`),
  (prefix) =>
    service.createTeam(tenant, `${prefix}-governed`, { templateIdOrIdentifier: 'governed' }),
  async (prefix) => {
    const teamId = await service.createTeam(tenant, `${prefix}-archived`);
    await request('POST', `/teams/${teamId}/archive`);
    return teamId;
  },
  async (prefix) => {
    const teamId = await service.createTeam(tenant, `${prefix}-deleted`);
    await request('DELETE', `/teams/${teamId}`);
    return teamId;
  },
  async (prefix) => {
    const teamId = await service.createTeam(tenant, `${prefix}-taken`);
    await request('DELETE', `/teams/${teamId}`);
    await service.createTeam(tenant, `${prefix}-taken`);
    return teamId;
  },
  async (prefix) => {
    const teamId = await service.createTeam(tenant, `${prefix}-held`);
    await send('PUT', `/teams/${teamId}/hold`, { reason: 'Lawsuit 4711' });
    return teamId;
  },
  async (prefix) => {
    const teamId = await service.createTeam(tenant, `${prefix}-gone`);
    await service.at.database.query(
      'update provisionings set gone_since = now() where team_id = $1',
      [teamId],
    );
    return teamId;
  },
  async (prefix) => {
    const failing = teamRequest(`${prefix}-failed`, { responsible: unknown });
    return (await send<{ teamId: string }>('POST', '/teams', failing)).body.teamId;
  },
];

/** A group of others, and whether anything hinders its adoption. */
const wildGroups: readonly Omit<WildSandboxGroup, 'mailNickname'>[] = [
  { owners: [tomas], members: [yuki] },
  { displayName: 'Group one', owners: [tomas], hasTeam: true },
  { owners: [disabled] },
  {},
  { owners: [tomas], facts: { hasForeignMarker: true } },
  { owners: [tomas], facts: { isSynchronised: true, hasDynamicMembership: true } },
];

suite('the verdict of a plan is that of the request', () => {
  test('for adoptions of groups of every kind', async () => {
    let made = 0;
    const asked = fc.record(
      {
        templateIdOrIdentifier: fc.constantFrom('any', 'project', 'governed', 'no-such'),
        names: fc.constantFrom('keep', 'conform', 'other'),
        responsible: fc.option(person, { nil: undefined }),
        deputy: fc.option(person),
        properties: fc.constantFrom({}, { code: '7' }, { name: 'one' }, { unknown: 'x' }),
        expiresAt: fc.constantFrom(null, '2020-01-01T00:00:00Z', '2090-01-01T00:00:00Z'),
      },
      { requiredKeys: ['templateIdOrIdentifier', 'names'] },
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(wildGroups.length), asked, async (at, others) => {
        made += 1;
        const { at: testDatabase } = service;
        const mailNickname = made % 2 === 0 ? `wild-${made}` : `prj-${made}`;
        const groupId =
          wildGroups[at] === undefined
            ? randomUUID()
            : await addWildGroup(testDatabase.database, tenant.tenantId, {
                mailNickname,
                ...wildGroups[at],
              });
        const body = { groupId, organisationIdOrIdentifier: 'aare', ...others };
        const plan = await planned('/teams/adoption/plan', body);
        const real = await happened(
          await send<{ teamId: string } & Problem>('POST', '/teams/adoption', body),
          ({ teamId }) => `/teams/${teamId}/status`,
        );
        assertSame(plan, real, body);
        // Once it is adopted, both say so.
        if (real.outcome !== 'succeeded') return;
        const again = await planned('/teams/adoption/plan', body);
        assert.deepEqual(again.faults, ['/groupId already_governed']);
      }),
      { seed: testSeed, numRuns: 80, endOnFailure: true },
    );
  });

  test('on a group on hold, a deletion and an archiving are refused by both', async () => {
    const teamId = await service.createTeam(tenant, 'on-hold');
    await send('PUT', `/teams/${teamId}/hold`, { reason: 'Lawsuit 4711' });
    for (const kind of ['delete', 'archive'] as const) {
      const plan = await planned(`/teams/${teamId}/plan`, { kind });
      assert.deepEqual([plan.outcome, plan.code], ['refused', 'on_hold']);
      await compareOperation(teamId, { kind, change: {} });
    }
  });

  test('a version that has changed since is refused by both', async () => {
    const teamId = await service.createTeam(tenant, 'versioned');
    const { 'if-match': first } = await headersOf(teamId, 'present');
    const asked = { kind: 'change', change: { description: 'Second' } } as const;
    await compareOperation(teamId, asked, 'present');
    const plan = await planned(
      `/teams/${teamId}/plan`,
      { kind: 'change', description: 'Third' },
      { 'if-match': first },
    );
    assert.deepEqual([plan.outcome, plan.code], ['refused', 'version_conflict']);
    await compareOperation(teamId, asked, 'changed since');
  });

  test('for members of a change, which no other kind has, on groups in every state', async () => {
    const groups = await Promise.all(made.map((make) => make('foreign')));
    const kind = fc.constantFrom('archive', 'unarchive', 'restore', 'repair');
    const asked = fc.record({ kind, change: foreign });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...groups), asked, async (teamId, one) => {
        const plan = await planned(`/teams/${teamId}/plan`, { kind: one.kind, ...one.change });
        assert.equal(plan.outcome, 'refused', JSON.stringify({ one, plan }));
        await compareOperation(teamId, one);
      }),
      { seed: testSeed, numRuns: 25, endOnFailure: true },
    );
  });

  test('for operations of every kind and version, on groups in every state', async () => {
    const groups = await Promise.all(made.map((make) => make('one')));
    const index = fc.nat({ max: groups.length - 1 });
    const version = fc.constantFrom(...versions);
    await fc.assert(
      fc.asyncProperty(index, operation, version, async (at, asked, expected) => {
        await compareOperation(groups[at] ?? '', asked, expected);
      }),
      // The requests change the groups, so a smaller example is no example.
      { seed: testSeed, numRuns: 150, endOnFailure: true },
    );
  });

  test('for one operation on groups in every state and on one that is not there', async () => {
    const groups = [...(await Promise.all(made.map((make) => make('bulk')))), randomUUID()];
    const kind = fc.constantFrom('handover', 'archive', 'unarchive', 'delete', 'restore');
    const people = fc.record({ responsible: person, deputy: person });
    await fc.assert(
      fc.asyncProperty(kind, people, fc.infiniteStream(fc.boolean()), async (kind, to, stale) => {
        const body = { kind, ...(kind === 'handover' && to) };
        const plan = await send<{ items: BulkItem[] }>('POST', '/teams/operations/plan', {
          ...body,
          teamIds: groups,
        });
        const asked = plan.body.items.map((item) =>
          Object.assign(item, { isStale: stale.next().value }),
        );
        const items = await beginBatch(send, {
          ...body,
          groups: asked.map(({ teamId, etag, isStale }) => ({
            teamId,
            etag: isStale ? '987654' : etag,
          })),
        });
        for (const [at, { teamId, operationId, error }] of items.entries()) {
          const { error: expected, isStale } = asked[at] ?? assert.fail();
          const real =
            operationId === null || operationId === undefined
              ? error?.code
              : (
                  await happened(
                    { status: 200, body: { operationId, code: '' } },
                    statusOf(teamId ?? ''),
                  )
                ).code;
          const isThere = expected?.code !== 'not_found';
          assert.equal(
            real,
            isStale && isThere ? 'version_conflict' : expected?.code,
            JSON.stringify({ body, teamId, at, isStale }),
          );
        }
      }),
      { seed: testSeed, numRuns: 12, endOnFailure: true },
    );
  });

  test('but a repeated request gets the first answer, and another one with its key is refused, whatever the plan says', async () => {
    const index = fc.nat({ max: made.length - 1 });
    const groups = await Promise.all(made.map((make) => make('keyed')));
    await fc.assert(
      fc.asyncProperty(index, operation, operation, async (at, one, other) => {
        const teamId = groups[at] ?? '';
        const headers = { 'idempotency-key': randomUUID() };
        const plan = await planned(`/teams/${teamId}/plan`, { kind: one.kind, ...one.change });
        const first = await requestOperation(teamId, one, headers);
        const real = await happened(first, statusOf(teamId));
        assertSame(plan, real, one);
        const isSame = JSON.stringify(one) === JSON.stringify(other);
        if (real.outcome === 'refused') {
          // A refused request leaves its key free.
          const next = await planned(`/teams/${teamId}/plan`, {
            kind: other.kind,
            ...other.change,
          });
          const answer = await requestOperation(teamId, other, headers);
          assertSame(next, await happened(answer, statusOf(teamId)), other);
          return;
        }
        const again = await requestOperation(teamId, one, headers);
        assert.equal(again.body.operationId, first.body.operationId);
        if (isSame) return;
        const { status, body } = await requestOperation(teamId, other, headers);
        const text = JSON.stringify({ one, other, body });
        assert.deepEqual([status, body.code], [422, 'idempotency_key_reused'], text);
      }),
      { seed: testSeed, numRuns: 40, endOnFailure: true },
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

  const requested = fc.record({
    mailNickName: fc.constantFrom('first', 'FIRST', 'second', 'third', 'not an alias', 'prj-7'),
    displayName: fc.constantFrom('Group one', 'Project 7', ''),
    templateIdOrIdentifier: fc.constantFrom('any', 'governed', 'project', 'nowhere'),
    responsible: fc.oneof(person, fc.constantFrom('the id of Mara')),
    deputy: fc.option(person),
    owners: people,
    members: people,
  });
  const bodyOf = ({ responsible, ...others }: { readonly responsible: string }) =>
    teamRequest('', {
      ...others,
      responsible: responsible === 'the id of Mara' ? maraId : responsible,
    });
  const endOf = (answer: Answer<{ teamId: string } & Problem>) =>
    happened(answer, ({ teamId }) => `/teams/${teamId}/status`);

  test('for creations', async () => {
    await service.createTeam(tenant, 'first');
    await fc.assert(
      fc.asyncProperty(requested, async (others) => {
        const body = bodyOf(others);
        const plan = await planned('/teams/plan', body);
        assertSame(plan, await endOf(await send('POST', '/teams', body)), body);
      }),
      { seed: testSeed, numRuns: 60, endOnFailure: true },
    );
  });

  test('for retries of failed creations, as they were and with changes', async () => {
    const fail = async () => {
      const failing = teamRequest(`retried-${randomUUID().slice(0, 8)}`, { responsible: unknown });
      const { body } = await send<{ teamId: string }>('POST', '/teams', failing, {
        prefer: 'wait=20',
      });
      return body.teamId;
    };
    await fc.assert(
      fc.asyncProperty(fc.option(requested), async (edited) => {
        const teamId = await fail();
        const body =
          edited === null ? (await send('GET', `/teams/${teamId}/request`)).body : bodyOf(edited);
        const plan = await planned('/teams/plan', body);
        const path = edited === null ? 'retry' : 'retry/edited';
        const answer = await send<{ teamId: string } & Problem>(
          'POST',
          `/teams/${teamId}/${path}`,
          edited === null ? undefined : body,
        );
        assertSame(plan, await endOf(answer), { path, body });
      }),
      { seed: testSeed, numRuns: 30, endOnFailure: true },
    );
  });

  test('for the entries of a bulk request, of which the first with an alias gets it', async () => {
    const entries = fc.array(requested, { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(entries, async (drawn) => {
        const bodies = drawn.map(bodyOf);
        const plans: Verdict[] = [];
        for (const body of bodies) plans.push(await planned('/teams/plan', body));
        const answer = await send<{ items: BulkCreation[] }>('POST', '/teams/bulk', bodies);
        const holders = new Map<string, Verdict>();
        for (const [at, item] of answer.body.items.entries()) {
          const alias = String(bodies[at]?.['mailNickName']).toLowerCase();
          const plan = plans[at] ?? assert.fail();
          const holder = holders.get(alias);
          if (plan.outcome !== 'refused') holders.set(alias, holder ?? plan);
          const status = item.error === null || item.error === undefined ? 200 : 422;
          const { code = '', errors = [] } = item.error ?? {};
          const real = await endOf({
            status,
            body: { teamId: item.teamId ?? '', code, errors },
          });
          if (plan.outcome === 'refused' || holder === undefined) {
            assertSame(plan, real, bodies[at]);
          } else if (holder.outcome === 'succeeded') {
            assert.equal(real.code, 'mail_nickname_taken');
          }
          // A holder that fails releases the alias, before or after the next entry wants it.
        }
      }),
      { seed: testSeed, numRuns: 20, endOnFailure: true },
    );
  });

  const named = fc.record(
    {
      person,
      role: fc.constantFrom('member', 'owner'),
      until: fc.constantFrom(null, '', '2090-01-01T00:00:00Z', '2020-01-01T00:00:00Z', 'soon'),
    },
    { requiredKeys: ['person'] },
  );
  const roster = fc.record(
    {
      members: fc.array(named, { maxLength: 4 }),
      removals: fc.record({ allow: fc.boolean() }),
      reason: fc.constantFrom('The table says so', ' '),
    },
    { requiredKeys: ['members'] },
  );

  test('for rosters of two sources, on groups in every state', async () => {
    const groups = await Promise.all(made.map((make) => make('roster')));
    const index = fc.nat({ max: groups.length - 1 });
    const source = fc.constantFrom('hr', 'ERP');
    const version = fc.constantFrom({}, { 'if-match': '*' }, { 'if-match': '"987654"' });
    await fc.assert(
      fc.asyncProperty(index, source, roster, version, async (at, name, body, headers) => {
        const teamId = groups[at] ?? '';
        const path = `/teams/${teamId}/rosters/${name}`;
        const plan = await planned(`${path}/plan`, body, headers);
        const answer = await send<Accepted>('PUT', path, body, headers);
        assertSame(plan, await happened(answer, statusOf(teamId)), { at, name, body, headers });
      }),
      { seed: testSeed, numRuns: 80, endOnFailure: true },
    );
  });

  test('for desired states: of new groups, of those that exist, and of those that others made', async () => {
    const groups = await Promise.all(made.map((make) => make('desired')));
    const state = fc.record(
      {
        mailNickName: fc.constantFrom('wanted-1', 'WANTED-2', 'desired-active', 'not an alias'),
        displayName: fc.constantFrom('Group one', 'Group two', ''),
        organisationIdOrIdentifier: fc.constantFrom('aare', 'nowhere'),
        templateIdOrIdentifier: fc.constantFrom('any', 'governed', 'nowhere'),
        responsible: person,
        deputy: fc.option(person),
        owners: people,
        members: people,
        visibility: fc.constantFrom('public', 'private'),
        state: fc.constantFrom('active', 'archived'),
        expiresAt: fc.constantFrom(null, '', '2020-01-01T00:00:00Z', '2090-01-01T00:00:00Z'),
        teamId: fc.constantFrom(...groups),
        rosters: fc.dictionary(fc.constantFrom('hr', 'no source'), fc.option(roster), {
          maxKeys: 1,
        }),
      },
      { requiredKeys: ['mailNickName', 'displayName', 'responsible'] },
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('a', 'b', 'c'), state, async (externalId, body) => {
        const path = `/teams/external/erp/${externalId}`;
        const plan = await planned(`${path}/plan`, body);
        const { status, body: answer } = await send<
          { teamId: string; created: boolean; operationId?: string | null } & Problem
        >('PUT', path, body);
        const { operationId: _, ...creation } = answer;
        const real = await (answer.created
          ? happened({ status, body: creation }, ({ teamId }) => `/teams/${teamId}/status`)
          : happened({ status, body: answer }, ({ teamId, operationId }) =>
              statusOf(teamId)({ operationId: operationId ?? '', code: '' }),
            ));
        // An operation that failed names places in the change that was made of the body.
        const faults = real.outcome === 'failed' ? [] : real.faults;
        assertSame(plan, { ...real, faults }, { externalId, body });
      }),
      { seed: testSeed, numRuns: 100, endOnFailure: true },
    );
  });
});
