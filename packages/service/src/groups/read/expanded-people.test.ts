// `expand=people` gives the people of a group as the directory has them: each once, with id, address and name, whatever the
// request called them.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  startTestService,
  testBaseUrl,
  testOperator,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';

const [mara, tomas, yuki, lena] = testPeople as [string, string, string, string];
let service: TestService;
let tenant: TestTenant;
const ids = new Map<string, string>();

before(async () => {
  service = await startTestService();
  tenant = await service.addTenant();
  const people = await service.at.database.query<{ id: string; email: string }>(
    'select person_id as id, email from sandbox_people where tenant_id = $1',
    [tenant.tenantId],
  );
  for (const { id, email } of people) ids.set(email, id.toLowerCase());
});
after(() => service.close());

interface Person {
  readonly role: string;
  readonly id: string | null;
  readonly email: string | null;
  readonly displayName: string | null;
}
interface Answer {
  readonly people?: readonly Person[];
  readonly owners?: readonly string[];
  readonly items: readonly { readonly teamId: string; readonly people?: readonly Person[] }[];
  readonly nextLink?: string;
}

const get = async (path: string) => {
  const { status, body } = await service.call(tenant, path);
  return { status, body: body as Answer };
};
const shown = (people: readonly Person[] | undefined) =>
  people?.map(({ role, id, email }) => [role, id, email]);

suite('expand=people', () => {
  test('has each person once with id, address and name, also where the request used another spelling', async () => {
    const teamId = await service.createTeam(tenant, 'expanded', {
      responsible: ids.get(mara)?.toUpperCase(),
      deputy: tomas.toUpperCase(),
      owners: [yuki, ids.get(yuki)],
      members: [ids.get(lena), lena.toUpperCase()],
    });
    const wanted = [
      ['responsible', ids.get(mara), mara],
      ['deputy', ids.get(tomas), tomas],
      ['owner', ids.get(yuki), yuki],
      ['member', ids.get(lena), lena],
    ];
    const { body } = await get(`/teams/${teamId}?expand=people`);
    assert.deepEqual(shown(body.people), wanted);
    assert.ok(body.people?.every(({ displayName }) => displayName !== null));
    const counts = await get(`/teams/${teamId}?expand=people&people=counts`);
    assert.deepEqual([shown(counts.body.people), counts.body.owners], [wanted, undefined]);
    assert.equal((await get(`/teams/${teamId}`)).body.people, undefined);
    const list = await get('/teams?expand=people&mailNickName=expanded');
    assert.deepEqual(shown(list.body.items[0]?.people), wanted);
    assert.equal((await get('/teams')).body.items[0]?.people, undefined);
    assert.equal((await get(`/teams/${teamId}?expand=names`)).status, 400);
  });

  test('continues on the next page of a list', async () => {
    await service.createTeam(tenant, 'page-1');
    await service.createTeam(tenant, 'page-2');
    const first = await get('/teams?expand=people&limit=1');
    const next = await get((first.body.nextLink ?? '').replace(testBaseUrl, ''));
    for (const { body } of [first, next]) {
      assert.deepEqual(shown(body.items[0]?.people)?.[0], ['responsible', ids.get(mara), mara]);
    }
  });

  test('keeps a person whom the directory no longer has, without a name', async () => {
    const teamId = await service.createTeam(tenant, 'left', { members: [ids.get(lena)] });
    await service.change(({ sandboxPeople }) =>
      sandboxPeople.remove(testOperator, tenant.tenantId, ids.get(lena) ?? ''),
    );
    const { body } = await get(`/teams/${teamId}?expand=people`);
    assert.deepEqual(
      body.people?.filter(({ role }) => role === 'member'),
      [{ role: 'member', id: ids.get(lena), email: null, displayName: null }],
    );
  });
});
