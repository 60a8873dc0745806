// Groups that others made, in a real browser: selected over pages, planned, adopted in bulk, and by a CSV file.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { addWildGroup } from '../../../service/testing/wild-sandbox-group.ts';
import { adoptionsCsv } from '../pages/groups/found/adoption-request.ts';
import { adoptionColumns, adoptionOfRow, partsOf } from '../pages/groups/import/import-columns.ts';
import { readCsv } from '../pages/groups/import/read-csv.ts';
import { axeFindings, makeProject, type Pages, startPages } from './pages.ts';

const mara = 'mara@nordlicht.example';

let pages: Pages;
before(async () => {
  pages = await startPages();
  const { addTemplate } = await makeProject(pages);
  await addTemplate({
    name: 'Project',
    identifier: 'project',
    mailNicknamePattern: 'prj-{{code}}',
    displayNamePattern: 'Project {{code}}',
    policy: { adoption: { perDay: 20 } },
  });
  const { database, tenantId } = pages.service;
  const wild = (group: Parameters<typeof addWildGroup>[2]) =>
    addWildGroup(database, tenantId, { owners: [mara], ...group });
  for (let code = 11; code < 41; code += 1) {
    await wild({ mailNickname: `prj-${code}`, displayName: `Project ${code}` });
  }
  await wild({ mailNickname: 'lunch', displayName: '=Lunch club' });
  for (const name of ['Rule one', 'Rule two']) {
    await wild({
      mailNickname: name.replace(' ', '-'),
      displayName: name,
      facts: { hasDynamicMembership: true },
    });
  }
});
after(() => pages.close());

const governed = async () => (await pages.admin.get('teams?total=true')).body.total as number;

async function openList(): Promise<Page> {
  const page = await pages.signedIn({ locale: 'en-US' });
  await pages.visit(page, '/directory-groups');
  await page.getByRole('button', { name: 'All 33' }).waitFor();
  return page;
}

const rows = (page: Page, count: number) =>
  page.getByRole('region', { name: 'Selected groups' }).getByText(`${count} groups selected`);

test('a selection by its range and by its head survives paging, and the plan counts every group once', async () => {
  const page = await openList();
  await page.getByRole('button', { name: 'Dynamic membership 2' }).click();
  await page.getByText('1 to 2 of 2').waitFor();
  await page.getByRole('button', { name: 'All 33' }).click();
  await page.getByText('1 to 25 of 33').waitFor();
  await page.getByRole('checkbox', { name: 'Select =Lunch club' }).check();
  await page.getByRole('checkbox', { name: 'Select Project 14' }).click({ modifiers: ['Shift'] });
  await rows(page, 5).waitFor();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByText('26 to 33 of 33').waitFor();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await rows(page, 13).waitFor();
  await page.getByRole('button', { name: 'Previous', exact: true }).click();
  await page.getByText('1 to 25 of 33').waitFor();
  await page.getByRole('checkbox', { name: 'Select Project 12', exact: true }).uncheck();
  await rows(page, 12).waitFor();
  await page.getByRole('button', { name: 'Select all 33' }).click();
  await rows(page, 33).waitFor();
  assert.deepEqual(await axeFindings(page), []);

  await page.getByRole('button', { name: 'Plan adoption' }).click();
  const dialog = page.getByRole('dialog', { name: 'Adopt 33 groups' });
  await dialog.getByText('For 1 group without a proposal').waitFor();
  await dialog.getByRole('button', { name: 'Show plan' }).click();
  await dialog.getByText('20 groups can be adopted. 13 groups cannot:').waitFor();
  const reasons = dialog.getByRole('listitem');
  await reasons.filter({ hasText: '11 groups: The template adopts 20 more groups' }).waitFor();
  await reasons.filter({ hasText: /2 groups: A rule decides.*Rule one, Rule two/ }).waitFor();
  assert.equal(await reasons.count(), 2);
  assert.deepEqual(await axeFindings(page), []);
  assert.equal(await governed(), 0, 'a plan adopts nothing');
  await page.keyboard.press('Escape');
  await rows(page, 33).waitFor();
  await page.context().close();
  assert.deepEqual(pages.troubles, []);
});

test('a list that was downloaded and changed is adopted from CSV, once, also if the answer is lost', async () => {
  const page = await openList();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const path = await download.path();
  const [head = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split('\r\n');
  assert.equal(lines.length, 33);
  assert.equal(lines.filter((line) => line.includes(",'=Lunch club,")).length, 1);
  const kept = lines.filter((line) => /prj-1[12],|lunch,|Rule one/.test(line));
  writeFileSync(path, [head, ...kept].join('\r\n'));

  await page.getByRole('button', { name: 'Adopt from CSV' }).click();
  const panel = page.getByRole('dialog', { name: 'Adopt groups from CSV' });
  await panel.getByLabel('CSV file').setInputFiles(path);
  await panel.getByRole('heading', { name: 'For rows without an organization' }).waitFor();
  await panel.getByRole('button', { name: 'Check rows' }).click();
  await panel.getByText('3 groups can be adopted. 1 group cannot:').waitFor();

  const sent: Request[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/batches') && request.method() === 'POST') sent.push(request);
  });
  await page.route('**/batches', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    return route.abort();
  });
  const adopt = panel.getByRole('button', { name: 'Adopt 3 groups' });
  await adopt.evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await panel.getByText('Nothing is adopted twice.').waitFor();
  assert.equal(sent.length, 1);
  await page.unroute('**/batches');
  await adopt.click();
  // The list follows the batch.
  await page.getByRole('button', { name: 'All 30' }).waitFor();
  // The progress of the batch has a link, and once it has ended, its message has a button.
  const show = { name: 'Show', exact: true } as const;
  await page.getByRole('link', show).or(page.getByRole('button', show)).first().click();
  await page.getByRole('heading', { name: 'Adopt 3 groups' }).waitFor();
  await page.getByRole('link', { name: 'Project 11' }).waitFor();
  await page.getByText('3 of 3 done', { exact: true }).first().waitFor();
  assert.equal(await governed(), 3);
  const { items } = (await pages.admin.get('batches')).body as { items: { kind: string }[] };
  assert.deepEqual(
    items.map(({ kind }) => kind),
    ['adopt'],
  );
  await page.context().close();
  assert.deepEqual(pages.troubles, []);
});

test('a file of the list is read back as the requests that the list would send', () => {
  const organisation = {
    identifier: 'energy',
    organisationId: 'o',
    templates: [{ templateId: 't', identifier: 'project', name: 'Project' }],
  };
  const group = {
    groupId: '7d1f9a52-3c64-4f0e-9b1c-5a2f8f6f0c11',
    displayName: 'A, "b"; =c',
    mailNickName: 'prj-1',
    kind: 'team',
    obstacles: [],
    proposal: {
      organisationId: 'o',
      templateId: 't',
      properties: { code: '1', deputy: 'x' },
      responsible: mara,
      deputy: null,
      conforms: true,
    },
  };
  const organisations = [organisation] as unknown as Parameters<typeof adoptionsCsv>[1];
  const table = readCsv(
    adoptionsCsv([group] as unknown as Parameters<typeof adoptionsCsv>[0], organisations),
  );
  const parts = partsOf(table, ['code', 'deputy'], adoptionColumns);
  const standard = { organisationId: '', templateId: '' };
  assert.deepEqual(adoptionOfRow(table.rows[0]!, parts, standard, organisations), {
    groupId: group.groupId,
    organisationIdOrIdentifier: 'energy',
    templateIdOrIdentifier: 'project',
    responsible: mara,
    properties: { code: '1', deputy: 'x' },
  });
});
