import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { createSerializerCompiler } from './serialization.ts';

const exact = { additionalProperties: false };
const Person = Type.Object(
  { name: Type.Union([Type.String(), Type.Null()]), at: Type.String({ format: 'date-time' }) },
  { ...exact, $id: 'Person' },
);
const compile = createSerializerCompiler(() => ({ Person }));
const write = (schema: unknown, value: unknown): unknown =>
  JSON.parse(compile({ schema, method: 'GET', url: '/' })(value));
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
const at = new Date('2026-07-01T12:00:00.250Z');

test('a date is written as ISO 8601, in a nullable member too', () => {
  const schema = Type.Object({
    one: Type.String({ format: 'date-time' }),
    other: Type.Unsafe(orNull({ type: 'string', format: 'date-time' })),
    text: Type.Unsafe(orNull({ type: 'string' })),
  });
  const iso = '2026-07-01T12:00:00.250Z';
  assert.deepEqual(write(schema, { one: at, other: at, text: at }), {
    one: iso,
    other: iso,
    text: iso,
  });
});

test('an absent value of a nullable member is null, whatever the member holds', () => {
  const members = {
    text: orNull({ type: 'string' }),
    list: { type: ['array', 'null'], items: { type: 'string' } },
    choice: orNull({ enum: ['a', 'b'] }),
    either: { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
    inner: orNull({ type: 'object', properties: { a: { type: 'string' } } }),
    person: orNull({ $ref: 'Person' }),
  };
  const schema = { type: 'object', required: Object.keys(members), properties: members };
  const nothing = mapOf(members, () => null);
  assert.deepEqual(write(schema, {}), nothing);
  assert.deepEqual(
    write(
      schema,
      mapOf(members, () => undefined),
    ),
    nothing,
  );
  assert.deepEqual(write(schema, nothing), nothing);
});

test('an absent value of an optional member is left out', () => {
  const schema = { type: 'object', properties: { text: orNull({ type: 'string' }) } };
  assert.deepEqual(write(schema, {}), {});
  assert.deepEqual(write(schema, { text: null }), { text: null });
});

test('an absent value of a member that may not be null is an error', () => {
  const schema = Type.Object({ text: Type.String() });
  assert.throws(() => write(schema, {}), /required/);
});

test('a member that the schema does not name is not written, at any depth', () => {
  const schema = Type.Object(
    {
      inner: Type.Unsafe(orNull(Type.Object({ text: Type.String() }, exact))),
      people: Type.Array(Type.Unsafe(orNull({ $ref: 'Person' }))),
    },
    exact,
  );
  const value = {
    secret: 1,
    inner: { text: 'a', secret: 1 },
    people: [{ at, secret: 1 }, null],
  };
  assert.deepEqual(write(schema, value), {
    inner: { text: 'a' },
    people: [{ name: null, at: at.toISOString() }, null],
  });
});

function mapOf(members: object, value: () => unknown): object {
  return Object.fromEntries(Object.keys(members).map((name) => [name, value()]));
}
