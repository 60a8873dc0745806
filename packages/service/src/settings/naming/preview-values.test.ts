import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeNaming } from './naming-rules.ts';
import { previewValues } from './preview-values.ts';
import type { TemplateInput } from '../organisations/template-input.schema.ts';

function preview(
  [mailNicknamePattern, displayNamePattern]: [string, string],
  values: Readonly<Record<string, string>>,
  rules: Pick<TemplateInput, 'properties' | 'counter' | 'transliteration'> = {},
) {
  const patterns = { identifier: 'project', mailNicknamePattern, displayNamePattern };
  return previewValues({
    template: { ...patterns, naming: completeNaming({ ...patterns, ...rules }) },
    organisation: { identifier: 'rail' },
    values,
    now: Date.UTC(2026, 10, 23),
  });
}

test('names are made from the values, with samples for those that are not given', () => {
  const { names, values, faults } = preview(
    ['{{template}}-{{customer|alias}}-{{site}}', '{{customer}} ({{site}}, {{year}})'],
    { customer: 'Müller & Söhne', site: ' ' },
    { transliteration: 'de' },
  );
  assert.deepEqual(values, { customer: 'Müller & Söhne', site: 'Example' });
  assert.deepEqual(names, {
    mailNickName: { text: 'project-mueller-soehne-example', length: 30, maximum: 64 },
    displayName: { text: 'Müller & Söhne (Example, 2026)', length: 30, maximum: 256 },
  });
  assert.deepEqual(faults, []);
});

test('the counter shows its first number, and a declared property a sample of its type', () => {
  const { names, values } = preview(
    ['p{{counter}}-{{region}}', 'Project {{counter}} {{end|year}}'],
    {},
    {
      counter: { width: 4, per: 'template', start: 17 },
      properties: {
        region: { type: 'choice', choices: ['north', 'south'] },
        end: { type: 'date' },
      },
    },
  );
  assert.deepEqual(values, { region: 'north', end: '2026-12-31' });
  assert.deepEqual(
    [names.mailNickName?.text, names.displayName?.text],
    ['p0017-north', 'Project 0017 2026'],
  );
});

test('a name without a pattern is not made, and a wrong value has its fault', () => {
  const free = preview(['', 'Site {{site}}'], { site: 'Oslo' });
  assert.deepEqual([free.names.mailNickName, free.names.displayName?.text], [null, 'Site Oslo']);
  const wrong = preview(
    ['s-{{size}}', 'S {{size}}'],
    { size: '99' },
    { properties: { size: { type: 'number', maximum: 9 } } },
  );
  assert.deepEqual(
    wrong.faults.map(({ pointer, code }) => [pointer, code]),
    [['/properties/size', 'too_large']],
  );
  assert.equal(wrong.names.displayName, null);
});
