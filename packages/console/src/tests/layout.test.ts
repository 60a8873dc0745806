// Rows, tabs and empty lists as people see them, in a tenant in use.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { type Pages, problem, startPages } from './pages.ts';
import { createSeedData, type SeedData, seededReviewId, seededService } from './seed-data.ts';

let pages: Pages;
let seedData: SeedData;
before(async () => {
  pages = await startPages(seededService);
  seedData = await createSeedData(pages);
});
after(async () => {
  await seedData.close();
  await pages.close();
});

const boxOf = async (shown: Locator) => {
  await shown.waitFor();
  return shown.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
};

test('the actions of an approval are on one line, and the rare one is in the menu', async () => {
  const page = await pages.reader({ locale: 'en-US', viewport: { width: 1280, height: 800 } });
  await pages.visit(page, '/to-do?show=approvals');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const names = ['Approve Project quay', 'Reject Project quay', 'Actions for Project quay'];
  const boxes = await Promise.all(names.map((name) => boxOf(button(name))));
  const middles = boxes.map(({ top, bottom }) => Math.round((top + bottom) / 2));
  assert.equal(new Set(middles).size, 1, `middles at ${middles.join(', ')} px`);
  await button('Actions for Project quay').click();
  await button('Approve with another name Project quay').click();
  await page.getByRole('heading', { name: 'Approve with another name' }).waitFor();
});

test('the details of a request leave room for the name of its key', async () => {
  const page = await pages.reader({ locale: 'en-US', viewport: { width: 1280, height: 800 } });
  await pages.visit(page, '/requests?outcome=refused');
  await page.locator('summary').first().click();
  await page.getByText('Request body').waitFor();
  const { height } = await boxOf(page.locator('td').getByText('Demo', { exact: true }).last());
  assert.ok(height < 30, `${height} px high`);
});

test('an activity that no filter matches offers to clear the filters', async () => {
  const page = await pages.reader({ locale: 'en-US' });
  await pages.visit(page, '/activity?actor=nobody');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  // The first page has the latest entries, of whichever group.
  await page
    .getByRole('link', { name: /^.?Project / })
    .first()
    .waitFor();
  assert.equal(new URL(page.url()).search, '');
});

for (const [address, title, label, state, rest] of [
  ['/messages?state=refused', 'No messages', 'State', 'refused', ''],
  ['/to-do?show=reviews&state=withdrawn', 'No reviews', 'State', 'withdrawn', '?show=reviews'],
  [
    '/to-do?show=questions&cause=question:hand_back&state=withdrawn',
    'No tasks',
    'State',
    'withdrawn',
    '?show=questions',
  ],
] as const) {
  test(`the page that says “${title}” offers to clear the filters`, async () => {
    const page = await pages.reader({ locale: 'en-US' });
    await pages.visit(page, address);
    await page.getByText(title, { exact: true }).waitFor();
    const filter = page.getByLabel(label, { exact: true });
    assert.equal(await filter.inputValue(), state);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText(title, { exact: true }).waitFor({ state: 'hidden' });
    assert.equal(new URL(page.url()).search, rest);
    assert.notEqual(await filter.inputValue(), state);
  });
}

test('the two rows of filters of the requests end at the same edge', async () => {
  for (const width of [1280, 800]) {
    const page = await pages.reader({ locale: 'en-US', viewport: { width, height: 800 } });
    await pages.visit(page, '/requests');
    const [code, until] = [page.getByLabel('Problem code'), page.getByLabel('Until (UTC)')];
    const boxes = await Promise.all([code, until].map((one) => boxOf(one.locator('..'))));
    const [first, second] = boxes.map(({ right }) => Math.round(right));
    assert.equal(first, second, `at ${width} px`);
  }
});

test('no option of the command on the sign-in page is broken on a phone', async () => {
  const page = await pages.signedIn({ viewport: { width: 390, height: 844 } });
  await page.context().clearCookies();
  await pages.visit(page, '/sign-in');
  const command = page.getByLabel('Command for a sign-in link');
  await command.waitFor();
  const lines = await command.evaluate((element) => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let top = -1; text.nextNode() !== null;) {
      const range = document.createRange();
      const node = text.currentNode as Text;
      for (let at = 0; at < node.data.length; at += 1) {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const box = range.getBoundingClientRect();
        if (box.width > 0 && Math.abs(box.top - top) > 2) {
          found.push('');
          ({ top } = box);
        }
        found.push((found.pop() ?? '') + node.data[at]);
      }
    }
    return found.map((line) => line.trim());
  });
  assert.ok(lines.length > 1, 'it has several lines');
  assert.equal(lines.join(' '), 'npm run operator -- admin link --email you@nordlicht.example');
  await page.context().close();
});

test('a review names its group, and leads back to the reviews', async () => {
  const page = await pages.reader({ locale: 'en-US' });
  await pages.visit(page, `/reviews/${seededReviewId}`);
  await page.getByRole('heading', { name: 'Review of All hands' }).waitFor();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click();
  await page.getByRole('heading', { name: 'To do', exact: true }).waitFor();
  await page.getByRole('link', { name: 'All hands' }).waitFor();
});

test('on a phone, every tab of a group is in view', async () => {
  for (const [locale, width] of [
    ['en-US', 390],
    ['de-DE', 390],
    ['de-DE', 320],
  ] as const) {
    const page = await pages.reader({ locale, viewport: { width, height: 844 } });
    await pages.visit(page, `/groups/${seedData.groups.succeeded}`);
    const tabs = page.locator('.page-tabs a');
    await tabs.first().waitFor();
    assert.equal(await tabs.count(), 5);
    for (const tab of await tabs.all()) {
      const { left, right } = await boxOf(tab);
      assert.ok(left >= 0 && right <= width, `${locale}: from ${left} to ${right} px of ${width}`);
    }
  }
});

test('the button that compares a group is as wide as its text, also where the group was never compared', async () => {
  const page = await pages.reader({ locale: 'en-US' });
  const { succeeded, large } = seedData.groups;
  for (const [teamId, note] of [
    [succeeded, /As recorded/],
    [large, /Not compared since its creation/],
  ] as const) {
    await pages.visit(page, `/groups/${teamId}`);
    await page.getByText(note).first().waitFor();
    const { width } = await boxOf(page.getByRole('button', { name: 'Compare now' }));
    assert.ok(width < 160, `${width} px wide`);
  }
});

test('a tab that is a link has the color of the other tabs', async () => {
  const page = await pages.reader({ locale: 'en-US' });
  const colorOf = async (tab: Locator) => {
    await tab.waitFor();
    return tab.evaluate((element) => getComputedStyle(element).color);
  };
  await pages.visit(page, '/requests');
  const other = await colorOf(page.getByRole('button', { name: 'Refused', exact: true }));
  await pages.visit(page, `/groups/${seedData.groups.succeeded}`);
  const tabs = page.getByRole('navigation', { name: 'Sections of the group' });
  assert.equal(await colorOf(tabs.getByRole('link', { name: 'Members' })), other);
  assert.notEqual(await colorOf(tabs.getByRole('link', { name: 'Overview' })), other);
});

for (const [locale, state, attempt] of [
  ['en-US', 'Pending', 'None while disabled'],
  ['de-DE', 'Ausstehend', 'Keiner, solange deaktiviert'],
] as const) {
  test(`the deliveries of a disabled webhook have no next attempt (${locale})`, async () => {
    const page = await pages.reader({ locale });
    await pages.visit(page, `/webhooks/${seedData.webhooks.disabled}`);
    const deliveries = page.getByRole('table').first();
    const row = deliveries.getByRole('row').nth(1);
    await row.getByText(attempt, { exact: true }).waitFor();
    await row.locator('.status', { hasText: state }).waitFor();
    assert.equal(await deliveries.getByText(/^(Retrying|Wird wiederholt)$/).count(), 0);
    // The column with the time of the event has it alone.
    assert.equal(
      await deliveries.getByText(/^(Queued|In Warteschlange)$/).count(),
      locale === 'en-US' ? 1 : 0,
    );
  });
}

test('a role that may only read sees no button and no sentence about changes', async () => {
  const page = await pages.reader({ locale: 'en-US' }, 'revision@nordlicht.example');
  await pages.visit(page, `/templates/${seedData.templateId}`);
  await page.getByText('You can view the template and preview names.').waitFor();
  await page.getByLabel('Template name').waitFor();
  for (const name of ['Declare property', 'Add channel']) {
    assert.equal(await page.getByRole('button', { name }).count(), 0, name);
  }
  for (const show of ['ownership', 'reviews', 'approvals', 'questions']) {
    await pages.visit(page, `/to-do?show=${show}`);
    await page.getByRole('main').locator('tbody tr').first().waitFor();
    for (const name of [/^Decide /, /^Approve /, /^Hand over /]) {
      assert.equal(await page.getByRole('button', { name }).count(), 0, show);
    }
  }
});

test('an entry of a menu has one color, whether it is a link or a button', async () => {
  const page = await pages.reader({ locale: 'en-US' });
  await pages.visit(page, `/groups/${seedData.groups.succeeded}`);
  await page.getByRole('button', { name: 'Open in…' }).click();
  const entry = page.locator('.popup:popover-open a');
  await entry.waitFor();
  const [color, ofMenu] = await entry.evaluate((link) =>
    [link, link.closest('.popup')].map((one) => one && getComputedStyle(one).color),
  );
  assert.equal(color, ofMenu);
});

test('the history of a group names the service as such, and not a part of it', async () => {
  const page = await pages.reader({ locale: 'en-US' });
  await pages.visit(page, `/groups/${seedData.groups.succeeded}?tab=history`);
  await page.getByText('The service created the group', { exact: true }).waitFor();
});

test('a sentence of the service is American English on the page', async () => {
  const page = await pages.reader({ locale: 'en-US' });
  const { accepted } = seedData.groups;
  await pages.visit(page, `/groups/${accepted}`);
  await page.getByRole('button', { name: 'Cancel request' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  const sentence = 'This creation can no longer be cancelled: it is running.';
  await page.route('**/cancel', (route) => route.fulfill(problem(409, 'in_use', sentence)));
  await dialog.getByRole('button', { name: 'Cancel request' }).click();
  await dialog.getByText('This creation can no longer be canceled: it is running.').waitFor();
  await page.unroute('**/cancel');
});
