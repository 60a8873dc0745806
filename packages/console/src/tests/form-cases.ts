// Every form and every question of the admin center, for the tests that go through all of them.
import type { Locator, Page } from 'playwright-core';
import type { Pages } from './pages.ts';
import type { SeedData } from './seed-data.ts';
import { causeOf, departed, scripted, unavailablePerson } from './views.ts';

export interface FormCase {
  readonly name: string;
  /** Path after the tenant. */
  readonly path: (seedData: SeedData) => string;
  /** It runs before the buttons are used. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** The buttons from the page to the form. */
  readonly open: readonly (string | RegExp)[];
  readonly submit: string;
  /** Each label has a value that the service refuses, and one that it accepts. */
  readonly fields?: Readonly<Record<string, readonly [bad: string, good: string]>>;
  /** The fields that are refused; default: all. */
  readonly refused?: readonly string[];
  /** The rule of these refused ones needs more than the form, so that only a submission finds the fault. */
  readonly unchecked?: readonly string[];
  /** Choices, which must stay too. */
  readonly choose?: (form: Locator) => Promise<unknown>;
  /** Text that appears once the service has accepted it. */
  readonly taken?: string | RegExp;
  /** The toast that says so. */
  readonly told?: string;
  /** The others of its kind share its component: a form in a dialog, a question, a form that is a page, or a separate form. */
  readonly isFirst?: true;
  /** The case that makes what this one is about. */
  readonly needs?: string;
}

export const formCases: readonly FormCase[] = [
  // First: a handover, as in later cases, has the group assessed, which withdraws the task of the seed data.
  {
    name: 'decide a task',
    path: () => '/to-do?show=questions&cause=question:name_deputy',
    open: ['Decide All hands'],
    submit: 'Submit decision',
    fields: {
      Person: ['nobody', 'haruto.tanaka@nordlicht.example'],
      Reason: ['', 'Agreed on the phone'],
    },
    unchecked: ['Person'],
    refused: ['Person'],
    taken: 'No tasks',
  },
  {
    name: 'add a key',
    isFirst: true,
    path: () => '/api-keys',
    open: ['Add key'],
    submit: 'Create key',
    fields: {
      'Descriptive name': [' ', 'Tram'],
      'Expires on': ['2001-01-01', '2099-12-31'],
      'Allowed IP ranges (all if empty)': ['192.0.2.9/24', '192.0.2.0/24'],
      'Source (any if empty)': ['my erp', 'erp'],
    },
    refused: ['Descriptive name'],
    choose: (form) => form.getByLabel('groups:change').check(),
    taken: 'The secret of Tram',
  },
  {
    name: 'change the access of a key',
    isFirst: true,
    path: () => '/api-keys',
    open: [/^Actions for /, /^Change access of /],
    submit: 'Save',
    choose: (form) => form.getByLabel('responsibility:change').check(),
    taken: /responsibility:change/,
    told: 'The access of',
  },
  { name: 'rotate a key', path: () => '/api-keys', open: [/^Rotate /], submit: 'Rotate secret' },
  {
    name: 'revoke a key',
    isFirst: true,
    path: () => '/api-keys',
    open: [/^Actions for /, /^Revoke /],
    submit: 'Revoke key',
  },
  {
    name: 'end an old secret',
    path: () => '/api-keys',
    open: [/^End old secret of /],
    submit: 'End old secret',
  },
  {
    name: 'add an organisation',
    path: () => '/organisations',
    open: ['Add organization'],
    submit: 'Add',
    fields: { Name: ['', 'Harbour'], Identifier: ['Not One', 'harbour'] },
    taken: 'Harbour',
    told: 'Harbour was added.',
  },
  {
    name: 'edit an organisation',
    path: () => '/organisations',
    open: ['Actions for Nordlicht Foundation', 'Edit Nordlicht Foundation'],
    submit: 'Save',
    fields: {
      Name: ['', 'Foundation'],
      Identifier: ['ä', 'foundation'],
      Steward: ['nobody', 'ingrid.solberg@nordlicht.example'],
    },
    // The rule of the steward is asked once the others are kept.
    refused: ['Name', 'Identifier'],
    taken: 'Foundation',
  },
  {
    name: 'delete an organisation',
    // It has no templates.
    needs: 'add an organisation',
    path: () => '/organisations',
    open: ['Actions for Harbour', 'Delete Harbour'],
    submit: 'Delete organization',
  },
  {
    name: 'a new template',
    path: ({ organisationId }) => `/organisations/${organisationId}/new-template`,
    open: [],
    submit: 'Create template',
    fields: {
      'Template name': ['', 'Tram line'],
      Identifier: ['', 'tram-line'],
      'Minimum owners': ['0', '2'],
    },
    choose: (form) => form.getByLabel('Visibility', { exact: true }).selectOption('public'),
    taken: 'Tram line',
    // It comes once the page of the template is shown.
    told: 'Tram line was created.',
  },
  {
    name: 'edit a template',
    isFirst: true,
    path: ({ templateId }) => `/templates/${templateId}`,
    // The bar with the button appears with the first change.
    prepare: (page) => page.getByLabel('Template name').fill('Tram lines'),
    open: [],
    submit: 'Save',
    fields: {
      'Alias pattern': ['tram-{{', 'tram-{{line}}'],
      'Default owners': ['nobody', 'ingrid.solberg@nordlicht.example'],
      'Channel 1': ['a/b', 'Plans'],
    },
    unchecked: ['Default owners', 'Channel 1'],
    choose: (form) => form.getByLabel('Allow guests as members').uncheck(),
    taken: 'Saved.',
  },
  {
    name: 'a new template with naming rules',
    path: ({ organisationId }) => `/organisations/${organisationId}/new-template`,
    async prepare(page) {
      await page.getByRole('button', { name: 'Declare property' }).click();
      await page.getByLabel('No numbers').click();
    },
    open: [],
    submit: 'Create template',
    fields: {
      'Template name': ['', 'Department'],
      Identifier: ['', 'department'],
      'Alias pattern': ['dept-{{dept', 'dept-{{dept|alias}}-{{counter}}'],
      'Property 1': ['dept', 'dept'],
      Maximum: ['-1', '20'],
      'Minimum digits': ['0', '3'],
    },
    refused: ['Template name', 'Identifier', 'Maximum', 'Minimum digits'],
    choose: (form) => form.getByLabel('Delete and restore').uncheck(),
    taken: 'Department',
    told: 'Department was created.',
  },
  {
    name: 'edit the rule for new groups',
    path: () => '/directory-groups',
    open: ['Edit the rule for new groups'],
    submit: 'Save',
    choose: (form) => form.getByLabel('New groups', { exact: true }).selectOption('adopt'),
    taken: 'adopts it by itself',
    told: 'The rule for new groups was saved.',
  },
  {
    name: 'edit the blocked words',
    path: () => '/blocked-words',
    open: ['Edit blocked words'],
    submit: 'Save',
    fields: { 'Blocked words': ['--', 'top secret'] },
    unchecked: ['Blocked words'],
    taken: 'top secret',
    told: 'The blocked words were saved.',
  },
  {
    name: 'delete a template',
    path: ({ templateId }) => `/templates/${templateId}`,
    prepare: (page) =>
      page.route('**/templates/*/use', (route) => route.fulfill({ json: { groups: 0 } })),
    open: ['Delete'],
    submit: 'Delete template',
  },
  {
    name: 'add an endpoint',
    path: () => '/webhooks',
    open: ['Add endpoint'],
    submit: 'Add',
    fields: { Address: ['not an address', 'https://hooks.nordlicht.example/'] },
    unchecked: ['Address'],
    async choose(form) {
      await form.getByLabel('Signing').selectOption('ed25519');
      await form.getByLabel('group.failed').check();
    },
    taken: 'It is public and stays visible here.',
  },
  {
    name: 'resend the deliveries of some days',
    path: ({ webhooks }) => `/webhooks/${webhooks.healthy}`,
    open: ['Resend a range'],
    submit: 'Resend',
    told: 'The deliveries were queued.',
  },
  {
    name: 'disable an endpoint',
    path: ({ webhooks }) => `/webhooks/${webhooks.healthy}`,
    open: ['Disable'],
    submit: 'Disable',
  },
  {
    name: 'edit an endpoint',
    path: ({ webhooks }) => `/webhooks/${webhooks.healthy}`,
    open: ['Edit'],
    submit: 'Save',
    fields: { Address: ['ftp://127.0.0.1/', 'https://other.nordlicht.example/'] },
    unchecked: ['Address'],
    choose: (form) => form.getByLabel('api_key.created').check(),
    taken: 'other.nordlicht.example',
    told: 'https://other.nordlicht.example/ was saved.',
  },
  {
    name: 'add a signing key',
    path: ({ webhooks }) => `/webhooks/${webhooks.healthy}`,
    open: ['Add key'],
    submit: 'Create signing key',
    choose: (form) => form.getByLabel('Signing').selectOption('ed25519'),
    taken: 'It is public and stays visible here.',
  },
  {
    name: 'remove an endpoint',
    path: ({ webhooks }) => `/webhooks/${webhooks.disabled}`,
    open: ['Remove'],
    submit: 'Remove endpoint',
    taken: 'Add endpoint',
  },
  {
    name: 'cancel a creation',
    path: ({ groups }) => `/groups/${groups.accepted}`,
    open: ['Cancel request'],
    submit: 'Cancel request',
  },
  {
    name: 'request a group',
    isFirst: true,
    path: () => '/groups?new=group',
    async prepare(page) {
      const panel = page.getByRole('dialog', { name: 'New group' });
      await panel.getByLabel('Organization').selectOption('Nordlicht Energy');
      await panel.getByLabel('Template').selectOption('Committee');
    },
    open: [],
    submit: 'Create group',
    fields: {
      topic: ['', 'harbour'],
      'Display name': ['', 'Committee on the harbour'],
      Responsible: ['nobody', 'amara.okafor@nordlicht.example'],
      Deputy: ['', 'haruto.tanaka@nordlicht.example'],
    },
    refused: ['topic', 'Display name', 'Responsible'],
    // On its own page: the panel shows the alias as well.
    taken: /^requested .+ by /,
  },
  {
    name: 'edit a group',
    path: ({ groups }) => `/groups/${groups.succeeded}`,
    open: ['Edit'],
    submit: 'Save',
    fields: {
      'Display name': ['Harbour', 'Project harbour'],
      Description: ['Deep', 'The southern basin'],
      'Add owners': ['nobody', 'petra.zimmermann@nordlicht.example'],
    },
    unchecked: ['Display name', 'Add owners'],
    refused: ['Display name', 'Add owners'],
    choose: (form) => form.getByLabel('Visibility', { exact: true }).selectOption('public'),
    taken: 'Requested: description, visibility, owners.',
    told: 'The change of Project harbour was requested.',
  },
  {
    name: 'hand over a group',
    path: ({ groups }) => `/groups/${groups.large}`,
    open: ['Hand over'],
    submit: 'Hand over',
    fields: { Responsible: ['nobody', 'petra.zimmermann@nordlicht.example'] },
    unchecked: ['Responsible'],
    choose: (form) => form.getByLabel('Former responsible person and deputy').selectOption('owner'),
    taken: 'Requested: responsible.',
  },
  {
    name: 'archive a group',
    path: ({ groups }) => `/groups/${groups.large}`,
    open: ['Archive'],
    submit: 'Archive group',
    fields: { Reason: ['', 'Closed'] },
    refused: [],
  },
  {
    name: 'unarchive a group',
    path: ({ groups }) => `/groups/${groups.archived}`,
    open: ['Unarchive'],
    submit: 'Unarchive group',
  },
  {
    name: 'delete a group',
    path: ({ groups }) => `/groups/${groups.plain}`,
    open: ['Delete'],
    submit: 'Delete group',
    fields: { 'Name of the group': ['All', 'All hands'] },
    unchecked: ['Name of the group'],
    taken: 'Queued',
  },
  {
    name: 'restore a group',
    path: ({ groups }) => `/groups/${groups.deleted}`,
    open: ['Restore'],
    submit: 'Restore group',
    taken: 'Queued',
  },
  {
    name: 'archive several groups',
    path: () => '/groups?search=bridge',
    prepare: selectGroups,
    open: ['Archive'],
    submit: 'Archive 2 groups',
    taken: 'of 2 done',
  },
  {
    name: 'hand over several groups',
    path: () => '/groups?search=tunnel',
    async prepare(page) {
      await selectGroups(page);
      await page.getByRole('button', { name: 'Hand over' }).click();
      await page.getByLabel('New responsible person').fill('amara.okafor@nordlicht.example');
    },
    open: ['Check groups'],
    submit: 'Hand over 2 groups',
    taken: 'of 2 done',
  },
  {
    name: 'delete several groups',
    path: () => '/groups?search=meadow',
    prepare: selectGroups,
    open: ['Delete'],
    submit: 'Delete 2 groups',
    fields: { 'Number of groups': ['3', '2'] },
    unchecked: ['Number of groups'],
    taken: 'of 2 done',
  },
  {
    name: 'record what the directory shows',
    path: () => '/to-do?show=differences',
    prepare: causeOf(/Different from the record/),
    open: [/^Edit Spring fair/, 'Use the values from the directory'],
    submit: 'Save',
    fields: { Reason: ['', 'Renamed by its owners'] },
    refused: [],
  },
  {
    name: 'hand over a group without an owner',
    path: () => '/to-do?show=ownership',
    async prepare(page) {
      await causeOf(unavailablePerson, 'Hand over Project ferry')(page);
      await page.getByLabel('New responsible person').fill('amara.okafor@nordlicht.example');
    },
    open: ['Check groups'],
    submit: 'Hand over 1 group',
  },
  {
    name: 'plan the departure of a person',
    path: () => '/people/beatriz.santos%40nordlicht.example',
    open: ['Hand over all'],
    submit: 'Check groups',
    fields: { Successor: ['nobody', 'haruto.tanaka@nordlicht.example'] },
    unchecked: ['Successor'],
    choose: (form) => form.getByLabel('This person').selectOption('none'),
    taken: '1 group can be handed over',
  },
  {
    name: 'hand over all groups of a person',
    path: () => '/people/beatriz.santos%40nordlicht.example',
    open: ['Hand over all', 'Check groups'],
    submit: 'Hand over 1 group',
    fields: { Reason: ['', 'Left in June'] },
    refused: [],
    taken: 'of 1 done',
  },
  {
    name: 'release a mass departure',
    path: () => '/to-do',
    prepare: departed,
    open: ['Release'],
    submit: 'Release',
  },
  {
    name: 'release the restores of a tenant',
    path: () => '/to-do',
    prepare: scripted,
    open: ['Let the templates restore'],
    submit: 'Let the templates restore',
  },
  {
    name: 'add an administrator',
    path: () => '/administrators',
    open: ['Invite person'],
    submit: 'Invite',
    fields: { 'Email address': ['nobody', 'cy@nordlicht.example'] },
    async choose(form) {
      await form.getByLabel('Role').selectOption('reader');
      await form.getByLabel('Invitation').selectOption('none');
    },
    taken: 'cy@nordlicht.example',
    told: 'cy@nordlicht.example was added.',
  },
  {
    name: 'remove an administrator',
    path: () => '/administrators',
    open: [/^Actions for revision/, /^Remove revision/],
    submit: 'Remove',
  },
  {
    name: 'adopt a group',
    path: () => '/directory-groups',
    open: ['Adopt Project lantern'],
    submit: 'Adopt',
    fields: {
      Responsible: ['nobody', 'haruto.tanaka@nordlicht.example'],
      Deputy: ['nobody', 'mateusz.kowalski@nordlicht.example'],
    },
    unchecked: ['Responsible', 'Deputy'],
    taken: 'The adoption of Project lantern was requested.',
  },
  {
    name: 'add a person to the sandbox',
    path: () => '/sandbox',
    open: ['Add person'],
    submit: 'Add',
    fields: { Name: ['', 'Di Vega'], 'Email address': ['nobody', 'di@nordlicht.example'] },
    refused: ['Name'],
    choose: (form) => form.getByLabel('Kind').selectOption('guest'),
  },
  {
    name: 'remove a person from the sandbox',
    path: () => '/sandbox',
    open: [/^Actions for Ahmed/, /^Remove Ahmed/],
    submit: 'Remove person',
  },
  {
    name: 'how the sandbox behaves',
    path: () => '/sandbox',
    open: [],
    submit: 'Save',
    fields: {
      'Replication delay': ['-1', '5'],
      'Team creation time': ['', '900000'],
    },
  },
  {
    name: 'settings of messages',
    isFirst: true,
    path: () => '/messages/texts',
    open: ['English'],
    submit: 'Save',
    fields: {
      'Address for questions': ['nobody', 'it@nordlicht.example'],
      'Report a failing webhook after (hours)': ['169', '6'],
      'Before the subject': ['x'.repeat(61), 'Nordlicht'],
      'Before the entries': ['x'.repeat(1001), 'Hello,\nplease read.'],
      'Where people ask': ['x'.repeat(301), 'Call 4711.'],
    },
    // The rule of the address is asked once the lengths and the numbers are kept.
    refused: [
      'Report a failing webhook after (hours)',
      'Before the subject',
      'Before the entries',
      'Where people ask',
    ],
    choose: (form) => form.getByLabel('Hour of the day').selectOption('9'),
    taken: 'The message settings were saved.',
  },
  {
    name: 'connect to Microsoft 365',
    isFirst: true,
    path: () => '/directory',
    prepare: withoutGroups,
    open: ['Connect to Microsoft 365'],
    submit: 'Save connection',
    fields: {
      'Directory (tenant) ID': ['nothing', '7f3b1a52-3c1d-4a53-9f0a-0a6f3f1f2b11'],
      'Application (client) ID': ['', '7f3b1a52-3c1d-4a53-9f0a-0a6f3f1f2b12'],
      'Client secret': ['', 'a-secret'],
    },
    refused: ['Directory (tenant) ID', 'Application (client) ID'],
    choose: (form) => form.getByLabel('Cloud').selectOption({ index: 1 }),
  },
];

/** Shows the connection as that of a tenant without groups, which may be connected to another suite. */
export async function withoutGroups(page: Page): Promise<void> {
  await page.route('**/api/*/directory', async (route) => {
    const answer = await route.fetch();
    const state = (await answer.json()) as object;
    await route.fulfill({ response: answer, json: { ...state, hasGroups: false } });
  });
  await page.reload();
}

/** A request that checks what is typed, and changes nothing. */
export const isCheck = (url: string) =>
  /\/(?:checks|preview|try|groups\/plan|people\/lookup)$/.test(url);

/** Selects the two newest groups of the list that exist. */
export async function selectGroups(page: Page): Promise<void> {
  const rows = page.getByRole('row').filter({ hasText: 'Active' });
  for (const index of [0, 1]) await rows.nth(index).getByRole('checkbox').check();
}

/** Opens the form on its page. */
export async function openForm(
  { visit }: Pages,
  page: Page,
  path: string,
  { prepare, open, submit }: Pick<FormCase, 'prepare' | 'open' | 'submit'>,
): Promise<{ form: Locator; send: Locator }> {
  await visit(page, path);
  await prepare?.(page);
  for (const name of open) {
    const exact = typeof name === 'string';
    try {
      await page.getByRole('button', { name, exact }).first().click();
    } catch (error) {
      throw new Error(`${page.url()} shows:\n${await page.locator('main').innerText()}`, {
        cause: error,
      });
    }
  }
  const form = page
    .locator('dialog[open], main form')
    .filter({ has: page.getByRole('button', { name: submit, exact: true }) })
    .last();
  return { form, send: form.getByRole('button', { name: submit, exact: true }) };
}

/** Types the refused values (0) or the accepted ones (1). */
export async function fillForm(
  form: Locator,
  fields: NonNullable<FormCase['fields']>,
  which: 0 | 1,
): Promise<void> {
  for (const [label, values] of Object.entries(fields)) {
    await form
      .getByRole('textbox', { name: label })
      .or(fieldOf(form, label))
      .first()
      .fill(values[which]);
  }
}

export function fieldOf(form: Locator, label: string): Locator {
  return form.getByLabel(label, { exact: true }).or(form.getByLabel(`${label}*`, { exact: true }));
}
