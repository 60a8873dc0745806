import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TemplateInput } from './template-input.schema.ts';
import { completePolicy, templateFaults } from './template-rules.ts';
import { defaultTemplatePolicy, readStoredPolicy } from './template.ts';

const now = Date.UTC(2026, 10, 21);
const sound: TemplateInput = {
  name: 'Project',
  identifier: 'project',
  mailNicknamePattern: 'prj-{{code}}',
  displayNamePattern: '',
};

function faults(changes: Partial<TemplateInput>): string[] {
  return templateFaults({ ...sound, ...changes }, { identifier: 'acme' }, now).map(
    ({ pointer, code }) => `${pointer} ${code}`,
  );
}

describe('a template', () => {
  it('may be saved when it can be used', () => {
    assert.deepEqual(faults({}), []);
    assert.deepEqual(faults({ policy: { channels: [{ displayName: 'Über uns 1' }] } }), []);
  });

  it('may expire on a day to come, and keeps one that has passed since', () => {
    const policyOf = (on: string) => ({ lifecycle: { expires: { on } } });
    const pointer = '/policy/lifecycle/expires/on';
    for (const on of ['2026-11-20', '2026-11-21', '2027-11-21']) {
      assert.deepEqual(faults({ policy: policyOf(on) }), [], on);
    }
    for (const on of ['2026-11-19', '2025-12-31', '1999-01-01']) {
      assert.deepEqual(faults({ policy: policyOf(on) }), [`${pointer} not_in_future`], on);
    }
    const present = completePolicy(policyOf('2026-01-31'));
    const changed = (on: string) =>
      templateFaults(
        { ...sound, policy: { ...policyOf(on), visibility: 'public' } },
        { identifier: 'acme' },
        now,
        present,
      ).map((fault) => fault.pointer);
    assert.deepEqual(changed('2026-01-31'), []);
    assert.deepEqual(changed('2026-01-30'), [pointer]);
  });

  it('is refused with every fault at once', () => {
    assert.deepEqual(
      faults({
        identifier: '0b0e5a0a-3c0e-7a50-8a49-1c2d3e4f5a6b',
        mailNicknamePattern: '{{a}}{{b}}',
        displayNamePattern: 'x}}',
        policy: {
          defaultOwners: ['ada@example.com', 'nobody', 'ADA@example.com'],
          channels: [{ displayName: 'general' }, { displayName: '_a#' }],
        },
      }),
      [
        '/identifier not_valid',
        '/mailNicknamePattern placeholders_adjacent',
        '/displayNamePattern placeholder_unopened',
        '/policy/defaultOwners/1 not_valid',
        '/policy/defaultOwners/2 duplicate',
        '/policy/channels/0/displayName duplicate',
        '/policy/channels/1/displayName character_refused',
        '/policy/channels/1/displayName not_valid',
      ],
    );
  });

  it('expires by a property that it has', () => {
    const by = (property: string) => ({ policy: { lifecycle: { expires: { property } } } });
    const pointer = '/policy/lifecycle/expires/property';
    const properties = { projectEnd: { type: 'date' } } as const;
    for (const property of ['projectEnds', 'counter', 'year', 'constructor']) {
      assert.deepEqual(faults({ ...by(property), properties }), [`${pointer} not_a_choice`]);
    }
    const [fault] = templateFaults(
      { ...sound, ...by('projectEnds'), properties },
      { identifier: 'acme' },
      now,
    );
    assert.match(fault?.detail ?? '', /projectEnd, code\. Did you mean projectEnd\?/);
    assert.deepEqual(fault?.values?.choices, ['projectEnd', 'code']);
    assert.deepEqual(faults({ ...by('projectEnd'), properties }), []);
    assert.deepEqual(faults(by('code')), []);
    // A stored lifecycle stays where the input has none.
    const { lifecycle } = completePolicy(by('projectEnd').policy);
    const present = { ...defaultTemplatePolicy, ...(lifecycle && { lifecycle }) };
    assert.deepEqual(
      templateFaults(sound, { identifier: 'acme' }, now, present).map(({ pointer: at }) => at),
      ['/properties'],
    );
  });

  it('expires by no property that cannot have a day', () => {
    const properties: NonNullable<TemplateInput['properties']> = {
      cost: { type: 'number' },
      region: { type: 'choice', choices: ['north', '31.12.2027'] },
      short: { type: 'text', maximum: 9 },
      essay: { type: 'text', minimum: 11 },
      quarter: { type: 'choice', choices: ['2027-03-31', 'open'] },
      until: { maximum: 10 },
    };
    const by = (property: string) => ({ policy: { lifecycle: { expires: { property } } } });
    const found = (property: string) =>
      templateFaults({ ...sound, ...by(property), properties }, { identifier: 'acme' }, now);
    for (const property of ['cost', 'region', 'short', 'essay']) {
      const [fault, ...others] = found(property);
      assert.deepEqual(
        [fault?.pointer, fault?.values?.choices, others],
        ['/policy/lifecycle/expires/property', ['quarter', 'until', 'code'], []],
      );
      assert.match(fault?.detail ?? '', /: it cannot have a day\. Those that can .+ code\.$/);
    }
    for (const property of ['quarter', 'until', 'code']) assert.deepEqual(found(property), []);
    // A declaration counts for the placeholder of its name.
    assert.deepEqual(faults({ ...by('code'), properties: { code: { type: 'number' } } }), [
      '/policy/lifecycle/expires/property not_a_choice',
    ]);
  });

  it('is refused when no name could follow its patterns', () => {
    assert.deepEqual(faults({ mailNicknamePattern: 'prj {{code}}' }), [
      '/mailNicknamePattern no_name_follows',
    ]);
  });

  it('is refused when the patterns of its properties are too large in total', () => {
    const large = { pattern: '.{1,600}' };
    assert.deepEqual(faults({ properties: { code: large } }), []);
    assert.deepEqual(faults({ properties: { code: large, customer: large, site: large } }), [
      '/properties/customer/pattern not_valid',
    ]);
  });

  it('has no channels unless it makes teams', () => {
    const policy = { kind: 'group', channels: [{ displayName: 'News' }] } as const;
    assert.deepEqual(faults({ policy: { ...policy, channels: [...policy.channels] } }), [
      '/policy/channels not_allowed',
    ]);
  });

  for (const character of '~#%&*{}+/\\:<>?|\'"') {
    it(`has no channel with ${character} in its name`, () => {
      assert.deepEqual(faults({ policy: { channels: [{ displayName: `a${character}b` }] } }), [
        '/policy/channels/0/displayName character_refused',
      ]);
    });
  }

  for (const [displayName, code] of [
    ['a,b', 'character_refused'],
    ['a..b', 'character_refused'],
    ['forms', 'name_reserved'],
    ['CON', 'name_reserved'],
    ['conin$', 'name_reserved'],
    ['ConOut$', 'name_reserved'],
    ['prn', 'name_reserved'],
    ['AUX', 'name_reserved'],
    ['nul', 'name_reserved'],
    ['COM9', 'name_reserved'],
    ['lpt1', 'name_reserved'],
    ['Desktop.ini', 'name_reserved'],
    ['a_VTI_b', 'name_reserved'],
  ] as const) {
    it(`has no channel named ${JSON.stringify(displayName)}`, () => {
      assert.deepEqual(faults({ policy: { channels: [{ displayName }] } }), [
        `/policy/channels/0/displayName ${code}`,
      ]);
    });
  }

  it('may have channels whose names only resemble reserved ones', () => {
    const names = ['Formsheet', 'Conference', 'COM', 'LPT10', 'A.B', 'vti'];
    assert.deepEqual(
      faults({ policy: { channels: names.map((displayName) => ({ displayName })) } }),
      [],
    );
  });

  it('gets the default policy where it says nothing', () => {
    assert.deepEqual(completePolicy(undefined), defaultTemplatePolicy);
    assert.equal(completePolicy({ minimumOwners: 2 }).minimumOwners, 2);
    assert.equal(completePolicy({ welcomeMail: true }).welcomeMail, true);
    assert.equal(completePolicy(undefined).welcomeMail, false);
  });

  it('keeps a classification and a language that the input does not name, and removes them by null', () => {
    const settings = { classification: 'Internal', preferredLanguage: 'de-DE' };
    const present = { ...defaultTemplatePolicy, ...settings };
    assert.deepEqual(completePolicy({}, present), present);
    assert.deepEqual(completePolicy(settings), present);
    const without = completePolicy({ classification: null, preferredLanguage: null }, present);
    assert.deepEqual(without, defaultTemplatePolicy);
    assert.deepEqual(readStoredPolicy(present), present);
  });

  it('that was stored before a setting was added has its default', () => {
    const { welcomeMail: _, ...stored } = defaultTemplatePolicy;
    assert.deepEqual(readStoredPolicy(stored), defaultTemplatePolicy);
  });
});
