import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationPlan, PersonHandoverPlan, TeamPlan } from '@groupwright/client';
import { creationQuestion, handoverQuestion, operationQuestion, quoted } from './outline.ts';

const planned = (
  displayName: string,
  others: Partial<PersonHandoverPlan['items'][number]> = {},
): PersonHandoverPlan['items'][number] => ({
  teamId: 't',
  displayName,
  state: 'active',
  role: 'responsible',
  responsible: 'ben@x.example',
  deputy: null,
  vacant: [],
  waitsFor: null,
  rosters: [],
  changed: true,
  etag: '"1"',
  conforms: true,
  error: null,
  ...others,
});

const hr = { source: 'hr', role: 'member', until: null, isHeld: false, taskId: null };
const leaver = { id: 'p-1', email: 'anna@x.example', displayName: 'Anna' };

test('a handover names the successors, how many groups, and which', () => {
  const question = handoverQuestion(
    { former: 'none', reason: 'She leaves.' },
    {
      person: leaver,
      items: [
        planned('Track'),
        planned('Rail', { responsible: 'eve@x.example', deputy: 'ben@x.example' }),
        planned('Alone', { responsible: null, vacant: ['responsible'] }),
        planned('On hold', { conforms: false, changed: false }),
        planned('Staff', { role: 'member', changed: false, waitsFor: 'roster', rosters: [hr] }),
      ],
    },
  );
  assert.deepEqual(question.split('\n'), [
    'Hand over 3 groups of "anna@x.example" to "ben@x.example", "eve@x.example"?',
    '- "Track": responsible "ben@x.example", deputy none',
    '- "Rail": responsible "eve@x.example", deputy "ben@x.example"',
    '- "Alone": responsible none, deputy none',
    'Without a responsible person: "Alone"',
    'Role that the person keeps: "none"',
    'Reason: "She leaves."',
    'Rosters of "hr" keep the person in 1 group: "Staff"',
    '1 group would stay: "On hold"',
  ]);
});

test('a question about many groups is bounded, and says how many are not listed', () => {
  const items = Array.from({ length: 5000 }, (_, index) => planned(`Group ${index}`));
  const question = handoverQuestion({}, { person: leaver, items });
  assert.match(question, /^Hand over 5,?000 groups/);
  assert.match(question, /- and 4980 more/);
  assert.ok(question.length < 3000);
});

const operationPlan = (others: Partial<OperationPlan>): OperationPlan => ({
  conforms: true,
  outcome: 'succeeded',
  kind: 'change',
  changed: true,
  error: null,
  faults: [],
  before: {},
  after: {},
  people: [],
  approval: null,
  steps: [],
  ...others,
});

test('an operation says what becomes of each member, and who is added and removed', () => {
  const person = {
    id: 'g-1',
    email: 'ben@x.example',
    displayName: 'Ben',
    kind: 'member',
    enabled: true,
  };
  const question = operationQuestion(
    'Track',
    { kind: 'change', displayName: 'Rail', reason: 'New name' },
    operationPlan({
      before: { displayName: 'Track', description: null, owners: ['eve@x.example'] },
      after: { displayName: 'Rail', description: 'Trains', owners: ['g-1'], visibility: 'public' },
      people: [{ reference: 'g-1', pointer: '/owners/add/0', role: 'owner', found: true, person }],
    }),
  );
  assert.deepEqual(question.split('\n'), [
    'Change the group "Track"?',
    'displayName: "Track" becomes "Rail"',
    'description: none becomes "Trains"',
    'owners, add 1: "ben@x.example"',
    'owners, remove 1: "eve@x.example"',
    'visibility: none becomes "public"',
    'Reason: "New name"',
  ]);
  assert.equal(
    operationQuestion('Track', { kind: 'delete' }, operationPlan({ kind: 'delete' })),
    'Delete the group "Track"?',
  );
});

test('a creation names the group as the plan renders it, its people, and who approves', () => {
  const plan: TeamPlan = {
    conforms: true,
    outcome: 'succeeded',
    error: null,
    faults: [],
    organisation: { id: 'o', identifier: 'aare', name: 'Aare' },
    template: { id: 't', identifier: 'any', name: 'Any' },
    properties: {},
    names: { mailNickName: 'prj-7', displayName: 'Project 7', provisional: false },
    alias: null,
    people: [],
    approval: {
      stages: [
        {
          stage: 1,
          as: 'approvers',
          approvers: [{ personId: 'p', email: 'boss@x.example', displayName: null }],
          notAsked: 0,
        },
      ],
    },
    steps: [],
  };
  const question = creationQuestion(
    {
      responsible: 'mara@x.example',
      deputy: null,
      description: null,
      organisationIdOrIdentifier: 'aare',
      templateIdOrIdentifier: 'any',
      owners: [],
      members: Array.from({ length: 30 }, (_, index) => `m${index}@x.example`),
    },
    plan,
  );
  const lines = question.split('\n');
  assert.deepEqual(lines.slice(0, 5), [
    'Create the group "Project 7" in "Aare"?',
    'Alias: "prj-7"',
    'Template: "Any"',
    'Responsible: "mara@x.example"',
    'Deputy: none',
  ]);
  assert.match(lines[5] ?? '', /^Members, 30: "m0@x\.example".* and 10 more$/);
  assert.equal(lines[6], 'Approval 1 by "boss@x.example"');
});

test('a name stays within its quotes, on its line, and in the order in which it is written', () => {
  for (const [name, shown] of [
    ['x"? Yes.\nReason: "none', '"x\\"? Yes.\\nReason: \\"none"'],
    ['Pay\u202Ecod.exe', '"Pay\\u{202e}cod.exe"'],
    ['a\u2028b\u0085c\u200bd', '"a\\u{2028}b\\u{85}c\\u{200b}d"'],
    ['a\u3164\u115F\u034F\u2800', '"a\\u{3164}\\u{115f}\\u{34f}\\u{2800}"'],
    ['\u2764\uFE0F', '"\u2764\uFE0F"'],
    ['\u001b[2J', '"\\u001b[2J"'],
    ['Ö 日本', '"Ö 日本"'],
  ] as const) {
    assert.equal(quoted(name), shown);
  }
  assert.equal(quoted('x'.repeat(500)), `"${'x'.repeat(120)}…"`);
  const question = operationQuestion('A"?\nDelete', { kind: 'archive' }, operationPlan({}));
  assert.equal(question, 'Archive the group "A\\"?\\nDelete"?');
});
