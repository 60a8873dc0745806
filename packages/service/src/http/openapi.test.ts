import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { problemCodes } from '../ground/errors.ts';
import { composeServer, describeService } from '../../testing/describe-service.ts';

interface Operation {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly responses: Readonly<Record<string, unknown>>;
}
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

let text: string;
let description: Description;
let operations: readonly Operation[];
before(async () => {
  text = await describeService();
  description = JSON.parse(text) as Description;
  operations = Object.values(description.paths).flatMap((methods) => Object.values(methods));
});

test('every reference leads somewhere', () => {
  const references = [...text.matchAll(/"\$ref": "([^"]+)"/g)].map(
    ([, reference = '']) => reference,
  );
  assert.ok(references.length > 50);
  for (const reference of references) {
    const [root, , kind = '', name = ''] = reference.split('/');
    assert.equal(root, '#');
    assert.ok(description.components[kind]?.[name], reference);
  }
});

test('each operation has a unique id, and says how it fails', () => {
  const ids = operations.map(({ operationId }) => operationId);
  assert.equal(new Set(ids).size, ids.length);
  for (const { responses, security, operationId } of operations) {
    assert.ok(responses['500'] && responses['503'] && responses['406'], operationId);
    const takesToken = security === undefined || security.length > 0;
    assert.equal(
      responses['401'] !== undefined,
      takesToken || operationId === 'requestToken',
      operationId,
    );
  }
});

test('each token that an operation takes has a scheme, and the one of /metrics is optional', () => {
  const schemes = Object.keys(description.components['securitySchemes'] ?? {});
  const taken = operations.flatMap(({ security = [] }) => security.flatMap(Object.keys));
  for (const name of taken) assert.ok(schemes.includes(name), name);
  const { security } = operations.find(({ operationId }) => operationId === 'getMetrics') ?? {};
  assert.deepEqual(security, [{ metricsToken: [] }, {}]);
});

test('exactly the operations for callers are described beside those for administrators, and none of pages', () => {
  const described = Object.entries(description.paths)
    .filter(([path]) => !path.startsWith('/admin/api/{tenantId}/'))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
  assert.deepEqual(described.toSorted(), [
    'DELETE /teams/external/{source}/{externalId}',
    'DELETE /teams/{teamId}',
    'DELETE /teams/{teamId}/adoption',
    'DELETE /teams/{teamId}/hold',
    'DELETE /teams/{teamId}/rosters/{source}',
    'GET /.well-known/jwks.json',
    'GET /batches',
    'GET /batches/undo',
    'GET /batches/{batchId}',
    'GET /batches/{batchId}/groups',
    'GET /batches/{batchId}/undo',
    'GET /directory/groups',
    'GET /directory/probes',
    'GET /events',
    'GET /livez',
    'GET /metrics',
    'GET /organisations',
    'GET /organisations/{idOrIdentifier}',
    'GET /organisations/{idOrIdentifier}/templates',
    'GET /people',
    'GET /people/{idOrEmail}/groups',
    'GET /people/{idOrEmail}/responsibilities',
    'GET /readyz',
    'GET /responsibilities',
    'GET /responsibilities/export',
    'GET /reviews',
    'GET /reviews/{reviewId}',
    'GET /tasks',
    'GET /tasks/{taskId}',
    'GET /teams',
    'GET /teams/export',
    'GET /teams/{teamId}',
    'GET /teams/{teamId}/channels',
    'GET /teams/{teamId}/notices',
    'GET /teams/{teamId}/operations',
    'GET /teams/{teamId}/operations/{operationId}',
    'GET /teams/{teamId}/people',
    'GET /teams/{teamId}/people/comparison',
    'GET /teams/{teamId}/request',
    'GET /teams/{teamId}/responsibility',
    'GET /teams/{teamId}/rosters',
    'GET /teams/{teamId}/rosters/{source}',
    'GET /teams/{teamId}/site',
    'GET /teams/{teamId}/status',
    'GET /teams/{teamId}/why',
    'GET /templates/{idOrIdentifier}',
    'GET /tenant',
    'GET /to-do',
    'PATCH /teams/{teamId}',
    'POST /batches',
    'POST /batches/undo',
    'POST /batches/{batchId}/cancel',
    'POST /batches/{batchId}/undo',
    'POST /directory/probes',
    'POST /people/lookup',
    'POST /people/{idOrEmail}/handover',
    'POST /people/{idOrEmail}/handover/plan',
    'POST /reviews/{reviewId}/decisions',
    'POST /tasks/{taskId}/decision',
    'POST /teams',
    'POST /teams/adoption',
    'POST /teams/adoption/bulk',
    'POST /teams/adoption/bulk/plan',
    'POST /teams/adoption/plan',
    'POST /teams/bulk',
    'POST /teams/comparison',
    'POST /teams/external/{source}/apply',
    'POST /teams/external/{source}/apply/plan',
    'POST /teams/external/{source}/{externalId}/plan',
    'POST /teams/operations/plan',
    'POST /teams/plan',
    'POST /teams/{teamId}/archive',
    'POST /teams/{teamId}/cancel',
    'POST /teams/{teamId}/comparison',
    'POST /teams/{teamId}/drift/acceptance',
    'POST /teams/{teamId}/operations/{operationId}/cancel',
    'POST /teams/{teamId}/plan',
    'POST /teams/{teamId}/renewal',
    'POST /teams/{teamId}/repair',
    'POST /teams/{teamId}/repair/plan',
    'POST /teams/{teamId}/restore',
    'POST /teams/{teamId}/retry',
    'POST /teams/{teamId}/retry/edited',
    'POST /teams/{teamId}/reviews',
    'POST /teams/{teamId}/rosters/{source}/plan',
    'POST /teams/{teamId}/unarchive',
    'POST /token',
    'PUT /teams/external/{source}/{externalId}',
    'PUT /teams/{teamId}/hold',
    'PUT /teams/{teamId}/rosters/{source}',
  ]);
});

test('the published schemas are those that write the answers', async () => {
  const server = composeServer();
  await server.ready();
  for (const [name, schema] of Object.entries(server.getSchemas())) {
    const own: unknown = JSON.parse(
      JSON.stringify(schema, (key, value: unknown) => {
        if (['$id', 'x-fault', 'x-empty-is-null', 'x-text', 'x-elsewhere', 'x-known'].includes(key))
          return undefined;
        return key === '$ref' ? `#/components/schemas/${String(value)}` : value;
      }),
    );
    assert.deepEqual(description.components['schemas']?.[name], own, name);
  }
  await server.close();
});

test('the list of problem codes is part of the description', () => {
  const words = JSON.stringify(description.components['schemas']?.['ProblemCode']);
  for (const code of problemCodes) assert.ok(words.includes(`\`${code}\``), code);
});

test('each address refuses every other method with 405 and names its own, however it is spelt', async () => {
  const server = composeServer();
  const guid = '0198b0c1-77aa-7d10-8f2e-0c9b8a7d6e5f';
  {
    const { paths } = description;
    for (const [template, methods] of Object.entries(paths)) {
      const allowed = Object.keys(methods).map((method) => method.toUpperCase());
      if (allowed.includes('GET')) allowed.push('HEAD');
      const path = template.replaceAll(/\{\w+\}/g, guid);
      const last = path.lastIndexOf('/') + 1;
      const code = path.charCodeAt(last).toString(16);
      const encoded = `${path.slice(0, last)}%${code}${path.slice(last + 1)}`;
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        if (allowed.includes(method)) continue;
        for (const url of [path, encoded]) {
          const answer = await server.inject({ method, url });
          assert.equal(answer.statusCode, 405, `${method} ${url}`);
          assert.equal(answer.headers.allow, allowed.toSorted().join(', '), `${method} ${url}`);
        }
      }
    }
  }
  await server.close();
});

test('bodies have no members that nobody reads: every object of a body names all that it may have', () => {
  const { paths, components } = description;
  const open: string[] = [];
  const visit = (node: unknown, at: string, seen: ReadonlySet<unknown>): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    const within = new Set(seen).add(node);
    const schema = node as Readonly<Record<string, unknown>>;
    const { $ref, properties, additionalProperties } = schema;
    if (typeof $ref === 'string') {
      visit(components['schemas']?.[$ref.split('/').at(-1) ?? ''], at, within);
    }
    if (typeof properties === 'object' && additionalProperties !== false) open.push(at);
    for (const [name, member] of Object.entries(properties ?? {})) {
      visit(member, `${at}/${name}`, within);
    }
    for (const name of ['items', 'additionalProperties']) visit(schema[name], `${at}/*`, within);
    for (const name of ['anyOf', 'oneOf', 'allOf']) {
      for (const one of (schema[name] ?? []) as unknown[]) visit(one, at, within);
    }
    for (const one of Object.values(schema['patternProperties'] ?? {})) {
      visit(one, `${at}/*`, within);
    }
  };
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const { requestBody, operationId } = operation as Operation & {
      readonly requestBody?: { readonly content: Readonly<Record<string, { schema: unknown }>> };
    };
    for (const { schema } of Object.values(requestBody?.content ?? {})) {
      visit(schema, operationId, new Set());
    }
  }
  // RFC 6749 section 3.2 has unknown parameters of a token request ignored.
  assert.deepEqual(
    [...new Set(open)].filter((at) => at !== 'requestToken'),
    [],
  );
});
