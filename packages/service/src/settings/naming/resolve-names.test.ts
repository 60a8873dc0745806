import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { testSeed } from '../../../testing/seed.ts';
import { checkNames } from './check-names.ts';
import { isMailNickname } from './mail-nickname.ts';
import { counterMark, type TemplateNaming } from './naming.ts';
import { completeNaming, namingFaults } from './naming-rules.ts';
import { resolveNames, type NamesInput } from './resolve-names.ts';
import type { TemplateInput } from '../organisations/template-input.schema.ts';

const now = Date.UTC(2026, 10, 21);
const organisation = { identifier: 'aare' };

type Rules = Pick<TemplateInput, 'properties' | 'counter' | 'transliteration'>;

function templateOf(
  [mailNicknamePattern, displayNamePattern]: [string, string],
  rules: Rules = {},
) {
  const patterns = { identifier: 'project', mailNicknamePattern, displayNamePattern };
  assert.deepEqual(namingFaults({ ...patterns, ...rules }), []);
  const naming: TemplateNaming = completeNaming({ ...patterns, ...rules });
  return { ...patterns, naming };
}

function resolve(
  template: ReturnType<typeof templateOf>,
  properties: NamesInput['properties'],
  names: Partial<Pick<NamesInput, 'mailNickName' | 'displayName'>> = {},
) {
  const { mailNickName, displayName } = names;
  return resolveNames({ template, organisation, now, mailNickName, displayName, properties });
}

function namesOf(...args: Parameters<typeof resolve>) {
  const { names, faults } = resolve(...args);
  assert.ok(names, JSON.stringify(faults));
  return names;
}

function faultsOf(...args: Parameters<typeof resolve>) {
  return (resolve(...args).faults ?? []).map(({ pointer, code }) => `${pointer} ${code}`);
}

const plain: [string, string] = ['prj-{{projectCode}}', 'Project {{projectCode}}'];
const filtered: [string, string] = [
  '{{customer|alias}}-{{projectCode}}',
  '{{customer}} ({{projectCode}})',
];

describe('names from properties', () => {
  it('are rendered from the patterns', () => {
    const template = templateOf(filtered, { transliteration: 'de' });
    assert.deepEqual(namesOf(template, { projectCode: 4711, customer: 'Müller & Söhne' }), {
      mailNickName: 'mueller-soehne-4711',
      displayName: 'Müller & Söhne (4711)',
      properties: { projectCode: '4711', customer: 'Müller & Söhne' },
    });
  });

  it('are accepted together with the properties that yield them, and refused with others', () => {
    const template = templateOf(plain);
    const names = { mailNickName: 'PRJ-4711', displayName: 'Project 4711' };
    assert.deepEqual(namesOf(template, { projectCode: '4711' }, names).properties, {
      projectCode: '4711',
    });
    assert.deepEqual(faultsOf(template, { projectCode: '4712' }, names), [
      '/mailNickName pattern_mismatch',
      '/displayName pattern_mismatch',
    ]);
  });

  it('may be one of the two: the other one is rendered from it', () => {
    const template = templateOf(plain);
    const { displayName } = namesOf(template, {}, { mailNickName: 'prj-alpha' });
    assert.equal(displayName, 'Project alpha');
    const { mailNickName } = namesOf(template, {}, { displayName: 'Project Ålesund' });
    assert.equal(mailNickName, 'prj-alesund');
  });

  it('name every missing property at once', () => {
    const template = templateOf(['{{a}}-{{b}}', '{{a}} {{b}} {{c}}']);
    assert.deepEqual(faultsOf(template, { a: '1' }), [
      '/properties/b required',
      '/properties/c required',
    ]);
    assert.deepEqual(faultsOf(template, {}), ['/mailNickName required', '/displayName required']);
    assert.deepEqual(faultsOf(template, { a: '1' }, { mailNickName: '2-3' }), [
      '/mailNickName pattern_mismatch',
      '/properties/b required',
      '/properties/c required',
    ]);
    assert.deepEqual(faultsOf(templateOf(['', '']), {}), [
      '/mailNickName required',
      '/displayName required',
    ]);
  });

  it('hold the declared types, also where the values come from names', () => {
    const template = templateOf(['prj-{{code}}', '{{code}} {{site}} until {{end}} #{{units}}'], {
      properties: {
        code: { pattern: '[0-9]{4}' },
        site: { type: 'choice', choices: ['Bern', 'Basel'] },
        end: { type: 'date' },
        units: { type: 'number', minimum: 1, maximum: 20 },
      },
    });
    const good = { code: '4711', site: 'Bern', end: '2026-12-31', units: 7 };
    assert.equal(namesOf(template, good).displayName, '4711 Bern until 2026-12-31 #7');
    assert.deepEqual(
      faultsOf(template, { code: '47', site: 'Bren', end: '2026-02-30', units: 21 }),
      [
        '/properties/code pattern_mismatch',
        '/properties/site not_a_choice',
        '/properties/end wrong_type',
        '/properties/units too_large',
      ],
    );
    const displayName = '4711 Bern until 2026-12-31 #7';
    const names = { mailNickName: 'prj-47a1', displayName };
    assert.deepEqual(faultsOf(template, {}, names), ['/mailNickName pattern_mismatch']);
  });

  it('show a date, its year or its month', () => {
    const template = templateOf(['e-{{end|year}}-{{end|month}}', 'Ends {{end|date}}'], {
      properties: { end: { type: 'date' } },
    });
    const names = namesOf(template, { end: '2026-12-31' });
    assert.equal(names.mailNickName, 'e-2026-12');
    assert.equal(names.displayName, 'Ends 2026-12-31');
  });

  it('take defaults, and keep declared properties that no pattern shows', () => {
    const template = templateOf(plain, {
      properties: { costCentre: { default: '100' }, sponsor: { required: true } },
    });
    assert.deepEqual(namesOf(template, { projectCode: '1', sponsor: 'Mara' }).properties, {
      projectCode: '1',
      sponsor: 'Mara',
      costCentre: '100',
    });
    assert.deepEqual(faultsOf(template, { projectCode: '1' }), ['/properties/sponsor required']);
  });

  it('refuse unknown properties and those that the service fills in', () => {
    assert.deepEqual(
      faultsOf(templateOf(plain), { projectcode: '1', year: '1999', toString: 'x' }),
      [
        '/properties/projectcode unknown_member',
        '/properties/year not_allowed',
        '/properties/toString unknown_member',
        '/properties/projectCode required',
      ],
    );
    const yearly = templateOf(['{{year}}-{{code}}', '']);
    assert.deepEqual(faultsOf(yearly, { year: '1999' }, { displayName: 'X' }), [
      '/properties/year not_allowed',
      '/properties/code required',
    ]);
    const names = { mailNickName: 'prj-1', displayName: 'Other' };
    assert.deepEqual(faultsOf(templateOf(plain), { unheard: 'x' }, names), [
      '/properties/unheard unknown_member',
      '/displayName pattern_mismatch',
    ]);
  });

  it('are judged after rendering: reserved aliases, and values without a Latin letter', () => {
    const bare = templateOf(['{{name|alias}}', '{{name}}']);
    assert.deepEqual(faultsOf(bare, { name: 'Admin' }), ['/mailNickName alias_reserved']);
    assert.deepEqual(faultsOf(bare, { name: '🚀' }), ['/properties/name not_renderable']);
    assert.deepEqual(faultsOf(bare, { name: 'x'.repeat(300) }), [
      '/properties/name too_long',
      '/properties/name too_long',
    ]);
  });

  it('have a place for the number of a counter, which a caller cannot choose', () => {
    const template = templateOf(['p-{{counter}}', 'P-{{counter}} {{title}}'], {
      counter: { width: 4 },
    });
    const { counter, ...names } = namesOf(template, { title: 'Bridge' });
    assert.deepEqual(counter, { width: 4, per: 'template', start: 1 });
    assert.deepEqual(names, {
      mailNickName: `p-${counterMark}`,
      displayName: `P-${counterMark} Bridge`,
      properties: { title: 'Bridge' },
    });
    assert.deepEqual(faultsOf(template, { title: 'Bridge' }, { mailNickName: 'p-0007' }), [
      '/mailNickName counter_assigned',
    ]);
    assert.deepEqual(faultsOf(template, { title: 'Bridge', counter: '7' }), [
      '/properties/counter not_allowed',
    ]);
    const retried = { mailNickName: 'p-0007', displayName: 'P-0007 Bridge' };
    const kept = resolveNames({
      template,
      organisation,
      now,
      ...retried,
      properties: { title: 'Bridge', counter: '0007' },
      isNumbered: true,
    });
    assert.equal(kept.names?.mailNickName, 'p-0007');
  });

  it('cut the longest values to fit, but neither the counter nor the last placeholder', () => {
    const template = templateOf(
      ['{{customer|alias}}-{{site}}-{{counter}}', '{{customer}} {{site}}'],
      {
        counter: {},
      },
    );
    const { mailNickName } = namesOf(
      template,
      { customer: 'Ä'.repeat(300), site: 'bern' },
      {
        displayName: `${'Ä'.repeat(300)} bern`,
      },
    );
    assert.equal(mailNickName, `${'a'.repeat(64 - '-bern-'.length - 9)}-bern-${counterMark}`);
    const last = templateOf(['{{customer|alias}}-{{code}}', '']);
    const names = namesOf(
      last,
      { customer: 'y'.repeat(80), code: 'z'.repeat(40) },
      { displayName: 'Y' },
    );
    assert.equal(names.mailNickName, `${'y'.repeat(23)}-${'z'.repeat(40)}`);
  });
});

/** Texts as systems send them: several scripts, punctuation, emoji, and 300 characters. */
const values = fc.oneof(
  fc.constantFrom(
    'Straße 12',
    'Müller & Söhne',
    'Αθήνα',
    'Þórr łódź',
    'Ærø',
    'Київ',
    'x'.repeat(300),
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }),
  fc.constantFrom('🚀 launch', '👩‍👩‍👧 family', '🇨🇭 2026'),
);

describe('rendering and matching', () => {
  it('give the same properties for any text: ß, Greek, emoji and 300 characters', () => {
    const templates = [
      templateOf(plain),
      templateOf(filtered),
      templateOf(filtered, { transliteration: 'de' }),
      templateOf([
        '{{organisation}}-{{customer}}.{{projectCode|upper}}',
        '{{customer}} – {{projectCode}}',
      ]),
    ];
    let rendered = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...templates),
        values,
        values,
        (template, customer, projectCode) => {
          const all = { customer, projectCode };
          const given = Object.fromEntries(
            Object.entries(all).filter(([name]) =>
              template.mailNicknamePattern.includes(`{{${name}`),
            ),
          );
          const { names, faults } = resolve(template, given);
          if (names === undefined) {
            assert.ok(faults.length > 0 && faults.every(({ detail }) => detail.length > 0));
            return;
          }
          rendered += 1;
          assert.ok(isMailNickname(names.mailNickName), names.mailNickName);
          assert.ok(Array.from(names.displayName).length <= 256);
          for (const [name, value] of Object.entries(given)) {
            assert.equal(names.properties[name], value.trim());
          }
          const { mailNickName, displayName, properties } = names;
          const matched = checkNames({
            template,
            organisation,
            now,
            mailNickName,
            displayName,
            properties,
          });
          assert.deepEqual(matched.properties, properties);
          const { mailNickName: again } = namesOf(template, given, { mailNickName, displayName });
          assert.equal(again, mailNickName);
        },
      ),
      { numRuns: 10_000, seed: testSeed },
    );
    assert.ok(rendered > 1_000, `${rendered} cases were rendered`);
  });

  it('give the same properties from the names alone, where values have no separator', () => {
    const template = templateOf(filtered);
    const simple = fc.string({
      unit: fc.constantFrom(...'abcXYZ 019äß'.split('')),
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(simple, fc.stringMatching(/^[a-z0-9]{1,10}$/), (customer, projectCode) => {
        const { names } = resolve(template, { customer, projectCode });
        if (names === undefined) return;
        const { mailNickName, displayName, properties } = names;
        const matched = checkNames({ template, organisation, now, mailNickName, displayName });
        assert.deepEqual(matched.properties, properties);
      }),
      { seed: testSeed },
    );
  });
});
