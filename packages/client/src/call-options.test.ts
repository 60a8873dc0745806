// The options of each call, the configuration from the environment, raw answers, and requests to any endpoint.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { createClient, type Client, type RequestOptions } from './client.ts';
import { ConnectionError, GroupwrightError, ProblemError } from './errors.ts';
import type { CreateOptions } from './options.ts';
import type { LoggedAttempt } from './transport.ts';
import { createFakeDeps, json, problem, type Network } from './testing/fake-dependencies.ts';

const baseUrl = 'https://groups.example.org/below';
const team = { teamId: 't-1', displayName: 'Group' };

function clientWith(network: Network) {
  const deps = createFakeDeps(network);
  return { client: createClient({ baseUrl, accessToken: () => 't', deps }), deps };
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe('the options of one call', () => {
  it('change its retries, and those of no other call', async () => {
    const { client, deps } = clientWith(() => problem('unavailable', 503));
    await assert.rejects(client.getTeam('t-1', { retry: { maxAttempts: 1 } }), ProblemError);
    assert.equal(deps.sent.length, 1);
    await assert.rejects(client.getTeam('t-1'), ProblemError);
    assert.equal(deps.sent.length, 8);
  });

  it('set its deadline', async () => {
    const { client } = clientWith(() => new Promise<never>(() => undefined));
    const call = client.getTeam('t-1', { timeoutMs: 5, retry: { maxAttempts: 1 } });
    await assert.rejects(call, (error) => {
      assert.ok(error instanceof ConnectionError);
      assert.match(error.message, /^https:\/\/groups\.example\.org\/below did not answer in time/);
      return true;
    });
  });

  it('add headers, also to pages and streams, but replace none that the client needs', async () => {
    const { client, deps } = clientWith(() => json({ items: [] }));
    const headers = { 'X-Trace': '7', Authorization: 'Bearer other', 'Idempotency-Key': '"other"' };
    await all(client.listTeams({ headers }));
    await client.createTeams([], { headers, idempotencyKey: 'mine' });
    for (const sent of deps.sent) {
      assert.equal(sent.headers.get('x-trace'), '7');
      assert.equal(sent.headers.get('authorization'), 'Bearer t');
    }
    assert.equal(deps.sent[0]?.query.has('headers'), false);
    assert.equal(deps.sent[1]?.headers.get('idempotency-key'), '"mine"');
  });

  it('are refused in words when they are of another type, before anything is sent', async () => {
    const { client, deps } = clientWith(() => json(team));
    const change = (options: object) => client.team('t-1').change({}, options);
    const plan = (options: object) => client.team('t-1').plan({}, options);
    const events = (options: object) => client.events(options).next();
    for (const call of [change, plan, events]) {
      for (const options of [null, 5, [], 'x'] as unknown as object[]) {
        await assert.rejects(async () => call(options), /^TypeError: options must be of the type/);
      }
      for (const [name, values] of [
        ['retry', [5, null, [], 'x', true]],
        ['headers', [5, null, [], 'x']],
        ['signal', [5, null, 'x', true]],
      ] as const) {
        for (const value of values) {
          const error = new RegExp(`^TypeError: ${name} must be of the type object, and is `);
          await assert.rejects(async () => call({ [name]: value }), error);
        }
      }
    }
    for (const value of [5, null, {}, ['"3"'], true]) {
      const error = /^TypeError: (?:ifMatch|idempotencyKey) must be of the type string, and is /;
      await assert.rejects(async () => change({ ifMatch: value }), error);
      await assert.rejects(async () => plan({ ifMatch: value }), error);
      await assert.rejects(async () => change({ idempotencyKey: value }), error);
    }
    await assert.rejects(async () => events({ follow: 'no' }), /^TypeError: follow must be/);
    assert.equal(deps.sent.length, 0);
    for (const wrong of [{ fetch: 5 }, { log: 'x' }, { accessToken: 't' }, { retry: 3 }]) {
      const options = { baseUrl, accessToken: () => 't', ...wrong } as never;
      assert.throws(() => createClient(options), /^TypeError: \w+ must be of the type/);
    }
  });

  it('are refused when they are unknown, before anything is sent', async () => {
    const { client, deps } = clientWith(() => json(team));
    const misspelt = { idempotencykey: 'k' } as CreateOptions;
    const calls: readonly (() => Promise<unknown>)[] = [
      () => client.createTeam({} as never, misspelt),
      () => client.getTeam('t-1', misspelt),
      () => client.team('t-1').change({}, misspelt),
      () => client.team('t-1').delete(misspelt),
      () => client.person('p').handOver({}, misspelt),
      () => client.events(misspelt).next(),
      () => client.listOrganisations(misspelt).next(),
      () => client.request('POST', '/x', misspelt),
      () => client.request('GET', '/x', { idempotencyKey: 'k' }),
    ];
    for (const call of calls) {
      await assert.rejects(call, (error) => {
        assert.ok(error instanceof GroupwrightError);
        assert.match(error.message, /^The option idempotency[kK]ey is unknown\. Known: signal, /);
        return true;
      });
    }
    assert.equal(deps.sent.length, 0);
    const options = { baseUrl, accessToken: () => 't', timeoutMS: 1 };
    assert.throws(() => createClient(options), /The option timeoutMS is unknown\. Known: baseUrl/);
  });
});

describe('the options of a client', () => {
  it('name the package and its version to the service, or the product of the caller', async () => {
    const file = new URL('../package.json', import.meta.url);
    const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string };
    for (const [options, expected] of [
      [{}, `groupwright-client/${version}`],
      [{ userAgent: 'erp/7' }, 'erp/7'],
    ] as const) {
      const deps = createFakeDeps(() => json(team));
      await createClient({ baseUrl, accessToken: () => 't', deps, ...options }).getTeam('t-1');
      assert.equal(deps.sent[0]?.headers.get('user-agent'), expected);
    }
  });

  it('log each attempt, with neither headers nor bodies', async () => {
    const answers = [problem('unavailable', 503, { 'request-id': 'r-1' }), json(team)];
    const lines: LoggedAttempt[] = [];
    const deps = createFakeDeps(() => {
      const answer = answers.shift();
      if (answer === undefined) throw new TypeError('fetch failed');
      return answer;
    });
    const log = (attempt: LoggedAttempt): void => void lines.push(attempt);
    const client = createClient({ baseUrl, accessToken: () => 'secret', deps, log });
    await client.getTeam('t-1');
    await assert.rejects(client.getTeam('t-2', { retry: { maxAttempts: 1 } }), ConnectionError);
    const common = { method: 'GET', durationMs: 0, error: undefined, requestId: undefined };
    const [url, other] = ['t-1', 't-2'].map((id) => `${baseUrl}/teams/${id}`);
    assert.deepEqual(lines, [
      { ...common, url, status: 503, requestId: 'r-1' },
      { ...common, url, status: 200 },
      { ...common, url: other, status: undefined, error: new TypeError('fetch failed') },
    ]);
  });

  it('send the requests with the fetch of the caller', async () => {
    const deps = createFakeDeps(() => json(team));
    const reached: string[] = [];
    const client = createClient({
      baseUrl,
      accessToken: () => 't',
      deps,
      fetch: async (input) => {
        reached.push(input as string);
        return json(team);
      },
    });
    await client.getTeam('t-1');
    assert.deepEqual([reached, deps.sent], [[`${baseUrl}/teams/t-1`], []]);
  });
});

describe('withResponse', () => {
  it('gives the value with the HTTP response and the id of the request', async () => {
    const { client } = clientWith(() => json(team, 200, { 'request-id': 'r-7', etag: 'W/"3"' }));
    const { data, response, requestId } = await client.getTeam('t-1').withResponse();
    assert.deepEqual(data, { ...team, etag: 'W/"3"' });
    assert.deepEqual([response.status, requestId], [200, 'r-7']);
    assert.equal(response.headers.get('etag'), 'W/"3"');
  });

  it('throws what the call throws, and leaves no unhandled rejection', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    try {
      const { client } = clientWith(() => problem('not_found', 404));
      await assert.rejects(client.getTeam('t-1').withResponse(), ProblemError);
      await assert.rejects(client.getTeam('t-1'), ProblemError);
      await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual(unhandled, []);
    } finally {
      process.off('unhandledRejection', note);
    }
  });
});

describe('request', () => {
  it('reaches any endpoint below the base URL, with token and retries', async () => {
    const answers = [problem('unavailable', 503), json({ ok: true })];
    const { client, deps } = clientWith(() => answers.shift() ?? problem('not_found', 404));
    const options: RequestOptions = { query: { a: 1, b: undefined }, body: { name: 'x' } };
    assert.deepEqual(await client.request('PUT', '/admin/t-1/organisations/o-1', options), {
      ok: true,
    });
    const [first, second] = deps.sent;
    assert.equal(first?.path, '/below/admin/t-1/organisations/o-1');
    assert.equal(first.query.toString(), 'a=1');
    assert.deepEqual(first.body, { name: 'x' });
    assert.equal(first.headers.get('authorization'), 'Bearer t');
    assert.ok(first.headers.get('idempotency-key'));
    assert.equal(first.headers.get('idempotency-key'), second?.headers.get('idempotency-key'));
  });

  it('gives text of another media type as it is, and nothing for an empty answer', async () => {
    const answers = [
      new Response('a;b\n', { headers: { 'content-type': 'text/csv' } }),
      new Response(undefined, { status: 204 }),
    ];
    const { client, deps } = clientWith(() => answers.shift() ?? problem('not_found', 404));
    const headers = { accept: 'text/csv' };
    assert.equal(await client.request('GET', '/admin/t-1/activity', { headers }), 'a;b\n');
    assert.equal(deps.sent[0]?.headers.get('accept'), 'text/csv');
    assert.equal(await client.request('DELETE', '/admin/t-1/webhooks/w-1'), undefined);
  });

  it('never leaves the base URL', async () => {
    const { client, deps } = clientWith(() => json({}));
    for (const path of ['.evil.example', '@evil.example', '/../outside', '/%2e%2e/outside']) {
      const call = client.request('GET', path as '/');
      await assert.rejects(call, /The path must begin with a slash, below baseUrl/, path);
    }
    assert.equal(deps.sent.length, 0);
  });
});

describe('the errors', () => {
  it('name the first fault, unless the detail has it', () => {
    const problemOf = (detail: string, errors: readonly { pointer: string; detail: string }[]) =>
      new ProblemError({ detail, errors } as never).message;
    const name = { pointer: '/displayName', detail: 'displayName is missing.' };
    const alias = { pointer: '/mailNickName', detail: 'The alias must not contain a space.' };
    assert.equal(
      problemOf('The request has 2 faults.', [name, alias]),
      'The request has 2 faults. /displayName: displayName is missing.',
    );
    assert.equal(problemOf(alias.detail, [alias]), alias.detail);
    assert.equal(problemOf('Taken.', []), 'Taken.');
  });

  it('name the host and the cause of a connection that failed', async () => {
    for (const [message, code, reason] of [
      ['', 'ECONNREFUSED', 'ECONNREFUSED'],
      ['0A00010B:SSL routines:wrong version number:x.c:77.', '', 'it speaks http there, not https'],
    ]) {
      const { client } = clientWith(() => {
        throw new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) });
      });
      const call = client.getTeam('t-1', { retry: { maxAttempts: 1 } });
      await assert.rejects(call, {
        name: 'ConnectionError',
        message: `${baseUrl} could not be reached: ${reason}.`,
      });
    }
  });
});

describe('a client without options', () => {
  const names = ['BASE_URL', 'TENANT_ID', 'KEY_ID', 'SECRET'].map((name) => `GROUPWRIGHT_${name}`);

  /** Runs with only these variables of the client. */
  function withEnvironment(values: Readonly<Record<string, string>>, work: () => void): void {
    const before = names.map((name) => [name, process.env[name]] as const);
    for (const name of names) delete process.env[name];
    Object.assign(process.env, values);
    try {
      work();
    } finally {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  }

  it('takes address and credentials from the environment', async () => {
    const deps = createFakeDeps(({ path }) =>
      path === '/token'
        ? json({ accessToken: 'a', expiresAt: '2100-01-01T00:00:00Z' })
        : json(team),
    );
    let client: Client | undefined;
    const values = ['https://groups.example.org', 'tenant', 'key', ' gwk_s '];
    withEnvironment(
      Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])),
      () => {
        client = createClient({ deps });
      },
    );
    await client?.getTeam('t-1');
    assert.deepEqual(deps.sent[0]?.body, { tenantId: 'tenant', keyId: 'key', secret: 'gwk_s' });
  });

  it('names the variable that is missing, and no value', () => {
    withEnvironment({ GROUPWRIGHT_SECRET: 'gwk_s', GROUPWRIGHT_TENANT_ID: ' ' }, () => {
      assert.throws(
        () => createClient(),
        /^GroupwrightError: Set GROUPWRIGHT_BASE_URL, or pass baseUrl/,
      );
      assert.throws(
        () => createClient({ baseUrl }),
        /^GroupwrightError: Set GROUPWRIGHT_TENANT_ID, or pass baseUrl and credentials or accessToken\.$/,
      );
    });
  });
});
