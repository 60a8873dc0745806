// Groups from a CSV file: read as spreadsheets write it, checked row by row before anything is sent, corrected in place,
// and created once.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { partsOf, requestOfRow } from '../pages/groups/import/import-columns.ts';
import { csvOf, readCsv } from '../pages/groups/import/read-csv.ts';
import { makeProject, type Pages, startPages } from './pages.ts';

const mara = 'mara@nordlicht.example';

test('a file is read as the command line reads it, with the line of each row', () => {
  const text =
    '\uFEFFsep=;\r\nAlias;Members;Name;\r\na;"x@y; z@y";"Ä ""1""";\r\n;;;\r\nb;x@y\r\n;;;\r\n';
  assert.deepEqual(readCsv(text), {
    headings: ['Alias', 'Members', 'Name'],
    rows: [
      { line: 3, cells: ['a', 'x@y; z@y', 'Ä "1"'] },
      { line: 5, cells: ['b', 'x@y', ''] },
    ],
  });
});

test('a download is read back as it was', () => {
  const rows = [
    ['a', 'b'],
    ['x, "y"', 'line\nbreak; ä'],
  ];
  const { headings, rows: read } = readCsv(csvOf(rows));
  assert.deepEqual([headings, ...read.map(({ cells }) => cells)], rows);
});

test('columns are known by the titles of the API and of both languages, and faults find their column', () => {
  const headings = [
    'mailNickName',
    'Verantwortliche Person',
    'More owners',
    'Region',
    'externalIds.erp',
    'alias',
  ];
  const table = {
    headings,
    rows: [{ line: 2, cells: ['a', mara, `${mara}; b@c, d@e`, 'N', 'P/1', ''] }],
  };
  const accented = { headings: ['De\u0301scription', 'RE\u0301GION'], rows: [] };
  assert.deepEqual(partsOf(accented, ['r\u00E9gion']), ['description', 'properties.r\u00E9gion']);
  const parts = partsOf(table, ['region']);
  assert.deepEqual(parts, [
    'mailNickName',
    'responsible',
    'owners',
    'properties.region',
    'externalIds.erp',
    '',
  ]);
  const standard = { organisationId: 'o', templateId: 't' };
  const { request, columnOf } = requestOfRow(table.rows[0]!, parts, standard, []);
  assert.deepEqual(request, {
    mailNickName: 'a',
    description: '',
    responsible: mara,
    deputy: null,
    organisationIdOrIdentifier: 'o',
    templateIdOrIdentifier: 't',
    owners: [mara, 'b@c', 'd@e'],
    members: [],
    properties: { region: 'N' },
    externalIds: [{ source: 'erp', externalId: 'P/1' }],
  });
  const pointers = [
    '/owners/1',
    '/properties/region',
    '/externalIds/0/externalId',
    '/deputy',
    undefined,
  ];
  assert.deepEqual(pointers.map(columnOf), [2, 3, 4, undefined, undefined]);
});

let pages: Pages;
before(async () => {
  pages = await startPages();
  const { addTemplate } = await makeProject(pages);
  await addTemplate({
    name: 'Site',
    identifier: 'site',
    mailNicknamePattern: 'site-{{place}}',
    displayNamePattern: 'Site {{place}}',
  });
});
after(() => pages.close());

// A failed test must not leave its routes to the next.
afterEach(async () =>
  (await pages.reader({ locale: 'en-US' })).unrouteAll({ behavior: 'ignoreErrors' }),
);

const total = async () => (await pages.admin.get('teams?total=true')).body.total as number;

async function importRows(page: Page, rows: readonly string[]) {
  await pages.visit(page, '/groups');
  await page.getByRole('button', { name: 'Import' }).click();
  const panel = page.getByRole('dialog', { name: 'Import groups from CSV' });
  await panel.getByLabel('Or paste the rows').fill(rows.join('\n'));
  await panel.getByRole('button', { name: 'Next' }).press('Enter');
  await panel.getByRole('button', { name: 'Check rows' }).waitFor();
  // The button of the step before is gone.
  await page.waitForFunction(() => document.activeElement?.closest('dialog') != null);
  await panel.getByRole('button', { name: 'Check rows' }).click();
  return panel;
}

test('rows are checked before anything is sent, faults are fixed in place, and a lost answer creates nothing twice', async () => {
  const page = await pages.reader({ locale: 'en-US' });
  const panel = await importRows(page, [
    'place,Responsible,Ticket',
    `bergen,${mara},1`,
    `tromso,gone@nordlicht.example,2`,
    `Bergen,${mara},3`,
  ]);
  await panel.getByText('1 row is ready, 2 have faults.').waitFor();
  await panel.getByText('Line 2 has the same alias.').waitFor();
  assert.equal(await total(), 0);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Download rows with faults' }).click(),
  ]);
  const { headings, rows } = readCsv(readFileSync(await download.path(), 'utf8'));
  assert.deepEqual(headings, ['place', 'Responsible', 'Ticket', 'Error']);
  assert.deepEqual(
    rows.map(({ cells }) => cells[2]),
    ['2', '3'],
  );
  assert.match(rows[0]?.cells[3] ?? '', /\w+ \w+/);

  const fixed = panel.getByLabel('Responsible in line 3');
  await fixed.fill(mara);
  await fixed.press('Enter');
  await panel.getByText('2 rows are ready, 1 has faults.').waitFor();

  await page.route('**/teams/bulk', async (route) => {
    await route.fetch();
    return route.abort();
  });
  await panel.getByRole('button', { name: 'Create 2 groups' }).click();
  await panel.getByText('Nothing is created twice.').waitFor();
  assert.equal(await total(), 2);
  await page.unroute('**/teams/bulk');
  await panel.getByRole('button', { name: 'Create 2 groups' }).click();
  await panel.getByText('2 groups were requested. 2 of 2 finished').waitFor();
  assert.equal(await total(), 2);
  await panel.getByRole('link', { name: 'Site tromso' }).waitFor();
  await panel.getByText('1 row was not sent, because it has faults.').waitFor();

  await panel.getByRole('button', { name: 'Fix the rows with faults' }).click();
  await panel.getByText('0 rows are ready, 1 has faults.').waitFor();
  await panel.getByRole('button', { name: 'Back to columns' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await panel.waitFor({ state: 'detached' });
});

test('a file with more rows than one request takes, or with none, is refused with the reason', async () => {
  const page = await pages.reader({ locale: 'en-US' });
  await pages.visit(page, '/groups?new=import');
  const panel = page.getByRole('dialog', { name: 'Import groups from CSV' });
  const row = `x,${mara}\n`;
  await panel.getByLabel('CSV file').setInputFiles({
    name: 'groups.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`place,Responsible\n${row.repeat(101)}`),
  });
  await panel.getByText('The file has 101 rows.').waitFor();
  await panel.getByLabel('Or paste the rows').fill('place,Responsible');
  await panel.getByRole('button', { name: 'Next' }).click();
  await panel.getByText('The file has no rows').waitFor();

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  assert.equal(await panel.getByLabel('Or paste the rows').inputValue(), 'place,Responsible');

  // The first of two files is read more slowly.
  const release = await page.evaluateHandle(() => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let isFirst = true;
    Blob.prototype.arrayBuffer = async function () {
      if (isFirst) {
        isFirst = false;
        await promise;
      }
      return new Response(this).arrayBuffer();
    };
    return resolve;
  });
  for (const heading of ['Slow', 'Fast']) {
    await panel.getByLabel('CSV file').setInputFiles({
      name: `${heading}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(`${heading},Responsible\nx,${mara}\n`),
    });
  }
  await panel.getByRole('cell', { name: 'Fast' }).waitFor();
  await release.evaluate((resolve) => resolve());
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
  assert.equal(await panel.getByRole('cell', { name: 'Fast' }).count(), 1);
});

test('the sample has a row for each template and is read back, and faults speak of fields, not of the API', async () => {
  const page = await pages.reader({ locale: 'en-US' });
  await pages.visit(page, '/groups?new=import');
  const panel = page.getByRole('dialog', { name: 'Import groups from CSV' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Download a sample' }).click(),
  ]);
  const file = readFileSync(await download.path(), 'utf8');
  const { headings, rows } = readCsv(file);
  assert.deepEqual(
    [headings[0], headings[1], headings.at(-1)],
    ['Organization', 'Template', 'place'],
  );
  assert.deepEqual(
    rows.map(({ cells }) => [cells[0], cells[1], cells[5], cells.at(-1)]),
    [['Energy', 'Site', mara, 'example']],
  );

  const check = async (text: string) => {
    await panel.getByLabel('Or paste the rows').fill(text);
    await panel.getByRole('button', { name: 'Next' }).click();
    await panel.getByRole('button', { name: 'Check rows' }).click();
  };
  await check(file);
  await panel.getByText('1 row is ready, none has faults.').waitFor();
  await page.reload();
  await check(file.replace(mara, 'ada@nordlicht.example'));
  await panel.getByText('ada@nordlicht.example is not in the directory.').waitFor();
  const responsible = panel.getByLabel('Responsible in line 2');
  await responsible.fill('ada');
  await responsible.press('Enter');
  await panel.getByText('Enter an email address or a user ID.').waitFor();
  await responsible.fill(mara);
  await responsible.press('Enter');
  await panel.getByText('1 row is ready, none has faults.').waitFor();
});
