import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { didYouMean, editDistance } from './did-you-mean.ts';

const known = ['displayName', 'mailNickName', 'owners', 'members', 'deputy'];

test('a slip, a swap or another case finds the name that was meant', () => {
  const cases: readonly [string, string | undefined][] = [
    ['mailNickname', 'mailNickName'],
    ['mailNicname', 'mailNickName'],
    ['mial_nick_name', 'mailNickName'],
    ['onwers', 'owners'],
    ['OWNERS', 'owners'],
    ['member', 'members'],
    ['deptuy', 'deputy'],
    ['colour', undefined],
    ['', undefined],
    ['x'.repeat(100_000), undefined],
  ];
  for (const [name, meant] of cases) assert.equal(didYouMean(name, known), meant, name);
});

test('a name with some of the words finds the longer one', () => {
  const names = ['organisationIdOrIdentifier', 'templateIdOrIdentifier', 'types', ...known];
  const cases: readonly [string, string | undefined][] = [
    ['organization', 'organisationIdOrIdentifier'],
    ['organisation_id', 'organisationIdOrIdentifier'],
    ['organizationId', 'organisationIdOrIdentifier'],
    ['template', 'templateIdOrIdentifier'],
    ['templates', 'templateIdOrIdentifier'],
    ['name', 'displayName'],
    ['eventTypes', 'types'],
    ['id', undefined],
    ['or', undefined],
    ['', undefined],
    ['--', undefined],
  ];
  for (const [name, meant] of cases) assert.equal(didYouMean(name, names), meant, name);
});

test('the distance is a metric: zero for the same, equal both ways, at most the longer length', () => {
  const word = fc.string({ maxLength: 8 });
  fc.assert(
    fc.property(word, word, (one, other) => {
      assert.equal(editDistance(one, one), 0);
      assert.equal(editDistance(one, other), editDistance(other, one));
      assert.ok(editDistance(one, other) <= Math.max(one.length, other.length));
    }),
  );
});
