import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { checkNames } from './check-names.ts';
import { exampleNames } from './example-names.ts';

const now = Date.UTC(2026, 2, 31, 23, 30);

function check(patterns: [string, string], mailNickName: string, displayName: string) {
  const [mailNicknamePattern, displayNamePattern] = patterns;
  return checkNames({
    template: { identifier: 'project', mailNicknamePattern, displayNamePattern },
    organisation: { identifier: 'acme' },
    mailNickName,
    displayName,
    now,
  });
}

describe('the names of a group', () => {
  it('bind alias and display name by the same placeholder', () => {
    const patterns: [string, string] = ['prj-{{projectCode}}', 'Project {{projectCode}}'];
    assert.deepEqual(check(patterns, 'prj-4711', 'Project 4711').properties, {
      projectCode: '4711',
    });
    const [fault, ...others] = check(patterns, 'prj-4711', 'Project 4712').faults ?? [];
    assert.equal(others.length, 0);
    assert.equal(fault?.pointer, '/displayName');
    assert.equal(fault.index, 11);
    assert.equal(fault.rest, '2');
    assert.deepEqual(fault.example, { mailNickName: 'prj-4711', displayName: 'Project 4711' });
  });

  it('say of each pattern where the name stops matching, with an example that passes', () => {
    const { faults } = check(['prj-{{code}}', 'Project {{code}}'], 'team-7', 'Projekt 7');
    assert.deepEqual(
      faults?.map(({ detail }) => detail),
      [
        'mailNickName does not follow the pattern "prj-{{code}}": it stops matching at character 1 ("team-7"), where "prj-" is expected. For example, "prj-alpha" would pass together with the displayName "Project alpha".',
        'displayName does not follow the pattern "Project {{code}}": it stops matching at character 6 ("kt 7"), where "Project " is expected. For example, "Project alpha" would pass together with the mailNickName "prj-alpha".',
      ],
    );
  });

  it('compare the alias, and what it took, without regard to case; the property is as displayed', () => {
    const patterns: [string, string] = ['PRJ-{{code}}', 'Project {{code}}'];
    assert.deepEqual(check(patterns, 'prj-alpha', 'Project Alpha').properties, { code: 'Alpha' });
    assert.equal(check(patterns, 'prj-alpha', 'project Alpha').faults?.length, 1);
    assert.deepEqual(check(['p-{{code}}', ''], 'P-Alpha', 'x').properties, { code: 'Alpha' });
  });

  it('let the alias decide what a shared placeholder takes', () => {
    const patterns: [string, string] = ['prj-{{code}}', '{{title}} {{code}}'];
    assert.deepEqual(check(patterns, 'prj-p7', 'New Bridge P7').properties, {
      title: 'New Bridge',
      code: 'P7',
    });
  });

  it('hold the placeholders that the service fills to their values, in UTC', () => {
    const patterns: [string, string] = [
      '{{organisation}}-{{template}}-{{year}}-{{month}}-{{n}}',
      '{{organisation}}: {{n}}',
    ];
    assert.deepEqual(check(patterns, 'ACME-project-2026-03-1', 'acme: 1').properties, {
      organisation: 'acme',
      template: 'project',
      year: '2026',
      month: '03',
      n: '1',
    });
    const [fault] = check(patterns, 'acme-project-2026-04-1', 'acme: 1').faults ?? [];
    assert.equal(fault?.rest, '4-1');
    assert.deepEqual(fault.example, {
      mailNickName: 'acme-project-2026-03-1',
      displayName: 'acme: 1',
    });
    assert.match(fault.detail, /\{\{month\}\} must be "03"/);
  });

  it('are free where the patterns are empty', () => {
    assert.deepEqual(check(['', ''], 'anything', 'Anything').properties, {});
  });

  it('give properties of any name without touching prototypes', () => {
    const { properties } = check(['p-{{constructor}}', ''], 'p-x', 'x');
    assert.deepEqual(properties, { constructor: 'x' });
    assert.ok(properties && Object.hasOwn(properties, 'constructor'));
  });

  it('offer an alias that the display name allows where its value fits an alias', () => {
    const patterns: [string, string] = ['prj-{{code}}', 'Project {{code}}'];
    const [plain] = check(patterns, 'x', 'Project Gamma').faults ?? [];
    assert.deepEqual(plain?.example, { mailNickName: 'prj-gamma', displayName: 'Project Gamma' });
    const [spaced] = check(patterns, 'x', 'Project Neue Brücke').faults ?? [];
    assert.deepEqual(spaced?.example, { mailNickName: 'prj-alpha', displayName: 'Project alpha' });
  });

  it('always come with an example that passes when there are names that do', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'l', 'p', 'h', '-', 'x'),
      minLength: 1,
      maxLength: 4,
    });
    const pattern = fc
      .array(fc.tuple(text, fc.constantFrom('a', 'b', 'c', 'year')), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.map(([one, name]) => `${one}{{${name}}}`).join(''));
    fc.assert(
      fc.property(pattern, pattern, text, text, (alias, display, mailNickName, displayName) => {
        for (const fault of check([alias, display], mailNickName, displayName).faults ?? []) {
          assert.ok(fault.example, fault.detail);
          const again = check(
            [alias, display],
            fault.example.mailNickName,
            fault.example.displayName,
          );
          assert.ok(again.properties, JSON.stringify([fault, again.faults]));
        }
      }),
    );
  });

  it('have no example when the text of the alias pattern cannot be an alias', () => {
    const template = {
      identifier: 'project',
      mailNicknamePattern: 'a b{{c}}',
      displayNamePattern: '',
    };
    assert.equal(exampleNames(template, { identifier: 'acme' }, now), undefined);
    const tooLong = { ...template, mailNicknamePattern: `${'a'.repeat(64)}{{c}}` };
    assert.equal(exampleNames(tooLong, { identifier: 'acme' }, now), undefined);
  });
});
