// The client against the service itself.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  startTestService,
  teamRequest,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../service/testing/service.ts';
import { createClient, type Client } from './client.ts';
import { CreationFailedError, ProblemError, isProblem } from './errors.ts';
import type { TeamRequest } from './types.ts';

let at: TestService;
let tenant: TestTenant;
let client: Client;

function request(mailNickName: string, others: Partial<TeamRequest> = {}): TeamRequest {
  const [responsible = ''] = testPeople;
  const { displayName } = teamRequest(mailNickName);
  return {
    displayName,
    mailNickName,
    responsible,
    organisationIdOrIdentifier: 'aare',
    templateIdOrIdentifier: 'any',
    owners: [],
    members: [],
    ...others,
  };
}

before(async () => {
  at = await startTestService();
  tenant = await at.addTenant();
  client = clientOf(tenant);
});

after(() => at.close());

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

function clientOf({ tenantId, keyId, secret }: TestTenant): Client {
  return createClient({ baseUrl: at.address, credentials: { tenantId, keyId, secret } });
}

describe('the client with the service', () => {
  it('finds a template, creates a group from it and reports each step until it succeeds', async () => {
    const [organisation] = await all(client.listOrganisations());
    const templates = await client.listTemplates(organisation?.identifier ?? '');
    const template = await client.getTemplate('PROJECT', { organisation: 'aare' });
    assert.deepEqual(template, await client.getTemplate(template.id));
    assert.deepEqual(
      templates.find(({ id }) => id === template.id),
      template,
    );
    assert.deepEqual(templates.map(({ identifier }) => identifier).sort(), ['any', 'project']);

    const creation = await client.createTeam(request('first', { members: testPeople.slice(2) }));
    const seen: string[] = [];
    const done = await creation.waitUntilDone({ onProgress: ({ status }) => seen.push(status) });
    assert.equal(done.status, 'succeeded');
    assert.equal(seen.at(-1), 'succeeded');
    assert.ok(done.steps.length > 0);
    const team = await client.getTeam(creation.teamId);
    assert.equal(team.mailNickName, 'first');
    assert.notEqual(team.directory, null);
    const { groups } = await client.getOrganisation('aare');
    assert.deepEqual(groups, [creation.teamId]);
  });

  it('follows by asking, where streams are not let through', async () => {
    const creation = await client.createTeam(request('asked'));
    const polling = createClient({
      baseUrl: at.address,
      accessToken: () => tenant.token,
      deps: {
        fetch: (input, init) => {
          const isStream = new Headers(init?.headers).get('accept') === 'text/event-stream';
          return isStream ? Promise.resolve(new Response('', { status: 200 })) : fetch(input, init);
        },
      },
    });
    const changes = await all(polling.followTeam(creation.teamId));
    assert.equal(changes.at(-1)?.status, 'succeeded');
  });

  it('makes one group of calls with one idempotencyKey, and says when the body differs', async () => {
    const options = { idempotencyKey: 'order 4711' };
    const one = await client.createTeam(request('once'), options);
    const two = await client.createTeam(request('once'), options);
    assert.equal(one.teamId, two.teamId);
    await assert.rejects(client.createTeam(request('twice'), options), (error) =>
      isProblem(error, 'idempotency_key_reused'),
    );
  });

  it('tells every fault of a request at once, and a taken alias by its code', async () => {
    await assert.rejects(
      client.createTeam(
        request('bad alias', { displayName: '', templateIdOrIdentifier: 'nothing' }),
      ),
      (error) => {
        assert.ok(error instanceof ProblemError);
        assert.equal(error.code, 'validation_failed');
        const pointers = new Set(error.faults.map(({ pointer }) => pointer));
        assert.ok(pointers.has('/mailNickName') && pointers.has('/displayName'));
        assert.ok(error.requestId);
        return true;
      },
    );
    await client.createTeam(request('taken'));
    await assert.rejects(client.createTeam(request('TAKEN')), (error) =>
      isProblem(error, 'mail_nickname_taken'),
    );
  });

  it('throws why a creation failed', async () => {
    const creation = await client.createTeam(
      request('nobodys', { members: ['nobody@aare.example'] }),
    );
    await assert.rejects(creation.waitUntilDone(), (error) => {
      assert.ok(error instanceof CreationFailedError);
      assert.equal(error.code, 'people_not_found');
      assert.match(error.message, /nobody@aare\.example/);
      return true;
    });
  });

  it('gets a new token when the old one died with its key, and says when the key did', async () => {
    const other = await at.addTenant();
    const session = clientOf(other);
    await session.getOrganisation('aare');
    await at.change((changes) =>
      changes.apiKeys.revoke({ kind: 'operator', id: 'test' }, other.tenantId, other.keyId),
    );
    await at.service.refresh();
    await assert.rejects(session.getOrganisation('aare'), (error) =>
      isProblem(error, 'invalid_credentials'),
    );
  });

  it('lists all groups over many pages, and by their filters', async () => {
    const names = Array.from({ length: 205 }, (_, index) => `page-${index}`);
    await Promise.all(names.map((name) => client.createTeam(request(name))));
    const listed = await all(client.listTeams({ organisation: 'aare' }));
    const found = new Set(listed.map(({ mailNickName }) => mailNickName));
    assert.deepEqual(
      names.filter((name) => !found.has(name)),
      [],
    );
    assert.equal(new Set(listed.map(({ teamId }) => teamId)).size, listed.length);
    const [one, ...others] = await all(client.listTeams({ mailNickName: 'PAGE-7' }));
    assert.equal(one?.mailNickName, 'page-7');
    assert.equal(others.length, 0);
  });

  it('reads the feed of events from where it was, and waits for the next', async () => {
    const creation = await client.createTeam(request('evented'));
    await creation.waitUntilDone();
    const types: string[] = [];
    const enough = new AbortController();
    for await (const event of client.events({
      types: ['group.accepted', 'group.succeeded'],
      follow: true,
      signal: enough.signal,
    })) {
      if (event.subject !== creation.teamId) continue;
      types.push(event.type);
      if (event.type === 'group.succeeded') break;
    }
    assert.deepEqual(types, ['group.accepted', 'group.succeeded']);
    assert.deepEqual(await all(client.events({ after: 'latest' })), []);
  });

  it('plans without changing anything, and offers free aliases where one is taken', async () => {
    const free = await client.planTeam(request('planned'));
    assert.equal(free.conforms, true);
    assert.deepEqual(await all(client.listTeams({ mailNickName: 'planned' })), []);
    await client.createTeam(request('planned'));
    const taken = await client.planTeam(request('planned'));
    assert.equal(taken.outcome, 'refused');
    assert.equal(taken.error?.code, 'mail_nickname_taken');
    assert.ok((taken.alias?.alternatives.length ?? 0) > 0);
  });

  it('creates many at once, each with its own result, and repeats that safely', async () => {
    const requests = [request('bulk-1'), request('bulk 2'), request('bulk-3')];
    const options = { idempotencyKey: 'monday' };
    const first = await client.createTeams(requests, options);
    assert.equal(first.accepted, 2);
    assert.equal(first.items[1]?.error?.code, 'validation_failed');
    const ended = await first.waitForAll();
    assert.deepEqual(
      ended.map(({ teamId, status }) => [teamId, status]),
      first.items.flatMap(({ teamId }) => (teamId === null ? [] : [[teamId, 'succeeded']])),
    );
    const again = await client.createTeams(requests, options);
    const ids = ({ items }: typeof first) => items.map(({ teamId }) => teamId);
    assert.deepEqual(ids(again), ids(first));
  });

  it('puts groups by the ids of another system, one and many, as often as it likes', async () => {
    const group = request('desired-1');
    const created = await client.putTeam('erp', 'P/1', group);
    assert.deepEqual([created.created, created.changed], [true, true]);
    assert.equal((await client.planPutTeam('erp', 'P/1', group)).changed, false);
    assert.equal((await client.putTeam('erp', 'P/1', group)).teamId, created.teamId);
    const rows = [
      { ...group, externalId: 'P/1' },
      { ...request('desired-2'), externalId: 'P/2' },
    ];
    const plan = await client.planApplyTeams('erp', rows, { missing: 'archive' });
    assert.deepEqual([plan.created, plan.unchanged], [1, 1]);
    const applied = await client.applyTeams('erp', rows);
    assert.deepEqual([applied.created, applied.unchanged, applied.refused], [1, 1, 0]);
    assert.deepEqual(applied.missing.items, []);
  });
});
