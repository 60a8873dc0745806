// The admin center without a mouse: every flow with keys alone, the focus always visible, and restored afterwards.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { holdBack, makeProject, type Pages, startPages } from './pages.ts';

let pages: Pages;
let organisationId: string;
before(async () => {
  pages = await startPages();
  ({ organisationId } = await makeProject(pages));
});
after(() => pages.close());

// A failed test must not leave its routes to the next.
afterEach(async () => (await pages.reader()).unrouteAll({ behavior: 'ignoreErrors' }));

test('the first Tab offers to skip the sections, and another page begins at its content', async () => {
  const page = await pages.reader();
  await page.goto(pages.url('/'));
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  await page.keyboard.press('Tab');
  assert.equal(await focusedText(page), 'Skip to content');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'content');

  await page.reload();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  await tabTo(page, 'Integrations');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'content');
  await page.keyboard.press('Tab');
  assert.equal(await focusedText(page), 'Learn more about API keys');
  await page.keyboard.press('Tab');
  assert.equal(await focusedText(page), 'Add key');
});

test('a key is added by keys alone, its secret is not lost to Escape, and the focus comes back', async () => {
  const page = await pages.reader();
  await page.goto(pages.url('/api-keys'));
  await page.getByText('Seed', { exact: true }).waitFor();
  await tabTo(page, 'Add key');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Add API key' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Add API key' }).waitFor({ state: 'detached' });
  assert.equal(await focusedText(page), 'Add key');

  await page.keyboard.press('Enter');
  await page.locator('dialog input:focus').waitFor();
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'The secret of By keyboard' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  assert.ok(await page.getByTestId('secret').isVisible());
  await tabTo(page, 'Done');
  await page.keyboard.press('Enter');
  await page.getByTestId('secret').waitFor({ state: 'detached' });
  await page.locator(':focus', { hasText: 'Add key' }).waitFor();

  await tabTo(page, 'Actions for By keyboard');
  await page.keyboard.press('Enter');
  await page.locator(':focus', { hasText: 'Edit details' }).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.locator(':focus', { hasText: 'Revoke' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Revoke By keyboard?' }).waitFor();
  await tabTo(page, 'Revoke key');
  await page.keyboard.press('Enter');
  await page.getByRole('main').getByText('Revoked').first().waitFor();
});

test('a template is made by keys alone', async () => {
  const page = await pages.reader();
  await pages.visit(page, '/organisations');
  await page.getByText('No templates yet').waitFor();
  await tabTo(page, 'Add template to Energy');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'New template' }).waitFor();
  await page.getByLabel('Template name').waitFor();
  await tabTo(page, 'Template name');
  for (const value of ['Project', 'project', 'prj-{{code}}', 'Project {{code}}']) {
    await page.keyboard.type(value);
    await page.keyboard.press('Tab');
  }
  await tabTo(page, 'Alias');
  await page.keyboard.type('prj-a');
  await page.getByText('Alias is valid').waitFor();
  await tabTo(page, 'Visibility');
  await page.keyboard.press('ArrowDown');
  await tabTo(page, 'Create template');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/templates\//);
  assert.equal(await page.getByLabel('Visibility', { exact: true }).inputValue(), 'public');
});

test('a chosen suggestion stays chosen, and a chip that is taken off leaves the focus at the next one or in its field', async () => {
  const page = await pages.reader();
  await pages.visit(page, `/organisations/${organisationId}/new-template`);
  const owners = page.getByLabel('Default owners');
  for (const name of ['one', 'two']) {
    await owners.fill(`${name}@nordlicht.example`);
    await owners.press('Enter');
  }
  const off = (name: string) =>
    page.getByRole('button', { name: `Take ${name}@nordlicht.example off the list` });
  const focused = page.locator(':focus');
  // The person whom the arrow keys have chosen stays chosen when other suggestions arrive.
  for (const name of ['Anna One', 'Anna Two']) {
    const email = `${name.replace(' ', '.').toLowerCase()}@nordlicht.example`;
    await pages.admin.call('POST', 'directory/people', { email, name });
  }
  const members = page.getByLabel('Default members');
  const options = page.locator('.suggestions').getByRole('option');
  await members.fill('Anna');
  await options.nth(1).waitFor();
  const release = await holdBack(page, /\/people\?search=Anna.Tw/);
  const isAsked = page.waitForRequest(/\/people\?search=Anna.Tw/);
  await members.fill('Anna Tw');
  await isAsked;
  await members.press('ArrowDown');
  await members.press('ArrowDown');
  await options.and(page.locator('[aria-selected=true]', { hasText: 'Anna Two' })).waitFor();
  release();
  await options.nth(1).waitFor({ state: 'detached' });
  await members.press('Enter');
  await off('anna.two').waitFor();

  await off('one').press('Enter');
  await focused.and(off('two')).waitFor();
  await page.keyboard.press('Enter');
  await focused.and(owners).waitFor();
  // A press beside everything takes the focus from it, and nothing gives it back.
  await page.getByRole('heading', { name: 'New template' }).click();
  await page.getByLabel('Template name').focus();
  await page.getByLabel('Template name').blur();
  await page
    .getByRole('button', { name: 'Add channel' })
    .evaluate((button: HTMLElement) => button.click());
  await page.getByRole('textbox', { name: 'Channel 1' }).waitFor();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  assert.equal(await focused.count(), 0);
});

test('Enter takes the first person who can be named, a disabled account is marked, and a typed list becomes chips', async () => {
  for (const name of ['Berta Away', 'Berta Bright', 'Cleo Lund']) {
    const email = `${name.replace(' ', '.').toLowerCase()}@nordlicht.example`;
    const person = { email, name, enabled: name !== 'Berta Away' };
    await pages.admin.call('POST', 'directory/people', person);
  }
  const page = await pages.reader();
  await pages.visit(page, `/organisations/${organisationId}/new-template`);
  const owners = page.getByLabel('Default owners');
  const chips = page.getByRole('list', { name: 'Chosen people' }).getByRole('listitem');
  const titles = () => chips.evaluateAll((all) => all.map((one) => (one as HTMLElement).title));
  await owners.fill('Berta');
  const options = page.locator('.suggestions').getByRole('option');
  await options.filter({ hasText: 'Berta Away' }).getByText('Disabled').waitFor();
  await options.and(page.locator('[aria-selected=true]', { hasText: 'Berta Bright' })).waitFor();
  await owners.press('Enter');
  await chips.getByText('Berta Bright').waitFor();
  // Enter waits for the suggestions of the text, and sends no form meanwhile.
  const release = await holdBack(page, /\/people\?search=Cleo/);
  await owners.pressSequentially('Cleo');
  await owners.press('Enter');
  release();
  await chips.getByText('Cleo Lund').waitFor();
  await owners.pressSequentially('a@nordlicht.example; b@nordlicht.example, c@nordlicht.example;');
  await owners.pressSequentially('Lund, Cleo');
  assert.equal(await owners.inputValue(), 'Lund, Cleo');
  assert.deepEqual(await titles(), [
    'berta.bright@nordlicht.example',
    'cleo.lund@nordlicht.example',
    ...['a', 'b', 'c'].map((name) => `${name}@nordlicht.example`),
  ]);
});

test('a menu at the edge of a page is beside its scroll bar, not behind it', async () => {
  const page = await pages.reader();
  await pages.visit(page, '/organisations');
  const opener = page.getByRole('button', { name: /^Actions for / }).first();
  await opener.waitFor();
  const width = await page.evaluate(() => {
    // The browsers of tests hide their scroll bars.
    const beside = document.documentElement.clientWidth - 15;
    Object.defineProperty(document.documentElement, 'clientWidth', { get: () => beside });
    return beside;
  });
  await opener.click();
  const menu = page.locator('.popup:popover-open');
  await menu.getByRole('button').first().waitFor();
  await page.waitForFunction(() => document.activeElement?.closest('.popup') !== null);
  const box = await menu.boundingBox();
  assert.ok(box !== null && box.x + box.width <= width, JSON.stringify({ box, width }));
});

test('on a phone the sections open and close by keys, and the focus comes back', async () => {
  const page = await pages.reader({ viewport: { width: 390, height: 844 } });
  await pages.visit(page, '/activity');
  await page.getByRole('button', { name: 'Sections' }).waitFor();
  await tabTo(page, 'Sections');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(await focusedText(page), 'Sections');
});

test('the focus is seen wherever it is', async () => {
  const page = await pages.reader();
  for (const path of ['/', '/groups', '/organisations', '/api-keys', '/directory', '/activity']) {
    await pages.visit(page, path);
    await page.locator('h1').waitFor();
    await page.waitForLoadState('networkidle');
    for (let stop = 0; stop < 30; stop += 1) {
      await page.keyboard.press('Tab');
      const unseen = await page.evaluate(focusNobodySees);
      assert.equal(unseen, null, `on ${path}`);
    }
  }
});

/** The element that has the focus invisibly; null if the focus is visible. */
function focusNobodySees(): string | null {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return null;
  // A page that opens puts the focus there, also after the first Tab. No Tab leads there.
  if (focused.id === 'content' && focused.getAttribute('tabindex') === '-1') return null;
  const shows = [focused, focused.closest('.fui-Input, .fui-Select')].some((one) => {
    if (one === null) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1) || boxShadow !== 'none';
  });
  return shows ? null : focused.outerHTML.slice(0, 200);
}

/** Presses Tab until the element with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let stop = 0; stop < 60; stop += 1) {
    if ((await focusedText(page)) === name) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`the keyboard does not reach “${name}”`);
}

/** The name of the focused element. */
async function focusedText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement as HTMLInputElement | null;
    const label = focused?.labels?.[0]?.textContent?.replace(/\*$/, '');
    return (focused?.getAttribute('aria-label') ?? label ?? focused?.textContent ?? '').trim();
  });
}
