// Bodies with any number of faults in any order, for every route that takes a body. `hostile-bodies.test.ts` draws a few for
// each route, others with each commit, and `hostile-bodies.long.ts` many.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { AdminClient } from './admin-client.ts';
import type { AdminService } from './admin-service.ts';
import { describeService } from './describe-service.ts';
import { testSeed } from './seed.ts';
import type { TestTenant } from './service.ts';

interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

interface Description {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly requestBody?: {
              readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
            };
          }
        >
      >
    >
  >;
  readonly components?: { readonly schemas?: Readonly<Record<string, JsonSchema>> };
}

interface BodyRoute {
  readonly method: string;
  readonly path: string;
  readonly members: Readonly<Record<string, JsonSchema>>;
}

const ofAdmin = '/admin/api/{tenantId}/';

function bodyRoutes(text: string): BodyRoute[] {
  const { paths, components } = JSON.parse(text) as Description;
  const resolve = (schema: JsonSchema): JsonSchema => {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : resolve(components?.schemas?.[name] ?? {});
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const json = requestBody?.content['application/json'];
      if (json === undefined) return [];
      const schema = resolve(json.schema);
      const object = schema.items === undefined ? schema : resolve(schema.items);
      const members = object.properties ?? object.anyOf?.map(resolve)[0]?.properties ?? {};
      return [{ method: method.toUpperCase(), path, members }];
    }),
  );
}

/** Faults in a body: a number of entries or members, and their places. */
const wrongs = fc.record({
  count: fc.oneof(fc.constantFrom(0, 1, 20, 50, 64, 65, 990, 1000, 1001, 3000), fc.nat(3000)),
  kind: fc.constantFrom('members' as const, 'entries' as const, 'both' as const),
  order: fc.infiniteStream(fc.nat(1_000_000)),
  without: fc.infiniteStream(fc.boolean()),
  value: fc.constantFrom<unknown>(1, null, '', 'x', [], {}, true, [7], { a: 1 }),
});

function wrongBody(
  members: BodyRoute['members'],
  { count, kind, order, without, value }: typeof wrongs extends fc.Arbitrary<infer T> ? T : never,
): Record<string, unknown> {
  const wrong = Array.from({ length: count }, () => value);
  const all: [string, unknown][] = [];
  for (const [name, { type }] of Object.entries(members)) {
    if (without.next().value === true) continue;
    const takesMany = kind !== 'members' && (type === 'array' || without.next().value === true);
    all.push([name, takesMany ? wrong : value]);
  }
  if (kind !== 'entries') for (let n = 0; n < count; n++) all.push([`u${n}`, value]);
  return Object.fromEntries(
    all
      .map((entry) => ({ entry, rank: order.next().value ?? 0 }))
      .sort((one, two) => one.rank - two.rank)
      .map(({ entry }) => entry),
  );
}

/**
 * Every public route refuses such a body as the caller's.
 * @param address of the service
 * @param numRuns for each route
 */
export async function publicRoutesRefuse(
  address: string,
  tenant: TestTenant,
  numRuns: number,
): Promise<void> {
  const routes = bodyRoutes(await describeService()).filter(
    ({ path }) => !path.startsWith(ofAdmin),
  );
  assert.ok(routes.length >= 4);
  for (const [index, { method, path, members }] of routes.entries()) {
    await fc.assert(
      fc.asyncProperty(wrongs, async (wrong) => {
        const one = wrongBody(members, wrong);
        const isBulk = path.includes('/bulk');
        const response = await fetch(address + path, {
          method,
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${tenant.token}`,
          },
          body: JSON.stringify(isBulk ? [one, 7, one] : one),
        });
        const text = await response.text();
        const what = `${method} ${path}: ${response.status} ${text.slice(0, 300)}`;
        assert.doesNotMatch(text, /internal_error/, what);
        if (path !== '/teams/plan' && path !== '/teams/adoption/plan' && !isBulk) {
          assert.ok(response.status >= 400, what);
        }
        assert.ok(response.status < 500, what);
        assert.ok(text.length < 700_000, `${text.length} characters`);
      }),
      { numRuns, seed: testSeed + index },
    );
  }
}

/** No route of the admin API takes such a body for a fault of ours. @param numRuns for each route */
export async function adminRoutesRefuse(admin: AdminService, numRuns: number): Promise<void> {
  const client = await AdminClient.signedIn(admin);
  const routes = bodyRoutes(await describeService()).filter(({ path }) => path.startsWith(ofAdmin));
  assert.ok(routes.length >= 10);
  for (const [index, { method, path, members }] of routes.entries()) {
    if (path.endsWith('/session/end')) continue;
    const address = path
      .replace(ofAdmin, '')
      .replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000');
    await fc.assert(
      fc.asyncProperty(wrongs, async (wrong) => {
        const answer = await client.call(method, address, wrongBody(members, wrong), {
          'if-match': '"1"',
        });
        const what = `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`;
        assert.ok(answer.status < 500, what);
      }),
      { numRuns, seed: testSeed + index },
    );
  }
}
