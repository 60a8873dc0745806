// The groups of a person and their handover, with the service and with a network of the test's own.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { startTestService, testPeople, type TestService } from '../../service/testing/service.ts';
import { createClient, type Client } from './client.ts';
import { isProblem } from './errors.ts';
import { createFakeDeps, json, problem } from './testing/fake-dependencies.ts';

const [mara, tomas, yuki, lena] = testPeople as [string, string, string, string];
let at: TestService;
let client: Client;

before(async () => {
  at = await startTestService();
});
beforeEach(async () => {
  const { tenantId, keyId, secret } = await at.addTenant();
  client = createClient({ baseUrl: at.address, credentials: { tenantId, keyId, secret } });
});
after(() => at.close());

async function create(mailNickName: string, responsible: string, deputy?: string): Promise<string> {
  const creation = await client.createTeam({
    displayName: `Group ${mailNickName}`,
    mailNickName,
    responsible,
    ...(deputy !== undefined && { deputy }),
    organisationIdOrIdentifier: 'aare',
    templateIdOrIdentifier: 'any',
    owners: [],
    members: [],
  });
  await creation.waitUntilDone();
  return creation.teamId;
}

describe('a person', () => {
  it('has groups with roles, and hands over all of them as planned', async () => {
    const one = await create('one', mara, tomas);
    const two = await create('two', lena, mara);
    const alone = await create('alone', mara);
    const person = client.person(mara);
    const roles: string[] = [];
    for await (const group of person.groups()) {
      roles.push(`${group.mailNickName}: ${group.roles.join()}`);
    }
    assert.deepEqual(roles, [
      'alone: responsible,owner',
      'two: deputy,owner',
      'one: responsible,owner',
    ]);

    const handover = { deputy: yuki, former: 'none', reason: 'Left' } as const;
    const plan = await person.planHandover(handover);
    assert.equal(plan.person.email, mara);
    const outline = ({ items }: Pick<typeof plan, 'items'>) =>
      items.map(({ teamId, responsible, deputy }) => [teamId, responsible, deputy]);
    assert.deepEqual(outline(plan), [
      [alone, null, null],
      [two, lena, yuki],
      [one, tomas, yuki],
    ]);
    assert.deepEqual(
      plan.items.map(({ conforms }) => conforms),
      [false, true, true],
    );

    const handed = await person.handOver(handover);
    assert.deepEqual([handed.accepted, handed.refused], [2, 1]);
    assert.equal(handed.items[0]?.error?.code, 'successor_missing');
    const seen = new Set<string>();
    const operations = await handed.waitForAll({ onProgress: ({ status }) => seen.add(status) });
    assert.deepEqual(
      operations.map(({ teamId, status, reason }) => [teamId, status, reason]),
      [
        [two, 'succeeded', 'Left'],
        [one, 'succeeded', 'Left'],
      ],
    );
    assert.ok(seen.has('succeeded'));
    const { responsible, deputy } = await client.getTeam(one);
    assert.deepEqual([responsible, deputy], [tomas, yuki]);
  });

  it('hands over once with the same idempotencyKey, and says every fault of a handover at once', async () => {
    await create('once', mara, tomas);
    const person = client.person(mara);
    const options = { idempotencyKey: 'leaver-7' };
    const first = await person.handOver({}, options);
    const again = await person.handOver({}, options);
    assert.deepEqual(
      again.items.map(({ operationId }) => operationId),
      first.items.map(({ operationId }) => operationId),
    );
    await assert.rejects(person.handOver({ to: lena }, options), (error) =>
      isProblem(error, 'idempotency_key_reused'),
    );
    await assert.rejects(
      person.planHandover({ to: mara, deputy: 'nobody@aare.example' }),
      (error) => {
        assert.ok(isProblem(error, 'validation_failed'));
        assert.deepEqual(
          error.faults.map(({ pointer }) => pointer),
          ['/to', '/deputy'],
        );
        return true;
      },
    );
    const nobody = client.person('nobody@aare.example').groups();
    await assert.rejects(nobody.next(), (error) => isProblem(error, 'not_found'));
  });
});

describe('the transport of a handover', () => {
  const person = { id: 'p-1', email: null, displayName: null };
  const path = '/people/ada%40example.org/handover';

  it('sends the same body for each page, each with a separate Idempotency-Key', async () => {
    const pages = [
      json({
        person,
        accepted: 1,
        refused: 0,
        items: [{ teamId: 't-1', operationId: 'o-1' }],
        nextLink: `https://elsewhere.example.org${path}?cursor=c-2&limit=200`,
      }),
      problem('unavailable', 503),
      json({ person, accepted: 0, refused: 1, items: [{ teamId: 't-2', error: {} }] }),
    ];
    const deps = createFakeDeps(() => pages.shift() ?? problem('not_found', 404));
    const baseUrl = 'https://groups.example.org';
    const handle = createClient({ baseUrl, accessToken: () => 't', deps }).person(
      'ada@example.org',
    );
    const body = { to: 'grace@example.org', reason: 'Left' };
    const { accepted, refused } = await handle.handOver(body, { idempotencyKey: 'leaver' });
    assert.deepEqual([accepted, refused], [1, 1]);
    assert.deepEqual(
      deps.sent.map((sent) => [
        sent.path,
        sent.query.get('cursor'),
        sent.headers.get('idempotency-key'),
      ]),
      [
        [path, null, '"leaver"'],
        [path, 'c-2', '"leaver/1"'],
        [path, 'c-2', '"leaver/1"'],
      ],
    );
    for (const sent of deps.sent) assert.deepEqual(sent.body, body);
    const tooLong = handle.handOver(body, { idempotencyKey: 'k'.repeat(251) });
    await assert.rejects(tooLong, /idempotencyKey must be 1 to 255/);
    assert.equal(deps.sent.length, 3, 'nothing was sent');
  });

  it('follows no further operation once following one has failed', async () => {
    const items = Array.from({ length: 50 }, (_, index) => ({
      teamId: 't',
      operationId: `o-${index}`,
    }));
    const deps = createFakeDeps(({ method }) =>
      method === 'POST'
        ? json({ person, accepted: 50, refused: 0, items })
        : problem('scope_missing', 403),
    );
    const baseUrl = 'https://groups.example.org';
    const handle = createClient({ baseUrl, accessToken: () => 't', deps }).person('p');
    const handed = await handle.handOver();
    await assert.rejects(handed.waitForAll(), (error) => isProblem(error, 'scope_missing'));
    assert.ok(deps.sent.length < 20, `${deps.sent.length} requests`);
  });
});
