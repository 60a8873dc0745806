// The admin center in a real browser, against a real service.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../../../service/testing/eventually.ts';
import {
  comeBack,
  creationEnds,
  holdBack,
  makeProject,
  type Pages,
  problem,
  startPages,
  tokenOf,
} from './pages.ts';

let pages: Pages;
let project: Awaited<ReturnType<typeof makeProject>>;
before(async () => {
  pages = await startPages();
  project = await makeProject(pages);
});
after(() => pages.close());

// The page of most tests is one, and a failed test must not leave its routes to the next.
afterEach(async () => (await pages.reader()).unrouteAll({ behavior: 'ignoreErrors' }));

/** Waits until the page of a group says so. Otherwise the error has what the service knows about the group. */
async function becomesActive(page: Page): Promise<void> {
  const shown = page.locator('.lead .status');
  try {
    await shown.filter({ hasText: 'Active' }).waitFor();
  } catch (cause) {
    const teamId = new URL(page.url()).pathname.split('/').at(-1);
    const { state, creation, incidents } = (await pages.admin.get(`teams/${teamId}`)).body;
    const known = JSON.stringify({ state, creation, incidents }, null, 2);
    const text = (await shown.allTextContents()).join();
    throw new Error(`The page shows “${text}”, and the service has ${known}`, { cause });
  }
}

test('a link signs in once, leaves no trace in the address, and a used one says so', async () => {
  const context = await pages.open();
  const page = await context.newPage();
  const link = await pages.service.signInLink('ada@nordlicht.example');
  await page.goto(link);
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  assert.equal(new URL(page.url()).hash, '');
  const other = await pages.open();
  const second = await other.newPage();
  await second.goto(link);
  await second.getByText('it works once, within 15 minutes').waitFor();
  // The next link also works in the tab where the page is already open.
  await second.goto(await pages.service.signInLink('ada@nordlicht.example'));
  await second.getByRole('heading', { name: 'Home' }).waitFor();
  await context.close();
  await other.close();
});

test('a look for a session that began before the sign-in, and is answered after it, changes nothing', async () => {
  const context = await pages.open();
  const page = await context.newPage();
  const signedIn = Promise.withResolvers<void>();
  await page.route(
    '**/session',
    async (route) => {
      const response = await route.fetch();
      await signedIn.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  const look = page.waitForResponse((response) => response.url().endsWith('/session'));
  await page.goto(await pages.service.signInLink('ada@nordlicht.example'));
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  signedIn.resolve();
  const answer = await look;
  await answer.finished();
  assert.equal(answer.status(), 401);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await page.getByRole('link', { name: 'Groups', exact: true }).click();
  await page.getByRole('heading', { name: 'Groups', exact: true }).waitFor();
  await context.close();
});

test('a key added here gives tokens, its secret is shown once, and revoking it ends them', async () => {
  const page = await pages.reader();
  await page.getByRole('link', { name: 'Integrations' }).click();
  await page.getByRole('button', { name: 'Add key' }).click();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('Enter a value.', { exact: true }).waitFor();
  await page.getByLabel('Descriptive name').fill('Ticket system');
  await page.getByRole('button', { name: 'Create key' }).click();
  const secret = (await page.getByTestId('secret').textContent()) ?? '';
  const keyId = (await page.locator('dialog dd .mono').nth(1).textContent()) ?? '';
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('link', { name: 'Ticket system' }).waitFor();
  assert.ok(!(await page.content()).includes(secret));

  const token = await tokenOf(pages.service, keyId, secret);
  const use = () =>
    fetch(`${pages.service.baseUrl}/organisations`, {
      headers: { authorization: `Bearer ${token}` },
    });
  assert.equal((await use()).status, 200);
  await page.getByRole('button', { name: 'Actions for Ticket system' }).click();
  await page.getByRole('button', { name: 'Revoke Ticket system' }).click();
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await page.getByRole('main').getByText('Revoked').first().waitFor();
  assert.equal((await use()).status, 401);
});

test('a template is built with a live preview, and a group of it is watched until it is finished', async () => {
  const page = await pages.reader();
  await pages.visit(page, `/organisations/${project.organisationId}/new-template`);
  await page.getByLabel('Template name').fill('Project');
  await page.getByLabel('Identifier').fill('project');
  await page.getByLabel('Alias pattern').fill('prj-{{code}}');
  await page.getByLabel('Display name pattern').fill('Project {{code}}');
  const made = page.getByRole('group', { name: 'Names from values' });
  await made.getByText('Project Example').waitFor();
  await made.getByLabel('code').fill('Pier Nine');
  await made.getByText('Project Pier Nine').waitFor();
  await made.getByText('prj-pier-nine@…').waitFor();
  await page.getByLabel('Alias', { exact: true }).fill('prj-harbour');
  await page.getByLabel('Display name', { exact: true }).fill('Project bridge');
  await page.getByText('Display name isn’t valid').waitFor();
  await page.getByRole('button', { name: 'Use “Project harbour”' }).click();
  await page.getByText('Display name is valid').waitFor();
  await page.getByRole('button', { name: 'Create template' }).click();
  await page.getByRole('heading', { name: 'Project', exact: true }).waitFor();
  const name = page.getByLabel('Template name');
  await name.fill('Bridge');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  assert.equal(await name.inputValue(), 'Project');
  await page.getByRole('link', { name: 'Duplicate' }).click();
  await page.getByRole('heading', { name: 'New template' }).waitFor();
  assert.equal(await name.inputValue(), 'Project (copy)');
  assert.equal(await page.getByLabel('Alias pattern').inputValue(), 'prj-{{code}}');
  assert.equal(await page.getByLabel('Identifier').inputValue(), '', 'it must be unique');

  // The sandbox creates a team as slowly as a real suite, so that the progress is visible.
  await makeTeamsIn(5_000);
  const teamId = await project.create('prj-harbour', 'project');
  await pages.visit(page, `/groups/${teamId}`);
  await page.getByRole('heading', { name: 'Project harbour' }).waitFor();
  const progress = page.locator('.step', { hasText: 'Create team' });
  await progress.locator('.dot.running, .dot.waiting').waitFor();
  await progress.locator('.dot.succeeded').waitFor();
  await becomesActive(page);
  await page.getByText('Mara Lindqvist').first().waitFor();
  await makeTeamsIn(0);
});

async function makeTeamsIn(teamCreationMs: number): Promise<void> {
  const { body: directory } = await pages.admin.get('directory');
  const { status } = await pages.admin.call(
    'PUT',
    'directory/sandbox',
    { replicationDelayMs: 0, teamCreationMs },
    { 'if-match': `"${directory.etag}"` },
  );
  assert.equal(status, 200);
}

test('a group is edited, handed over, archived, deleted and restored, and its page follows each operation', async () => {
  const [second, third] = ['yuki@nordlicht.example', 'lena@nordlicht.example'];
  for (const [email, name] of [
    [second, 'Yuki Tanaka'],
    [third, 'Lena Berg'],
  ]) {
    await pages.admin.call('POST', 'directory/people', { email, name });
  }
  const teamId = await project.create('prj-canal', 'project');
  const page = await pages.reader();
  await pages.visit(page, `/groups/${teamId}`);
  const state = (text: string) => page.locator('.lead .status', { hasText: text }).waitFor();
  await becomesActive(page);
  const operation = (text: string) => page.locator('.operation', { hasText: text });
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await button('Edit').click();
  await page.getByLabel('Description').fill('Locks and bridges');
  await page.getByLabel('Add members').fill('yuk');
  await page.getByRole('option', { name: 'Yuki Tanaka' }).click();
  await button('Save').click();
  await operation('added Yuki Tanaka').locator('.status', { hasText: 'Succeeded' }).waitFor();
  await page.locator('.facts').getByText('Locks and bridges').waitFor();

  await button('Hand over').click();
  await page.getByLabel('Responsible', { exact: true }).fill(third);
  await page.locator('dialog').getByRole('button', { name: 'Hand over' }).click();
  await operation('Handover').locator('.status', { hasText: 'Succeeded' }).waitFor();
  await page.getByRole('link', { name: 'Members', exact: true }).click();
  await page.getByRole('row', { name: 'Lena Berg' }).getByText('Responsible').waitFor();
  await page.getByText('They have the same people.').waitFor();
  assert.match(page.url(), /\?tab=members$/);
  await page.getByRole('link', { name: 'Overview', exact: true }).last().click();

  await button('Archive').click();
  await page.getByLabel('Reason').fill('Water is in');
  await button('Archive group').click();
  await state('Archived');
  await operation('Water is in').locator('.status', { hasText: 'Succeeded' }).waitFor();
  await button('Unarchive').click();
  await button('Unarchive group').click();
  await becomesActive(page);

  await button('Delete').click();
  await page.getByLabel('Name of the group').fill('canal');
  await button('Delete group').click();
  await page.getByText('Type Project canal to delete the group.').waitFor();
  await page.getByLabel('Name of the group').fill('Project canal');
  await button('Delete group').click();
  await state('Deleted');
  assert.equal(await button('Edit').count(), 0);
  await button('Restore').click();
  await button('Restore group').click();
  await becomesActive(page);
});

test('each field for people of a group names the system that sets them, whether it adds or removes', async () => {
  const desired = {
    mailNickName: 'prj-lock',
    displayName: 'Project lock',
    responsible: 'mara@nordlicht.example',
    organisationIdOrIdentifier: 'energy',
    templateIdOrIdentifier: 'project',
    properties: { code: 'lock' },
    owners: [],
    members: [],
  };
  const made = await pages.admin.call('PUT', 'teams/external/erp/lock', desired);
  assert.equal(made.status, 200, JSON.stringify(made.body));
  const { teamId } = made.body;
  const page = await pages.reader();
  await pages.visit(page, `/groups/${teamId}`);
  await becomesActive(page);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  for (const label of ['Add owners', 'Remove owners', 'Add members', 'Remove members']) {
    const [hintId] = ((await page.getByLabel(label).getAttribute('aria-describedby')) ?? '').split(
      ' ',
    );
    assert.match(await page.locator(`[id="${hintId}"]`).innerText(), /Set by erp\.$/, label);
  }
});

test('a reader sees the operations of a group and no button that requests one', async () => {
  const teamId = await project.create('prj-mole', 'project');
  const context = await pages.open();
  const page = await context.newPage();
  await page.goto(await pages.service.signInLink('rea@nordlicht.example', 'reader'));
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  await pages.visit(page, `/groups/${teamId}`);
  await becomesActive(page);
  const buttons = page.locator('.page-head .actions button');
  assert.deepEqual(await buttons.allTextContents(), ['Open in…']);
  await context.close();
});

test('the channels of a team are on a tab, and the menu finds the site of the group when it opens', async () => {
  const teamId = await project.create('prj-weir', 'project');
  const page = await pages.signedIn();
  await pages.visit(page, `/groups/${teamId}`);
  await becomesActive(page);
  await page.getByRole('link', { name: 'Channels' }).click();
  await page.getByRole('cell', { name: 'General' }).waitFor();
  assert.match(page.url(), /\?tab=channels$/);

  // A tenant in Microsoft 365, whose connection first may not read sites.
  const site = '**/teams/*/site';
  await page.route('**/session', async (route) => {
    const response = await route.fetch();
    const session = (await response.json()) as { tenant: object };
    const tenant = { ...session.tenant, directory: 'microsoft365' };
    await route.fulfill({ response, json: { ...session, tenant } });
  });
  await page.route(site, (route) =>
    route.fulfill(problem(502, 'directory_permission_missing', 'Sites.Read.All is missing.')),
  );
  await page.reload();
  const menu = page.getByRole('button', { name: 'Open in…' });
  await menu.click();
  await page.getByText('the connection may not read sites').waitFor();
  await page.unroute(site);
  await page.route(site, (route) =>
    route.fulfill({ json: { url: 'https://nordlicht.sharepoint.com/sites/prj-weir' } }),
  );
  await page.reload();
  await menu.click();
  const link = page.getByRole('link', { name: 'SharePoint' });
  assert.equal(await link.getAttribute('href'), 'https://nordlicht.sharepoint.com/sites/prj-weir');
  // The list follows its button when the window changes.
  const before = await menu.boundingBox();
  await page.setViewportSize({ width: 700, height: 860 });
  const open = page.locator('.popup:popover-open');
  await eventually(async () => {
    const [button, list] = [await menu.boundingBox(), await open.boundingBox()];
    if (button === null || list === null || before === null) return false;
    const hasMoved = button.x !== before.x || button.y !== before.y;
    const left = Math.max(4, Math.min(button.x, 700 - list.width - 4));
    const isBelow = Math.abs(list.y - (button.y + button.height + 4)) < 1;
    return hasMoved && isBelow && Math.abs(list.x - left) < 1;
  }, 'the list is below its button');
  await page.context().close();
});

test('the menu of a key with two secrets is beside its button', async () => {
  const { key } = (await pages.admin.call('POST', 'api-keys', { name: 'Service desk of the quay' }))
    .body;
  await pages.admin.call('POST', `api-keys/${key.keyId}/secrets`, undefined, {
    'if-match': `"${key.etag}"`,
  });
  const page = await pages.reader();
  await pages.visit(page, '/api-keys');
  const end = page.getByRole('button', { name: 'End old secret of Service desk of the quay' });
  const menu = page.getByRole('button', { name: 'Actions for Service desk of the quay' });
  await end.waitFor();
  const [one, other] = [await end.boundingBox(), await menu.boundingBox()];
  assert.ok(one !== null && other !== null);
  assert.ok(other.x > one.x && Math.abs(other.y - one.y) < one.height, 'on one line');
});

test('a failed creation says what to do, and is tried again', async () => {
  const teamId = await project.create('prj-tram', 'project', 'late@nordlicht.example');
  const page = await pages.reader();
  await pages.visit(page, `/groups/${teamId}`);
  await page.getByText('Next step:').waitFor();
  await pages.admin.call('POST', 'directory/people', {
    email: 'late@nordlicht.example',
    name: 'Late Comer',
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Retry of a').waitFor();
  assert.ok(!page.url().includes(teamId));
  await becomesActive(page);

  await pages.visit(page, `/groups/${teamId}`);
  await page.getByText('Resolved:').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0);
});

test('progress is shown even where it cannot be streamed', async () => {
  const page = await pages.reader();
  await page.route('**/teams/*/status', (route) => route.fulfill({ status: 429 }));
  await makeTeamsIn(5_000);
  const teamId = await project.create('prj-quay', 'project');
  await pages.visit(page, `/groups/${teamId}`);
  await page.locator('.lead .status', { hasText: 'Running' }).waitFor();
  await becomesActive(page);
  await makeTeamsIn(0);
});

test('the activity is exported as it is filtered, as CSV and as JSON lines', async () => {
  const page = await pages.reader();
  await pages.visit(page, '/activity');
  await page.getByLabel('Object').selectOption('api_key');
  await page.locator('a[download][href*="action=api_key"]').first().waitFor();
  const exported = async (name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    return { name: download.suggestedFilename(), lines: text.trim().split('\n') };
  };
  const csv = await exported('Export CSV');
  const json = await exported('Export JSON lines');
  assert.match(csv.name, /^activity-\d{4}-\d\d-\d\d\.csv$/);
  assert.match(json.name, /^activity-\d{4}-\d\d-\d\d\.jsonl$/);
  assert.ok(json.lines.length > 0);
  for (const line of json.lines) assert.match(JSON.parse(line).action, /^api_key\./);
  assert.equal(csv.lines.length, json.lines.length + 1);
  for (const line of csv.lines.slice(1)) assert.match(line, /api_key\./);
});

test('a lost update is reported, and the input stays', async () => {
  const { body: list } = await pages.admin.get('organisations');
  const [{ templateId }] = list.items[0].templates;
  const page = await pages.reader();
  await pages.visit(page, `/templates/${templateId}`);
  await page.getByLabel('Template name').fill('Mine');
  const { body: template } = await pages.admin.get(`templates/${templateId}`);
  const { name: _, ...rest } = template;
  const changed = await pages.admin.call(
    'PUT',
    `templates/${templateId}`,
    {
      name: 'Theirs',
      identifier: rest.identifier,
      mailNicknamePattern: rest.mailNicknamePattern,
      displayNamePattern: rest.displayNamePattern,
      policy: rest.policy,
    },
    { 'if-match': `"${template.etag}"` },
  );
  assert.equal(changed.status, 200);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Someone else changed').waitFor();
  assert.equal(await page.getByLabel('Template name').inputValue(), 'Mine');
  const reload = page.getByRole('button', { name: 'Reload' });
  const address = new RegExp(`/api/.*/templates/${templateId}$`);
  await page.route(address, (route) =>
    route.fulfill(problem(429, 'rate_limited', 'Too many requests.')),
  );
  await reload.click();
  await page.getByText('Too many requests').first().waitFor();
  assert.equal(await page.getByLabel('Template name').inputValue(), 'Mine', 'nothing was loaded');
  await page.unroute(address);
  await reload.click();
  await page.getByRole('heading', { name: 'Theirs' }).waitFor();
});

test('a session that ends during work loses nothing, and signing out ends it', async () => {
  const page = await pages.signedIn(undefined, 'bo@nordlicht.example');
  await pages.visit(page, '/api-keys');
  await page.getByRole('button', { name: 'Add key' }).click();
  await page.getByLabel('Descriptive name').fill('Half typed');
  await pages.service.database.query(
    `delete from admin_sessions s using administrators a
     where s.tenant_id = $1 and a.tenant_id = s.tenant_id and a.administrator_id = s.administrator_id
       and a.email = 'bo@nordlicht.example'`,
    [pages.service.tenantId],
  );
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  const isLookedFor = page.waitForResponse('**/session');
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await (await isLookedFor).finished();
  const ended = page.getByRole('dialog', { name: 'You are signed out' });
  const still = ended.getByRole('alert');
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
  assert.equal(await still.count(), 0, 'nobody has asked');
  await ended.getByRole('button', { name: 'Continue' }).click();
  await still.waitFor();
  const tab = await page.context().newPage();
  await tab.goto(await pages.service.signInLink('bo@nordlicht.example'));
  await tab.getByRole('heading', { name: 'Home' }).waitFor();
  // This tab notices it.
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor({ state: 'detached' });
  assert.equal(await page.getByLabel('Descriptive name').inputValue(), 'Half typed');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await page.getByText('You are signed out.').waitFor();
  // The other tab notices this, too.
  await tab.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.context().close();
});

test('who comes back from a group finds the list where it was left', async () => {
  await Promise.all(
    Array.from({ length: 30 }, (_, index) => project.create(`prj-line-${index}`, 'project')),
  );
  const page = await pages.reader();
  await pages.visit(page, '/groups');
  const list = page.getByRole('grid', { name: 'Groups' });
  await list.waitFor();
  await page.evaluate(() => window.scrollTo(0, 500));
  await page.waitForFunction(() => window.scrollY === 500);
  const row = list.getByRole('row').nth(14).getByRole('link').first();
  const name = (await row.textContent()) ?? '';
  await row.click();
  await page.getByRole('heading', { name }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name, exact: true }).waitFor();
  await page.waitForFunction(() => window.scrollY === 500);
});

test('a reader is offered nothing that changes', async () => {
  await pages.service.signInLink('rea@nordlicht.example', 'reader');
  const page = await pages.signedIn(undefined, 'rea@nordlicht.example');
  await pages.visit(page, '/api-keys');
  await page.getByRole('cell', { name: /Seed/ }).waitFor();
  assert.equal(await page.getByRole('button', { name: /Add key|Actions for|Rotate/ }).count(), 0);
  const { body: list } = await pages.admin.get('organisations');
  await pages.visit(page, `/templates/${list.items[0].templates[0].templateId}`);
  await page.getByText('Your role doesn’t include changing it').waitFor();
  await page.getByLabel('Alias', { exact: true }).fill('prj-a');
  await page.getByText('Alias is valid').waitFor();
  assert.equal(await page.getByRole('button', { name: /Save|Delete/ }).count(), 0);
  await page.context().close();
});

test('the search opens what the present text finds, and what is open about one thing is not shown for the next', async () => {
  const { admin } = pages;
  const [one, other] = await Promise.all(
    ['Alpha desk', 'Beta desk'].map(
      async (name) =>
        (await admin.call('POST', 'api-keys', { name })).body.key as { keyId: string },
    ),
  );
  const page = await pages.signedIn();
  await pages.visit(page, `/api-keys/${one?.keyId}`);
  await page.getByRole('heading', { level: 1, name: 'Alpha desk' }).waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search' });
  await field.fill('Alpha d');
  await page.getByRole('option', { name: /Alpha desk/ }).waitFor();
  const release = await holdBack(page, /\/search\?/);
  await field.fill('Beta d');
  await field.press('Enter');
  assert.equal(await page.getByRole('dialog').count(), 1, 'it waits for the results');
  release();
  await page.getByRole('heading', { level: 1, name: 'Beta desk' }).waitFor();
  assert.ok(page.url().endsWith(String(other?.keyId)));

  await page.getByRole('button', { name: 'Edit details' }).click();
  await page.getByRole('dialog', { name: 'Edit details' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Alpha desk' }).waitFor();
  assert.equal(await page.getByRole('dialog').count(), 0, 'the form is of another key');

  // Another administrator changes the key behind the form.
  await page.getByRole('button', { name: 'Edit details' }).click();
  const form = page.getByRole('dialog', { name: 'Edit details' });
  await form.getByLabel('Purpose').fill('Tickets');
  const { body: key } = await admin.get(`api-keys/${one?.keyId}`);
  const theirs = { name: 'Alpha desk', owner: 'Bo', purpose: '' };
  const etag = { 'if-match': `"${key.etag}"` };
  await admin.call('PUT', `api-keys/${one?.keyId}/details`, theirs, etag);
  const isRead = page.waitForResponse((answer) => answer.url().endsWith(`/${one?.keyId}`));
  await comeBack(page);
  await isRead;
  await page.getByRole('definition').filter({ hasText: 'Bo' }).waitFor({ state: 'attached' });
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Changed by someone else').waitFor();
  assert.equal((await admin.get(`api-keys/${one?.keyId}`)).body.owner, 'Bo');
  await page.context().close();
});

test('lists, people and reports show nothing of an earlier filter, page or person', async () => {
  const { admin } = pages;
  const other = 'rune@nordlicht.example';
  await admin.call('POST', 'directory/people', { email: other, name: 'Rune Berg' });
  await admin.call('POST', 'organisations', { name: 'Rail', identifier: 'rail' });
  await project.addTemplate({ name: 'Quay', identifier: 'quay' });
  await creationEnds(pages, await project.create('prj-of-mara', 'quay'));
  const page = await pages.signedIn();
  await pages.visit(page, '/people/mara@nordlicht.example');
  const group = page.getByRole('link', { name: 'Project of-mara' });
  await group.first().waitFor();
  const releasePerson = await holdBack(page, /\/people\/rune.*\/groups/);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('Rune B');
  await page.getByRole('option', { name: /Rune Berg/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Rune Berg' }).waitFor();
  assert.equal(await group.count(), 0, 'groups of the person before');
  releasePerson();
  await page.getByText('No groups', { exact: true }).waitFor();

  await pages.visit(page, '/reports');
  const tiles = page.locator('.tile');
  await tiles.first().waitFor();
  const releaseReport = await holdBack(page, /\/reports\/creations\?.*organisationId=\w/);
  await page.getByLabel('Organization').selectOption('Rail');
  // The figures of all organizations.
  await tiles.first().waitFor({ state: 'detached' });
  releaseReport();
  await page.getByText('No requests').first().waitFor();

  // 26 people, of whom the last one is on a second page.
  const { total } = (await admin.get('directory/people')).body;
  for (let n = total; n < 26; n += 1) {
    await admin.call('POST', 'directory/people', {
      email: `x${n}@nordlicht.example`,
      name: `Xaver ${String(n).padStart(2, '0')}`,
    });
  }
  await pages.visit(page, '/sandbox');
  const range = page.locator('.list-foot span').first();
  const next = page.getByRole('button', { name: 'Next' });
  await page.getByText('1 to 25 of 26').waitFor();
  const releasePage = await holdBack(page, /\/directory\/people\?.*offset=25/);
  await next.focus();
  await next.press('Enter');
  await page.waitForFunction(() => document.querySelector('.list-foot button[aria-disabled]'));
  assert.equal(await range.textContent(), '1 to 25 of 26', 'of the page that is shown');
  releasePage();
  await page.getByText('26 to 26 of 26').waitFor();
  assert.ok(await next.evaluate((button) => button === document.activeElement));
  const last = page.getByRole('row').last();
  const name = (await last.locator('.name').textContent()) ?? '';
  await last.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('button', { name: `Remove ${name}` }).click();
  await page.getByRole('button', { name: 'Remove person' }).click();
  await page.getByText('1 to 25 of 25').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.ok(await page.evaluate(() => document.activeElement !== document.body));
  await page.context().close();
});

test('the page of a group has whatever an operation changed, in whichever order operations end', async () => {
  await project.addTemplate({ name: 'Lock', identifier: 'lock' });
  const teamId = await project.create('prj-order', 'lock');
  const known = await creationEnds(pages, teamId);
  const page = await pages.reader();
  let displayName = 'As first read';
  await page.route(new RegExp(`/api/.*/teams/${teamId}[?]`), (route) =>
    route.fulfill({ json: { ...known, displayName } }),
  );
  const operation = (operationId: string, status: string, more: object = {}) => ({
    operationId,
    kind: 'change',
    requestedBy: { kind: 'administrator', id: 'bo', name: 'bo' },
    reason: null,
    change: {},
    before: null,
    after: null,
    status,
    createdAt: known.createdAt,
    updatedAt: known.createdAt,
    completedAt: null,
    steps: [],
    error: null,
    warnings: [],
    version: 1,
    ...more,
  });
  const changed = {
    before: { archived: true, 'settings.members.addApps': true, 'settings.guests': 'allow' },
    after: { archived: false, 'settings.members.addApps': false, 'settings.guests': 'deny' },
  };
  const isRead = Promise.withResolvers<void>();
  await page.route(/\/operations\?/, async (route) => {
    await isRead.promise;
    // The newer one was canceled. The older one waits for an approval, whose task is not there yet.
    const items = [
      operation('newer', 'cancelled', changed),
      operation('older', 'awaiting_approval', {
        approval: { taskId: null, stage: 1, of: 1, assignees: [] },
      }),
    ];
    await route.fulfill({ json: { items } });
  });
  const isAsked = Promise.withResolvers<void>();
  const isDecided = Promise.withResolvers<void>();
  let streams = 0;
  await page.route('**/operations/older', async (route) => {
    streams += 1;
    const approval = { taskId: 'task', stage: 1, of: 1, assignees: [] };
    const [change, when] =
      streams === 1
        ? [operation('older', 'awaiting_approval', { approval, version: 2 }), isAsked]
        : [operation('older', 'succeeded', { before: {}, after: {}, version: 3 }), isDecided];
    await when.promise;
    await route.fulfill({
      contentType: 'text/event-stream',
      body: `retry: 1\nevent: status\ndata: ${JSON.stringify(change)}\n\n`,
    });
  });
  const { displayName: group, mailNickName } = known;
  const task = {
    taskId: 'task',
    kind: 'name_deputy',
    state: 'open',
    teamId,
    displayName: group,
    mailNickName,
    assignees: [],
    decisions: [{ decision: 'keep', reason: 'optional' }],
    facts: [],
    people: [],
    openedAt: known.createdAt,
    dueAt: null,
  };
  let tasks: object[] = [task];
  await page.route(/\/tasks\?/, (route) => route.fulfill({ json: { items: tasks } }));
  await pages.visit(page, `/groups/${teamId}`);
  const title = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  await title('As first read');
  displayName = 'After the newer one';
  isRead.resolve();
  await title('After the newer one');
  assert.deepEqual(await page.locator('.operation .changes li').allTextContents(), [
    'State: Archived → Active',
    'Members add apps: Allowed → Not allowed',
    'Guests: Owners may add guests → Owners cannot add guests',
  ]);

  const row = page.getByRole('row').filter({ hasText: 'Decide' });
  await row.getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Half typed');
  tasks = [];
  isAsked.resolve();
  await row.waitFor({ state: 'detached' });
  // Another person has decided the task meanwhile: the service will say so.
  assert.equal(await dialog.getByLabel('Reason').inputValue(), 'Half typed');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  displayName = 'After the older one';
  isDecided.resolve();
  await title('After the older one');
});

test('a review gets the decisions that were made in its dialog, and says why it refuses them', async () => {
  const { admin, service } = pages;
  await project.addTemplate({ name: 'Pier', identifier: 'pier' });
  const teamId = await project.create('prj-pier', 'pier');
  await creationEnds(pages, teamId);
  const reviewId = '0198c0de-0000-7000-8000-00000000a77e';
  const people = [
    { personId: 'guest', email: null, displayName: 'Pia Moen', role: 'guest', decision: 'keep' },
    { personId: 'owner', email: null, displayName: 'Olga Moen', role: 'owner', decision: null },
    { personId: 'other', email: null, displayName: 'Ulf Moen', role: 'guest', decision: null },
  ];
  await service.database.query(
    `insert into reviews (tenant_id, review_id, team_id, organisation_id, state, subjects, people, unanswered, within,
       requested_by, requested_at, opened_at, due_at, read_due_at)
     select tenant_id, $3, team_id, organisation_id, 'open', '["owners", "guests"]', $4, 'keep', 'P30D',
       '{"kind": "administrator", "id": "ada@nordlicht.example"}', now(), now(), now() + interval '27 days', now()
     from teams where tenant_id = $1 and team_id = $2`,
    [service.tenantId, teamId, reviewId, JSON.stringify(people)],
  );
  const page = await pages.reader();
  await pages.visit(page, `/reviews/${reviewId}`);
  await page.getByRole('button', { name: 'Decide' }).click();
  const dialog = page.getByRole('dialog');
  const send = dialog.getByRole('button').last();
  const owner = dialog.getByLabel(/^Olga Moen/);
  await owner.selectOption('remove');
  await send.click();
  await dialog.getByRole('alert').waitFor();
  await owner.selectOption('keep');
  const theirs = { decisions: [{ personId: 'guest', decision: 'unsure' }] };
  await admin.call('POST', `reviews/${reviewId}/decisions`, theirs);
  await send.click();
  await dialog.waitFor({ state: 'detached' });
  const { body: decided } = await admin.get(`reviews/${reviewId}`);
  assert.deepEqual(
    decided.people.map((one: { decision: string | null }) => one.decision),
    ['unsure', 'keep', null],
  );
});

test('nothing was asked of another host, and no style or script was refused', () => {
  assert.deepEqual(pages.troubles, []);
});
