// One person is one person, by id and by address in any case: in records, before and after, and in what is nothing to change.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  startTestService,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';

const [mara, tomas, yuki, lena] = testPeople as [string, string, string, string];
let service: TestService;
let tenant: TestTenant;
let ids: Readonly<Record<string, string>>;

before(async () => {
  service = await startTestService();
  tenant = await service.addTenant();
  const rows = await service.at.database.query<{ email: string; id: string }>(
    'select email, person_id as id from sandbox_people where tenant_id = $1',
    [tenant.tenantId],
  );
  ids = Object.fromEntries(rows.map(({ email, id }) => [email, id]));
});
after(() => service.close());

const idOf = (email: string) => ids[email] ?? assert.fail();

interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
}

interface People {
  readonly responsible: string;
  readonly deputy: string | null;
  readonly owners: readonly string[];
  readonly members: readonly string[];
}

async function send<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
  const answer = await service.call(tenant, path, {
    method,
    body,
    headers: { prefer: 'wait=20' },
  });
  return { status: answer.status, body: answer.body as T };
}

async function peopleOf(teamId: string): Promise<People> {
  const { responsible, deputy, owners, members } = (await send<People>('GET', `/teams/${teamId}`))
    .body;
  return { responsible, deputy, owners, members };
}

async function assertNothingToChange(teamId: string, change: object): Promise<void> {
  const plan = await send<{ outcome: string; changed: boolean }>(
    'POST',
    `/teams/${teamId}/plan`,
    change,
  );
  assert.deepEqual([plan.body.outcome, plan.body.changed], ['succeeded', false]);
  const answer = await send<{ changed: boolean; operationId: string | null }>(
    'PATCH',
    `/teams/${teamId}`,
    change,
  );
  const { changed, operationId } = answer.body;
  assert.deepEqual([answer.status, changed, operationId], [200, false, null]);
}

/** The members of the record that the operation changed. */
async function changed(teamId: string, change: object) {
  const { body } = await send<{ operationId: string }>('PATCH', `/teams/${teamId}`, change);
  const path = `/teams/${teamId}/operations/${body.operationId}`;
  const ended = await send<{ status: string; before: object; after: object }>('GET', path);
  assert.equal(ended.body.status, 'succeeded', JSON.stringify(ended.body));
  return { before: ended.body.before, after: ended.body.after };
}

suite('one person', () => {
  test('has one place in the record of a new group, by the id or the address that the directory has', async () => {
    const teamId = await service.createTeam(tenant, 'spellings', {
      responsible: mara.toUpperCase(),
      deputy: idOf(tomas).toUpperCase(),
      owners: [idOf(yuki), yuki],
      members: [idOf(lena).toUpperCase(), lena, idOf(mara), idOf(yuki).toUpperCase()],
    });
    assert.deepEqual(await peopleOf(teamId), {
      responsible: mara,
      deputy: idOf(tomas),
      owners: [idOf(yuki)],
      members: [idOf(lena)],
    });
  });

  test('in another spelling is nothing to change for responsible and deputy', async () => {
    const byAddress = await service.createTeam(tenant, 'by-address');
    await assertNothingToChange(byAddress, { responsible: idOf(mara).toUpperCase() });
    await assertNothingToChange(byAddress, {
      responsible: mara.toUpperCase(),
      deputy: idOf(tomas),
    });
    const byId = await service.createTeam(tenant, 'by-id', {
      responsible: idOf(mara),
      deputy: idOf(tomas),
    });
    await assertNothingToChange(byId, { responsible: mara, deputy: tomas.toUpperCase() });
    await changed(byId, { deputy: yuki });
    await assertNothingToChange(byId, { responsible: mara, deputy: idOf(yuki) });
  });

  test('is not responsible and deputy by two names', async () => {
    const teamId = await service.createTeam(tenant, 'two-names');
    const answer = await send<{ errors: { pointer: string; code: string }[] }>(
      'PATCH',
      `/teams/${teamId}`,
      { deputy: idOf(mara) },
    );
    assert.deepEqual(
      answer.body.errors?.map(({ pointer, code }) => [pointer, code]),
      [['/deputy', 'deputy_is_responsible']],
    );
  });

  test('is added once by two names, and removed by any name', async () => {
    const teamId = await service.createTeam(tenant, 'added-once', { members: [] });
    assert.deepEqual(
      await changed(teamId, { members: { add: [lena.toUpperCase(), idOf(lena)] } }),
      { before: {}, after: { members: [lena] } },
    );
    assert.deepEqual(await changed(teamId, { owners: { add: [idOf(lena).toUpperCase()] } }), {
      before: { members: [lena] },
      after: { owners: [idOf(lena)] },
    });
    assert.deepEqual(await changed(teamId, { members: { remove: [lena] } }), {
      before: { owners: [idOf(lena)] },
      after: {},
    });
    assert.deepEqual((await peopleOf(teamId)).owners, []);
  });

  test('has the spelling of the directory after a handover, and is handed over to once', async () => {
    const teamId = await service.createTeam(tenant, 'handed-over', { deputy: null, members: [] });
    const { after: people } = await changed(teamId, { responsible: lena.toUpperCase() });
    assert.deepEqual(people, { responsible: lena, members: [mara] });
    await assertNothingToChange(teamId, { responsible: idOf(lena) });
  });

  test('whom a source named by the address is not removed by the id while the operation of its roster has not succeeded', async () => {
    const teamId = await service.createTeam(tenant, 'named-by-address');
    await send('PUT', `/teams/${teamId}/rosters/hr`, { members: [{ person: lena }] });
    // The operation records the ids of people at its end.
    await service.at.database.query(
      'update roster_entries set person_id = null, result = null where team_id = $1',
      [teamId],
    );
    const plan = await send<{ faults: { pointer: string; code: string }[] }>(
      'POST',
      `/teams/${teamId}/plan`,
      { members: { remove: [idOf(lena)] } },
    );
    assert.deepEqual(
      plan.body.faults.map(({ pointer, code }) => [pointer, code]),
      [['/members/remove/0', 'named_by_roster']],
    );
  });

  test('that nobody knows is removed with a warning', async () => {
    const teamId = await service.createTeam(tenant, 'unknown-removed');
    const nobody = 'nobody@aare.example';
    const { body } = await send<{ operationId: string }>('PATCH', `/teams/${teamId}`, {
      members: { remove: [nobody] },
    });
    const path = `/teams/${teamId}/operations/${body.operationId}`;
    const ended = await send<{ status: string; warnings: { code: string; detail: string }[] }>(
      'GET',
      path,
    );
    assert.equal(ended.body.status, 'succeeded');
    assert.deepEqual(ended.body.warnings, [
      {
        code: 'person_not_found',
        detail: `${nobody} is not in the directory, so this person was not removed.`,
      },
    ]);
  });
});
