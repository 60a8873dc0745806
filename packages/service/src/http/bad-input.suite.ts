// Bad input, from tables, against every route of the running service, with an access token or with the session of an
// administrator: each case gets a clear problem, and nothing changes. `bad-input.test.ts` tries every case, and each of
// them at the routes that the seed draws; `bad-input.long.ts` tries each at every route.
import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createAdminSessionStore } from '../access/sessions/admin-sessions.postgres.ts';
import { createSignInLinks } from '../access/sessions/sign-in-link.ts';
import { systemClock } from '../ground/clock.ts';
import { problemCodes } from '../ground/errors.ts';
import { createIdGenerator } from '../ground/identifiers.ts';
import { describeService } from '../../testing/describe-service.ts';
import { everyNth } from '../../testing/drawn.ts';
import { testSeed } from '../../testing/seed.ts';
import {
  startTestService,
  teamRequest,
  testBaseUrl,
  type TestService,
  type TestTenant,
} from '../../testing/service.ts';
import { problemKinds } from './problem.ts';

interface Operation {
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, unknown>>;
  };
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema?: { readonly format?: string };
  }[];
}

interface Route extends Operation {
  readonly method: string;
  readonly path: string;
  /** Whether callers who have not signed in may use it. */
  readonly isForAnybody: boolean;
  readonly takesToken: boolean;
  readonly takesJson: boolean;
}

interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly requestId: string;
  readonly errors?: readonly {
    readonly pointer?: string;
    readonly parameter?: string;
    readonly detail: string;
  }[];
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly problem: Problem;
}

let service: TestService;
let tenant: TestTenant;
let stranger: TestTenant;
/** The headers of an administrator's page. */
let page: Readonly<Record<string, string>>;
let routes: readonly Route[];
let rowsBefore: Readonly<Record<string, readonly string[]>>;

const adminApi = '/admin/api/';

async function signIn(): Promise<Readonly<Record<string, string>>> {
  const makeLink = createSignInLinks({
    store: createAdminSessionStore(service.at.database),
    clock: systemClock,
    randomBytes,
    newId: createIdGenerator({ clock: systemClock, randomBytes }),
    adminUrl: `${testBaseUrl}/admin`,
    operator: 'test',
  });
  const { url } = await makeLink({ tenantId: tenant.tenantId, email: 'ada@aare.example' });
  const response = await fetch(`${service.address}${adminApi}${tenant.tenantId}/sign-in/link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: testBaseUrl },
    body: JSON.stringify({ token: new URL(url).hash.slice(1) }),
  });
  assert.equal(response.status, 200);
  const { csrfToken } = (await response.json()) as { csrfToken: string };
  const [cookie = ''] = (response.headers.getSetCookie()[0] ?? '').split(';');
  return { cookie, origin: testBaseUrl, 'x-csrf-token': csrfToken };
}

function readRoutes(description: string): readonly Route[] {
  const { paths } = JSON.parse(description) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const mountedTwice = described
    .filter(({ path, operation }) => !path.startsWith(adminApi) && takes('session', operation))
    .map(({ method, path, operation }) => ({
      method,
      path: `${adminApi}{tenantId}${path}`,
      operation,
    }));
  return [...described, ...mountedTwice].map(({ method, path, operation }) =>
    Object.assign({}, operation, {
      method: method.toUpperCase(),
      path: path
        .replace('{tenantId}', tenant.tenantId)
        .replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000'),
      isForAnybody: operation.security?.length === 0,
      takesToken: !path.startsWith(adminApi) && takes('accessToken', operation),
      takesJson: operation.requestBody?.content['application/json'] !== undefined,
    }),
  );
}

function takes(way: 'accessToken' | 'session', { security = [] }: Operation): boolean {
  return security.some((one) => one[way] !== undefined);
}

/** Tables that the service writes by the clock, or because a key or a session was used or readiness was checked. */
const writtenAnyway: ReadonlySet<string> = new Set([
  'admin_sessions',
  'activity_seals',
  'activity_unsealed',
  'api_key_uses',
  'api_key_secret_uses',
  'api_key_calls',
  'request_log',
  // The first reconciliation begins 15 to 45 seconds after the start.
  'lanes',
  'readiness_probes',
  'reconciliations',
  'schedules',
]);

/** The rows of every other table. */
async function readRows(): Promise<Record<string, readonly string[]>> {
  const tables = await service.at.database.query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const rows: Record<string, readonly string[]> = {};
  for (const { name } of tables.filter((table) => !writtenAnyway.has(table.name))) {
    const found = await service.at.database.query<{ content: string }>(
      `select present::text as content from "${name}" present order by 1`,
    );
    rows[name] = found.map(({ content }) => content);
  }
  return rows;
}

async function send(
  { method, path }: { readonly method: string; readonly path: string },
  options: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string | Buffer | undefined;
    readonly token?: string | undefined;
  } = {},
): Promise<Answer> {
  const { headers = {}, body } = options;
  const isPage = path.startsWith(adminApi);
  const token = 'token' in options || isPage ? options.token : tenant.token;
  const response = await fetch(service.address + path, {
    method,
    headers: {
      ...(isPage && page),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  });
  const text = await response.text();
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json');
  const problem = (isProblem === true ? JSON.parse(text) : {}) as Problem;
  return { status: response.status, headers: response.headers, text, problem };
}

/** Complete, created by the service, and without internal details. */
function assertProblem(answer: Answer, code: string, what: string): void {
  const { headers, text, problem } = answer;
  assert.equal(problem.code, code, `${what}: ${answer.status} ${text.slice(0, 300)}`);
  const known = problemCodes.find((one) => one === code);
  assert.ok(known);
  const { status, title } = problemKinds[known];
  const { detail, requestId, errors } = problem;
  assert.deepEqual(JSON.parse(text), {
    type: `${testBaseUrl}/problems/${code}`,
    title,
    status,
    detail,
    code,
    requestId,
    ...(errors && { errors }),
  });
  assert.equal(answer.status, status, what);
  assert.equal(headers.get('request-id'), requestId, what);
  assert.match(detail, /^\S.*\S$/s, what);
  assert.doesNotMatch(
    text,
    /node_modules|\.ts\b|\n\s+at |\bselect\b.*\bfrom\b|pg_|FST_|Ajv|schema|instancePath|127\.0\.0\.1/i,
    what,
  );
}

/** The problem of input that could be read but is wrong; a plan tells it as its outcome. */
function assertInvalid(answer: Answer, path: string, what: string): Problem {
  if (
    !path.endsWith('/teams/plan') &&
    !path.endsWith('/teams/adoption/plan') &&
    !/\/teams\/external\/[^/]+\/(?!apply)[^/]+\/plan$/.test(path)
  ) {
    assertProblem(answer, 'validation_failed', what);
    return answer.problem;
  }
  const { conforms, error } = JSON.parse(answer.text) as { conforms: boolean; error: Problem };
  assert.equal(conforms, false, what);
  assert.equal(error.code, 'validation_failed', what);
  return error;
}

/** Each route with each case. From one route to the next the cases move by one, so that each nth of the pairs has every case. */
const pairsOf = <Case>(given: readonly Route[], cases: readonly Case[]) =>
  given.flatMap((route, place) =>
    cases.map((_, index) => [route, cases[(index + place) % cases.length] as Case] as const),
  );

const nameOf = ({ method, path }: Route) => `${method} ${path}`;

function bodyFor(route: Route): string | undefined {
  return route.requestBody === undefined ? undefined : '{}';
}

const unreadable: readonly (readonly [string, string | Buffer, string])[] = [
  ['nothing', '', 'malformed_json'],
  ['a syntax error', '{"displayName":"x",}', 'malformed_json'],
  ['two documents', '{}{}', 'malformed_json'],
  ['NaN', '{"displayName":NaN}', 'malformed_json'],
  ['a byte order mark', '\uFEFF{}', 'malformed_json'],
  ['what is not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 'malformed_json'],
  ['a doubled member', '{"a":1,"a":1}', 'malformed_json'],
  ['a doubled member deep inside', '[{"b":{"a":1,"a":1}}]', 'malformed_json'],
  ['deep nesting', '['.repeat(40) + ']'.repeat(40), 'malformed_json'],
  ['very deep nesting', '{"a":'.repeat(100_000), 'malformed_json'],
  ['U+0000', '{"displayName":"a\\u0000b"}', 'validation_failed'],
  ['a lone surrogate', '{"displayName":"\\ud800"}', 'validation_failed'],
  ['more values than anyone needs', `[${'1,'.repeat(100_001)}1]`, 'payload_too_large'],
  ['one byte more than 2 MiB', `"${'x'.repeat(2 * 1024 * 1024 - 1)}"`, 'payload_too_large'],
];

/** Each with what it changes in a good body, and where the faults are. */
const wrongTeams: readonly (readonly [
  string,
  Readonly<Record<string, unknown>>,
  readonly string[],
])[] = [
  ['a wrong type', { displayName: 5 }, ['/displayName']],
  ['an empty name', { displayName: '' }, ['/displayName']],
  ['a name too long', { displayName: 'x'.repeat(257) }, ['/displayName']],
  ['a description too long', { description: 'x'.repeat(1025) }, ['/description']],
  ['a missing member', { responsible: undefined }, ['/responsible']],
  ['a list that is null', { members: null }, ['/members']],
  ['an unknown member', { mailNickname: 'x' }, ['/mailNickname']],
  ['an alias with a space', { mailNickName: 'a b' }, ['/mailNickName']],
  ['an alias with an at sign', { mailNickName: 'a@b' }, ['/mailNickName']],
  ['an alias that is not ASCII', { mailNickName: 'äb' }, ['/mailNickName']],
  ['an alias that ends in a dot', { mailNickName: 'ab.' }, ['/mailNickName']],
  ['an alias with two dots together', { mailNickName: 'a..b' }, ['/mailNickName']],
  ['an alias too long', { mailNickName: 'a'.repeat(65) }, ['/mailNickName']],
  ['a person who is neither GUID nor address', { responsible: 'mara' }, ['/responsible']],
  ['people who are none', { owners: ['x', 'mara@aare.example', 'y'] }, ['/owners/0', '/owners/2']],
  ['an owner who is no text', { owners: [null] }, ['/owners/0']],
  [
    'too many owners',
    { owners: Array.from({ length: 101 }, (_, index) => `a${index}@x.example`) },
    ['/owners'],
  ],
  ['a deputy who is the responsible', { deputy: 'MARA@aare.example' }, ['/deputy']],
  ['an unknown template', { templateIdOrIdentifier: 'nothing' }, ['/templateIdOrIdentifier']],
  [
    'an unknown organisation',
    { organisationIdOrIdentifier: 'nothing' },
    ['/organisationIdOrIdentifier'],
  ],
  [
    'several faults',
    { displayName: '', mailNickName: 'a b', responsible: 'x', colour: 1 },
    ['/displayName', '/mailNickName', '/responsible', '/colour'],
  ],
];

/** @param n one in so many pairs of a route and a case is tried; the seed decides which */
export function refuseBadInput(n: number): void {
  const drawn = <Item>(items: readonly Item[]) => everyNth(items, n);

  before(async () => {
    service = await startTestService();
    tenant = await service.addTenant();
    stranger = await service.addTenant();
    page = await signIn();
    routes = readRoutes(await describeService());
    rowsBefore = await readRows();
  });

  after(async () => {
    const rowsAfter = await readRows();
    await service.close();
    assert.deepEqual(rowsAfter, rowsBefore, 'Bad input has changed something.');
  });

  test('a method that an address has not is refused with those that it has', async () => {
    const ownOf = ({ path: address }: Route) =>
      new Set(routes.filter(({ path }) => path === address).map(({ method }) => method));
    const pairs = pairsOf(routes, ['PATCH', 'DELETE', 'PUT', 'OPTIONS']);
    for (const [route, method] of drawn(pairs.filter(([one, other]) => !ownOf(one).has(other)))) {
      const answer = await send({ method, path: route.path });
      assertProblem(answer, 'method_not_allowed', `${method} ${route.path}`);
      assert.ok(answer.headers.get('allow')?.split(', ').includes(route.method));
    }
  });

  test('an Accept header that takes nothing of ours is refused', async () => {
    for (const route of routes) {
      const answer = await send(route, { headers: { accept: 'image/png' }, body: bodyFor(route) });
      assertProblem(answer, 'not_acceptable', nameOf(route));
    }
  });

  test('every kind of bad token gets one and the same refusal, on every route that needs one', async () => {
    const [header = '', payload = '', signature = ''] = tenant.token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const signed = (text: string) =>
      `${text}.${sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
    const publicKeys = await (await fetch(`${service.address}/.well-known/jwks.json`)).text();
    const keyed = `${encode({ alg: 'HS256', typ: 'at+jwt' })}.${payload}`;
    const tokens: Readonly<Record<string, string>> = {
      'not a token': 'abc',
      'alg none': `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
      'without a signature': `${header}.${payload}.`,
      'signed by another key': signed(`${header}.${payload}`),
      'signed with the public key as a secret': `${keyed}.${createHmac('sha256', publicKeys).update(keyed).digest('base64url')}`,
      'another tenant, old signature': `${header}.${encode({ ...claims, tenantId: stranger.tenantId, tid: stranger.tenantId })}.${signature}`,
      'later expiry, old signature': `${header}.${encode({ ...claims, exp: 4_000_000_000 })}.${signature}`,
      'a bit of the signature turned': `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      'far too long': 'a'.repeat(9000),
    };
    let first: string | undefined;
    const closed = routes.filter(({ takesToken }) => takesToken);
    for (const route of closed) {
      const missing = await send(route, { token: undefined, body: bodyFor(route) });
      assertProblem(missing, 'invalid_token', nameOf(route));
      assert.equal(missing.headers.get('www-authenticate'), 'Bearer realm="groupwright"');
    }
    for (const [route, [kind, token]] of drawn(pairsOf(closed, Object.entries(tokens)))) {
      const answer = await send(route, { token, body: bodyFor(route) });
      assertProblem(answer, 'invalid_token', `${nameOf(route)}, ${kind}`);
      assert.equal(
        answer.headers.get('www-authenticate'),
        'Bearer realm="groupwright", error="invalid_token"',
      );
      if (kind === 'far too long') continue;
      const bytes = answer.text.replace(answer.problem.requestId, '');
      first ??= bytes;
      assert.equal(bytes, first, kind);
    }
  });

  test('a body that cannot be read is refused by every route that takes one', async () => {
    const taking = routes.filter(({ takesJson }) => takesJson);
    for (const [route, [what, body, code]] of drawn(pairsOf(taking, unreadable))) {
      // A route for many groups or people at once takes longer bodies, and counts before it reads.
      if (/2 MiB|more values/.test(what) && /\/(?:bulk|apply|rosters|external)\b/.test(route.path))
        continue;
      if (body.length === 0 && route.requestBody?.required === false) continue;
      const answer = await send(route, { body });
      // Bodies of unauthenticated callers are limited.
      const isTooLong = route.isForAnybody && body.length > 16 * 1024;
      assertProblem(answer, isTooLong ? 'payload_too_large' : code, `${nameOf(route)}, ${what}`);
    }
  });

  test('a body of the wrong shape is refused by every route that takes one', async () => {
    const taking = routes.filter(({ takesJson }) => takesJson);
    const bodies = ['null', '5', '"text"', 'true', '{"__proto__":{"a":1}}', '{"unknown":1}'];
    for (const [route, body] of drawn(pairsOf(taking, bodies))) {
      assertInvalid(await send(route, { body }), route.path, `${nameOf(route)}, ${body}`);
    }
  });

  test('a body of another media type is refused with those that are read', async () => {
    const taking = routes.filter(({ requestBody }) => requestBody !== undefined);
    const types = ['text/plain', 'application/xml', 'multipart/form-data', 'json'];
    for (const [route, contentType] of drawn(pairsOf(taking, types))) {
      const answer = await send(route, { headers: { 'content-type': contentType }, body: '{}' });
      assertProblem(answer, 'unsupported_media_type', `${nameOf(route)}, ${contentType}`);
      assert.match(String(answer.headers.get('accept')), /application\/json/);
    }
  });

  test('a path parameter that names nothing is 404, whatever it holds', async () => {
    const strange = [
      'nothing',
      '%00',
      '%2e%2e%2f',
      "x'%20or%20'1'%3d'1",
      '%ff',
      '%F0%9F%98%80',
      'x'.repeat(300),
      'x'.repeat(5000),
      '00000000-0000-0000-0000-000000000000',
    ];
    for (const pattern of ['/organisations/*', '/teams/*', '/teams/*/status', '/*']) {
      for (const value of strange) {
        const answer = await send({ method: 'GET', path: pattern.replace('*', value) });
        assertProblem(answer, 'not_found', `${pattern} with ${value.slice(0, 40)}`);
      }
    }
  });

  test('a query that cannot be is refused by every list, naming the parameter', async () => {
    const lists = routes.filter(({ parameters = [] }) =>
      parameters.some(({ name }) => name === 'limit'),
    );
    assert.ok(lists.length >= 3);
    for (const [place, route] of lists.entries()) {
      const cases = [
        'limit=0',
        'limit=-1',
        'limit=1.5',
        'limit=many',
        'limit=1e9',
        'limit=1e1',
        'limit=0x10',
        'limit=0b1',
        'limit=%205',
        'limit=5%20',
        'limit=5%0A',
        'limit=+5',
        'limit=%2B5',
        'limit=05',
        'limit=5.0',
        'limit=%D9%A5',
        'limit=',
        'limit=true',
        'limit=null',
        'offset=-0',
        'templateVersion=1e0',
        'durationFromMs=Infinity',
        'total=1',
        'total=TRUE',
        'total=',
        'limit=1&limit=2',
        'limits=1',
        'limit=1%00',
        'access_token=x',
      ];
      const hasCursor = route.parameters?.some(({ name }) => name === 'cursor') === true;
      if (hasCursor)
        cases.push('cursor=x', 'cursor=%00', `cursor=${'a'.repeat(3000)}`, 'cursor=e30');
      for (const query of everyNth(cases, n, testSeed + place)) {
        const path = `${route.path}?${query}`;
        const answer = await send({ ...route, path }, { body: bodyFor(route) });
        assertProblem(answer, 'invalid_query', `${nameOf(route)}?${query}`);
        assert.ok((answer.problem.errors?.length ?? 0) > 0, query);
      }
    }
  });

  test('a day that does not exist is refused by every route that takes one in its query, naming the parameter', async () => {
    const wrong: Readonly<Record<string, readonly string[]>> = {
      date: ['2026-02-30', '2026-99-99', '2026-02-03T00:00:00Z', '2026', '06/07/2027', ''],
      'date-time': [
        '2026-02-30T00:00:00Z',
        '2027-02-29T00:00:00Z',
        '2027-06-30T00:00:00',
        '2027-06-30',
        '2027',
        'June 30, 2027',
        '',
      ],
    };
    const isTime = /^(?:at|date|from|until)$|(?:Before|Since)$/;
    const taken = new Set<string>();
    for (const route of routes) {
      for (const { name, schema } of route.parameters ?? []) {
        if (isTime.test(name)) {
          assert.ok(schema?.format, `${name} of ${nameOf(route)} has no format`);
          taken.add(name);
        }
        for (const text of wrong[schema?.format ?? ''] ?? []) {
          const query = `${name}=${encodeURIComponent(text)}`;
          const what = `${nameOf(route)}?${query}`;
          const answer = await send({ ...route, path: `${route.path}?${query}` });
          assertProblem(answer, 'invalid_query', what);
          const named = answer.problem.errors?.map(({ parameter }) => parameter);
          assert.ok(named?.includes(name), `${what}: ${answer.text}`);
        }
      }
    }
    assert.ok(taken.size >= 8, [...taken].join());
  });

  test('a query is refused by every route that takes none', async () => {
    const taking = ({ method, path, parameters = [], requestBody }: Route) =>
      method === 'GET' && /\/(?:jwks\.json|livez|readyz|metrics|sign-in)$/.test(path)
        ? false
        : requestBody === undefined && parameters.every((one) => one.in !== 'query');
    const without = routes.filter(taking);
    assert.ok(without.length > 80, `${without.length}`);
    for (const route of without) {
      const path = `${route.path}?reason=audit`;
      const answer = await send({ ...route, path });
      assertProblem(answer, 'invalid_query', nameOf(route));
      assert.deepEqual(
        answer.problem.errors?.map(({ detail }) => detail),
        ['reason is unknown.'],
      );
    }
    const creation = await send(
      { method: 'POST', path: '/teams?dryRun=true' },
      { body: JSON.stringify(teamRequest('never-made')) },
    );
    assertProblem(creation, 'invalid_query', 'POST /teams');
  });

  test('If-None-Match is refused by every route that changes something', async () => {
    const changing = routes.filter(({ method }) => method !== 'GET');
    for (const [route, header] of drawn(pairsOf(changing, ['*', '"0"']))) {
      const options = { headers: { 'if-none-match': header }, body: bodyFor(route) };
      const answer = await send(route, options);
      assertProblem(answer, 'invalid_request', nameOf(route));
      assert.match(answer.problem.detail, /^If-None-Match is for GET and HEAD\./);
    }
  });

  test('another tenant’s organisation and team are indistinguishable from absent ones, byte for byte', async () => {
    const withoutId = ({ text, problem, headers }: Answer) => [
      text.replace(problem.requestId, ''),
      [...headers].filter(([name]) => !['date', 'request-id'].includes(name)),
    ];
    const absent = await send({ method: 'GET', path: '/organisations/nothing-here' });
    const foreign = await send({
      method: 'GET',
      path: `/organisations/${stranger.organisationId}`,
    });
    assertProblem(foreign, 'not_found', 'foreign organisation');
    assert.deepEqual(withoutId(foreign), withoutId(absent));

    const create = (organisationIdOrIdentifier: string) =>
      send(
        { method: 'POST', path: '/teams' },
        { body: JSON.stringify(teamRequest('bad-foreign', { organisationIdOrIdentifier })) },
      );
    const withoutName = (answer: Answer) =>
      JSON.stringify(withoutId(answer)).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID');
    const foreignBody = await create(stranger.organisationId);
    assertProblem(foreignBody, 'validation_failed', 'foreign organisation in a body');
    const absentBody = await create('00000000-0000-4000-8000-000000000000');
    assert.equal(withoutName(foreignBody), withoutName(absentBody));
  });

  test('a team that cannot be is refused with every fault, when created and when planned', async () => {
    for (const path of ['/teams', '/teams/plan']) {
      for (const [what, change, pointers] of wrongTeams) {
        const body = JSON.stringify(teamRequest('bad-team', change));
        const answer = await send({ method: 'POST', path }, { body });
        const problem = assertInvalid(answer, path, `${path}, ${what}`);
        const found = problem.errors?.map(({ pointer }) => pointer);
        assert.deepEqual(found, pointers, `${path}, ${what}: ${answer.text}`);
      }
    }
  });

  test('a template of another organisation, and names that miss their pattern, are refused', async () => {
    const foreign = teamRequest('bad-template', {
      templateIdOrIdentifier: stranger.templateIds.any,
    });
    const answer = await send(
      { method: 'POST', path: '/teams' },
      { body: JSON.stringify(foreign) },
    );
    assertProblem(answer, 'validation_failed', 'foreign template');
    const project = { templateIdOrIdentifier: 'project' };
    for (const names of [
      { mailNickName: 'xyz-1', displayName: 'Project 1' },
      { mailNickName: 'prj-1', displayName: 'Project 2' },
      { mailNickName: 'prj-', displayName: 'Project 1' },
    ]) {
      const body = JSON.stringify(teamRequest('unused', { ...project, ...names }));
      const missed = await send({ method: 'POST', path: '/teams' }, { body });
      assertProblem(missed, 'validation_failed', JSON.stringify(names));
      assert.match(missed.text, /prj-|Project/);
    }
  });

  test('an Idempotency-Key that cannot be read is refused', async () => {
    const body = JSON.stringify(teamRequest('bad-key'));
    for (const key of ['""', '"', 'a b', 'x'.repeat(256), '"a", "b"']) {
      const headers = { 'idempotency-key': key };
      const answer = await send({ method: 'POST', path: '/teams' }, { headers, body });
      assertProblem(answer, 'invalid_request', key.slice(0, 20));
    }
  });

  test('credentials that are wrong in any way get one and the same refusal', async () => {
    const { tenantId, keyId, secret } = tenant;
    const other = '00000000-0000-4000-8000-000000000000';
    const attempt = (credentials: object) =>
      send(
        { method: 'POST', path: '/token' },
        { token: undefined, body: JSON.stringify(credentials) },
      );
    const answers = [
      await attempt({ tenantId: other, keyId, secret }),
      await attempt({ tenantId, keyId: other, secret }),
      await attempt({ tenantId, keyId, secret: `${secret}x` }),
      await attempt({ tenantId, keyId, secret: secret.slice(0, -1) }),
      await attempt({ tenantId: stranger.tenantId, keyId, secret }),
      await attempt({ tenantId, keyId, secret: stranger.secret }),
    ];
    const [first, ...others] = answers.map((answer) => {
      assertProblem(answer, 'invalid_credentials', 'credentials');
      const headers = [...answer.headers].filter(
        ([name]) => !['date', 'request-id'].includes(name),
      );
      return [answer.text.replace(answer.problem.requestId, ''), headers];
    });
    for (const one of others) assert.deepEqual(one, first);
    for (const credentials of [
      {},
      { tenantId, keyId },
      { tenantId: 'x', keyId, secret },
      { tenantId, keyId, secret, admin: true },
    ]) {
      assertProblem(
        await attempt(credentials),
        'validation_failed',
        JSON.stringify(Object.keys(credentials)),
      );
    }
  });
}
