// The list of groups on a phone and by keys: the page scrolls and not a box in it, cards have room for their content, what
// one taps is large enough, and the ring of the focus is whole.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { comeBack, creationEnds, makeProject, type Pages, startPages } from './pages.ts';

const groups = 30;
/** WCAG 2.2, 2.5.8. */
const smallestTarget = 24;
const standard = ['name', 'alias', 'status', 'responsible', 'template', 'requested'];

let pages: Pages;
let create: Awaited<ReturnType<typeof makeProject>>['create'];
before(async () => {
  pages = await startPages();
  const project = await makeProject(pages);
  ({ create } = project);
  await project.addTemplate({ name: 'Project', identifier: 'project' });
  for (let n = 0; n < groups; n += 1) await create(`prj-of-the-outer-harbour-${n}`, 'project');
});
after(() => pages.close());

/** The texts of cards whose content does not fit. */
async function cardsTooSmall(page: Page) {
  await page.getByRole('row').nth(5).waitFor();
  return await page.locator('.grid-row').evaluateAll((rows) =>
    rows
      .filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return [...row.querySelectorAll('.grid-cell')].some((cell) => {
          const inner = cell.getBoundingClientRect();
          return inner.height > 0 && (inner.top < top || inner.bottom > bottom);
        });
      })
      .map((row) => row.textContent),
  );
}

for (const width of [320, 390]) {
  test(`at ${width} px the page scrolls to the last group, and no card is too small for its content`, async () => {
    const page = await pages.reader({ viewport: { width, height: 844 } });
    await pages.visit(page, '/groups');
    const last = page.getByRole('link', { name: 'Project of-the-outer-harbour-0' });
    await page.getByRole('row').nth(5).waitFor();
    const boxes = await page.locator('[role=grid]').evaluate((grid) => {
      const scrolls = [];
      for (let box: Element | null = grid; box !== null; box = box.parentElement) {
        const { overflowY } = getComputedStyle(box);
        const isPage = box === document.documentElement || box === document.body;
        if (!isPage && /auto|scroll/.test(overflowY) && box.scrollHeight > box.clientHeight)
          scrolls.push(box.className);
      }
      return scrolls;
    });
    assert.deepEqual(boxes, [], 'boxes that scroll within the page');
    assert.deepEqual(await cardsTooSmall(page), [], 'cards that are too small');
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await last.scrollIntoViewIfNeeded();
    const more = ['organisation', 'deputy', 'createdBy', 'mail', 'groupId'];
    await pages.visit(page, `/groups?columns=${[...standard, ...more].join()}`);
    await page.getByText(/^No room for: Organization, Deputy.*Directory ID$/).waitFor();
    assert.deepEqual(await cardsTooSmall(page), [], 'cards that are too small for more columns');
  });
}

test('on a phone, what one taps in the list is 24 px, or nothing else is near', async () => {
  const page = await pages.reader({ viewport: { width: 390, height: 844 } });
  await pages.visit(page, '/groups');
  await page.getByRole('row').nth(5).waitFor();
  const near = await page
    .locator('.grid-row :is(a, button, input)')
    .evaluateAll((targets, least) => {
      const boxes = targets.map((target) => target.getBoundingClientRect());
      const middle = ({ left, right, top, bottom }: DOMRect) => [
        (left + right) / 2,
        (top + bottom) / 2,
      ];
      /** The distance is from the middle of a small target to the next one. */
      const distance = ([x = 0, y = 0]: number[], box: DOMRect) =>
        Math.hypot(
          Math.max(box.left - x, 0, x - box.right),
          Math.max(box.top - y, 0, y - box.bottom),
        );
      return boxes.flatMap((box, at) => {
        if (box.width >= least && box.height >= least) return [];
        const isFree = boxes.every(
          (other, index) => index === at || distance(middle(box), other) >= least / 2,
        );
        return isFree ? [] : [targets[at]?.textContent];
      });
    }, smallestTarget);
  assert.deepEqual(near, []);
});

test('the ring of the focus is whole in the list, in every row and cell', async () => {
  const page = await pages.signedIn();
  await pages.visit(page, '/groups');
  await page.getByRole('row').nth(5).waitFor();
  await page.getByRole('grid').focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'End', 'ArrowDown']) {
    await page.keyboard.press(key);
    const cut = await page.locator('[role=grid] [data-active]').evaluate((active) => {
      const { boxShadow, outlineStyle } = getComputedStyle(active);
      if (!boxShadow.includes('inset') && outlineStyle === 'none') return 'there is no ring';
      // The ring is within the active cell, so it is whole if the cell is.
      const ring = active.getBoundingClientRect();
      for (let box = active.parentElement; box !== null; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box);
        const isPage = box === document.documentElement || box === document.body;
        if (isPage || (overflowX === 'visible' && overflowY === 'visible')) continue;
        const frame = box.getBoundingClientRect();
        const isInside =
          ring.left >= frame.left &&
          ring.right <= frame.right &&
          ring.top >= frame.top &&
          ring.bottom <= frame.bottom;
        if (!isInside) return `${box.className} cuts it`;
      }
      return null;
    });
    assert.equal(cut, null, `after ${key}`);
  }
  await page.context().close();
});

for (const language of ['en-US', 'de-DE'] as const) {
  test(`at 1280 px no column of the list is missing, and others say that they have no room: ${language}`, async () => {
    const page = await pages.reader({ viewport: { width: 1280, height: 900 }, locale: language });
    const heads = page.locator('[role=grid] [role=columnheader]');
    await pages.visit(page, '/groups');
    await page.getByRole('row').nth(5).waitFor();
    // The check box and the actions have a column each.
    assert.equal(await heads.count(), standard.length + 2);
    assert.equal(await page.locator('.list-foot span').count(), 1);
    const cut = await page
      .locator('.grid-row .status, .grid-row time')
      .evaluateAll((cells) =>
        cells
          .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
          .map((cell) => cell.textContent),
      );
    assert.deepEqual(cut, []);
    await pages.visit(
      page,
      `/groups?columns=${[...standard, 'organisation', 'deputy', 'mail', 'groupId'].join()}`,
    );
    const room =
      language === 'en-US' ? /^No room for: .*Directory ID$/ : /^Kein Platz für: .*Verzeichnis-ID$/;
    await page.locator('.list-foot').getByText(room).waitFor();
  });
}

test('a menu, a dialog and the focus stay with their group while the list changes', async () => {
  const gone = await create('prj-of-nobody', 'project', 'gone@nordlicht.example');
  await creationEnds(pages, gone);
  const page = await pages.signedIn();
  await pages.visit(page, '/groups');
  const grid = page.getByRole('grid', { name: 'Groups' });
  const menu = page.locator('.popup:popover-open');
  await grid.getByRole('button', { name: 'Actions for Project of-the-outer-harbour-20' }).click();
  await menu.getByRole('button', { name: 'Delete' }).waitFor();
  await create('prj-added', 'project');
  await comeBack(page);
  await grid.getByRole('link', { name: 'Project added' }).waitFor();
  const names = await menu.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  assert.deepEqual(
    names.filter((name) => !name?.endsWith('-20')),
    [],
    'a menu of another group',
  );

  // By keys alone: the order of the list.
  await grid.focus();
  for (const key of ['Control+Home', 'ArrowRight', 'ArrowUp', 'Enter']) await grid.press(key);
  await grid
    .getByRole('columnheader', { name: 'Name' })
    .and(page.locator('[aria-sort=ascending]'))
    .waitFor();
  await grid.getByRole('link', { name: 'Project added' }).waitFor();
  assert.ok(await grid.evaluate((element) => element === document.activeElement));
  await grid.press('ArrowDown');
  await grid.press('Space');
  const clear = page.getByRole('button', { name: 'Clear selection' });
  await clear.press('Enter');
  await clear.waitFor({ state: 'detached' });
  await hasFocusSomewhere(page);

  await pages.visit(page, '/groups?status=failed-open');
  await page.getByRole('button', { name: 'Actions for Project of-nobody' }).click();
  // Otherwise it would fail again, and be in the list again.
  await pages.admin.call('POST', 'directory/people', {
    email: 'gone@nordlicht.example',
    name: 'Rune Berg',
  });
  await menu.getByRole('button', { name: 'Retry' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('No groups match').waitFor();
  await dialog.getByText('1 request was sent again.').waitFor();
  await hasFocusSomewhere(page);
  await dialog.getByRole('button', { name: 'Close' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await hasFocusSomewhere(page);
  await page.getByRole('button', { name: 'Clear filters' }).last().press('Enter');
  await grid.waitFor();
  await hasFocusSomewhere(page);
  await page.context().close();
});

/** The keyboard does not begin at the top of the page again. */
async function hasFocusSomewhere(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement !== document.body, undefined, {
    timeout: 5_000,
  });
}

test('a search has the exact group first, in the list and everywhere, and says why it found each', async () => {
  const page = await pages.reader();
  await pages.visit(page, '/groups?search=prj-of-the-outer-harbour-2');
  const rows = page.getByRole('row');
  await rows.nth(1).getByText('Alias is the text').waitFor();
  await rows.nth(2).getByText('Alias begins with it').waitFor();
  const names = await page.locator('.grid-row a.name[href*="/groups/"]').allInnerTexts();
  assert.deepEqual(names.slice(0, 2), [
    'Project of-the-outer-harbour-2',
    'Project of-the-outer-harbour-20',
  ]);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search' });
  await field.fill('prj-of-the-outer-harbour-2');
  const first = page.getByRole('option').first();
  await first.getByText('Project of-the-outer-harbour-2', { exact: true }).waitFor();
  assert.equal(await first.getAttribute('aria-selected'), 'true');
  // The page of a problem code is a document of the service.
  await field.fill('mail_nickname_taken');
  const opened = page.waitForEvent('popup');
  await page.getByRole('option').filter({ hasText: 'mail_nickname_taken' }).first().click();
  assert.match((await opened).url(), /\/problems\/mail_nickname_taken$/);
});

test('the page of a person has the roles with their times, and the groups of a day as a file', async () => {
  const page = await pages.reader();
  await pages.visit(page, '/people/mara@nordlicht.example');
  const roles = page.locator('section', { hasText: 'Roles now and before' });
  const row = roles.getByRole('row').filter({ hasText: 'of-the-outer-harbour' });
  await row.filter({ hasText: 'Today' }).first().waitFor();
  const day = new Date().toISOString().slice(0, 10);
  await roles.getByLabel('Responsible on').fill(day);
  await roles.getByText('since the creation').first().waitFor();
  const file = page.waitForEvent('download');
  await roles
    .getByRole('button', { name: 'Export CSV' })
    .or(roles.getByRole('link', { name: 'Export CSV' }))
    .click();
  assert.equal((await file).suggestedFilename(), `responsible-${day}.csv`);
  await roles.getByLabel('Responsible on').fill('2020-01-01');
  await roles.getByText('Nobody answered for a group on this day').waitFor();
});

test('the details of a group are beside the list, follow its keys, and leave it as it was', async () => {
  // The page of other readers would first show the list that they saw, before there were more groups.
  const page = await pages.signedIn({ viewport: { width: 1440, height: 900 } });
  await pages.visit(page, '/groups');
  const row = page.locator('.grid-row');
  await row.nth(3).waitFor();
  const [first = '', second = ''] = await row.locator('a.name[href*="/groups/"]').allInnerTexts();
  await row.first().getByRole('button', { name: 'Actions for' }).click();
  await page.getByRole('button', { name: 'Show details' }).click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByRole('heading', { name: first, exact: true }).waitFor();
  await details.getByText('Compared').or(details.getByText('Not compared')).first().waitFor();
  const grid = page.getByRole('grid');
  const [list, beside] = await Promise.all([grid.boundingBox(), details.boundingBox()]);
  assert.ok(list && beside && list.x + list.width <= beside.x, 'they do not cover each other');
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await details.getByRole('heading', { name: second, exact: true }).waitFor();
  await details.getByRole('button', { name: 'Close' }).press('Escape');
  await details.waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).search, '');
  await page.context().close();
});
