// GET /directory/groups: the inventory as systems and administrators read it.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  startTestService,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../testing/service.ts';
import { testOperator } from '../../testing/tenant.ts';
import { addWildGroup, type WildSandboxGroup } from '../../testing/wild-sandbox-group.ts';

const [mara, tomas, yuki] = testPeople as [string, string, string];
let service: TestService;
let tenant: TestTenant;

before(async () => {
  service = await startTestService();
  tenant = await service.addTenant();
});
after(() => service.close());

interface Item {
  readonly groupId: string;
  readonly teamId: string | null;
  readonly displayName: string;
  readonly kind: string;
  readonly owners: readonly { displayName: string; available: boolean }[] | null;
  readonly memberCount: number | null;
  readonly guestCount: number | null;
  readonly obstacles: readonly string[];
  readonly proposal: Readonly<Record<string, unknown>> | null;
}
interface Page {
  readonly items: readonly Item[];
  readonly seenAt: string | null;
  readonly total?: number;
  readonly counts?: Readonly<Record<string, unknown>>;
  readonly nextLink?: string;
}

const wild = (given: WildSandboxGroup) => addWildGroup(service.at.database, tenant.tenantId, given);

async function list(query = ''): Promise<Page> {
  const { status, body } = await service.call(tenant, `/directory/groups${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body as Page;
}

const namesOf = ({ items }: Page) => items.map(({ displayName }) => displayName);

suite('the list of all groups of the directory', () => {
  test('has groups with owners, obstacles and a proposal, filtered, counted, and page by page', async () => {
    const teamId = await service.createTeam(tenant, 'governed', { displayName: 'Governed' });
    await wild({
      mailNickname: 'b-two',
      displayName: 'Böhmen two',
      owners: [tomas, mara],
      members: [yuki],
      hasTeam: true,
    });
    await wild({ mailNickname: 'a-one', displayName: 'A one', facts: { isSynchronised: true } });
    await wild({ mailNickname: 'c-three', displayName: 'C three', hasTeam: true });
    const all = await list('?total=true');
    assert.deepEqual(namesOf(all), ['A one', 'Böhmen two', 'C three', 'Governed']);
    assert.ok(all.seenAt !== null);
    assert.equal(all.total, 4);
    assert.deepEqual(all.counts, {
      ownerless: 1,
      ownersUnknown: 1,
      withGuests: 0,
      withoutObstacles: 3,
      obstacles: { synced_from_on_premises: 1 },
    });
    const [synced, two, three, governed] = all.items;
    assert.deepEqual([synced?.owners, synced?.obstacles], [null, ['synced_from_on_premises']]);
    assert.equal(synced?.proposal, null);
    assert.deepEqual([two?.owners?.length, two?.memberCount, two?.guestCount], [2, 3, 0]);
    assert.deepEqual(three?.owners, []);
    assert.deepEqual([governed?.teamId, governed?.proposal], [teamId, null]);

    assert.deepEqual(namesOf(await list('?governed=false')), ['A one', 'Böhmen two', 'C three']);
    assert.deepEqual(namesOf(await list('?governed=true')), ['Governed']);
    assert.deepEqual(namesOf(await list('?governed=false&kind=team')), ['Böhmen two', 'C three']);
    assert.deepEqual(namesOf(await list('?ownerless=true')), ['C three']);
    assert.deepEqual(namesOf(await list('?search=bohmen')), ['Böhmen two']);
    assert.deepEqual(namesOf(await list('?obstacle=synced_from_on_premises')), ['A one']);
    assert.deepEqual(namesOf(await list('?createdBefore=2020-01-01T00:00:00Z')), []);

    const first = await list('?governed=false&limit=2');
    assert.deepEqual(namesOf(first), ['A one', 'Böhmen two']);
    const { search } = new URL(first.nextLink ?? '');
    const second = await list(search);
    assert.deepEqual([namesOf(second), second.nextLink], [['C three'], undefined]);
  });

  test('a group is governed from its adoption to the end of it', async () => {
    const groupId = await wild({
      mailNickname: 'taken-in',
      displayName: 'Taken in',
      owners: [mara],
    });
    const governed = async () => namesOf(await list('?governed=true&search=taken'));
    assert.deepEqual(await governed(), []);
    const sent = {
      groupId,
      organisationIdOrIdentifier: 'aare',
      templateIdOrIdentifier: 'any',
      responsible: mara,
      names: 'keep',
    };
    const headers = { prefer: 'wait=20' };
    const adopted = await service.call(tenant, '/teams/adoption', {
      method: 'POST',
      body: sent,
      headers,
    });
    const { teamId } = adopted.body as { teamId: string };
    assert.deepEqual(await governed(), ['Taken in']);
    const path = `/teams/${teamId}/adoption`;
    const ended = await service.call(tenant, path, {
      method: 'DELETE',
      headers: { 'if-match': '*' },
    });
    assert.ok(ended.status < 300, JSON.stringify(ended.body));
    assert.deepEqual(await governed(), []);
    assert.deepEqual(namesOf(await list('?governed=false&search=taken')), ['Taken in']);
  });

  test('shows a group that was made, changed or removed in the sandbox at once', async () => {
    const groupId = await wild({ mailNickname: 'quick', displayName: 'Quick', owners: [yuki] });
    assert.deepEqual(namesOf(await list('?search=quick')), ['Quick']);
    await service.at.database.query(
      `update sandbox_groups set display_name = 'Quicker', owner_ids = '{}' where tenant_id = $1 and group_id = $2`,
      [tenant.tenantId, groupId],
    );
    const { items } = await list('?search=quick');
    assert.deepEqual([items[0]?.displayName, items[0]?.owners], ['Quicker', []]);
  });

  test('is refused to a key that is limited to an organisation, and to one without the scope', async () => {
    const codeFor = async (access: object): Promise<unknown> => {
      const { tenantId } = tenant;
      const { key, secret } = await service.change((changes) =>
        changes.apiKeys.create(testOperator, tenantId, { name: 'Other', ...access }),
      );
      await service.service.refresh();
      const response = await fetch(`${service.address}/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ tenantId, keyId: key.keyId, secret }),
      });
      const { accessToken } = (await response.json()) as { accessToken: string };
      const other = { ...tenant, token: accessToken };
      const { status, body } = await service.call(other, '/directory/groups');
      return [status, (body as { code: string }).code];
    };
    const { organisationId } = tenant;
    const limited = { scopes: ['groups:adopt'], organisationIds: [organisationId] };
    assert.deepEqual(await codeFor(limited), [403, 'forbidden']);
    assert.deepEqual(await codeFor({ scopes: ['groups:read'] }), [403, 'scope_missing']);
  });
});
