// Lists and pages without anything to show lead on: to the first group, to other filters, or back to the list.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeProject, type Pages, startPages } from './pages.ts';

const readerEmail = 'reader@nordlicht.example';
const unknownId = '0198b0aa-3f0b-7c44-9b0e-5a2d4c1f7e10';

let pages: Pages;
let page: Page;
before(async () => {
  // No comparison begins by itself.
  pages = await startPages({ RECONCILIATION_INTERVAL_MINUTES: 'off' });
  await pages.admin.call('POST', 'administrators', { email: readerEmail, role: 'reader' });
  page = await pages.signedIn({ locale: 'en-US' });
});
after(() => pages.close());

const action = (of: Page, name: string) => of.locator('.empty').getByRole('button', { name });

test('without any group, the list leads to the first one, except for a role that may request none', async () => {
  await pages.visit(page, '/groups');
  await page.getByText('No groups yet').waitFor();
  await action(page, 'New group').click();
  // Nor is there a template: the panel leads to the first one of these.
  const panel = page.getByRole('dialog', { name: 'New group' });
  await panel.getByRole('link').click();
  await page.getByRole('heading', { name: 'Templates' }).waitFor();

  const reader = await pages.signedIn({ locale: 'en-US' }, readerEmail);
  await pages.visit(reader, '/groups');
  await reader.getByText('No groups yet').waitFor();
  assert.equal(await reader.getByRole('button', { name: 'New group' }).count(), 0);
  await reader.context().close();
});

for (const [address, list] of [
  ['/groups', 'Groups'],
  ['/webhooks', 'Webhooks'],
  ['/api-keys', 'API keys'],
  ['/reviews', 'To do'],
  ['/administrators', 'Administrators'],
  ['/templates', 'Templates'],
] as const) {
  test(`an unknown address in ${address} leads back to “${list}”`, async () => {
    await pages.visit(page, `${address}/${unknownId}`);
    await page.getByRole('link', { name: `Go to ${list}`, exact: true }).click();
    await page.getByRole('heading', { name: list, exact: true, level: 1 }).waitFor();
  });
}

test('groups that no filter matches offer to clear the filters, the fields follow, and the way back keeps new ones', async () => {
  const { addTemplate, create } = await makeProject(pages);
  await addTemplate({ name: 'Project', identifier: 'project' });
  await create('prj-harbour', 'project');
  await pages.visit(page, '/groups?search=quarry&person=nobody%40nordlicht.example');
  const search = page.getByRole('searchbox', { name: 'Search' });
  assert.equal(await search.inputValue(), 'quarry');
  await page.getByText('No groups match').waitFor();
  await action(page, 'Clear filters').click();
  await page.getByRole('link', { name: 'Project harbour' }).waitFor();
  assert.equal(await search.inputValue(), '');
  assert.equal(await page.getByLabel('Person', { exact: true }).inputValue(), '');
  assert.equal(new URL(page.url()).search, '');

  await search.fill('harbour');
  await page.waitForURL(/search=harbour$/);
  await page.getByRole('link', { name: 'Project harbour' }).click();
  await page.getByRole('heading', { name: 'Project harbour', level: 1 }).waitFor();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click();
  await page.getByRole('link', { name: 'Project harbour' }).waitFor();
  assert.equal(await search.inputValue(), 'harbour');
  assert.deepEqual(pages.troubles, []);
});

test('groups that nobody compared yet are no all-clear, and a comparison that is asked for makes one', async () => {
  // The group of the test before.
  await pages.visit(page, '/to-do');
  await page.getByText('Nothing is known to do').waitFor();
  await page
    .getByText(/1 of 1 group was not compared/)
    .first()
    .waitFor();
  assert.equal(await page.getByText('Nothing to do', { exact: true }).count(), 0);
  await page.getByRole('button', { name: 'Compare now' }).click();
  await page.getByText('Nothing to do', { exact: true }).waitFor();
  await page
    .getByText(/Every group was compared/)
    .first()
    .waitFor();
});
