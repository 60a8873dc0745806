import assert from 'node:assert/strict';
import { test } from 'node:test';
import { previewNames } from './preview-names.ts';

function preview(mailNickName: string, displayName: string) {
  return previewNames({
    template: {
      identifier: 'rollout',
      mailNicknamePattern: 'rollout-{{site}}',
      displayNamePattern: 'Rollout {{site}}',
    },
    organisation: { identifier: 'rail' },
    mailNickName,
    displayName,
    now: Date.UTC(2026, 2, 31),
  });
}

const siteOf = (mailNickName: string, displayName: string) =>
  preview(mailNickName, displayName).properties.find(({ name }) => name === 'site')?.value;

test('a placeholder has the value of the name that conforms, while the other name is empty or wrong', () => {
  assert.equal(siteOf('rollout-bergen', ''), 'bergen');
  assert.equal(siteOf('rollout-bergen', 'Roll'), 'bergen');
  assert.equal(siteOf('rolout', 'Rollout Oslo'), 'Oslo');
  assert.equal(siteOf('rolout', 'Roll'), undefined);
  assert.equal(siteOf('rollout-bergen', 'Rollout Bergen'), 'Bergen');
});

test('a display name is suggested with the capitals of a name, or with those of the given one', () => {
  const suggested = (alias: string, name: string) => preview(alias, name).displayName.example;
  assert.equal(suggested('rollout-bergen', 'Rollout Oslo'), 'Rollout Bergen');
  assert.equal(suggested('rollout-north-sea', ''), 'Rollout North-Sea');
  assert.equal(suggested('rollout-bergen', 'Roll BERGEN'), 'Rollout BERGEN');
  assert.equal(suggested('rollout-NYC', ''), 'Rollout NYC');
});

test('each fault of a name has its code and its values, so that a page can say it in its language', () => {
  const { mailNickName, displayName } = preview('rollout bergen', 'Roll-out Bergen');
  assert.deepEqual(
    displayName.nameFaults.map(({ index, code, values }) => [index, code, values?.position]),
    [[4, 'pattern_mismatch', 5]],
  );
  assert.deepEqual(mailNickName.nameFaults[0]?.values?.refused, [' ']);
});
