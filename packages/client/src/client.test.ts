import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { createClient, type Client } from './client.ts';
import {
  ConnectionError,
  GroupwrightError,
  ProblemError,
  UnexpectedAnswerError,
  isProblem,
} from './errors.ts';
import { governanceOf } from './governance.ts';
import {
  createFakeDeps,
  json,
  problem,
  startMs,
  type FakeDeps,
  type Network,
  type SentRequest,
} from './testing/fake-dependencies.ts';

const credentials = {
  tenantId: '6f6c2f0e-54a5-4b6e-8d1c-3a2f1f5f9a10',
  keyId: '0d9a6b1e-3f0f-4c2f-9a51-7f2f4a6f3c11',
  secret: 'gwk_secret',
};
const baseUrl = 'https://groups.example.org';
const dayMs = 24 * 3600_000;

const request = {
  displayName: 'Project Apollo',
  mailNickName: 'prj-apollo',
  responsible: 'ada@example.org',
  organisationIdOrIdentifier: 'research',
  templateIdOrIdentifier: 'project',
  owners: [],
  members: [],
};

/** A service that issues numbered tokens, for a day each, and leaves everything else to the test. */
function serviceWith(network: Network): { client: Client; deps: FakeDeps } {
  let tokens = 0;
  const deps = createFakeDeps((sent) => {
    if (sent.path !== '/token') return network(sent);
    tokens += 1;
    const expiresAt = new Date(deps.now() + dayMs).toISOString();
    return json({ accessToken: `token-${tokens}`, tenantId: credentials.tenantId, expiresAt });
  });
  return { client: createClient({ baseUrl, credentials, deps }), deps };
}

async function readAll<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function sentTo(deps: FakeDeps, path: string): SentRequest[] {
  return deps.sent.filter((sent) => sent.path === path);
}

const organisation = {
  id: 'o-1',
  name: 'Research',
  identifier: 'research',
  groups: [],
  templates: [],
};

describe('the token', () => {
  it('is asked for once, however many calls need it at the same time', async () => {
    const { client, deps } = serviceWith(() => json(organisation));
    await Promise.all(Array.from({ length: 100 }, () => client.getOrganisation('research')));
    const [exchange, ...more] = sentTo(deps, '/token');
    assert.deepEqual(exchange?.body, credentials);
    assert.equal(more.length, 0);
    for (const { headers } of sentTo(deps, '/organisations/research')) {
      assert.equal(headers.get('authorization'), 'Bearer token-1');
    }
  });

  it('is kept until shortly before it expires, and then renewed once', async () => {
    const { client, deps } = serviceWith(() => json(organisation));
    await client.getOrganisation('research');
    await deps.sleep(dayMs - 6 * 60_000);
    await client.getOrganisation('research');
    assert.equal(sentTo(deps, '/token').length, 1);
    await deps.sleep(2 * 60_000);
    await Promise.all([client.getOrganisation('research'), client.getOrganisation('research')]);
    assert.equal(sentTo(deps, '/token').length, 2);
  });

  it('lives as long as the service says, even where the clock of the caller is wrong', async () => {
    const serviceMs = startMs - 40 * dayMs;
    const deps = createFakeDeps(({ path }) =>
      path === '/token'
        ? json({ accessToken: 't', expiresAt: new Date(serviceMs + dayMs).toISOString() }, 200, {
            date: new Date(serviceMs).toUTCString(),
          })
        : json(organisation),
    );
    const client = createClient({ baseUrl, credentials, deps });
    await client.getOrganisation('research');
    await client.getOrganisation('research');
    assert.equal(sentTo(deps, '/token').length, 1);
  });

  it('is renewed and the call repeated when the service no longer takes it, but only once', async () => {
    const { client, deps } = serviceWith(({ headers }) =>
      headers.get('authorization') === 'Bearer token-1'
        ? problem('invalid_token', 401)
        : json(organisation),
    );
    await client.getOrganisation('research');
    assert.equal(sentTo(deps, '/token').length, 2);

    const hopeless = serviceWith(() => problem('invalid_token', 401));
    await assert.rejects(hopeless.client.getOrganisation('research'), (error) =>
      isProblem(error, 'invalid_token'),
    );
    assert.equal(sentTo(hopeless.deps, '/token').length, 2);
  });

  it('is not asked for again while the credentials are refused', async () => {
    for (const [code, status] of [
      ['invalid_credentials', 401],
      ['too_many_failed_attempts', 429],
    ] as const) {
      const deps = createFakeDeps(() => problem(code, status, { 'retry-after': '1' }));
      const client = createClient({ baseUrl, credentials, deps });
      await assert.rejects(client.getOrganisation('research'), (error) => isProblem(error, code));
      assert.equal(deps.sent.length, 1);
    }
  });

  it('of one caller who gives up still reaches the others', async () => {
    const deps = createFakeDeps(async ({ path }) => {
      if (path !== '/token') return json(organisation);
      await deps.sleep(1000);
      return json({ accessToken: 't', expiresAt: new Date(deps.now() + dayMs).toISOString() });
    });
    const client = createClient({ baseUrl, credentials, deps });
    const timeout = new AbortController();
    const impatient = client.getOrganisation('research', { signal: timeout.signal });
    const patient = client.getOrganisation('research');
    timeout.abort(new Error('changed my mind'));
    await assert.rejects(impatient, /changed my mind/);
    assert.equal(deps.now(), startMs, 'it waited for the token');
    assert.deepEqual(await patient, organisation);
    assert.equal(sentTo(deps, '/token').length, 1);
  });

  it('may come from the caller instead', async () => {
    const deps = createFakeDeps(() => json(organisation));
    const client = createClient({ baseUrl, accessToken: () => 'mine', deps });
    await client.getOrganisation('research');
    assert.equal(deps.sent[0]?.headers.get('authorization'), 'Bearer mine');
  });
});

describe('a call', () => {
  it('is repeated with growing, scattered waits while the network is down', async () => {
    let failures = 3;
    const { client, deps } = serviceWith(() => {
      failures -= 1;
      if (failures >= 0) throw new TypeError('fetch failed');
      return json(organisation);
    });
    assert.deepEqual(await client.getOrganisation('research'), organisation);
    assert.deepEqual(deps.sleeps, [188, 375, 750]);
  });

  it('waits as long as Retry-After asks, for 429 and 503', async () => {
    const answers = [
      problem('rate_limited', 429, { 'retry-after': '7' }),
      problem('unavailable', 503, { 'retry-after': '3' }),
      json(organisation),
    ];
    const { client, deps } = serviceWith(() => answers.shift() ?? problem('internal_error', 500));
    await client.getOrganisation('research');
    assert.deepEqual(deps.sleeps, [7125, 3125]);
  });

  it('waits as long as the Retry-After of a proxy asks', async () => {
    const busy = new Response('<h1>Busy</h1>', {
      status: 503,
      headers: { 'content-type': 'text/html', 'retry-after': '20' },
    });
    const answers = [busy, json(organisation)];
    const { client, deps } = serviceWith(() => answers.shift() ?? problem('internal_error', 500));
    await client.getOrganisation('research');
    assert.deepEqual(deps.sleeps, [20_125]);
  });

  it('is repeated a few times when the service failed in a way it did not expect', async () => {
    const { client, deps } = serviceWith(() => problem('internal_error', 500));
    await assert.rejects(client.getOrganisation('research'), (error) =>
      isProblem(error, 'internal_error'),
    );
    assert.equal(sentTo(deps, '/organisations/research').length, 7);
  });

  it('is given up when Retry-After is longer than a caller waits, and says how long', async () => {
    const { client, deps } = serviceWith(() =>
      problem('rate_limited', 429, { 'retry-after': '3600' }),
    );
    await assert.rejects(
      client.getOrganisation('research'),
      (error) => error instanceof ProblemError && error.retryAfterMs === 3600_000,
    );
    assert.deepEqual(deps.sleeps, []);
  });

  it('is given up after the last attempt, as a ConnectionError with its cause', async () => {
    const { client, deps } = serviceWith(() => {
      throw new TypeError('fetch failed');
    });
    await assert.rejects(
      client.getOrganisation('research'),
      (error) => error instanceof ConnectionError && error.cause instanceof TypeError,
    );
    assert.equal(sentTo(deps, '/organisations/research').length, 7);
  });

  it('is not repeated when the service says that it is wrong', async () => {
    const { client, deps } = serviceWith(() => problem('not_found', 404));
    await assert.rejects(client.getOrganisation('nowhere'), (error) => {
      assert.ok(error instanceof ProblemError);
      assert.equal(error.code, 'not_found');
      assert.equal(error.status, 404);
      assert.equal(error.requestId, 'r-1');
      assert.equal(error.message, 'It is not_found.');
      return true;
    });
    assert.equal(sentTo(deps, '/organisations/nowhere').length, 1);
  });

  it('ends at once when it is aborted, also while it waits to try again', async () => {
    const { client, deps } = serviceWith(() => {
      throw new TypeError('fetch failed');
    });
    const controller = new AbortController();
    const call = client.getOrganisation('research', { signal: controller.signal });
    void deps.sleep(200).then(() => controller.abort(new Error('enough')));
    await assert.rejects(call, /enough/);
    assert.equal(sentTo(deps, '/organisations/research').length, 2);
  });

  it('does not follow a redirect, so that no secret goes elsewhere', async () => {
    const reached: string[] = [];
    const elsewhere = createServer((sent, response) => {
      reached.push(sent.url ?? '');
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/token`;
    const moved = createServer((_sent, response) => {
      response.writeHead(307, { location }).end();
    }).listen(0, '127.0.0.1');
    await once(moved, 'listening');
    try {
      const address = `http://127.0.0.1:${(moved.address() as AddressInfo).port}`;
      const client = createClient({ baseUrl: address, credentials });
      await assert.rejects(client.getOrganisation('research'), (error) => {
        assert.ok(error instanceof UnexpectedAnswerError);
        assert.match(error.message, /a redirect\. Check the base URL/);
        return true;
      });
      assert.deepEqual(reached, []);
    } finally {
      for (const server of [moved, elsewhere]) {
        server.closeAllConnections();
        server.close();
      }
    }
  });

  it('escapes the values in its path', async () => {
    const { client, deps } = serviceWith(() => json(organisation));
    await client.getOrganisation('../token?x=1');
    assert.equal(deps.sent.at(-1)?.path, '/organisations/..%2Ftoken%3Fx%3D1');
  });

  it('says that the base URL may be wrong when something else answers', async () => {
    const { client } = serviceWith(() => new Response('<html>', { status: 404 }));
    await assert.rejects(client.getOrganisation('research'), /Check the base URL/);
  });
});

describe('createTeam', () => {
  const accepted = { status: 'accepted', teamId: 't-1', statusUrl: `${baseUrl}/teams/t-1/status` };

  it('carries one Idempotency-Key through all its attempts, and another one each time', async () => {
    let failing = true;
    const { client, deps } = serviceWith(() => {
      failing = !failing;
      if (!failing) throw new TypeError('the answer was lost');
      return json(accepted);
    });
    const creation = await client.createTeam(request);
    await client.createTeam(request);
    assert.equal(creation.teamId, 't-1');
    const keys = sentTo(deps, '/teams').map(({ headers }) => headers.get('idempotency-key'));
    assert.equal(keys.length, 4);
    assert.equal(keys[0], keys[1]);
    assert.equal(keys[2], keys[3]);
    assert.notEqual(keys[0], keys[2]);
    assert.match(keys[0] ?? '', /^"[0-9a-f-]{36}"$/);
  });

  it('sends no text that was damaged when it was read', async () => {
    const { client, deps } = serviceWith(() => json(accepted));
    await assert.rejects(
      client.createTeam({ ...request, displayName: 'Stra\uFFFDe' }),
      /U\+FFFD.+encoding, such as UTF-8/,
    );
    await assert.rejects(client.listTeams({ organisation: 'Stra\uFFFDe' }).next(), /U\+FFFD/);
    assert.equal(sentTo(deps, '/teams').length, 0);
  });

  it('takes the Idempotency-Key and the wait of the caller', async () => {
    const { client, deps } = serviceWith(() => json(accepted));
    await client.createTeam(request, { idempotencyKey: 'order 4711', waitSeconds: 20 });
    const { headers, body } = sentTo(deps, '/teams')[0] ?? assert.fail('nothing was sent');
    assert.equal(headers.get('idempotency-key'), '"order 4711"');
    assert.equal(headers.get('prefer'), 'wait=20');
    assert.deepEqual(body, request);
  });
});

describe('a list', () => {
  it('is walked page by page, on our own base URL whatever host nextLink names', async () => {
    const { client, deps } = serviceWith(({ query }) =>
      query.get('cursor') === null
        ? json({
            items: [1, 2],
            nextLink: 'https://internal:8080/teams?limit=200&status=failed&cursor=abc',
          })
        : json({ items: [3] }),
    );
    const items: unknown[] = [];
    for await (const team of client.listTeams({ status: 'failed' })) items.push(team);
    assert.deepEqual(items, [1, 2, 3]);
    const queries = sentTo(deps, '/teams').map(({ query }) => query.toString());
    assert.deepEqual(queries, ['limit=200&status=failed', 'limit=200&status=failed&cursor=abc']);
  });

  it('fetches no page that nobody reads', async () => {
    const { client, deps } = serviceWith(() =>
      json({ items: [1], nextLink: `${baseUrl}/teams?cursor=a` }),
    );
    for await (const _team of client.listTeams()) break;
    assert.equal(sentTo(deps, '/teams').length, 1);
  });
});

describe('a list whose links lead in a circle', () => {
  const circle = (length: number) => {
    let page = 0;
    return serviceWith(({ path }) => {
      page = (page + 1) % length;
      const nextLink = `${baseUrl}${path}?cursor=c-${page}&after=evt_${page}`;
      return json({ person: 'p', items: [{ id: String(page) }], nextLink });
    });
  };
  const endsOf: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
    listTeams: (client) => readAll(client.listTeams()),
    listOrganisations: (client) => readAll(client.listOrganisations()),
    listTemplates: (client) => client.listTemplates('rail'),
    tasks: (client) => readAll(governanceOf(client).listTasks()),
    events: (client) => readAll(client.events()),
    'events, followed': (client) => readAll(client.events({ follow: true })),
    'groups of a person': (client) => readAll(client.person('p').groups()),
    'roles of a person': (client) => readAll(client.person('p').heldRoles()),
    'a plan of a handover': (client) => client.person('p').planHandover(),
    'a handover': (client) => client.person('p').handOver(),
  };
  for (const [name, read] of Object.entries(endsOf)) {
    it(`ends with a sentence after a few pages: ${name}`, async () => {
      for (const length of [1, 2, 3, 7]) {
        const { client, deps } = circle(length);
        await assert.rejects(read(client), (error) => {
          assert.ok(error instanceof UnexpectedAnswerError);
          assert.match(error.message, /lead in a circle/);
          return true;
        });
        assert.ok(deps.sent.length <= 4 * length + 3, `${deps.sent.length} requests`);
      }
    });
  }

  it('reads a long list of different pages to its end', async () => {
    const { client } = serviceWith(({ query }) => {
      const page = Number(query.get('cursor') ?? 0);
      const next = page < 999 && { nextLink: `${baseUrl}/teams?cursor=${page + 1}` };
      return json({ items: [page], ...next });
    });
    assert.equal((await readAll(client.listTeams())).length, 1000);
  });
});

describe('an option that must be a number', () => {
  const notNumbers = [Number.NaN, Infinity, -1, '5m', '30', null, {}, [], true] as number[];

  it('is a TypeError in words if it is none, at the client and at each call, and nothing is sent', async () => {
    const { client, deps } = serviceWith(() => json({ items: [] }));
    const calls: Readonly<Record<string, (value: number) => unknown>> = {
      'timeoutMs of a client': (timeoutMs) =>
        createClient({ baseUrl, accessToken: () => 'x', timeoutMs }),
      timeoutMs: (timeoutMs) => client.getOrganisation('a', { timeoutMs }),
      'timeoutMs of a list': (timeoutMs) => readAll(client.listTeams({ timeoutMs })),
      'timeoutMs of events': (timeoutMs) => readAll(client.events({ timeoutMs })),
      'timeoutMs of a request': (timeoutMs) => client.request('GET', '/x', { timeoutMs }),
      'timeoutMs of a deletion': (timeoutMs) => client.team('a').delete({ timeoutMs }),
      waitSeconds: (waitSeconds) => client.createTeam(request, { waitSeconds }),
      'waitSeconds of a change': (waitSeconds) => client.team('a').archive({ waitSeconds }),
    };
    for (const name of ['maxAttempts', 'firstDelayMs', 'maxDelayMs', 'maxRetryAfterMs'] as const) {
      const retryOf = (value: number) => ({ [name]: value });
      Object.assign(calls, {
        [`${name} of a client`]: (value: number) =>
          createClient({ baseUrl, accessToken: () => 'x', retry: retryOf(value) }),
        [name]: (value: number) => client.getOrganisation('a', { retry: retryOf(value) }),
      });
    }
    for (const [name, call] of Object.entries(calls)) {
      for (const value of notNumbers) {
        await assert.rejects(
          async () => call(value),
          (error) => {
            assert.ok(error instanceof TypeError, `${name} ${String(value)}: ${String(error)}`);
            assert.match(error.message, /^(?:retry\.)?\w+ must be a (?:finite|whole) number/);
            return true;
          },
        );
      }
    }
    for (const waitSeconds of [31, 1.5]) {
      await assert.rejects(client.createTeam(request, { waitSeconds }), TypeError);
    }
    await assert.rejects(
      async () => client.getOrganisation('a', { timeoutMs: 2 ** 31 }),
      TypeError,
    );
    assert.deepEqual(deps.sent, []);
  });

  it('is taken from 0 on, and optional', async () => {
    const { client, deps } = serviceWith(() => json({}));
    await client.getOrganisation('a', { retry: { maxAttempts: 0, firstDelayMs: 0.5 } });
    await client.createTeam(request, { waitSeconds: 0 });
    assert.equal(deps.sent.length, 3, 'a token and two calls');
  });

  it('is refused by a name that a retry policy does not have', async () => {
    const { client } = serviceWith(() => json({}));
    const retry = { maxAttempt: 1 } as object;
    await assert.rejects(
      async () => client.getOrganisation('a', { retry }),
      /maxAttempt is unknown/,
    );
  });
});

describe('what cannot be sent', () => {
  it('is reported at once and without a secret, and not treated as a network failure', async () => {
    const deps = createFakeDeps(() => json(organisation));
    const client = createClient({ baseUrl, accessToken: () => 'secret-of-✓', deps });
    await assert.rejects(client.getOrganisation('a'), (error) => {
      assert.ok(error instanceof GroupwrightError && !(error instanceof ConnectionError));
      assert.match(error.message, /^The header authorization contains/);
      assert.ok(!inspect(error).includes('secret-of'));
      return true;
    });
    const { client: other, deps: quiet } = serviceWith(() => json({}));
    for (const idempotencyKey of ['', '注文-1', 'one\ntwo', 'x'.repeat(256)]) {
      await assert.rejects(other.createTeam(request, { idempotencyKey }), /idempotencyKey must be/);
    }
    assert.deepEqual([...deps.sent, ...quiet.sent], []);
  });
});

describe('the feed of events', () => {
  it('continues over pages that are empty because the service skipped many other events', async () => {
    const link = (after: string) => `${baseUrl}/events?after=${after}&type=group.failed&limit=200`;
    const pages = [
      { items: [], nextLink: link('evt_10000_a') },
      { items: [{ id: 'evt_10001_b' }], nextLink: link('evt_20000_c') },
      { items: [], nextLink: link('evt_20001_d') },
      { items: [], nextLink: link('evt_20001_d') },
    ];
    const { client, deps } = serviceWith(() => json(pages.shift()));
    const ids: string[] = [];
    for await (const { id } of client.events({ types: ['group.failed'] })) ids.push(id);
    assert.deepEqual(ids, ['evt_10001_b']);
    assert.deepEqual(
      sentTo(deps, '/events').map(({ query }) => query.get('after')),
      [null, 'evt_10000_a', 'evt_20000_c', 'evt_20001_d'],
    );
  });
});

describe('the feed of events that is followed', () => {
  const follow = (isAway: (atMs: number) => boolean) => {
    const { client, deps } = serviceWith(({ atMs, query }) => {
      if (isAway(atMs)) throw new TypeError('fetch failed');
      const after = query.get('after') ?? 'evt_0';
      const next = `evt_${Number(after.slice(4)) + 1}`;
      return json({ items: [{ id: next }], nextLink: `${baseUrl}/events?after=${next}` });
    });
    const ids: string[] = [];
    return { deps, ids, events: client.events({ follow: true }) };
  };

  it('waits for a service that is away for minutes, and misses nothing', async () => {
    const { deps, ids, events } = follow((atMs) => ids.length > 0 && atMs < startMs + 4 * 60_000);
    for await (const { id } of events) if (ids.push(id) === 3) break;
    assert.deepEqual(ids, ['evt_1', 'evt_2', 'evt_3']);
    assert.ok(deps.now() >= startMs + 4 * 60_000);
  });

  it('ends with the error after five minutes, and at once if the service never answered', async () => {
    const gone: ReturnType<typeof follow> = follow(() => gone.ids.length > 0);
    await assert.rejects(async () => {
      for await (const { id } of gone.events) gone.ids.push(id);
    }, ConnectionError);
    const waitedMs = gone.deps.now() - startMs;
    assert.ok(waitedMs > 5 * 60_000 && waitedMs < 6 * 60_000, `${waitedMs} ms`);

    const never = follow(() => true);
    await assert.rejects(never.events.next(), ConnectionError);
    assert.ok(never.deps.now() - startMs < 20_000);
  });
});

describe('createClient', () => {
  it('refuses what cannot work, in a sentence', () => {
    assert.throws(
      () => createClient({ baseUrl: 'groups.example.org', credentials }),
      /baseUrl must/,
    );
    assert.throws(
      () => createClient({ baseUrl: 'ftp://groups.example.org', credentials }),
      /baseUrl must/,
    );
    assert.throws(
      () => createClient({ baseUrl: 'https://me:pw@example.org', credentials }),
      /without user/,
    );
    const both = { baseUrl, credentials, accessToken: () => 't' };
    assert.throws(() => createClient(both), /either credentials or accessToken/);
  });

  it('keeps a path in the base URL, and needs no slash at its end', async () => {
    for (const given of ['https://example.org/groups', 'https://example.org/groups/']) {
      const deps = createFakeDeps(() => json(organisation));
      await createClient({ baseUrl: given, accessToken: () => 't', deps }).getOrganisation('a');
      assert.equal(deps.sent[0]?.path, '/groups/organisations/a');
    }
  });
});
