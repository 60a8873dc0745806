// The admin center for an administrator who is limited to an organization, and the form that sets the limit.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { AdminClient } from '../../../service/testing/admin-client.ts';
import { axeFindings, type Pages, startPages } from './pages.ts';

const email = 'lim@nordlicht.example';
let pages: Pages;
let page: Page;

before(async () => {
  pages = await startPages();
  for (const name of ['Energy', 'Rail']) {
    const { body } = await pages.admin.call('POST', 'organisations', {
      name,
      identifier: name.toLowerCase(),
    });
    await pages.admin.call('POST', `organisations/${body.organisationId}/templates`, {
      name: `Template of ${name}`,
      identifier: 'any',
      mailNicknamePattern: '',
      displayNamePattern: '',
    });
  }
  page = await pages.signedIn();
});
after(() => pages.close());

test('an invitation names the organizations of a role, and without one it is refused', async () => {
  await pages.visit(page, '/administrators');
  await page.getByRole('button', { name: 'Invite person' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Email address').fill(email);
  await form.getByLabel('Role').selectOption('administrator');
  await form.getByText('Can change everything, except the owners.').waitFor();
  await form.getByLabel('Organizations', { exact: true }).selectOption('some');
  await form.getByText('Can request and change groups, and change templates.').waitFor();
  await form.getByLabel('Invitation').selectOption('none');
  await form.getByRole('button', { name: 'Invite', exact: true }).click();
  await form.getByRole('alert').first().waitFor();
  await form.getByRole('checkbox', { name: 'Rail' }).check();
  assert.deepEqual(await axeFindings(page), []);
  await form.getByRole('button', { name: 'Invite', exact: true }).click();
  await form.waitFor({ state: 'hidden' });
  await page
    .getByRole('row', { name: new RegExp(email) })
    .getByText('Rail')
    .waitFor();
});

test('a limited administrator sees the sections, organizations and templates of the limit alone', async () => {
  const client = await AdminClient.signedIn(pages.service, email);
  assert.equal((await client.get('session')).body.administrator.organisationIds.length, 1);
  const limited = await pages.signedIn({}, email);
  const sections = limited.getByRole('navigation', { name: 'Sections' }).getByRole('link');
  assert.deepEqual(await sections.allTextContents(), [
    'Home',
    'To do',
    'Groups',
    'Lifecycle',
    'People',
    'Templates',
    'Logs',
  ]);
  await pages.visit(limited, '/organisations');
  await limited.getByText('Template of Rail').waitFor();
  assert.equal(await limited.getByText('Template of Energy').count(), 0);
  await limited.getByRole('button', { name: 'Add template to Rail' }).waitFor();
  await pages.visit(limited, '/api-keys');
  await limited.getByText(/Your role is limited to organizations/).waitFor();
  // It would be refused again.
  assert.equal(await limited.getByRole('button', { name: 'Try again' }).count(), 0);
  await limited.keyboard.press('Control+k');
  const search = limited.getByRole('dialog');
  await search.getByRole('combobox').fill('Template of');
  await search.getByText('Template of Rail').waitFor();
  assert.equal(await search.getByText('Template of Energy').count(), 0);
  await limited.context().close();
});

test('a page that concerns the whole tenant offers a limited administrator nothing', async () => {
  const limited = await pages.signedIn({}, email);
  const refused: string[] = [];
  limited.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  for (const path of [
    'activity',
    'messages',
    'messages/texts',
    'api-keys',
    'requests',
    'webhooks',
    'directory',
    'administrators',
    'sign-in-provider',
    'blocked-words',
    'sandbox',
  ]) {
    await pages.visit(limited, `/${path}`);
    await limited.getByText(/Your role is limited to organizations/).waitFor();
    const offered = limited.getByRole('main').locator('button, a, input, select');
    assert.deepEqual(await offered.allTextContents(), [], path);
  }
  assert.deepEqual(refused, [], 'nothing is asked that the service refuses');
  await limited.context().close();
});

test('a refusal by the limit is in the language of the page', async () => {
  const german = await pages.signedIn({ locale: 'de-DE' }, email);
  await pages.visit(german, '/api-keys');
  await german.getByText(/Ihre Rolle ist auf Organisationen beschränkt/).waitFor();
  assert.equal(await german.getByText(/Your role/).count(), 0);
  await german.context().close();
});

test('the limit is shown on the page of the administrator, and lifted there', async () => {
  await pages.visit(page, '/administrators');
  await page.getByRole('link', { name: email }).click();
  // The list has a button of this name, too, and stays until the page of the person is loaded.
  await page.waitForURL(/\/administrators\/./);
  await page.getByRole('heading', { name: email }).waitFor();
  await page.getByRole('button', { name: 'Change role' }).click();
  const form = page.getByRole('dialog');
  assert.ok(await form.getByRole('checkbox', { name: 'Rail' }).isChecked());
  await form.getByLabel('Organizations', { exact: true }).selectOption('all');
  await form.getByRole('button', { name: 'Change role' }).click();
  await page.getByText('All organizations').waitFor();
  assert.deepEqual(pages.troubles, []);
});
