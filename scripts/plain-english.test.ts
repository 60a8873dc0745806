import assert from 'node:assert/strict';
import { test } from 'node:test';
import { descriptionFaults, exampleFaults, languageFaults, sourceFaults } from './plain-english.ts';

test('words and turns that are hard to read are found, each with a plain one', () => {
  for (const sentence of [
    'Create the group anew.',
    'The directory refuses for good.',
    'Requests under way are answered.',
    'The caller is told at once.',
    'What cannot be done is refused.',
    'The lane goes on elsewhere.',
    'The record says where it stands.',
    '| Code | What it means is below. |',
  ]) {
    const faults = languageFaults('x.md', `Plain.\n${sentence}`);
    assert.equal(faults.length, 1, sentence);
    assert.match(faults[0] ?? '', /^x\.md:2: /);
  }
});

test('code, quotations of code and questions are passed over', () => {
  const text = 'Send `anew`.\n\n```\nfor good\n```\n\nWhat happens next?';
  assert.deepEqual(languageFaults('x.md', text), []);
});

test('messages that a table quotes are passed over, and its other columns are not', () => {
  const table = '| Message | Remedy |\n|---|---|\n| Create it anew. | Create it again. |\n';
  assert.deepEqual(languageFaults('x.md', table), []);
  const swapped = table.replace('again', 'anew');
  assert.deepEqual(languageFaults('x.md', swapped), ['x.md:3: “anew”: again']);
});

test('descriptions, summaries and titles of an API are checked, and its other members are not', () => {
  const document = {
    info: { title: 'Groups made anew', description: 'Creates groups.' },
    paths: {
      '/token': {
        post: {
          operationId: 'anew',
          summary: 'Who may sign in.',
          responses: { 200: { description: 'As asked.' } },
        },
      },
    },
    components: { schemas: { Team: { properties: { description: { example: 'anew' } } } } },
  };
  assert.deepEqual(
    descriptionFaults('api.json', document).map((fault) => fault.replace(/:1: .*/, '')),
    [
      'api.json#/info/title',
      'api.json#/paths/~1token/post/summary',
      'api.json#/paths/~1token/post/responses/200/description',
    ],
  );
});

test('comments, messages and texts of pages in the source are checked, and code is passed over', () => {
  const source = [
    '// The lane goes on elsewhere.',
    '/** Whoever takes over ends it. */',
    'throw new Error(`The group ${id} was made, and is to be removed.`);',
    "log.warn('PostgreSQL was lost; it is started anew');",
    "const detail = 'What was sent is refused.';",
    '<p>Someone else was quicker.</p>',
    '// Sends `anew` to the server.',
    "if (state === 'stands') return madeAnew(told);",
  ].join('\n');
  const lines = sourceFaults('x.tsx', source).map((fault) => Number(fault.split(':')[1]));
  assert.deepEqual([...new Set(lines)], [1, 2, 3, 4, 5, 6]);
});

test('names of another example are found, in code as well', () => {
  const text =
    '`jane@contoso.com`\nNordlicht Energy\n```\nprj-alpha https://groups.example.org\n```';
  assert.deepEqual(exampleFaults('x.md', text), [
    'x.md:1: “contoso”: a name of Nordlicht',
    'x.md:4: “prj-alpha”: a name of Nordlicht',
  ]);
});

test('comments that are no sentences are found in docstrings and lines, and sentences that begin so are not', () => {
  for (const comment of [
    '/** Of a deletion. */',
    '  // Those of `wanted` who are not here.',
    ' * That of the position.',
    '/** With their managers. */',
    '  /** Without a slash at its end. */',
    '/** By the governance clock. */',
    '  // As the admin center does it.',
    '/** So many fit into the body. */',
    '// A group that is gone has no claim any more.',
    '/** Undefined: the policy is not known any more */',
  ]) {
    assert.equal(sourceFaults('x.ts', comment).length, 1, comment);
  }
  for (const sentence of [
    '/** A deletion has it. */',
    '// Without a policy, nobody is asked.',
    '// By now, everything is visible everywhere.',
    '/** It counts from 1. */',
    '// Any more of them are refused.',
    "const text = 'Of a deletion.';",
  ]) {
    assert.deepEqual(sourceFaults('x.ts', sentence), [], sentence);
  }
});
