import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemCodes } from '../foundation/errors.ts';
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

const text = await describeService();
const description = JSON.parse(text) as Description;
const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods));

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

test('each operation has an id of its own, and says how it fails', () => {
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

test('the routes of the specification are described, and none of the admin center or of pages', () => {
  const paths = Object.keys(description.paths);
  for (const path of [
    '/token',
    '/teams',
    '/organisations/{idOrIdentifier}',
    '/teams/{teamId}/status',
  ]) {
    assert.ok(paths.includes(path), path);
  }
  assert.ok(!paths.some((path) => /admin|docs|openapi|problems/.test(path)));
});

test('the list of problem codes is part of the description', () => {
  const words = JSON.stringify(description.components['schemas']?.['ProblemCode']);
  for (const code of problemCodes) assert.ok(words.includes(`\`${code}\``), code);
});

test('the page to read shows every operation and asks nothing of another host', async () => {
  const server = composeServer();
  const answer = await server.inject({ url: '/docs', headers: { accept: 'text/html' } });
  await server.close();
  assert.equal(answer.statusCode, 200);
  for (const { operationId } of operations) assert.ok(answer.body.includes(`id="${operationId}"`));
  for (const schema of Object.keys(description.components['schemas'] ?? {})) {
    assert.ok(answer.body.includes(`id="schema-${schema}"`), schema);
  }
  assert.doesNotMatch(answer.body, /<script|<img|<link[^>]+href="http|undefined|\[object/);
});
