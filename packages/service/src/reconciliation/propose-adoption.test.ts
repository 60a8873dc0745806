import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultAdoption, type Template } from '../settings/organisations/template.ts';
import { projectsOf } from './fixtures.suite.ts';
import { proposeAdoption } from './propose-adoption.ts';

const { organisation, template: projects } = projectsOf({
  tenantId: 't',
  organisationId: 'o',
  templateId: 'projects',
});

/** Other patterns of an alias and a display name. */
function templateOf(templateId: string, alias: string, display: string): Template {
  const names = { mailNicknamePattern: alias, displayNamePattern: display };
  return { ...projects, ...names, templateId, identifier: templateId };
}

const owner = (id: string, canAnswer: boolean) => ({
  id,
  email: `${id}@aare.example`,
  displayName: id,
  isAvailable: canAnswer,
  canAnswer,
  since: '2026-01-01T00:00:00Z',
});

function propose(templates: readonly Template[], mailNickName: string, displayName: string) {
  const owners = [owner('gone', false), owner('first', true), owner('second', true)];
  const group = { mailNickName, displayName, owners, createdAt: new Date('2019-05-01') };
  return proposeAdoption([{ ...organisation, templates }], group, 0);
}

test('the template is the one whose patterns match both names, with their values', () => {
  assert.deepEqual(propose([projects], 'prj-4711', 'Project 4711'), {
    organisationId: 'o',
    templateId: 'projects',
    properties: { code: '4711' },
    responsible: 'first@aare.example',
    deputy: 'second@aare.example',
    conforms: true,
  });
});

test('of several, the one with more text in its patterns is proposed, and of two alike none', () => {
  const anything = templateOf('anything', '{{name}}', '{{title}}');
  const special = templateOf('special', 'prj-x-{{code}}', 'Project X {{title}}');
  const all = [anything, projects, special];
  assert.equal(propose(all, 'prj-x-1', 'Project X Alps')?.templateId, 'special');
  assert.equal(propose([anything, projects], 'prj-7', 'Project 7')?.templateId, 'projects');
  assert.equal(
    propose([projects, templateOf('twin', 'prj-{{c}}', 'Project {{c}}')], 'prj-7', 'Project 7'),
    null,
  );
});

test('a name that alone follows its pattern is enough for a proposal that does not conform', () => {
  const proposal = propose([projects], 'prj-4711', 'Old project');
  assert.deepEqual([proposal?.templateId, proposal?.conforms], ['projects', false]);
  assert.deepEqual(proposal?.properties, { code: '4711' });
});

test('names that match no text of any pattern have no proposal', () => {
  const free = templateOf('free', '', '');
  assert.equal(
    propose([projects, free, templateOf('any', '{{a}}', '{{b}}')], 'sales', 'Sales'),
    null,
  );
});

test('the year of a pattern is the one in which the group was created', () => {
  const yearly = templateOf('yearly', 'y{{year}}-{{code}}', '');
  const proposal = propose([yearly], 'y2019-a', 'Anything');
  assert.equal(proposal?.conforms, true);
  assert.deepEqual(proposal?.properties, { code: 'a' }, 'the service fills in the year');
  assert.equal(propose([yearly], 'y1970-a', 'Anything'), null);
});

test('a template that is to match nothing is never proposed, and leaves the group to the next one', () => {
  const withMatch = (template: Template, match: 'names' | 'none') => ({
    ...template,
    policy: { ...template.policy, adoption: { ...defaultAdoption, match } },
  });
  const broad = templateOf('broad', 'prj-{{code}}', '{{title}}');
  assert.equal(propose([withMatch(projects, 'none')], 'prj-7', 'Project 7'), null);
  const left = propose([withMatch(projects, 'none'), broad], 'prj-7', 'Project 7');
  assert.equal(left?.templateId, 'broad');
  const both = propose([withMatch(projects, 'names'), broad], 'prj-7', 'Project 7');
  assert.equal(both?.templateId, 'projects');
});
