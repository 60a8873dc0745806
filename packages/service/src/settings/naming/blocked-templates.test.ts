import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { everyChange } from '../organisations/allowed-changes.ts';
import { findBlockedTemplates } from './blocked-templates.ts';
import { defaultNaming } from './naming.ts';
import { defaultTemplatePolicy, type Template } from '../organisations/template.ts';

const now = Date.UTC(2026, 10, 21);

function template(change: Partial<Template>): Template {
  return {
    tenantId: 'tenant',
    organisationId: 'works',
    templateId: 'one',
    name: 'One',
    identifier: 'one',
    mailNicknamePattern: '',
    displayNamePattern: '',
    naming: defaultNaming,
    policy: defaultTemplatePolicy,
    changes: everyChange,
    version: 1,
    ...change,
  };
}

async function found(words: readonly string[], ...templates: readonly Template[]) {
  const organisation = {
    tenantId: 'tenant',
    organisationId: 'works',
    name: 'Works',
    identifier: 'works',
    steward: null,
    version: 1,
    templates,
  };
  const deps = { now, most: 3, rest: () => undefined };
  const blocked = await findBlockedTemplates([organisation], words, deps);
  return blocked.map(({ templateId, place, value, word }) =>
    [templateId, place, ...(value === null ? [] : [value]), word].join(' '),
  );
}

suite('the templates that a blocked word affects', () => {
  test('have it in the fixed text of a pattern, or in an identifier that fills it in', async () => {
    const text = template({ displayNamePattern: 'Top Secret {{title}}' });
    const identifier = template({
      templateId: 'two',
      identifier: 'geheim',
      mailNicknamePattern: '{{template}}-{{code}}',
    });
    assert.deepEqual(await found(['top secret', 'Geheim'], text, identifier), [
      'one displayName top secret',
      'two mailNickName Geheim',
    ]);
  });

  test('are not those where it is only a part of a longer word', async () => {
    const joined = template({ mailNicknamePattern: 'prj{{code}}', displayNamePattern: '' });
    assert.deepEqual(await found(['prj', 'code', 'example'], joined), []);
  });

  test('have it among the choices of a property that the names use', async () => {
    const department = { type: 'choice', choices: ['Finance', 'Top secret'] } as const;
    const naming = { ...defaultNaming, properties: { department } };
    const used = template({ naming, displayNamePattern: '{{department}} {{title}}' });
    const unused = template({ templateId: 'two', naming, displayNamePattern: 'Team {{title}}' });
    assert.deepEqual(await found(['secret'], used, unused), ['one property Top secret secret']);
  });

  test('are listed up to a limit', async () => {
    const many = Array.from({ length: 5 }, (_, index) =>
      template({ templateId: String(index), displayNamePattern: 'Secret {{title}}' }),
    );
    assert.equal((await found(['secret'], ...many)).length, 3);
  });
});
