// PUT /teams/external/{source}/{externalId} on the sandbox: created, changed by one operation, or nothing at all.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { eventually } from '../../../testing/eventually.ts';
import {
  startTestService,
  testOperator,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';
import { addWildGroup } from '../../../testing/wild-sandbox-group.ts';

interface Plan {
  outcome: string;
  conforms: boolean;
  changed: boolean;
  error: { code: string } | null;
}

interface Answer {
  status: string;
  teamId: string;
  created: boolean;
  changed: boolean;
  operationId: string | null;
  statusUrl: string | null;
  code: string;
  detail: string;
  errors?: { pointer?: string; parameter?: string; code: string }[];
}

const [mara, tomas, yuki, lena] = testPeople as [string, string, string, string];
let service: TestService;
let tenant: TestTenant;

before(async () => {
  service = await startTestService();
  tenant = await service.addTenant();
});
after(() => service.close());

async function send(method: string, path: string, body?: unknown, headers = {}, caller = tenant) {
  const answer = await service.call(caller, path, { method, body, headers });
  return { ...answer, body: answer.body as Answer };
}

const put = (id: string, body: unknown, headers: Record<string, string> = {}, source = 'erp') =>
  send('PUT', `/teams/external/${source}/${encodeURIComponent(id)}`, body, {
    prefer: 'wait=20',
    ...headers,
  });

const desired = (alias: string, more: object = {}) => ({
  displayName: `Group ${alias}`,
  mailNickName: alias,
  responsible: mara,
  organisationIdOrIdentifier: 'aare',
  templateIdOrIdentifier: 'any',
  ...more,
});

async function expectDone(id: string, body: unknown) {
  const { status, body: answer } = await put(id, body);
  assert.equal(status, 200, JSON.stringify(answer));
  assert.equal(answer.status, 'succeeded', JSON.stringify(answer));
  return answer;
}

async function read(teamId: string): Promise<Record<string, unknown>> {
  return (await send('GET', `/teams/${teamId}`)).body as unknown as Record<string, unknown>;
}

/** A request without effect leaves all of it as it is. */
async function traces() {
  const [row] = await service.at.database.query(
    `select (select count(*) from activity) as activities, (select count(*) from operations) as operations,
       (select count(*) from teams) as groups, (select sum(version) from teams) as versions`,
  );
  return row;
}

async function idsOf(emails: readonly string[]): Promise<readonly string[]> {
  const rows = await service.at.database.query<{ id: string }>(
    `select person_id as id from sandbox_people join unnest($2::text[]) with ordinality as asked (email, n) using (email)
    where tenant_id = $1 order by n`,
    [tenant.tenantId, emails],
  );
  return rows.map(({ id }) => id);
}

suite('PUT /teams/external/{source}/{externalId}', () => {
  test('creates a group once, changes what differs by one operation, and nothing that is as wanted', async () => {
    const body = desired('put-1', { members: [tomas] });
    const created = await expectDone('P/1 ü', body);
    assert.deepEqual([created.created, created.changed], [true, true]);
    const { teamId } = created;
    assert.match(created.statusUrl ?? '', new RegExp(`/teams/${teamId}/status$`));
    assert.deepEqual((await read(teamId))['externalIds'], [{ source: 'erp', externalId: 'P/1 ü' }]);

    const before = await traces();
    for (const same of [body, {}, { members: [tomas.toUpperCase()] }, { state: 'active' }]) {
      const again = await expectDone('P/1 ü', same);
      assert.deepEqual([again.created, again.changed, again.operationId], [false, false, null]);
      assert.equal(again.teamId, teamId);
    }
    assert.deepEqual(await traces(), before, 'it leaves no trace');

    const other = {
      ...body,
      displayName: 'Renamed',
      description: 'New',
      visibility: 'public',
      responsible: tomas,
      deputy: mara,
      members: [yuki],
      owners: [lena],
      state: 'archived',
    };
    const changed = await expectDone('P/1 ü', other);
    assert.equal(changed.changed, true);
    const record = await read(teamId);
    const { displayName, description, visibility, responsible, deputy } = record;
    assert.deepEqual(
      [displayName, description, visibility, responsible, deputy, record['state']],
      ['Renamed', 'New', 'public', tomas, mara, 'archived'],
    );
    assert.deepEqual([record['owners'], record['members']], [[lena], [yuki]]);
    const { body: operations } = await send('GET', `/teams/${teamId}/operations`);
    assert.equal((operations as unknown as { items: unknown[] }).items.length, 1);
    assert.equal((await expectDone('P/1 ü', other)).changed, false);

    const cleared = { description: null, deputy: null, state: 'active', members: [] };
    assert.equal((await expectDone('P/1 ü', cleared)).changed, true);
    const last = await read(teamId);
    assert.deepEqual([last['description'], last['deputy'], last['state']], [null, null, 'active']);
    assert.deepEqual(last['members'], [], 'a former deputy leaves, too');
    assert.equal((await expectDone('P/1 ü', cleared)).changed, false);
  });

  test('takes a person by whichever address for the person of the record', async () => {
    const { teamId } = await expectDone('names', desired('names', { members: [tomas] }));
    const { body } = await send('GET', `/people?search=${encodeURIComponent(tomas)}`);
    const [found] = (body as unknown as { items: { id: string }[] }).items;
    assert.ok(found);
    const again = await expectDone('names', { members: [found.id] });
    assert.equal(again.changed, false, JSON.stringify(await read(teamId)));
  });

  test('takes a person for the same one in every list and spelling, and asks for nothing twice', async () => {
    const [maraId, tomasId, yukiId] = await idsOf([mara, tomas, yuki]);
    const states = {
      'an owner, and a member by id': { owners: [tomas], members: [tomasId] },
      'an owner by id, and a member': { owners: [tomasId?.toUpperCase()], members: [tomas] },
      'a member twice, and the responsible': { members: [yuki, yukiId?.toUpperCase(), maraId] },
      'a deputy, owner and member': {
        deputy: tomas.toUpperCase(),
        owners: [tomasId],
        members: [tomas],
      },
      'all at once': {
        responsible: maraId?.toUpperCase(),
        deputy: tomas,
        owners: [maraId, mara, tomasId],
        members: [mara.toUpperCase(), yuki, yukiId?.toUpperCase()],
      },
    };
    for (const [at, [name, more]] of Object.entries(states).entries()) {
      const body = desired(`same-${at}`, more);
      await expectDone(`same-${at}`, body);
      const again = await expectDone(`same-${at}`, body);
      assert.deepEqual([again.changed, again.operationId], [false, null], name);
    }
  });

  test('compares with what the operations in progress lead to', async () => {
    const body = desired('queued');
    await expectDone('queued', body);
    const first = await put('queued', { displayName: 'Later' }, { prefer: '' });
    const again = await put('queued', { displayName: 'Later' }, { prefer: '' });
    assert.equal(first.body.changed, true);
    assert.equal(again.body.changed, false);
    if (again.body.operationId !== null) {
      assert.equal(again.body.operationId, first.body.operationId);
      assert.equal(again.body.statusUrl, first.body.statusUrl);
    }
  });

  test('makes one group of 200 equal requests at once', async () => {
    const body = desired('crowd');
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => put('crowd', body, { prefer: '' })),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.equal(new Set(answers.map(({ body: { teamId } }) => teamId)).size, 1);
    assert.equal(answers.filter(({ body: { created } }) => created).length, 1);
  });

  test('makes one group of an id, whatever the aliases of requests at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => put('race', desired(`race-${n}`), { prefer: '' })),
    );
    const created = answers.filter(({ body }) => body.created);
    assert.equal(created.length, 1);
    for (const { status, body } of answers) {
      if (body.created) continue;
      assert.equal(status, 422, JSON.stringify(body));
      assert.ok(body.errors?.some(({ code }) => code === 'mail_nickname_fixed'));
    }
  });

  test('creates a group again after its creation failed, and not after it was deleted', async () => {
    const body = desired('retried', { members: ['nobody@aare.example'] });
    const failed = await put('retried', body);
    assert.equal(failed.body.status, 'failed');
    const created = await expectDone('retried', { ...body, members: [] });
    assert.notEqual(created.teamId, failed.body.teamId);
    assert.equal(created.created, true);
    const found = await send('GET', '/teams?source=ERP&externalId=retried');
    const { items } = found.body as unknown as { items: { teamId: string }[] };
    assert.deepEqual(
      items.map(({ teamId }) => teamId),
      [created.teamId],
    );
    const deleted = await send('DELETE', `/teams/${created.teamId}`, undefined, {
      prefer: 'wait=20',
    });
    assert.equal(deleted.body.status, 'succeeded');
    const refused = await put('retried', body);
    assert.deepEqual([refused.status, refused.body.code], [409, 'group_not_active']);
  });

  test('is shown by its plan, with every fault, and the plan changes nothing', async () => {
    const plan = async (id: string, body: unknown) => {
      const path = `/teams/external/erp/${id}/plan`;
      return (await send('POST', path, body)).body as unknown as Record<string, unknown>;
    };
    const body = desired('planned', { members: [tomas] });
    const before = await traces();
    const absent = await plan('planned', body);
    assert.deepEqual(
      [absent['conforms'], absent['created'], absent['changed'], absent['teamId']],
      [true, true, true, null],
    );
    assert.deepEqual(await traces(), before);
    const { teamId } = await expectDone('planned', body);
    assert.equal((await plan('planned', body))['changed'], false);
    const changed = await plan('planned', { displayName: 'Other', members: [yuki] });
    assert.deepEqual([changed['teamId'], changed['changed']], [teamId, true]);
    assert.deepEqual(changed['after'], { displayName: 'Other', members: [yuki] });
    const wrong = await plan('planned', { members: [yuki, 'nobody@aare.example'], deputy: mara });
    assert.equal(wrong['conforms'], false);
    assert.deepEqual(
      (wrong['faults'] as { pointer: string; code: string }[]).map(({ pointer, code }) => [
        pointer,
        code,
      ]),
      [
        ['/deputy', 'deputy_is_responsible'],
        ['/members/1', 'person_not_found'],
      ],
    );
  });

  test('refuses what never changes, each at its member, and changes nothing', async () => {
    const { teamId } = await expectDone('fixed', desired('fixed', { requestedBy: lena }));
    const same = { requestedBy: lena.toUpperCase() };
    for (const sent of [same, { requestedBy: null }, { requestedBy: '' }]) {
      assert.equal((await expectDone('fixed', sent)).changed, false);
    }
    const { status, body } = await put('fixed', {
      requestedBy: tomas,
      mailNickName: 'other',
      organisationIdOrIdentifier: 'elsewhere',
      templateIdOrIdentifier: 'project',
      displayName: ' spaced ',
      members: ['no person'],
      deputy: mara,
    });
    assert.equal(status, 422);
    assert.deepEqual(
      body.errors?.map(({ pointer, code }) => [pointer, code]),
      [
        ['/requestedBy', 'requested_by_fixed'],
        ['/mailNickName', 'mail_nickname_fixed'],
        ['/organisationIdOrIdentifier', 'template_fixed'],
        ['/templateIdOrIdentifier', 'template_fixed'],
        ['/displayName', 'outer_white_space'],
        ['/members/0', 'not_a_person'],
        ['/deputy', 'deputy_is_responsible'],
      ],
    );
    assert.equal((await read(teamId))['displayName'], 'Group fixed');
  });

  test('says the faults of a form at their places, also for a group that exists', async () => {
    await expectDone('formed', desired('formed'));
    for (const [body, pointer] of [
      [[], ''],
      ['x', ''],
      [{ members: [1, lena] }, '/members/0'],
      [{ owners: [lena, 'nobody'] }, '/owners/1'],
      [{ members: null }, '/members'],
      [{ state: 'gone' }, '/state'],
    ] as const) {
      const refused = await put('formed', body);
      const places = refused.body.errors?.map((fault) => fault.pointer);
      assert.deepEqual([refused.status, places], [422, [pointer]], JSON.stringify(body));
    }
  });

  test('says every fault of the address and of a new group', async () => {
    const address = await put('x'.repeat(129), {}, {}, 'my erp');
    assert.equal(address.status, 422);
    assert.deepEqual(
      address.body.errors?.map(({ parameter, code }) => [parameter, code]),
      [
        ['source', 'pattern_mismatch'],
        ['externalId', 'too_long'],
      ],
    );
    const empty = await put('absent', {});
    assert.deepEqual(
      empty.body.errors?.map(({ pointer, code }) => [pointer, code]),
      [
        ['/responsible', 'required'],
        ['/organisationIdOrIdentifier', 'required'],
        ['/templateIdOrIdentifier', 'required'],
      ],
    );
  });

  test('keeps sources and tenants apart, and a bound key to its source', async () => {
    const one = await expectDone('4711', desired('of-erp'));
    const { body } = await put('4711', desired('of-hr'), {}, 'hr');
    assert.notEqual(one.teamId, body.teamId);
    const other = await service.addTenant();
    const absent = await send('PUT', '/teams/external/erp/4711', {}, {}, other);
    assert.equal(absent.status, 422, 'there is no such group');

    const bound = await boundTo('hr');
    const refused = await send('PUT', '/teams/external/erp/4711', {}, {}, bound);
    assert.deepEqual([refused.status, refused.body.code], [403, 'source_not_allowed']);
    assert.match(refused.body.detail, /source hr/);
    assert.equal((await send('PUT', '/teams/external/HR/4711', {}, {}, bound)).status, 200);
  });

  test('is known by the members that the last one of each source named, and writes them only where they differ', async () => {
    const body = desired('managed', { members: [yuki] });
    const { teamId } = await expectDone('M/1', body);
    const managedOf = async () => (await read(teamId))['managed'];
    const members = ['displayName', 'members', 'responsible'];
    assert.deepEqual(await managedOf(), [{ source: 'erp', members }]);
    const rowOf = async () => {
      const [row] = await service.at.database.query(
        'select xmin from external_ids where team_id = $1',
        [teamId],
      );
      return row;
    };
    const written = await rowOf();
    await expectDone('M/1', body);
    assert.deepEqual(await rowOf(), written);

    await put('crm-1', { teamId, description: 'By the CRM', state: 'active' }, {}, 'crm');
    await put('M/1', { displayName: 'Group managed' });
    assert.deepEqual(await managedOf(), [
      { source: 'crm', members: ['description', 'state'] },
      { source: 'erp', members: ['displayName'] },
    ]);
    await send('POST', '/teams/external/erp/M%2F1/plan', { description: null });
    await put('M/1', { displayName: '' });
    await send('DELETE', '/teams/external/crm/crm-1');
    assert.deepEqual(await managedOf(), [{ source: 'erp', members: ['displayName'] }]);
  });

  test('takes the version of the group, and an Idempotency-Key as everywhere', async () => {
    const { teamId } = await expectDone('version', desired('version'));
    const { headers } = await send('GET', `/teams/${teamId}`);
    const etag = headers.get('etag') ?? '';
    assert.equal((await put('version', { displayName: 'A' }, { 'if-match': etag })).status, 200);
    const late = await put('version', { displayName: 'B' }, { 'if-match': etag });
    assert.deepEqual([late.status, late.body.code], [412, 'version_conflict']);
    // RFC 9110 section 13.1.1: * is any version of something that exists.
    for (const tags of [etag, '*', `${etag}, "9"`]) {
      const guard = { 'if-match': tags };
      const none = await put('unknown', desired('unknown'), guard);
      assert.deepEqual([none.status, none.body.code], [412, 'version_conflict'], tags);
      const path = '/teams/external/erp/unknown/plan';
      const plan = (await send('POST', path, desired('unknown'), guard)).body as unknown as Plan;
      assert.deepEqual(
        [plan.outcome, plan.conforms, plan.changed, plan.error?.code],
        ['refused', false, false, 'version_conflict'],
        tags,
      );
    }
    assert.equal((await put('version', { displayName: 'C' }, { 'if-match': '*' })).status, 200);

    const keyed = { 'idempotency-key': '"put-1"' };
    const first = await put('keyed', desired('keyed'), keyed);
    const again = await put('keyed', desired('keyed'), keyed);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.deepEqual([again.body.teamId, again.body.created], [first.body.teamId, true]);
    const reused = await put('keyed', desired('keyed', { displayName: 'X' }), keyed);
    assert.equal(reused.body.code, 'idempotency_key_reused');
  });
});

async function boundTo(source: string): Promise<TestTenant> {
  const { key, secret } = await service.change(({ apiKeys }) =>
    apiKeys.create(testOperator, tenant.tenantId, { name: source, source }),
  );
  const exchanged = await service.call(tenant, '/token', {
    method: 'POST',
    body: { tenantId: tenant.tenantId, keyId: key.keyId, secret },
  });
  const { accessToken: token } = exchanged.body as { accessToken: string };
  return { ...tenant, token };
}

async function eventsOf(teamId: string) {
  interface Data {
    readonly teamId?: string;
    readonly status?: string;
    readonly externalIds?: unknown;
  }
  const found: Data[] = [];
  let path = '/events?limit=200';
  for (;;) {
    const { body } = await service.call(tenant, path);
    const { items, nextLink } = body as { items: { data: Data }[]; nextLink: string };
    if (items.length === 0) return found;
    found.push(...items.map(({ data }) => data).filter((data) => data.teamId === teamId));
    const { pathname, search } = new URL(nextLink);
    path = pathname + search;
  }
}

suite('the external ids of a request', () => {
  const request = (alias: string, externalIds: unknown) =>
    desired(alias, { owners: [], members: [], externalIds });
  const idOf = (externalId: string, source = 'erp') => ({ source, externalId });
  const create = (body: unknown, caller = tenant) =>
    send('POST', '/teams', body, { prefer: 'wait=20' }, caller);
  const valuesOf = ({ errors = [] }: Answer) =>
    errors.map(({ pointer, code, ...fault }) => [
      pointer,
      code,
      'values' in fault ? fault.values : null,
    ]);

  test('belong to the group of POST /teams, which PUT finds by each of them, and are in its events', async () => {
    const ids = [idOf('N/1', 'ERP'), idOf('n-1', 'crm')];
    const { body } = await create(request('named-1', ids));
    assert.equal(body.status, 'succeeded', JSON.stringify(body));
    const stored = [idOf('n-1', 'crm'), idOf('N/1')];
    assert.deepEqual((await read(body.teamId))['externalIds'], stored);
    for (const { source, externalId } of stored) {
      const again = await put(externalId, {}, {}, source);
      assert.deepEqual([again.body.teamId, again.body.changed], [body.teamId, false]);
    }
    let events: Awaited<ReturnType<typeof eventsOf>> = [];
    await eventually(async () => {
      events = await eventsOf(body.teamId);
      return events.some(({ status }) => status === 'succeeded');
    }, 'the creation has its events');
    assert.ok(events.length > 1);
    for (const { externalIds } of events) assert.deepEqual(externalIds, stored);
  });

  test('have every fault at once, in plan and request, and change nothing', async () => {
    const before = await traces();
    const body = request('faulty', [idOf('a', 'h r'), idOf(''), idOf('b'), idOf('c', 'hand')]);
    const expected = [
      ['/externalIds/0/source', 'pattern_mismatch'],
      ['/externalIds/1/externalId', 'too_short'],
      ['/externalIds/2/source', 'duplicate'],
      ['/externalIds/3/source', 'not_allowed'],
    ];
    const refused = await create(body);
    assert.deepEqual(
      [refused.status, valuesOf(refused.body).map((one) => one.slice(0, 2))],
      [422, expected],
    );
    const plan = await send('POST', '/teams/plan', body);
    const { faults } = plan.body as unknown as { faults: { pointer: string; code: string }[] };
    assert.deepEqual(
      faults.map(({ pointer, code }) => [pointer, code]),
      expected,
    );
    assert.deepEqual(await traces(), before);
  });

  test('that another group has are refused with that group, alone, in bulk, in a plan and by an adoption', async () => {
    const { body: holder } = await create(request('holder', [idOf('H/1')]));
    const body = request('taken', [idOf('free', 'crm'), idOf('H/1')]);
    const values = { name: 'H/1', teamId: holder.teamId };
    const expected = [['/externalIds/1/externalId', 'external_id_taken', values]];
    const refused = await create(body);
    assert.deepEqual([refused.status, valuesOf(refused.body)], [422, expected]);
    const planned = (await send('POST', '/teams/plan', body)).body as unknown as Plan & {
      faults: Answer['errors'];
    };
    assert.equal(planned.outcome, 'refused');
    assert.deepEqual(valuesOf({ errors: planned.faults } as unknown as Answer), expected);
    const bulk = await send('POST', '/teams/bulk', [body, request('beside', [idOf('B/1')])]);
    const { items } = bulk.body as unknown as {
      items: { error: Answer | null; teamId?: string }[];
    };
    assert.deepEqual(
      items.map(({ error }) => error && valuesOf(error)[0]?.[1]),
      ['external_id_taken', null],
    );
    const groupId = await addWildGroup(service.at.database, tenant.tenantId, {
      mailNickname: 'wild-id',
    });
    const asked = {
      groupId,
      organisationIdOrIdentifier: 'aare',
      templateIdOrIdentifier: 'any',
      responsible: mara,
    };
    const path = '/teams/adoption';
    const held = await send('POST', path, {
      ...asked,
      externalIds: [idOf('x', 'crm'), idOf('H/1')],
    });
    assert.deepEqual([held.status, valuesOf(held.body)], [422, expected]);
    const adopted = await send(
      'POST',
      path,
      { ...asked, externalIds: [idOf('W/1')] },
      { prefer: 'wait=20' },
    );
    assert.equal(adopted.body.status, 'succeeded', JSON.stringify(adopted.body));
    assert.equal((await put('W/1', {})).body.teamId, adopted.body.teamId);
  });

  test('of a source that is not that of the key are refused', async () => {
    const bound = await boundTo('hr');
    const foreign = request('foreign', [idOf('F/1')]);
    const refused = await create(foreign, bound);
    assert.deepEqual([refused.status, refused.body.code], [403, 'source_not_allowed']);
    const planned = await send('POST', '/teams/plan', foreign, {}, bound);
    const { outcome, error } = planned.body as unknown as Plan;
    assert.deepEqual([outcome, error?.code], ['refused', 'source_not_allowed']);
    const own = await create(request('own', [idOf('F/1', 'hr')]), bound);
    assert.equal(own.body.status, 'succeeded', JSON.stringify(own.body));
  });
});

suite('properties of a desired state', () => {
  test('change, and the display name is rendered from them again', async () => {
    const body = {
      responsible: mara,
      deputy: tomas,
      organisationIdOrIdentifier: 'aare',
      templateIdOrIdentifier: 'project',
      properties: { code: '4711' },
    };
    const created = await expectDone('named', body);
    const record = await read(created.teamId);
    const changed = await expectDone('named', { properties: { code: '4712' } });
    assert.equal(changed.changed, true);
    const renamed = await read(created.teamId);
    assert.deepEqual(renamed['properties'], { code: '4712' });
    assert.equal(renamed['mailNickName'], record['mailNickName']);
    assert.equal(renamed['displayName'], String(record['displayName']).replace('4711', '4712'));
    assert.equal((await expectDone('named', { properties: { code: '4712' } })).changed, false);
    const { status, body: refused } = await put('named', {
      properties: { code: null, unknown: 'x' },
    });
    assert.equal(status, 422);
    assert.deepEqual(
      refused.errors?.map(({ pointer, code }) => [pointer, code]),
      [
        ['/properties/code', 'required'],
        ['/properties/unknown', 'unknown_member'],
      ],
    );
  });
});

suite('a desired state of a group that has rosters', () => {
  const name = (email: string) => ({ person: email });
  const roster = (teamId: string, members: readonly object[], source = 'hr', removals = {}) =>
    send(
      'PUT',
      `/teams/${teamId}/rosters/${source}`,
      { members, ...removals },
      { prefer: 'wait=20' },
    );
  /** The addresses of the people of the group, whatever the record calls them. */
  async function peopleOf(teamId: string) {
    const { body } = await send('GET', `/teams/${teamId}?expand=people`);
    const { people } = body as unknown as { people: { role: string; email: string }[] };
    const named = (role: string) =>
      people.flatMap((one) => (one.role === role ? [one.email] : [])).toSorted();
    return { owners: named('owner'), members: named('member') };
  }
  const equalAgain = async (id: string, body: object) => {
    const before = await traces();
    const plan = await send('POST', `/teams/external/erp/${id}/plan`, body);
    assert.equal((plan.body as unknown as Plan).changed, false, JSON.stringify(plan.body));
    assert.equal((await expectDone(id, body)).changed, false);
    assert.deepEqual(await traces(), before, 'it leaves no trace');
  };

  test('leaves who is named by a roster alone, with and without a difference', async () => {
    const body = desired('held-1', { owners: [], members: [tomas] });
    const { teamId } = await expectDone('held-1', body);
    await roster(teamId, [name(yuki), { person: lena, role: 'owner' }]);
    const all = { owners: [lena], members: [tomas, yuki].toSorted() };
    assert.deepEqual(await peopleOf(teamId), all);
    await equalAgain('held-1', body);
    await equalAgain('held-1', { owners: [], members: [tomas.toUpperCase(), lena] });
    assert.equal((await expectDone('held-1', { ...body, members: [] })).changed, true);
    assert.deepEqual(await peopleOf(teamId), { owners: [lena], members: [yuki] });
    await equalAgain('held-1', { ...body, members: [] });
    await equalAgain('held-1', { ...body, members: [yuki] });
  });

  test('takes out people whom the roster names no longer and whom a hand had added', async () => {
    const { teamId } = await expectDone('held-2', desired('held-2', { members: [tomas, yuki] }));
    await roster(teamId, [name(tomas), name(yuki)]);
    await equalAgain('held-2', { members: [] });
    await roster(teamId, [name(tomas)]);
    assert.deepEqual((await peopleOf(teamId)).members, [tomas, yuki].toSorted());
    assert.equal((await expectDone('held-2', { members: [] })).changed, true);
    assert.deepEqual((await peopleOf(teamId)).members, [tomas]);
    await equalAgain('held-2', { members: [] });
  });

  test('leaves the place of a former responsible whom a roster names', async () => {
    const body = desired('held-3', { members: [] });
    const { teamId } = await expectDone('held-3', body);
    await roster(teamId, [name(mara)]);
    const other = { responsible: tomas, owners: [], members: [] };
    assert.equal((await expectDone('held-3', other)).changed, true);
    assert.deepEqual(await peopleOf(teamId), { owners: [], members: [mara] });
    await equalAgain('held-3', other);
  });

  test('refuses a change that takes such a person out by name, like its plan', async () => {
    const { teamId } = await expectDone('held-4', desired('held-4', { members: [tomas] }));
    await roster(teamId, [name(yuki), { person: lena, role: 'owner' }]);
    const { body: team } = await send('GET', `/teams/${teamId}`);
    const { members } = team as unknown as { members: string[] };
    const change = { owners: { remove: [lena] }, members: { remove: [tomas, ...members, yuki] } };
    const plan = await send('POST', `/teams/${teamId}/plan`, change);
    const refused = await send('PATCH', `/teams/${teamId}`, change);
    assert.equal(refused.status, 422);
    const faults = (plan.body as unknown as { faults: Answer['errors'] }).faults;
    assert.deepEqual(faults, refused.body.errors);
    assert.ok(faults?.every(({ code }) => code === 'named_by_roster'));
    const one = { members: { remove: [yuki] } };
    assert.equal((await send('PATCH', `/teams/${teamId}`, one)).body.code, 'validation_failed');
    await roster(teamId, [{ person: lena, role: 'owner' }]);
  });
});
