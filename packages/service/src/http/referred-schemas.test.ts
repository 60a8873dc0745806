import assert from 'node:assert/strict';
import { test } from 'node:test';
import { referredSchemas } from './referred-schemas.ts';

const shared = {
  Team: { $id: 'Team', properties: { owner: { $ref: 'Person' }, parent: { $ref: 'Team' } } },
  Person: { $id: 'Person', properties: { name: { type: 'string' } } },
  Task: { $id: 'Task', properties: { team: { $ref: 'Team' } } },
};
const needed = (schema: unknown) => [...referredSchemas(schema, shared).keys()];

test('a schema needs the shared ones that it refers to, and what those refer to, in their order', () => {
  assert.deepEqual(needed({ anyOf: [{ $ref: 'Team' }, { type: 'null' }] }), ['Person', 'Team']);
  assert.deepEqual(needed({ items: { $ref: 'Task' } }), ['Person', 'Team', 'Task']);
});

test('a schema within another one is the shared schema that has its name', () => {
  assert.deepEqual(needed({ properties: { owner: shared.Person } }), ['Person']);
});

test('a schema without references needs none', () => {
  assert.deepEqual(needed({ properties: { Team: { type: 'string', default: 'Team' } } }), []);
});
