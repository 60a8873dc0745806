// Every form and every question of the admin center, for the tests that go through all of them.
import type { Locator, Page } from 'playwright-core';
import type { Populated } from './seed-data.ts';

export interface FormCase {
  readonly name: string;
  /** Below the tenant. */
  readonly path: (populated: Populated) => string;
  /** The buttons from the page to the form. */
  readonly open: readonly (string | RegExp)[];
  readonly submit: string;
  /** By label: what the service refuses, and what it takes. */
  readonly fields?: Readonly<Record<string, readonly [bad: string, good: string]>>;
  /** Those of the fields that are refused; all, unless said. */
  readonly refused?: readonly string[];
  /** Choices, which must stay as well. */
  readonly choose?: (form: Locator) => Promise<unknown>;
  /** What is to be seen once the service has taken it. */
  readonly taken?: string | RegExp;
}

export const formCases: readonly FormCase[] = [
  {
    name: 'add a key',
    path: () => '/api-keys',
    open: ['Add a key'],
    submit: 'Generate',
    fields: { 'Descriptive name': [' ', 'Tram'], 'Expires on': ['2001-01-01', '2099-12-31'] },
    refused: ['Descriptive name'],
    taken: 'The secret of Tram',
  },
  { name: 'rotate a key', path: () => '/api-keys', open: [/^Rotate /], submit: 'Generate' },
  { name: 'revoke a key', path: () => '/api-keys', open: [/^Revoke /], submit: 'Revoke the key' },
  {
    name: 'end an old secret',
    path: () => '/api-keys',
    open: [/^End old secret of /],
    submit: 'End the old secret',
  },
  {
    name: 'add an organisation',
    path: () => '/organisations',
    open: ['Add an organisation'],
    submit: 'Add',
    fields: { Name: ['', 'Harbour'], Identifier: ['Not One', 'harbour'] },
    taken: 'Harbour',
  },
  {
    name: 'edit an organisation',
    path: () => '/organisations',
    open: ['Edit Nordlicht Foundation'],
    submit: 'Save',
    fields: { Name: ['', 'Foundation'], Identifier: ['ä', 'foundation'] },
    taken: 'Foundation',
  },
  {
    name: 'delete an organisation',
    path: () => '/organisations',
    open: ['Delete Nordlicht Energy'],
    submit: 'Delete the organisation',
  },
  {
    name: 'a new template',
    path: ({ organisationId }) => `/organisations/${organisationId}/new-template`,
    open: [],
    submit: 'Create the template',
    fields: {
      'Name of the template': ['', 'Tram line'],
      Identifier: ['', 'tram-line'],
      'Least number of owners': ['0', '2'],
    },
    choose: (form) => form.getByLabel('Visibility').selectOption('public'),
    taken: 'Tram line',
  },
  {
    name: 'edit a template',
    path: ({ templateId }) => `/templates/${templateId}`,
    open: [],
    submit: 'Save',
    fields: {
      'Pattern of the alias': ['tram-{{', 'tram-{{line}}'],
      'Default owners': ['nobody', 'ingrid.solberg@nordlicht.example'],
      'Channel 1': ['a/b', 'Plans'],
    },
    choose: (form) => form.getByLabel('Guests may be members').uncheck(),
    taken: 'Saved.',
  },
  {
    name: 'delete a template',
    path: ({ templateId }) => `/templates/${templateId}`,
    open: ['Delete'],
    submit: 'Delete the template',
  },
  {
    name: 'add an endpoint',
    path: () => '/webhooks',
    open: ['Add an endpoint'],
    submit: 'Add',
    fields: { Address: ['not an address', 'https://hooks.nordlicht.example/'] },
    async choose(form) {
      await form.getByLabel('Signed by').selectOption('ed25519');
      await form.getByLabel('group.failed').check();
    },
    taken: 'The key to check signatures with',
  },
  {
    name: 'edit an endpoint',
    path: ({ webhooks }) => `/webhooks/${webhooks.healthy}`,
    open: ['Edit'],
    submit: 'Save',
    fields: { Address: ['ftp://127.0.0.1/', 'https://other.nordlicht.example/'] },
    choose: (form) => form.getByLabel('api_key.created').check(),
    taken: 'other.nordlicht.example',
  },
  {
    name: 'add a signing key',
    path: ({ webhooks }) => `/webhooks/${webhooks.healthy}`,
    open: ['Add a key'],
    submit: 'Generate',
    choose: (form) => form.getByLabel('Signed by').selectOption('ed25519'),
    taken: 'The key to check signatures with',
  },
  {
    name: 'remove an endpoint',
    path: ({ webhooks }) => `/webhooks/${webhooks.disabled}`,
    open: ['Remove'],
    submit: 'Remove the endpoint',
    taken: 'Add an endpoint',
  },
  {
    name: 'cancel a creation',
    path: ({ groups }) => `/groups/${groups.accepted}`,
    open: ['Cancel the creation'],
    submit: 'Cancel the creation',
  },
  {
    name: 'add an administrator',
    path: () => '/administrators',
    open: ['Add a person'],
    submit: 'Add',
    fields: { 'E-mail address': ['nobody', 'cy@nordlicht.example'] },
    choose: (form) => form.getByLabel('Role').selectOption('reader'),
    taken: 'cy@nordlicht.example',
  },
  {
    name: 'remove an administrator',
    path: () => '/administrators',
    open: [/^Remove revision/],
    submit: 'Remove',
  },
  {
    name: 'add a person to the sandbox',
    path: () => '/directory',
    open: ['Add a person'],
    submit: 'Add',
    fields: { Name: ['', 'Di Vega'], 'E-mail address': ['nobody', 'di@nordlicht.example'] },
    refused: ['Name'],
    choose: (form) => form.getByLabel('Kind').selectOption('guest'),
  },
  {
    name: 'remove a person from the sandbox',
    path: () => '/directory',
    open: [/^Remove Ahmed/],
    submit: 'Remove the person',
  },
  {
    name: 'how the sandbox behaves',
    path: () => '/directory',
    open: [],
    submit: 'Save',
    fields: {
      'New groups stay invisible for': ['-1', '5'],
      'Making a team takes': ['', '900000'],
    },
  },
  {
    name: 'connect to Microsoft 365',
    path: () => '/directory',
    open: ['Connect to Microsoft 365'],
    submit: 'Save the connection',
    fields: {
      'Directory (tenant) ID': ['nothing', '7f3b1a52-3c1d-4a53-9f0a-0a6f3f1f2b11'],
      'Application (client) ID': ['', '7f3b1a52-3c1d-4a53-9f0a-0a6f3f1f2b12'],
      'Client secret': ['', 'a-secret'],
    },
    refused: ['Directory (tenant) ID', 'Application (client) ID'],
    choose: (form) => form.getByLabel('Cloud').selectOption({ index: 1 }),
  },
];

/** Opens the form on its page. */
export async function openForm(
  page: Page,
  url: string,
  { open, submit }: Pick<FormCase, 'open' | 'submit'>,
): Promise<{ form: Locator; send: Locator }> {
  await page.goto(url);
  for (const name of open) {
    const exact = typeof name === 'string';
    await page.getByRole('button', { name, exact }).first().click();
  }
  const form = page
    .locator('dialog[open], main form')
    .filter({ has: page.getByRole('button', { name: submit, exact: true }) })
    .last();
  return { form, send: form.getByRole('button', { name: submit, exact: true }) };
}

/** Types what the service refuses (0) or takes (1). */
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
