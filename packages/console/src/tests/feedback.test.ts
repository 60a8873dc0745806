// Toasts after a change: Undo restores the state before it, and a link leads to what was made. In these pages, the time
// of a toast does not pass, so that no test depends on it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../../../service/testing/eventually.ts';
import { creationEnds, makeProject, type Pages, startPages } from './pages.ts';

let pages: Pages;
let page: Page;
let organisationId: string;
let teamId: string;
let endpointId: string;
let keyId: string;
let administratorId: string;
const guest = 'rune@nordlicht.example';
before(async () => {
  pages = await startPages({ WEBHOOK_NETWORKS: 'loopback' });
  const { admin } = pages;
  const project = await makeProject(pages);
  ({ organisationId } = project);
  await project.addTemplate({
    name: 'Team',
    identifier: 'team',
    policy: { lifecycle: { expires: { after: 'P1Y' } } },
  });
  teamId = await project.create('prj-harbour', 'team');
  await creationEnds(pages, teamId);
  const made = await Promise.all([
    admin.call('POST', 'webhooks', { url: 'https://hooks.nordlicht.example/a' }),
    admin.call('POST', 'api-keys', { name: 'Payroll' }),
    admin.call('POST', 'administrators', { email: guest, role: 'reader' }),
    admin.call('POST', 'directory/people', { email: guest, name: 'Rune Berg' }),
  ]);
  const [webhook, key, person] = made.map(({ body }) => body);
  endpointId = webhook.webhook.endpointId;
  keyId = key.key.keyId;
  administratorId = person.administratorId;
  page = await pages.signedIn();
  await page.addInitScript(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('[data-timer-status] { animation-play-state: paused !important; }');
    document.adoptedStyleSheets = [still];
  });
});
after(() => pages.close());

const toast = (title: string): Locator => page.locator('.fui-Toast', { hasText: title });
const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const dialog = () => page.getByRole('dialog');

async function send(fields: Readonly<Record<string, string>>, submit: string): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    await dialog()
      .getByRole('textbox', { name: new RegExp(String.raw`^${label}\*?$`) })
      .fill(value);
  }
  await dialog().getByRole('button', { name: submit, exact: true }).click();
}

async function fill(fields: Readonly<Record<string, string>>, submit: string): Promise<void> {
  await send(fields, submit);
  await dialog().waitFor({ state: 'detached' });
}

async function read(path: string) {
  const { status, body } = await pages.admin.get(path);
  assert.equal(status, 200, path);
  return body;
}

interface Change {
  readonly name: string;
  readonly path: () => string;
  readonly act: () => Promise<void>;
  /** The value that changes. */
  readonly read: () => Promise<unknown>;
  readonly told: string;
  /** A form that stays open shows this value. */
  readonly shows?: () => Promise<string>;
}

const webhook = () => read(`webhooks/${endpointId}`);
const key = async () =>
  (await read('api-keys')).items.find(
    (one: { readonly [name: string]: unknown }) => one.keyId === keyId,
  );
const changes: readonly Change[] = [
  {
    name: 'the name of an organization',
    path: () => '/organisations',
    async act() {
      await press('Actions for Energy');
      await press('Edit Energy');
      await fill({ Name: 'Power' }, 'Save');
    },
    read: async () => (await read(`organisations/${organisationId}`)).name,
    told: 'Power was saved.',
  },
  {
    name: 'the blocked words',
    path: () => '/blocked-words',
    async act() {
      await press('Edit blocked words');
      await fill({ 'Blocked words': 'secret' }, 'Save');
    },
    read: async () => (await read('naming-rules')).blockedWords,
    told: 'The blocked words were saved.',
  },
  {
    name: 'the rule for new groups',
    path: () => '/directory-groups',
    async act() {
      await press('Edit the rule for new groups');
      await page.getByLabel('New groups', { exact: true }).selectOption('adopt');
      await press('Save');
    },
    read: async () => (await read('directory')).newGroups,
    told: 'The rule for new groups was saved.',
  },
  {
    name: 'the settings of an endpoint',
    path: () => `/webhooks/${endpointId}`,
    async act() {
      await press('Edit');
      await fill({ Purpose: 'For the payroll' }, 'Save');
    },
    read: async () => (await webhook()).description,
    told: 'https://hooks.nordlicht.example/a was saved.',
  },
  {
    name: 'a disabled endpoint',
    path: () => `/webhooks/${endpointId}`,
    async act() {
      await press('Disable');
      await fill({}, 'Disable');
    },
    // Deliveries to it fail meanwhile, which is another state.
    read: async () => (await webhook()).state === 'disabled',
    told: 'https://hooks.nordlicht.example/a was disabled.',
  },
  {
    name: 'the details of a key',
    path: () => `/api-keys/${keyId}`,
    async act() {
      await press('Edit details');
      await fill({ 'Descriptive name': 'Payroll 2' }, 'Save');
    },
    read: async () => (await key())?.name,
    told: 'Payroll 2 was saved.',
  },
  {
    name: 'the access of a key',
    path: () => `/api-keys/${keyId}`,
    async act() {
      await press('Change access');
      await dialog().getByLabel('groups:change').check();
      await fill({}, 'Save');
    },
    read: async () => (await key())?.scopes,
    told: 'The access of Payroll was saved.',
  },
  {
    name: 'the role of an administrator',
    path: () => `/administrators/${administratorId}`,
    async act() {
      await press('Change role');
      await dialog().getByLabel('Role').selectOption('operator');
      await fill({}, 'Change role');
    },
    read: async () =>
      (await read('administrators')).items.find(
        (one: { readonly [name: string]: unknown }) => one.administratorId === administratorId,
      )?.role,
    told: `The role of ${guest} was changed.`,
  },
  {
    name: 'a disabled person of the sandbox',
    path: () => '/sandbox',
    act: () => press('Disable Rune Berg'),
    read: async () => (await read(`directory/people?search=rune`)).items[0]?.enabled,
    told: 'Rune Berg was disabled.',
  },
  {
    name: 'the delays of the sandbox',
    path: () => '/sandbox',
    async act() {
      await page.getByLabel('Replication delay').fill('7');
      await press('Save');
    },
    read: async () => (await read('directory')).sandbox.replicationDelayMs,
    told: 'The delays of the sandbox were saved.',
    shows: () => page.getByLabel('Replication delay').inputValue(),
  },
  {
    name: 'the message settings',
    path: () => '/messages/texts',
    async act() {
      await page.getByLabel('Before the subject').fill('Quayside');
      await press('Save');
    },
    read: async () => (await read('notices')).texts,
    told: 'The message settings were saved.',
    shows: () => page.getByLabel('Before the subject').inputValue(),
  },
  {
    name: 'a hold',
    path: () => `/groups/${teamId}`,
    async act() {
      await press('Put on hold');
      await fill({ Reason: 'Audit' }, 'Put on hold');
    },
    // The lifecycle of a new group is assessed later.
    read: async () => (await read(`teams/${teamId}`)).lifecycle?.hold ?? null,
    told: 'Put on hold: Project harbour',
  },
];

for (const change of changes) {
  test(`Undo restores what was before the change: ${change.name}`, async () => {
    const before = await change.read();
    await pages.visit(page, change.path());
    const shown = await change.shows?.();
    await change.act();
    const changed = toast(change.told);
    await changed.waitFor();
    assert.notDeepEqual(await change.read(), before);
    await changed.getByRole('button', { name: 'Undo' }).click();
    await toast('The change was undone.').waitFor();
    assert.deepEqual(await change.read(), before);
    await eventually(
      async () => (await change.shows?.()) === shown,
      'the form shows the value before the change',
    );
    await changed.waitFor({ state: 'detached' });
  });
}

test('Undo of a released hold has the reason of the hold', async () => {
  await pages.admin.call('PUT', `teams/${teamId}/hold`, { reason: 'Lawsuit' });
  await pages.visit(page, `/groups/${teamId}`);
  await press('Release hold');
  await fill({}, 'Release hold');
  const released = toast('Hold released: Project harbour');
  await released.getByRole('button', { name: 'Undo' }).click();
  await toast('The change was undone.').waitFor();
  // The page shows it, too.
  await page.getByText('Lawsuit').waitFor();
  assert.equal((await read(`teams/${teamId}`)).lifecycle.hold.reason, 'Lawsuit');
});

test('Undo works after the page was left, and overwrites no later change', async () => {
  const edit = async (name: string) => {
    await pages.visit(page, '/organisations');
    await press(/^Actions for (?:Energy|Power)$/);
    await press(/^Edit (?:Energy|Power)$/);
    await fill({ Name: name }, 'Save');
    await page.getByRole('link', { name: 'Lifecycle', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Lifecycle' }).waitFor();
    return toast(`${name} was saved.`).getByRole('button', { name: 'Undo' });
  };
  await (await edit('Power')).click();
  await toast('The change was undone.').waitFor();
  assert.equal((await read(`organisations/${organisationId}`)).name, 'Energy');

  const undo = await edit('Power');
  const { identifier, etag } = await read(`organisations/${organisationId}`);
  const other = await pages.admin.call(
    'PUT',
    `organisations/${organisationId}`,
    { name: 'Energy', identifier: `${identifier}-2` },
    { 'if-match': `"${etag}"` },
  );
  assert.equal(other.status, 200);
  await undo.click();
  await toast('The change could not be undone.').waitFor();
  assert.equal((await read(`organisations/${organisationId}`)).identifier, `${identifier}-2`);
});

test('a toast stays while it has the focus or the pointer, and the keyboard reaches its button', async () => {
  await pages.visit(page, '/sandbox');
  await press('Disable Rune Berg');
  const shown = toast('Rune Berg was disabled.');
  await shown.waitFor();
  const timer = page.locator('[data-timer-status]');
  const running = page.locator('[data-timer-status=running]');
  const paused = page.locator('[data-timer-status=paused]');
  await running.waitFor({ state: 'attached' });
  await page.keyboard.press('Control+m');
  await paused.waitFor({ state: 'attached' });
  await page.keyboard.press('Tab');
  const undo = shown.getByRole('button', { name: 'Undo' });
  assert.ok(await undo.evaluate((element) => element === document.activeElement));
  await undo.evaluate((element) => element.blur());
  await running.waitFor({ state: 'attached' });
  // The pointer may be where the toast is: it has to arrive there.
  await page.mouse.move(0, 0);
  await shown.hover();
  await paused.waitFor({ state: 'attached' });
  assert.equal(await timer.count(), 1);

  await page.keyboard.press('Control+m');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await toast('The change was undone.').waitFor();
  assert.equal((await read('directory/people?search=rune')).items[0]?.enabled, true);
});

test('a toast after something was made leads to it', async () => {
  const follow = async (title: string, link: string, address: RegExp) => {
    await toast(title).getByRole('button', { name: link }).click();
    await page.waitForURL(address);
  };
  await pages.visit(page, '/organisations');
  await press('Add organization');
  await fill({ Name: 'Harbour', Identifier: 'harbour' }, 'Add');
  await follow('Harbour was added.', 'Add template', /\/organisations\/[^/]+\/new-template$/);
  await page.getByRole('textbox', { name: 'Template name' }).fill('Crew');
  await page.getByRole('textbox', { name: 'Identifier' }).fill('crew');
  await press('Create template');
  await follow('Template Crew was created.', 'Create group', /\/groups\?new=group$/);

  await pages.visit(page, '/api-keys');
  await press('Add key');
  await send({ 'Descriptive name': 'Ledger' }, 'Create key');
  await press('Done');
  await follow('Ledger was added.', 'Open key', /\/api-keys\/[^/]+$/);
  await page.getByRole('heading', { level: 1, name: 'Ledger' }).waitFor();

  await pages.visit(page, '/webhooks');
  await press('Add endpoint');
  await send({ Address: 'https://hooks.nordlicht.example/b' }, 'Add');
  await press('Done');
  const added = 'https://hooks.nordlicht.example/b was added.';
  await follow(added, 'Open endpoint', /\/webhooks\/[^/]+$/);

  await pages.visit(page, '/administrators');
  await press('Invite person');
  await send({ 'Email address': 'elin@nordlicht.example' }, 'Invite');
  await press('Done');
  await follow('elin@nordlicht.example was added.', 'Open person', /\/administrators\/[^/]+$/);
});

test('a toast has no link to the page that is shown', async () => {
  await pages.visit(page, `/groups/${teamId}`);
  await press('Edit');
  await fill({ Description: 'Quays and cranes' }, 'Save');
  const requested = toast('The change of Project harbour was requested.');
  await requested.waitFor();
  assert.equal(await requested.getByRole('button').count(), 0);
});

test('a saved view that was removed comes back by Undo', async () => {
  await pages.visit(page, '/groups?status=failed');
  const openViews = () => page.locator('.command-bar').getByRole('button').first().click();
  await openViews();
  await press('Save this view…');
  await fill({ Name: 'Broken' }, 'Save view');
  await openViews();
  await press('Remove view Broken');
  const removed = toast('The view Broken was removed.');
  await removed.getByRole('button', { name: 'Undo' }).click();
  await toast('The change was undone.').waitFor();
  await openViews();
  await page.getByRole('button', { name: 'Remove view Broken' }).waitFor();
});

test('the result of a test is that of the address of the webhook', async () => {
  await pages.visit(page, `/webhooks/${endpointId}`);
  const report = { outcome: 'delivered', statusCode: 200, durationMs: 5, detail: null };
  await page.route('**/test', (route) =>
    route.fulfill({ json: { ...report, answerExcerpt: null } }),
  );
  await press('Send test');
  const result = page.getByText('Test delivered');
  await result.waitFor();
  await press('Edit');
  await fill({ Address: 'https://hooks.nordlicht.example/elsewhere' }, 'Save');
  await page.getByRole('main').getByText('https://hooks.nordlicht.example/elsewhere').waitFor();
  assert.equal(await result.count(), 0);
  await page.unroute('**/test');
});
