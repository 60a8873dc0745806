// Every form and every question of the admin center: each says beside the field what is wrong, keeps what was
// typed, and loses nothing when the service answers 4xx, 5xx, rubbish or not at all.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page, Route } from 'playwright-core';
import { type Pages, startPages } from './pages.ts';
import { populate, type Populated } from './seed-data.ts';

interface FormCase {
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

const cases: readonly FormCase[] = [
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
      'Standing owners': ['nobody', 'ingrid.solberg@nordlicht.example'],
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

const problem = (status: number, code: string, detail: string, errors: object[] = []) => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({ type: 'about:blank', status, code, title: code, detail, errors }),
});

/** What may come back instead of what was hoped for, and what is to be read then. */
const answers: readonly [what: string, answer: (route: Route) => Promise<void>, says: RegExp][] = [
  ['no answer', (route) => route.abort(), /The service does not answer/],
  [
    'a proxy’s page',
    (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway' }),
    /answered with an error \(502\)/,
  ],
  [
    'a page in place of the answer',
    (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Sign in here' }),
    /answer cannot be read/,
  ],
  [
    'a fault of the service',
    (route) => route.fulfill(problem(500, 'internal_error', 'This was our fault.')),
    /This was our fault/,
  ],
  ['a refusal', (route) => route.fulfill(problem(409, 'in_use', 'It is in use.')), /It is in use/],
  [
    'a fault of something that the form does not show',
    (route) =>
      route.fulfill(
        problem(422, 'validation_failed', 'No.', [{ pointer: '/x', detail: 'The moon is full.' }]),
      ),
    /The moon is full/,
  ],
  [
    'a lost update',
    (route) => route.fulfill(problem(412, 'version_conflict', 'It was changed meanwhile.')),
    /It was changed meanwhile/,
  ],
];

let pages: Pages;
let populated: Populated;
let page: Page;
before(async () => {
  pages = await startPages({ WEBHOOK_NETWORKS: 'loopback' });
  populated = await populate(pages);
  page = await pages.signedIn();
});
after(async () => {
  await populated.close();
  await pages.close();
});

for (const one of cases) {
  test(`nothing is lost, whatever is answered: ${one.name}`, () => tryOut(one));
}

async function tryOut({ path, open, submit, fields = {}, ...more }: FormCase): Promise<void> {
  const { refused = Object.keys(fields), choose, taken } = more;
  await page.goto(pages.url(path(populated)));
  for (const name of open) {
    const exact = typeof name === 'string';
    await page.getByRole('button', { name, exact }).first().click();
  }
  const form = page
    .locator('dialog[open], main form')
    .filter({ has: page.getByRole('button', { name: submit, exact: true }) })
    .last();
  const send = form.getByRole('button', { name: submit, exact: true });
  const fill = async (which: 0 | 1) => {
    for (const [label, values] of Object.entries(fields)) {
      await form
        .getByRole('textbox', { name: label })
        .or(fieldOf(form, label))
        .first()
        .fill(values[which]);
    }
  };

  await choose?.(form);
  if (refused.length > 0) {
    await fill(0);
    const before = await contentOf(form);
    await send.click();
    for (const label of refused) {
      const field = fieldOf(form, label);
      await form.locator('[aria-invalid=true]').and(field).waitFor();
      const said = await field.getAttribute('aria-describedby');
      const sentence = await form.locator(`[id="${said?.split(' ')[0] ?? ''}"]`).textContent();
      assert.match(sentence ?? '', /\w+ \w+/, `${label} says what is wrong`);
    }
    assert.deepEqual(await contentOf(form), before, 'what was typed is kept');
    const focused = form.locator(':focus');
    assert.equal(
      await focused.getAttribute('aria-invalid'),
      'true',
      'the first fault has the focus',
    );
  }

  await fill(1);
  const typed = await contentOf(form);
  for (const [what, answer, says] of answers) {
    await page.route('**/admin/api/**', (route) =>
      route.request().method() === 'GET' || route.request().url().endsWith('/preview')
        ? route.fallback()
        : answer(route),
    );
    await send.click();
    await form.getByText(says).first().waitFor();
    await page.unroute('**/admin/api/**');
    assert.deepEqual(await contentOf(form), typed, `kept after ${what}`);
  }
  if (taken !== undefined) {
    await send.click();
    await page.getByText(taken).first().waitFor();
    await page.goto('about:blank');
  }
}

function fieldOf(form: Locator, label: string): Locator {
  return form.getByLabel(label, { exact: true }).or(form.getByLabel(`${label}*`, { exact: true }));
}

/** All that can be typed and chosen, in order. */
async function contentOf(form: Locator): Promise<string[]> {
  return form.evaluate((element) =>
    [...element.querySelectorAll('input, textarea, select')].map((field) => {
      const { type, checked, value } = field as HTMLInputElement;
      return type === 'checkbox' ? String(checked) : value;
    }),
  );
}
