// Ten tasks of an administrator, each by mouse and by keyboard alone, with what it costs at most: clicks, or keys other
// than those of typed text. docs/admin-center.md has the table.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { calm } from '@groupwright/graph-simulator/profile.ts';
import { createGraphSimulator } from '@groupwright/graph-simulator/simulator.ts';
import type { Page } from 'playwright-core';
import { startReceiver } from '../../../service/testing/receiver.ts';
import { type Hand, hands } from './hands.ts';
import { creationEnds, makeProject, type Pages, startPages } from './pages.ts';

type HandName = keyof typeof hands;

interface Task {
  readonly name: string;
  readonly most: Readonly<Record<HandName, number>>;
  readonly done: (tab: { page: Page; hand: Hand; by: HandName }) => Promise<void>;
}

let pages: Pages;
let failing: Awaited<ReturnType<typeof startReceiver>>;
let simulator: ReturnType<typeof createGraphSimulator>;
let addresses: Awaited<ReturnType<typeof simulator.listen>>;
let harbourId: string;
before(async () => {
  simulator = createGraphSimulator({ seed: 'ten tasks', profile: calm });
  addresses = await simulator.listen();
  setDefaultCACertificates([...getCACertificates('default'), addresses.authority]);
  pages = await startPages({ WEBHOOK_NETWORKS: 'loopback' });
  failing = await startReceiver((_request, response) => {
    response.writeHead(503, { 'content-type': 'text/plain' }).end('The queue is full.');
  });
});
after(async () => {
  await pages.close();
  await Promise.all([failing.close(), simulator.close()]);
});

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

/** Only a tenant without groups is connected to another suite. */
const connection: Task = {
  name: 'connect Microsoft 365 with a wrong secret',
  most: { mouse: 3, keyboard: 24 },
  async done({ page, hand }) {
    await hand.goTo('Connection', 'Settings');
    await hand.press(button(page, 'Connect to Microsoft 365'));
    const [tenant] = simulator.tenants;
    assert.ok(tenant);
    await hand.type(page.getByLabel('Directory (tenant) ID'), tenant.tenantId);
    await hand.type(page.getByLabel('Application (client) ID'), tenant.clientId);
    await hand.type(page.getByLabel('Client secret'), 'wrong');
    // The simulator is in no cloud that the form offers.
    await page.getByLabel('Cloud').selectOption('other');
    await page.getByLabel('Microsoft Graph address').fill(addresses.graphBaseUrl);
    await page.getByLabel('Sign-in address').fill(addresses.loginBaseUrl);
    await hand.press(button(page, 'Test connection'));
    await page
      .getByText(/client secret/i)
      .last()
      .waitFor();
  },
};

const tasks: readonly Task[] = [
  {
    name: 'create a key and copy an example that uses it',
    most: { mouse: 5, keyboard: 16 },
    async done({ page, hand, by }) {
      await hand.goTo('API keys', 'Integrations');
      await hand.press(button(page, 'Add key'));
      await hand.type(page.getByLabel('Descriptive name'), `Made by ${by}`);
      await hand.submit(button(page, 'Create key'));
      await hand.press(button(page, 'Copy the example'));
      await hand.press(button(page, 'Done'));
      await page.getByRole('link', { name: `Made by ${by}`, exact: true }).waitFor();
    },
  },
  {
    name: 'rotate a secret and end the old one',
    most: { mouse: 6, keyboard: 22 },
    async done({ page, hand, by }) {
      await hand.goTo('API keys', 'Integrations');
      await hand.press(button(page, `Rotate Made by ${by}`));
      await hand.press(button(page, 'Rotate secret'));
      await hand.press(button(page, 'Done'));
      await hand.press(button(page, `End old secret of Made by ${by}`));
      await hand.press(button(page, 'End old secret'));
      await button(page, `End old secret of Made by ${by}`).waitFor({ state: 'detached' });
    },
  },
  {
    name: 'find a failed group, understand, correct and retry it',
    most: { mouse: 4, keyboard: 31 },
    async done({ page, hand, by }) {
      const failures = page.getByRole('link', { name: /failed: People not found/ });
      const row = page.getByRole('row').filter({ has: failures });
      const count = parseInt((await row.getByRole('cell').nth(1).textContent()) ?? '', 10);
      await hand.press(failures);
      await page.getByText(new RegExp(`^${count} groups?$`)).waitFor();
      const grid = page.getByRole('grid', { name: 'Groups' });
      await hand.open(grid, grid.getByRole('link', { name: `Project ${by}` }));
      await page.getByText('gone@nordlicht.example').first().waitFor();
      await hand.press(button(page, 'Edit and retry'));
      const panel = page.getByRole('dialog', { name: /Edit and retry/ });
      await hand.type(panel.getByLabel('Responsible'), 'mara@nordlicht.example');
      await panel.getByText('The request can be created.').waitFor();
      await hand.submit(panel.getByRole('button', { name: 'Retry' }));
      await page.getByText('Retry of a').waitFor();
    },
  },
  {
    name: 'find out who revoked a key',
    most: { mouse: 2, keyboard: 2 },
    async done({ page, hand }) {
      await hand.search('former');
      await hand.press(page.getByRole('option', { name: /^Former system/ }));
      await page
        .getByText(/revoked/i)
        .first()
        .waitFor();
      await page.getByText('ada@nordlicht.example').first().waitFor();
    },
  },
  {
    name: 'add a template with placeholders and see its names',
    most: { mouse: 3, keyboard: 10 },
    async done({ page, hand, by }) {
      await hand.goTo('Templates');
      await hand.press(button(page, 'Add template to Energy'));
      await hand.type(page.getByLabel('Template name'), `Site by ${by}`);
      await hand.type(page.getByLabel('Identifier'), `site-${by}`);
      await hand.type(page.getByLabel('Alias pattern'), `site-{{place}}-${by}`);
      await hand.type(page.getByLabel('Display name pattern'), 'Site {{place}}');
      await page
        .getByRole('group', { name: 'Names from values' })
        .getByText('Site Example')
        .waitFor();
      await hand.submit(button(page, 'Create template'));
      await page.waitForURL(/\/templates\//);
    },
  },
  {
    name: 'see why a webhook is down',
    most: { mouse: 1, keyboard: 5 },
    async done({ page, hand }) {
      await hand.press(page.getByRole('link', { name: /^The webhook .* has been failing/ }));
      await page.getByText('503').first().waitFor();
    },
  },
  {
    name: 'list all groups of one person',
    most: { mouse: 2, keyboard: 5 },
    async done({ page, hand }) {
      await hand.search('mara');
      await hand.press(page.getByRole('option', { name: /^Mara Lindqvist/ }));
      await page.getByRole('link', { name: 'Project harbour' }).first().waitFor();
    },
  },
  {
    name: 'invite an administrator and copy the link',
    most: { mouse: 4, keyboard: 4 },
    async done({ page, hand, by }) {
      await hand.search('invite');
      await hand.press(page.getByRole('option', { name: 'Invite an administrator' }));
      await hand.type(page.getByLabel('Email address'), `${by}@nordlicht.example`);
      await hand.submit(button(page, 'Invite'));
      await hand.press(button(page, 'Copy'));
    },
  },
  {
    name: 'find a group by its ID',
    most: { mouse: 2, keyboard: 2 },
    async done({ page, hand }) {
      await hand.search(harbourId);
      await hand.press(page.getByRole('option', { name: /^Project harbour/ }));
      await page.getByRole('heading', { name: 'Project harbour' }).waitFor();
    },
  },
];

for (const by of Object.keys(hands) as HandName[]) {
  test(`a connection is tried by ${by}`, async (context) => {
    assert.deepEqual(await dearer([connection], by, context.diagnostic.bind(context)), []);
  });
}

test('the tasks of a tenant in use are done by mouse and by keyboard', async (context) => {
  await seed();
  for (const by of Object.keys(hands) as HandName[]) {
    assert.deepEqual(await dearer(tasks, by, context.diagnostic.bind(context)), []);
  }
});

/** Does the tasks, each from the overview. @returns those that cost more than they may */
async function dearer(
  all: readonly Task[],
  by: HandName,
  report: (line: string) => void,
): Promise<string[]> {
  const page = await pages.signedIn({ locale: 'en-US' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const found: string[] = [];
  for (const { name, most, done } of all) {
    await page.goto(pages.url('/'));
    await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
    const hand = hands[by](page);
    await done({ page, hand, by });
    report(`${name}, by ${by}: ${hand.count()}`);
    if (hand.count() > most[by]) found.push(`${name}, by ${by}: ${hand.count()}`);
  }
  await page.context().close();
  return found;
}

async function seed(): Promise<void> {
  const { addTemplate, create } = await makeProject(pages);
  await addTemplate({ name: 'Project', identifier: 'project' });
  harbourId = await create('prj-harbour', 'project');
  for (const by of Object.keys(hands)) {
    await creationEnds(pages, await create(`prj-${by}`, 'project', 'gone@nordlicht.example'));
  }
  await creationEnds(pages, harbourId);
  const { body: former } = await pages.admin.call('POST', 'api-keys', { name: 'Former system' });
  const { keyId, etag } = former.key;
  await pages.admin.call('POST', `api-keys/${keyId}/revoke`, undefined, {
    'if-match': `"${etag}"`,
  });
  await pages.admin.call('POST', 'webhooks', { url: failing.url });
  // Several failures in a row.
  for (let event = 1; ; event += 1) {
    assert.ok(event < 2_000, 'the webhook does not count as failing');
    // On a busy machine, the attempts come later than the events.
    if (event < 100) await pages.admin.call('POST', 'api-keys', { name: `Event ${event}` });
    const { body } = await pages.admin.get('overview');
    if (body.attention.failingEndpoints.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
