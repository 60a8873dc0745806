// The rules about differences, without a database: what is restored now, what waits, what is given up.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DriftProperty } from '../../engine/observed-state.ts';
import { completeEnforcement } from '../../settings/organisations/enforcement-policy.ts';
import { enforcementOf, type EnforcementFacts, restoresPerHour } from './enforcement.ts';

const now = new Date('2027-03-01T12:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const differing = (property: DriftProperty, minutes = 1) => ({
  property,
  expected: 'as recorded',
  observed: 'other',
  since: ago(minutes).toISOString(),
});
const facts = (others: Partial<EnforcementFacts>): EnforcementFacts => ({
  policy: completeEnforcement({ displayName: 'restore', owners: 'restore', deletion: 'restore' }),
  state: 'active',
  drift: [],
  isChanging: false,
  wroteAt: ago(600),
  restores: [],
  wasBroughtBack: false,
  now,
  ...others,
});
const restored = (hasFailed = false) => ({ properties: ['displayName'] as const, hasFailed });

test('only what the template restores is restored, each owner by the rule of owners', () => {
  const drift = [
    differing('displayName'),
    differing('description'),
    differing('visibility'),
    differing('responsible'),
    differing('deputy'),
    differing('owners'),
  ];
  assert.deepEqual(enforcementOf(facts({ drift })).repair, [
    'displayName',
    'responsible',
    'deputy',
    'owners',
  ]);
  const reported = facts({ drift, policy: completeEnforcement({}) });
  assert.deepEqual(enforcementOf(reported).repair, []);
  assert.deepEqual(enforcementOf({ ...reported, policy: null }).repair, []);
});

test('nothing is restored while an operation runs, without a comparison, or where the group does not exist', () => {
  const drift = [differing('displayName')];
  for (const others of [
    { isChanging: true },
    { drift: null },
    { state: 'deleted' as const },
    { state: 'being_created' as const },
  ]) {
    assert.deepEqual(enforcementOf(facts({ drift, ...others })).repair, [], JSON.stringify(others));
  }
});

test('half an hour after a write of the service passes first', () => {
  const drift = [differing('displayName')];
  const early = enforcementOf(facts({ drift, wroteAt: ago(29) }));
  assert.deepEqual([early.repair, early.dueAt], [[], ago(-1)]);
  assert.deepEqual(enforcementOf(facts({ drift, wroteAt: ago(30) })).repair, ['displayName']);
});

test('a property that was restored twice in seven days is contested; the others are restored', () => {
  const drift = [differing('displayName'), differing('deputy')];
  const once = enforcementOf(facts({ drift, restores: [restored()] }));
  assert.deepEqual([once.repair, once.contested], [['displayName', 'deputy'], []]);
  const twice = enforcementOf(facts({ drift, restores: [restored(), restored()] }));
  assert.deepEqual([twice.repair, twice.contested], [['deputy'], ['displayName']]);
  const known = facts({ drift: [{ ...differing('displayName'), contested: true }] });
  assert.deepEqual(enforcementOf(known).contested, ['displayName']);
});

test('a restore that fails is tried again within the time of the policy, and is no round of a fight', () => {
  const restores = [restored(true), restored(true), restored(true)];
  const within = (minutes: number) =>
    enforcementOf(facts({ drift: [differing('displayName', minutes)], restores }));
  assert.deepEqual(within(23 * 60).repair, ['displayName']);
  assert.deepEqual([within(25 * 60).repair, within(25 * 60).contested], [[], []]);
});

test('a deleted group is brought back once', () => {
  assert.equal(enforcementOf(facts({ state: 'gone', drift: null })).bringsBack, true);
  const again = facts({ state: 'gone', drift: null, wasBroughtBack: true });
  assert.equal(enforcementOf(again).bringsBack, false);
  const reported = facts({ state: 'gone', policy: completeEnforcement({}) });
  assert.equal(enforcementOf(reported).bringsBack, false);
});

test('the brake is 20 groups an hour, or 2 % of the groups', () => {
  assert.deepEqual([0, 30, 1_000, 1_001, 5_000].map(restoresPerHour), [20, 20, 20, 21, 100]);
});
