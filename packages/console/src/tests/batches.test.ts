// Everything of a person who leaves is handed over by one batch, however many groups that is: nothing is sent twice, a reload
// loses nothing, and the notice, the page of the batch and the lists say the same.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../../../service/testing/eventually.ts';
import { axeFindings, makeProject, type Pages, startPages } from './pages.ts';

/** More than one page of a batch has, and more than are in progress at once. */
const count = 202;
const leaver = 'jonas@nordlicht.example';

let pages: Pages;
let page: Page;
/** The requests for a batch. */
const sent: string[] = [];

before(async () => {
  pages = await startPages();
  const { admin } = pages;
  const { addTemplate } = await makeProject(pages);
  await admin.call('POST', 'directory/people', { email: leaver, name: 'Jonas Lindqvist' });
  await addTemplate({ name: 'Project', identifier: 'project' });
  const { status, body } = await admin.call(
    'POST',
    'teams/bulk',
    Array.from({ length: count }, (_, index) => ({
      displayName: `Project ${index}`,
      mailNickName: `prj-${index}`,
      responsible: leaver,
      organisationIdOrIdentifier: 'energy',
      templateIdOrIdentifier: 'project',
      owners: [],
      members: [],
    })),
  );
  assert.deepEqual([status, body.accepted], [200, count], JSON.stringify(body).slice(0, 500));
  await eventually(
    async () => (await admin.get('teams?status=succeeded&total=true&limit=1')).body.total === count,
    'the groups exist',
  );
  page = await pages.signedIn({ locale: 'en-US' });
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/batches')) sent.push(request.url());
  });
});
after(() => pages.close());

test(`${count} groups of a leaver are handed over once, also after a double click and a reload`, async () => {
  await pages.visit(page, `/people/${leaver}`);
  await page.getByText('50 shown').first().waitFor();
  await page.getByRole('button', { name: 'Hand over all' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Successor').fill('mara@nordlicht.example');
  await dialog.getByLabel('This person').selectOption('none');
  await dialog.getByRole('button', { name: 'Check groups' }).click();
  await dialog.getByText(`${count} groups can be handed over.`).waitFor();
  await dialog.getByRole('button', { name: `Hand over ${count} groups` }).dblclick();
  await dialog.waitFor({ state: 'detached' });
  const notice = page.getByRole('region', { name: `Progress: Hand over ${count} groups` });
  await notice.getByText(`of ${count} done`).waitFor();
  await page.reload();
  // It is followed on, and the list of the person empties without a reload.
  const toast = page.locator('.fui-Toast', { hasText: `Hand over ${count} groups` });
  await toast.getByText(`${count} of ${count} done`).waitFor({ timeout: 120_000 });
  assert.deepEqual(await axeFindings(page), []);
  await page.getByText('No groups').waitFor();
  await notice.waitFor({ state: 'detached' });
  assert.equal(sent.length, 1);
  const { body } = await pages.admin.get('batches');
  assert.equal(body.items.length, 1);
  const { size, counts } = body.items[0];
  assert.deepEqual([size, counts.succeeded], [count, count]);
  const operations = await pages.service.database.query<{ number: number }>(
    `select count(*)::integer as number from operations where tenant_id = $1 and kind = 'handover'`,
    [pages.service.tenantId],
  );
  assert.deepEqual(operations, [{ number: count }]);
});

test('the page of a batch has the result of each group, the reasons, and a file', async () => {
  await pages.visit(page, '/batches');
  await page.getByRole('link', { name: `Hand over ${count} groups` }).click();
  await page.getByRole('heading', { name: `Hand over ${count} groups` }).waitFor();
  await page.getByText(`${count} of ${count} done`, { exact: true }).waitFor();
  await page.getByRole('button', { name: `All ${count}` }).waitFor();
  await page.getByText('200 shown').waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  assert.equal(lines.length, count + 1);
  assert.match(lines[1] ?? '', /^Project \d+,[0-9a-f-]{36},Succeeded,/);
  assert.deepEqual(await axeFindings(page), []);
});

test('a group that is refused says why, and the list shows the others as they are now', async () => {
  const { body } = await pages.admin.get('teams?search=prj-7');
  const [held, other] = body.items.slice(0, 2);
  await pages.admin.call('PUT', `teams/${held.teamId}/hold`, { reason: 'Court' });
  const { body: batch } = await pages.admin.call('POST', 'batches', {
    kind: 'archive',
    groups: [{ teamId: held.teamId }, { teamId: other.teamId }],
  });
  await pages.visit(page, `/batches/${batch.batchId}?show=problems`);
  await page.getByText('1 of 2 done, 1 refused', { exact: true }).waitFor();
  const row = page.getByRole('row').filter({ hasText: held.displayName });
  await row.getByText('Refused').waitFor();
  await row.getByText(/on hold/).waitFor();
  assert.equal(await page.locator('tbody tr').count(), 1);
});

test('what a person did is checked, named as far as it cannot go back, and taken back', async () => {
  await pages.visit(page, '/batches');
  await page.getByRole('button', { name: 'Undo what a rule or a person did' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Done by').selectOption('person');
  await dialog.getByLabel('Person').fill('nobody@nordlicht.example');
  await dialog.getByLabel('From').fill(new Date().toISOString().slice(0, 10));
  await dialog.getByRole('button', { name: 'Check groups' }).click();
  await dialog.getByText('No group goes back.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Undo what a rule or a person did' }).click();
  await dialog.getByLabel('Done by').selectOption('person');
  await dialog.getByLabel('Person').fill('ada@nordlicht.example');
  await dialog.getByLabel('From').fill(new Date().toISOString().slice(0, 10));
  await dialog.getByRole('button', { name: 'Check groups' }).click();
  await dialog.getByText(`${count} groups go back.`).waitFor({ timeout: 120_000 });
  await dialog.getByText('The creation cannot go back.').waitFor();
  await dialog.getByRole('button', { name: 'Download what cannot go back' }).waitFor();
  assert.deepEqual(await axeFindings(page), []);
});
