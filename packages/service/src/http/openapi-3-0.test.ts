import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeService } from '../../testing/describe-service.ts';
import { asOpenApi30 } from './openapi-3-0.ts';
import type { JsonObject } from './json.ts';

test('the copy in OpenAPI 3.0 has every operation, no webhook, and no word of 3.1', async () => {
  const one = JSON.parse(await describeService()) as JsonObject;
  const copy = JSON.parse(await describeService('/openapi-3.0.json')) as JsonObject;
  assert.equal(copy['openapi'], '3.0.3');
  assert.equal(copy['webhooks'], undefined);
  const operationsOf = (document: JsonObject) =>
    Object.entries(document['paths'] as JsonObject).map(([path, methods]) => [
      path,
      Object.keys(methods as JsonObject),
    ]);
  assert.deepEqual(operationsOf(copy), operationsOf(one));
  const found = new Set<string>();
  JSON.stringify(copy, (name, value: unknown) => {
    if (['example', 'examples'].includes(name)) return undefined;
    if (['const', 'patternProperties'].includes(name)) found.add(name);
    if (name === 'type' && (value === 'null' || Array.isArray(value))) found.add(String(value));
    return value;
  });
  assert.deepEqual([...found], []);
});

test('each word of 3.1 has its meaning in 3.0', () => {
  const schemas = {
    Name: { type: 'string', examples: ['a', 'b'] },
    Kind: { const: 'x' },
    Maybe: { anyOf: [{ $ref: '#/components/schemas/Name' }, { type: 'null' }] },
    Free: { type: 'object', patternProperties: { '^.*$': { type: 'string' } } },
    Many: { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
    OfWebhook: { type: 'string' },
  };
  const { components } = asOpenApi30({
    info: { title: 'T', license: { name: 'L', identifier: 'L' } },
    tags: [],
    paths: Object.fromEntries(
      ['Name', 'Kind', 'Maybe', 'Free', 'Many'].map((name) => [
        name,
        { $ref: `#/components/schemas/${name}` },
      ]),
    ),
    components: { schemas, securitySchemes: {} },
  });
  assert.deepEqual((components as JsonObject)['schemas'], {
    Name: { type: 'string', example: 'a' },
    Kind: { type: 'string', enum: ['x'] },
    Maybe: { allOf: [{ $ref: '#/components/schemas/Name' }], nullable: true, type: 'string' },
    Free: { type: 'object', additionalProperties: { type: 'string' } },
    Many: {
      anyOf: [
        { type: 'string', nullable: true },
        { type: 'integer', nullable: true },
      ],
    },
  });
});
