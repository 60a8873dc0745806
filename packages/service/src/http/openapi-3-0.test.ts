import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv } from 'ajv';
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

test('each schema of the copy admits its example, also where that has null in the place of another schema', async () => {
  const copy = JSON.parse(await describeService('/openapi-3.0.json')) as JsonObject;
  const ajv = new Ajv({ strict: false, validateFormats: false }).addSchema(copy, 'copy');
  const { schemas } = copy['components'] as { schemas: Record<string, { example?: unknown }> };
  const withExample = Object.entries(schemas).filter(([, { example }]) => example !== undefined);
  assert.ok(withExample.length > 5);
  for (const [name, { example }] of withExample) {
    const validate = ajv.getSchema(`copy#/components/schemas/${name}`);
    assert.ok(validate?.(example), `${name}: ${ajv.errorsText(validate?.errors)}`);
  }
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
    Maybe: {
      anyOf: [
        { $ref: '#/components/schemas/Name' },
        { type: 'string', nullable: true, enum: [null] },
      ],
    },
    Free: { type: 'object', additionalProperties: { type: 'string' } },
    Many: {
      anyOf: [
        { type: 'string', nullable: true },
        { type: 'integer', nullable: true },
      ],
    },
  });
});
