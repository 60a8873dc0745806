import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TSchema, Type } from 'typebox';
import { quietProcessorMs } from '../../testing/processor-time.ts';
import { DomainError, type FaultValues } from '../ground/errors.ts';
import {
  dayInput,
  momentInput,
  optionalDay,
  optionalMoment,
} from '../ground/schema/moment.schema.ts';
import { guidPattern } from '../ground/schema/parts.schema.ts';
import { createValidatorCompiler } from './validation.ts';
import { WebhookInput } from '../events/webhooks/webhook-input.schema.ts';
import { HoldBody } from '../governance/lifecycle/lifecycle.schema.ts';
import { AdministratorInput } from '../admin/administrators.schema.ts';
import { SandboxPersonInput } from '../sandbox/person-input.schema.ts';
import { ApiKeyInput } from '../settings/api-keys/api-key-input.schema.ts';
import { OrganisationInput } from '../settings/organisations/organisation-input.schema.ts';
import { TemplateInput } from '../settings/organisations/template-input.schema.ts';

function faultsIn(schema: TSchema, value: unknown, httpPart = 'body'): string[] {
  const result = createValidatorCompiler()({ schema, httpPart })(value);
  if (result === true) return [];
  return result.error.faults.map(({ detail }) => detail);
}

const Person = Type.String({ pattern: '^[^@ ]+@[^@ ]+$', 'x-fault': 'must be an e-mail address' });
const Body = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 3 }),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
    note: Type.Optional(Type.Union([Type.String({ maxLength: 2 }), Type.Null()])),
    kind: Type.Optional(Type.Union([Type.Literal('a'), Type.Literal('b')])),
    flag: Type.Optional(Type.Boolean()),
    people: Type.Array(Person, { maxItems: 2 }),
    inner: Type.Optional(
      Type.Object({ deep: Type.Object({ x: Type.Number() }) }, { additionalProperties: false }),
    ),
  },
  { additionalProperties: false },
);

const known = 'known: name, count, note, kind, flag, people, inner.';

test('each kind of fault has its sentence, without the words of JSON Schema', () => {
  const good = { name: 'abc', people: [] };
  const cases: readonly [object | null | unknown[], readonly string[]][] = [
    [good, []],
    [{ ...good, name: '' }, ['name must not be empty.']],
    [{ ...good, name: 'abcd' }, ['name must have at most 3 characters.']],
    [{ ...good, name: 5 }, ['name must be a string, not a number.']],
    [{ ...good, name: null }, ['name must be a string, not null.']],
    [{ people: [] }, ['name is missing.']],
    [{ ...good, count: 10 }, ['count must be from 1 to 9.']],
    [{ ...good, count: 1.5 }, ['count must be a whole number, not a number.']],
    [{ ...good, count: '5' }, ['count must be a whole number, not a string.']],
    [{ ...good, note: 'abc' }, ['note must have at most 2 characters.']],
    [{ ...good, note: 5 }, ['note must be a string or null, not a number.']],
    [{ ...good, kind: 'c' }, ['kind must be one of "a", "b".']],
    [{ ...good, flag: 'true' }, ['flag must be true or false, not a string.']],
    [{ ...good, people: ['a@b', 'x'] }, ['people/1 must be an e-mail address.']],
    [{ ...good, people: ['a@b', 'a@b', 'a@b'] }, ['people must have at most 2 entries.']],
    [{ ...good, people: 'a@b' }, ['people must be an array, not a string.']],
    [{ ...good, Name: 'x' }, ['Name is unknown; did you mean name?']],
    [{ ...good, zzzzzzzz: 'x' }, [`zzzzzzzz is unknown; ${known}`]],
    [{ ...good, inner: { deep: { y: 1 } } }, ['inner/deep/x is missing.']],
    [{ ...good, inner: {} }, ['inner/deep is missing.']],
    [[], ['The body must be an object, not an array.']],
    [null, ['The body must be an object, not null.']],
  ];
  for (const [value, expected] of cases) assert.deepEqual(faultsIn(Body, value), expected);
});

test('an id that is none is called so, wherever a schema has one', () => {
  const schema = Type.Object({ groupId: Type.String({ pattern: guidPattern }) });
  assert.deepEqual(faultsIn(schema, { groupId: 'x' }), ['groupId must be a GUID.']);
});

test('the values of a sentence are members beside it', () => {
  const good = { name: 'abc', people: [] };
  const cases: readonly [object, FaultValues | undefined][] = [
    [{ people: [] }, { name: 'name' }],
    [{ ...good, inner: {} }, { name: 'inner/deep' }],
    [
      { ...good, Name: 'x' },
      { name: 'Name', suggestion: 'name' },
    ],
    [{ ...good, zzzzzzzz: 'x' }, { name: 'zzzzzzzz' }],
    [{ ...good, name: 5 }, { types: ['string'] }],
    [{ ...good, note: 5 }, { types: ['string', 'null'] }],
    [{ ...good, name: '' }, { minimum: 1 }],
    [{ ...good, name: 'abcd' }, { maximum: 3 }],
    [
      { ...good, count: 10 },
      { minimum: 1, maximum: 9 },
    ],
    [{ ...good, people: ['a@b', 'a@b', 'a@b'] }, { maximum: 2 }],
    [{ ...good, kind: 'c' }, { choices: ['a', 'b'] }],
    [{ ...good, people: ['x'] }, undefined],
  ];
  for (const [body, values] of cases) {
    const result = createValidatorCompiler()({ schema: Body, httpPart: 'body' })(body);
    assert.ok(result !== true);
    assert.deepEqual(
      result.error.faults.map((fault) => fault.values),
      [values],
    );
  }
});

test('all faults come at once, in the order of the input, what is missing after what is there', () => {
  const value = {
    people: ['x', 5, 'a@b'],
    unknown: 1,
    note: 'abc',
    inner: { more: 1, deep: {} },
    count: 0,
  };
  assert.deepEqual(faultsIn(Body, value), [
    'people must have at most 2 entries.',
    'people/0 must be an e-mail address.',
    'people/1 must be a string, not a number.',
    `unknown is unknown; ${known}`,
    'note must have at most 2 characters.',
    'inner/more is unknown; known: deep.',
    'inner/deep/x is missing.',
    'count must be from 1 to 9.',
    'name is missing.',
  ]);
});

test('faults of one entry do not swallow those of another whose number begins the same', () => {
  const List = Type.Array(Type.Union([Type.String({ maxLength: 1 }), Type.Null()]));
  const list: unknown[] = Array.from({ length: 12 }, () => 'a');
  list[1] = 5;
  list[10] = 'ab';
  assert.deepEqual(faultsIn(List, list), [
    '1 must be a string or null, not a number.',
    '10 must have at most 1 character.',
  ]);
});

test('pointers are RFC 6901', () => {
  const check = createValidatorCompiler()({ schema: Body, httpPart: 'body' });
  const result = check({ name: 'a', people: [], 'a/b~c': 1 });
  assert.ok(result !== true);
  assert.deepEqual(
    result.error.faults.map(({ pointer }) => pointer),
    ['/a~1b~0c'],
  );
});

test('__proto__ is refused like any unknown member', () => {
  const value: unknown = JSON.parse('{"name":"a","people":[],"__proto__":{"flag":true}}');
  assert.deepEqual(faultsIn(Body, value), [`__proto__ is unknown; ${known}`]);
});

test('a body is never changed: nothing is coerced, removed or filled in', () => {
  const WithDefault = Type.Object({ count: Type.Optional(Type.Integer({ default: 5 })) });
  const check = createValidatorCompiler()({ schema: WithDefault, httpPart: 'body' });
  const value = { other: '7' };
  assert.equal(check(value), true);
  assert.deepEqual(value, { other: '7' });
});

test('moments and days are read in bodies and queries, each with one fault at its place', () => {
  const Times = Type.Object({
    until: optionalMoment('A moment.'),
    on: optionalDay('A day.'),
    at: Type.Optional(momentInput('A moment.')),
  });
  const check = createValidatorCompiler()({ schema: Times, httpPart: 'body' });
  const empty = { until: '', on: '' };
  assert.equal(check(empty), true);
  assert.deepEqual(empty, { until: null, on: null }, 'an empty text counts as null');
  assert.equal(check({ until: '2028-02-29T00:00:00.1234567+02:00', on: '2028-02-29' }), true);
  const result = check({ until: '2027-02-29T00:00:00Z', on: '2027-02-29', at: '' });
  assert.ok(result !== true);
  assert.deepEqual(
    result.error.faults.map(({ pointer, code, values }) => [pointer, code, values]),
    [
      ['/until', 'not_valid', { rule: 'moment' }],
      ['/on', 'not_valid', { rule: 'date' }],
      ['/at', 'not_valid', { rule: 'moment' }],
    ],
  );
  assert.deepEqual(faultsIn(Times, { until: 2027 }), [
    'until must be a string or null, not a number.',
  ]);
  const Query = Type.Object({ from: Type.Optional(dayInput('A day.')) });
  assert.deepEqual(faultsIn(Query, { from: '2026-02-30' }, 'querystring'), [
    'from must be a day such as 2027-12-31.',
  ]);
  assert.deepEqual(faultsIn(Query, { from: '' }, 'querystring'), [
    'from must be a day such as 2027-12-31.',
  ]);
});

test('a shared schema is compiled only where it is referred to', () => {
  const Name = { $id: 'Name', type: 'string', minLength: 2 };
  const Uncompilable = { $id: 'Uncompilable', $ref: 'Missing' };
  const compile = createValidatorCompiler(() => ({ Name, Uncompilable }));
  for (const member of ['first', 'second']) {
    const schema = { type: 'object', properties: { [member]: { $ref: 'Name' } } };
    const check = compile({ schema });
    assert.equal(check({ [member]: 'Ada' }), true);
    assert.notEqual(check({ [member]: 'A' }), true);
  }
});

test('a query is text that becomes what the schema asks for', () => {
  const Query = Type.Object(
    { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })) },
    { additionalProperties: false },
  );
  const check = createValidatorCompiler()({ schema: Query, httpPart: 'querystring' });
  const query: Record<string, unknown> = { limit: '7' };
  assert.equal(check(query), true);
  assert.deepEqual(query, { limit: 7 });
  const empty: Record<string, unknown> = {};
  check(empty);
  assert.deepEqual(empty, { limit: 50 });
  assert.deepEqual(faultsIn(Query, { limit: 'x' }, 'querystring'), [
    'limit must be a whole number.',
  ]);
  assert.deepEqual(faultsIn(Query, { limit: '0' }, 'querystring'), [
    'limit must be from 1 to 200.',
  ]);
  assert.deepEqual(faultsIn(Query, { limit: ['1', '2'] }, 'querystring'), [
    'limit appears more than once.',
  ]);
  assert.deepEqual(faultsIn(Query, { limits: '1' }, 'querystring'), [
    'limits is unknown; did you mean limit?',
  ]);
  assert.throws(
    () => check({ limit: '1\0' }),
    (error) => error instanceof DomainError && error.code === 'invalid_query',
  );
});

test('faults that are not listed are counted, and their members are known as wrong', () => {
  const compile = createValidatorCompiler(undefined, 20);
  const wrong = Array.from({ length: 40 }, () => 7);
  const result = compile({ schema: Body })({ people: wrong, x: 1, count: 0, '': 1 });
  assert.ok(result !== true);
  const { listed, unlisted, members, hasWrongType } = result.error.shape;
  assert.equal(listed.length, 20);
  assert.ok(unlisted >= 20, `${unlisted}`);
  assert.match(result.error.message, /at least \d+ faults; errors lists 20 of them/);
  assert.deepEqual([...members].sort(), ['', 'count', 'name', 'people', 'x']);
  assert.equal(hasWrongType, false);
  const whole = compile({ schema: Body })([]);
  assert.ok(whole !== true && whole.error.shape.hasWrongType);
});

test('an id in GUID form is the same in either case, and another text is not', () => {
  const Ids = Type.Array(Type.String(), { uniqueItems: true });
  const id = '01a22152-1851-738a-9e5a-92bea3cc7284';
  const twice = (...entries: string[]) => faultsIn(Ids, entries).length > 0;
  assert.ok(twice(id, id.toUpperCase()));
  assert.ok(twice('a', id, `${id.slice(0, -4)}7284`));
  assert.ok(!twice(id, `${id.slice(0, -4)}7285`, `"${id}"`));
  assert.ok(!twice('displayName', 'displayname'));
});

test('a body made to be wrong in as many ways as fit is answered quickly', () => {
  // The maximum that the strict reader accepts: 64 members of an object, 50,000 values in all.
  const broad = Object.fromEntries(
    Array.from({ length: 64 }, (_, index) => [`peeple-${index}`, 1]),
  );
  const entries = <T>(count: number, entry: T): T[] => Array.from({ length: count }, () => entry);
  const Entry = Type.Object({ name: Type.String() }, { additionalProperties: false });
  const Distinct = Type.Array(Type.Enum(['a', 'b']), { uniqueItems: true });
  const hostile: readonly (readonly [TSchema, unknown])[] = [
    [Body, { name: 'a', people: entries(49_000, 7) }],
    [Body, broad],
    [Type.Array(Entry), entries(770, broad)],
    [Type.Array(Type.Array(Entry)), entries(27, entries(27, broad))],
    [Type.Array(Type.Union([Entry, Type.Null()])), entries(49_000, 7)],
    [Distinct, Array.from({ length: 49_000 }, (_, index) => `entry ${index}`)],
  ];
  const limitMs = 50;
  for (const [index, [schema, body]] of hostile.entries()) {
    const check = createValidatorCompiler()({ schema });
    const costs = quietProcessorMs(
      () => {
        const result = check(body);
        assert.ok(result !== true);
        const { listed, unlisted } = result.error.shape;
        assert.ok(listed.length > 0 && listed.length <= 1000);
        assert.ok(index !== 0 || unlisted >= 2000, `${unlisted} unlisted`);
      },
      { runs: 10, enoughMs: limitMs },
    );
    assert.ok(Math.min(...costs) < limitMs, `${index}: ${costs.join()} ms of the processor`);
  }
});

test('each text of a body is visible, undamaged and of one line, unless its schema says more', () => {
  const compile = createValidatorCompiler();
  const faultsOf = (schema: object, value: unknown) => {
    const checked = compile({ schema })(value);
    return checked === true
      ? []
      : checked.error.faults.map(({ pointer, code }) => `${pointer} ${code}`);
  };
  const webhook = { url: 'https://x.invalid/\r\nX: y', description: 'a\u001b[2Jb' };
  assert.deepEqual(faultsOf(WebhookInput, webhook), [
    '/url character_refused',
    '/description character_refused',
  ]);
  assert.deepEqual(faultsOf(HoldBody, { reason: '  ' }), ['/reason blank']);
  assert.deepEqual(faultsOf(HoldBody, { reason: 'a\u2066b' }), ['/reason character_refused']);
  assert.deepEqual(faultsOf(HoldBody, { reason: 'one\ntwo' }), []);
  for (const schema of [OrganisationInput, TemplateInput, ApiKeyInput, SandboxPersonInput]) {
    assert.ok(faultsOf(schema, { name: '\u3164' }).includes('/name blank'));
    assert.ok(faultsOf(schema, { name: 'Pay\u202Ecod.exe' }).includes('/name character_refused'));
  }
  assert.deepEqual(faultsOf(AdministratorInput, { email: 'a\u001b[2J@x.example', role: 'owner' }), [
    '/email character_refused',
  ]);
  const nested = Type.Object({ of: Type.Array(Type.Record(Type.String(), Type.String())) });
  assert.deepEqual(faultsOf(nested, { of: [{ a: 'x' }, { b: 'Stra\uFFFDe', c: '' }] }), [
    '/of/1/b damaged_text',
  ]);
});
