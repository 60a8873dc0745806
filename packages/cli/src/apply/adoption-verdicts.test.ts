import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adoptionVerdicts } from './adoption-verdicts.ts';

const sound = (groupId: string, id = 'team', room = 2) => ({
  groupId,
  plan: { conforms: true, template: { id }, room },
});
const refused = (groupId: string) => ({
  groupId,
  plan: { conforms: false, template: null, room: null },
});

test('of each template as many are adopted as it has room for, and each group once', () => {
  const planned = [
    sound('a'),
    refused('b'),
    sound('A'),
    sound('c', 'other', 1),
    sound('d'),
    sound('e', 'other', 1),
    sound('f'),
    sound('b'),
  ];
  assert.deepEqual(adoptionVerdicts(planned), [
    'adopt',
    'refused',
    'repeated',
    'adopt',
    'adopt',
    'beyond_room',
    'beyond_room',
    'beyond_room',
  ]);
});
