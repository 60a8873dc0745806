import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { GroupChange } from '@groupwright/client';
import type { GroupEntry } from '../groups-file/group-entry.ts';
import { changeOf, withoutHeld } from './change-of.ts';

const team = {
  displayName: 'Apollo',
  description: 'To the moon',
  responsible: 'ada@example.org',
  deputy: 'bea@example.org',
  owners: ['cem@example.org'],
  members: ['dan@example.org'],
  properties: { code: '11', site: 'Kai' },
};

/** The change that a file causes which has these members beside those that every group has. */
function changeBy(file: Partial<Omit<GroupEntry['request'], 'templateIdOrIdentifier'>>) {
  const entry: GroupEntry = {
    request: {
      displayName: 'Apollo',
      description: null,
      mailNickName: 'apollo',
      responsible: 'ada@example.org',
      deputy: null,
      organisationIdOrIdentifier: 'research',
      templateIdOrIdentifier: 'project',
      owners: [],
      members: [],
      ...file,
    },
    named: new Set(['displayName', 'mailNickName', 'responsible', ...Object.keys(file)]),
    locationOf: () => ({ line: 1, column: 1 }),
  };
  return changeOf(entry, team);
}

describe('the change that a file causes', () => {
  const cases: readonly [string, Parameters<typeof changeBy>[0], GroupChange | undefined][] = [
    ['is none if the file names only what is so', { responsible: 'ADA@example.org' }, undefined],
    ['renames the group', { displayName: 'Artemis' }, { displayName: 'Artemis' }],
    [
      'sets the properties that differ',
      { properties: { code: '12', site: 'Kai' } },
      { displayName: 'Apollo', properties: { code: '12' } },
    ],
    ['clears a description by an empty text', { description: '' }, { description: null }],
    ['leaves the group without a deputy by an empty text', { deputy: '' }, { deputy: null }],
    [
      'adds and removes people of the lists that the file names',
      { members: ['eva@example.org'] },
      { members: { add: ['eva@example.org'], remove: ['dan@example.org'] } },
    ],
    [
      'names a new responsible, and the former one becomes a member',
      { responsible: 'eva@example.org' },
      { responsible: 'eva@example.org' },
    ],
    [
      'removes the former responsible if the file lists the members without that person',
      { responsible: 'eva@example.org', members: ['dan@example.org'] },
      {
        responsible: 'eva@example.org',
        members: { add: [], remove: ['ada@example.org'] },
      },
    ],
    [
      'keeps the former responsible as an owner if the file lists that person as one',
      { responsible: 'eva@example.org', owners: ['cem@example.org', 'ada@example.org'] },
      { responsible: 'eva@example.org', former: 'owner' },
    ],
    [
      'makes a member the responsible without removing that person from the group',
      { responsible: 'dan@example.org', members: [] },
      {
        responsible: 'dan@example.org',
        members: { add: [], remove: ['ada@example.org'] },
      },
    ],
    [
      'moves people between the lists without removing them',
      { owners: ['dan@example.org'], members: ['cem@example.org'] },
      { owners: { add: ['dan@example.org'], remove: ['cem@example.org'] } },
    ],
    [
      'removes an owner from the group whom neither list names',
      { owners: [], members: ['dan@example.org'] },
      {
        owners: { add: [], remove: ['cem@example.org'] },
        members: { add: [], remove: ['cem@example.org'] },
      },
    ],
  ];
  for (const [title, file, expected] of cases) {
    it(title, () => assert.deepEqual(changeBy(file), expected));
  }

  it('leaves the people whom a roster holds', () => {
    const change = {
      owners: { add: ['eva@example.org'], remove: ['cem@example.org'] },
      members: { add: [], remove: ['dan@example.org', 'fay@example.org'] },
    };
    const faults = [
      { pointer: '/owners/remove/0', code: 'removal_held' },
      { pointer: '/members/remove/0', code: 'named_by_roster' },
      { pointer: '/members/remove/1', code: 'is_responsible' },
    ];
    assert.deepEqual(withoutHeld(change, faults), {
      owners: { add: ['eva@example.org'], remove: [] },
      members: { add: [], remove: ['fay@example.org'] },
    });
    const only = { members: { add: [], remove: ['dan@example.org'] } };
    assert.equal(withoutHeld(only, faults), undefined);
  });
});
