// The list of what is to do has one number everywhere, is grouped by cause, and is solved for many groups by one request.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../../../service/testing/eventually.ts';
import { axeFindings, creationEnds, makeProject, type Pages, startPages } from './pages.ts';

let pages: Pages;
let page: Page;
const left = 'Jonas Lindqvist can’t sign in';
before(async () => {
  pages = await startPages();
  const { admin } = pages;
  const { addTemplate, create } = await makeProject(pages);
  await admin.call('POST', 'directory/people', {
    email: 'jonas@nordlicht.example',
    name: 'Jonas Lindqvist',
  });
  await addTemplate({ name: 'Project', identifier: 'project' });
  for (const name of ['harbour', 'quarry', 'pier']) {
    await creationEnds(pages, await create(`prj-${name}`, 'project', 'jonas@nordlicht.example'));
  }
  await creationEnds(pages, await create('prj-nobody', 'project', 'gone@nordlicht.example'));
  const { body: people } = await admin.get('directory/people?search=jonas');
  const { personId, etag, email, kind } = people.items[0];
  const disabled = { name: 'Jonas Lindqvist', email, kind, enabled: false };
  await admin.call('PUT', `directory/people/${personId}`, disabled, { 'if-match': `"${etag}"` });
  await eventually(
    async () => (await admin.get('to-do')).body.total === 4,
    'the service knows that Jonas left',
  );
  page = await pages.signedIn({ locale: 'en-US' });
});
after(() => pages.close());

const rowOf = (text: string) =>
  page.getByRole('main').getByRole('row').filter({ hasText: text }).first();
const numberIn = (text: string | null) => parseInt((text ?? '').replace(/^\D+/, ''), 10);

test('the navigation, Home, the tabs and the lists say the same number', async () => {
  const { body } = await pages.admin.get('to-do');
  assert.equal(body.total, 4);
  await page.reload();
  const entry = page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('link', { name: /^To do/ });
  await entry.getByText('4').waitFor();
  await rowOf(left).getByText('3 groups').waitFor();
  await rowOf('People not found').getByText('1 group').waitFor();
  assert.deepEqual(await axeFindings(page), []);

  await entry.click();
  await page.getByRole('heading', { name: 'To do', level: 1 }).waitFor();
  const tab = (name: string) => page.getByRole('button', { name: new RegExp(`^${name} \\d`) });
  assert.equal(numberIn(await tab('All').textContent()), 4);
  assert.equal(numberIn(await tab('Ownership').textContent()), 3);
  await rowOf(left).getByText('3 groups').waitFor();
  await rowOf(left).getByRole('link').click();
  await page.getByRole('heading', { name: `${left}: 3 groups` }).waitFor();
  await page.getByText('1 to 3 of 3').waitFor();
  assert.equal(await page.locator('tbody tr').count(), 3);
  assert.deepEqual(await axeFindings(page), []);
});

test('the groups of a person who left are selected as a whole and handed over by one request', async () => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/batches')) {
      sent.push(request.url());
    }
  });
  await page.getByRole('checkbox', { name: 'Select Project harbour' }).check();
  const bar = page.getByRole('region', { name: 'Selected groups' });
  await bar.getByRole('button', { name: 'Select all 3' }).click();
  await bar.getByText('3 groups selected').waitFor();
  await bar.getByRole('button', { name: 'Hand over' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New responsible person').fill('mara@nordlicht.example');
  await dialog.getByRole('button', { name: 'Check groups' }).click();
  await dialog.getByText('3 groups can be handed over').waitFor();
  await dialog.getByRole('button', { name: 'Hand over 3 groups' }).dblclick();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(sent.length, 1);
  // The cause has gone with its groups, here and in the navigation.
  await page.getByText('Nothing to do here').waitFor({ timeout: 60_000 });
  await page.goto(pages.url('/to-do'));
  await rowOf('People not found').waitFor();
  assert.equal(await page.getByText(left).count(), 0);
  const { body } = await pages.admin.get('to-do');
  assert.equal(body.total, 1);
  await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('link', { name: /^To do/ })
    .getByText(String(body.total), { exact: true })
    .waitFor();
});

test('the page of a person says whether the account is enabled, and has decisions and messages', async () => {
  await page.goto(pages.url('/people/jonas@nordlicht.example'));
  await page.getByRole('heading', { name: 'Jonas Lindqvist' }).waitFor();
  await page.getByText('Account:').getByText('Disabled').waitFor();
  await page.getByRole('button', { name: 'Decided' }).click();
  await page.getByText('No task of this person was decided yet.').waitFor();
  await page.getByRole('heading', { name: 'Messages' }).waitFor();
  await page.locator('.late').waitFor({ state: 'detached' });
  assert.deepEqual(await axeFindings(page), []);
});

test('the addresses of the former pages lead to their lists', async () => {
  for (const [former, show] of [
    ['findings', 'differences'],
    ['responsibility', 'ownership'],
    ['approvals', 'approvals'],
    ['reviews', 'reviews'],
    ['tasks', 'questions'],
  ] as const) {
    await page.goto(pages.url(`/${former}`));
    await page.waitForURL(new RegExp(`/to-do\\?show=${show}$`));
    await page.getByRole('heading', { name: 'To do', level: 1 }).waitFor();
  }
  assert.deepEqual(pages.troubles, []);
});
