// What is asked for by an address that names something that is not there is absent, also a list: an empty one would say that
// the thing exists and has none. A filter that can select nothing is refused.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { routesOf } from '../http/allowed-methods.ts';
import { AdminClient } from '../../testing/admin-client.ts';
import { type AdminService, startAdminService } from '../../testing/admin-service.ts';

let service: AdminService;
let admin: AdminClient;
before(async () => {
  service = await startAdminService();
  admin = await AdminClient.signedIn(service);
});
after(() => service.close());

/** The id of a person outlives the person in the directory, where groups may still have it. */
const outlived = new Set(['people/:idOrEmail/groups', 'people/:idOrEmail/responsibilities']);

test('every address with an unknown name in it is absent, below it, too', async () => {
  const { pathname } = new URL(`${service.adminUrl}/api`);
  const prefix = `${pathname}/:tenantId/`;
  const reads = routesOf(service.service.server)
    .filter(({ method, url }) => method === 'GET' && url.startsWith(prefix))
    .map(({ url }) => url.slice(prefix.length))
    .filter((path) => path.includes(':') && !outlived.has(path));
  assert.ok(reads.length > 20, `${reads.length} addresses`);
  const answers: [path: string, status: number, code: unknown][] = [];
  for (const path of reads) {
    const { status, body } = await admin.call(
      'GET',
      path.replaceAll(/:\w+/g, () => randomUUID()),
    );
    answers.push([path, status, body?.code]);
  }
  assert.deepEqual(
    answers.filter(([, status]) => status !== 404),
    [],
  );
  assert.ok(answers.every(([, , code]) => code === 'not_found'));
});

/** The addresses below the tenant of lists with all of the parameters. */
function listsWith(...parameters: readonly string[]): readonly string[] {
  const { pathname } = new URL(`${service.adminUrl}/api`);
  const prefix = `${pathname}/:tenantId/`;
  return routesOf(service.service.server)
    .filter(({ method, url, schema }) => {
      const query = (schema?.querystring ?? {}) as {
        properties?: Readonly<Record<string, unknown>>;
      };
      const isList = method === 'GET' && url.startsWith(prefix);
      return isList && parameters.every((name) => Object.hasOwn(query.properties ?? {}, name));
    })
    .map(({ url }) => url.slice(prefix.length));
}

test('a range that ends before it begins is refused by every list', async () => {
  const ranges = [
    ['from', '2026-03-02T00:00:00.001Z', 'until', '2026-03-02T00:00:00+00:00'],
    ['from', '2026-03-02', 'until', '2026-03-01'],
    ['durationFromMs', '2', 'durationUntilMs', '1'],
  ] as const;
  const looked = new Set<string>();
  for (const [from, begin, until, end] of ranges) {
    for (const path of listsWith(from, until)) {
      const ask = async (one: string, other: string) =>
        admin.call(
          'GET',
          `${path}?${new URLSearchParams({
            [from]: one,
            [until]: other,
            ...(path === 'activity/export' && { format: 'csv' }),
          }).toString()}`,
          undefined,
          { accept: '*/*' },
        );
      const same = await ask(begin, begin);
      // Some lists have days, others moments.
      if (same.status === 400) continue;
      looked.add(`${path} ${from}`);
      const { status, body } = await ask(begin, end);
      assert.equal(status, 400, path);
      assert.deepEqual(
        body.errors.map(({ parameter, values }: { parameter: string; values: object }) => [
          parameter,
          values,
        ]),
        [[until, { rule: 'range_order' }]],
        path,
      );
    }
  }
  assert.deepEqual([...looked].sort(), [
    'activity from',
    'activity/export from',
    'reports/creations from',
    'reports/creations/export from',
    'requests from',
    'teams durationFromMs',
    'teams from',
    'teams/export durationFromMs',
    'teams/export from',
  ]);
});

test('a filter by what no group can have is refused', async () => {
  for (const path of ['teams', 'teams/export']) {
    for (const [query, parameter] of [
      ['error=nope', 'error'],
      ['error=People_not_found', 'error'],
      ['createdBy=xyz', 'createdBy'],
      ['createdBy=0198b0c1-77aa-7d10-8f2e', 'createdBy'],
      ['organisation=nope', 'organisation'],
      ['template=nope', 'template'],
    ] as const) {
      const { status, body } = await admin.call('GET', `${path}?${query}`, undefined, {
        accept: '*/*',
      });
      assert.equal(status, 400, query);
      assert.equal(body.errors[0].parameter, parameter, query);
    }
    for (const query of [
      'error=people_not_found',
      `createdBy=${randomUUID().toUpperCase()}`,
      'createdBy=administrator:ada@nordlicht.example',
    ]) {
      const { status } = await admin.call('GET', `${path}?${query}`, undefined, { accept: '*/*' });
      assert.equal(status, 200, query);
    }
  }
});

test('a filter by a name that there is not is refused with the one that was meant', async () => {
  for (const [query, meant] of [
    ['teams?error=people_not_fond', 'people_not_found'],
    ['requests?code=validation_faild', 'validation_failed'],
    ['activity?action=group.archivd', 'group.archived'],
    ['activity?action=grup', 'group'],
    ['activity/export?format=csv&action=api_keys', 'api_key'],
  ] as const) {
    const accept = { accept: '*/*' };
    const { status, body } = await admin.call('GET', query, undefined, accept);
    assert.equal(status, 400, query);
    assert.match(body.errors[0].detail, new RegExp(`; did you mean ${meant}\\?$`), query);
    assert.deepEqual(body.errors[0].values, { suggestion: meant });
  }
  await admin.call('POST', 'api-keys', { name: 'Listed' });
  for (const query of ['activity?action=api_key', 'activity?action=api_key.created']) {
    const { status, body } = await admin.get(query);
    assert.equal(status, 200, JSON.stringify(body));
    assert.ok(body.items.length > 0, query);
  }
});

test('the activity of an object that the log does not have is refused, in capitals as it is', async () => {
  const made = await admin.call('POST', 'api-keys', { name: 'Capital' });
  const { body } = await admin.get(`activity?subjectId=${made.body.key.keyId.toUpperCase()}`);
  assert.ok(body.items.length > 0);
  for (const path of ['activity?', 'activity/export?format=csv&']) {
    const address = `${path}subjectId=${randomUUID()}`;
    const accept = { accept: '*/*' };
    const { status, body: refusal } = await admin.call('GET', address, undefined, accept);
    assert.deepEqual([status, refusal.errors[0].parameter], [400, 'subjectId']);
  }
});

test('a filter by a group that does not exist is refused by every list, in capitals, too', async () => {
  const lists = listsWith('teamId');
  assert.deepEqual([...lists].sort(), ['reviews', 'tasks']);
  for (const path of lists) {
    for (const teamId of [randomUUID(), randomUUID().toUpperCase()]) {
      const { status, body } = await admin.get(`${path}?teamId=${teamId}`);
      assert.equal(status, 400, path);
      assert.equal(body.errors[0].parameter, 'teamId');
      assert.equal(body.errors[0].code, 'team_not_found');
    }
  }
});
