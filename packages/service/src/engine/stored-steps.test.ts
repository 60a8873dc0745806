import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { testSeed } from '../../testing/seed.ts';
import { defaultTemplatePolicy } from '../settings/organisations/template.ts';
import type { StepName, StepRecord, StepStatus } from './creation.ts';
import { decodeSteps, encodeSteps, readSteps } from './stored-steps.ts';
import { newLedger } from './steps.ts';

const names: StepName[] = ['resolve_people', 'create_group', 'create_team', 'confirm'];
const statuses: StepStatus[] = ['pending', 'running', 'waiting', 'succeeded', 'failed', 'skipped'];
const time = fc
  .integer({ min: 0, max: 4_000_000_000_000 })
  .map((milliseconds) => new Date(milliseconds).toISOString());
const detail = fc.oneof(
  fc.constantFrom('', '-', '%2D', 'a;b', 'The directory is creating the team.', 'Ünïcode 🙂\n'),
  fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', ' ')),
);
const step: fc.Arbitrary<StepRecord> = fc.record(
  {
    name: fc.constantFrom(...names),
    status: fc.constantFrom(...statuses),
    attempts: fc.nat(100),
    startedAt: fc.option(time),
    completedAt: fc.option(time),
    retryAt: fc.option(time),
    detail: fc.option(detail),
  },
  { noNullPrototype: true },
);

test('steps are read as they were stored', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 9 }), (steps) => {
      assert.deepEqual(decodeSteps(encodeSteps(steps)), steps);
    }),
    { seed: testSeed, numRuns: 2_000 },
  );
});

test('the form of stored steps stays', () => {
  const at = (milliseconds: number) =>
    new Date(Date.UTC(2026, 10, 24, 6, 21) + milliseconds).toISOString();
  const pending = { status: 'pending', attempts: 0, startedAt: null, completedAt: null } as const;
  const steps: StepRecord[] = [
    {
      name: 'resolve_people',
      status: 'succeeded',
      attempts: 1,
      startedAt: at(0),
      completedAt: at(5),
      retryAt: null,
      detail: null,
    },
    {
      name: 'create_group',
      status: 'waiting',
      attempts: 2,
      startedAt: at(6),
      completedAt: null,
      retryAt: at(9_000),
      detail: 'Busy; later.',
    },
    { name: 'confirm', ...pending, retryAt: null, detail: null },
  ];
  assert.equal(
    encodeSteps(steps),
    'resolve_people s1 1795501260000 5;create_group w2 6 - 9000 Busy%3B%20later.;confirm p0',
  );
});

test('what PostgreSQL cannot store is replaced', () => {
  const [only] = newLedger(defaultTemplatePolicy);
  assert.ok(only !== undefined);
  const stored = encodeSteps([{ ...only, detail: 'a\0b\uD800' }]);
  assert.equal(decodeSteps(stored)[0]?.detail, 'a\uFFFDb\uFFFD');
});

test('a creation without a record has all its steps before it', () => {
  assert.deepEqual(readSteps(null, defaultTemplatePolicy), newLedger(defaultTemplatePolicy));
});
