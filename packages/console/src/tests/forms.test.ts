// Half of the forms that are the first of their kind, and a sixth of the others, which the seed draws: forms.long.ts tries
// every form and every question of the admin center. And what some forms do beside.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { everyNth } from '../../../service/testing/drawn.ts';
import { type FormCase, formCases, openForm, withoutGroups } from './form-cases.ts';
import { tryForm } from './form-trial.ts';
import { holdBack, type Pages, problem, startPages } from './pages.ts';
import { createSeedData, type SeedData, seededService } from './seed-data.ts';

let pages: Pages;
let seedData: SeedData;
let page: Page;
before(async () => {
  pages = await startPages(seededService);
  seedData = await createSeedData(pages);
  page = await pages.signedIn();
});
after(async () => {
  await seedData.close();
  await pages.close();
});

// A failed test must not leave its routes to the next.
afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));

const isFirst = (one: FormCase) => one.isFirst === true;
const drawn = [
  ...everyNth(formCases.filter(isFirst), 2),
  ...everyNth(
    formCases.filter((one) => !isFirst(one)),
    6,
  ),
];
const needed = new Set(drawn.map(({ needs }) => needs));
for (const one of formCases) {
  if (!drawn.includes(one) && !needed.has(one.name)) continue;
  const kind = isFirst(one) ? 'first of its kind' : 'one of the others';
  test(`its faults are shown, it is sent once, and nothing is lost: ${one.name} (${kind})`, () =>
    tryForm(pages, page, seedData, one));
}

test('a dialog and the form of the connection ask before input is lost', async () => {
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  const answer = (name: string) => question.getByRole('button', { name }).click();
  const { form } = await openForm(pages, page, '/api-keys', {
    open: ['Add key'],
    submit: 'Create key',
  });
  const name = form.getByLabel('Descriptive name');
  await name.fill('Ferry');
  await page.keyboard.press('Escape');
  await answer('Keep editing');
  assert.equal(await name.inputValue(), 'Ferry');
  await page.keyboard.press('Escape');
  await answer('Discard changes');
  await name.waitFor({ state: 'detached' });

  await pages.visit(page, '/directory');
  // The form before may have shown a tenant without groups.
  await page.reload();
  const connect = page.getByRole('button', { name: 'Connect to Microsoft 365' });
  await page.getByText('This tenant has groups in its current directory').waitFor();
  assert.equal(await connect.isDisabled(), true, 'refused before anyone types');
  await withoutGroups(page);
  await connect.click();
  const secret = page.getByLabel('Client secret');
  await secret.fill('a-secret');
  await page.getByRole('link', { name: 'Groups', exact: true }).click();
  await answer('Keep editing');
  assert.equal(await secret.inputValue(), 'a-secret');
});

test('a field that was corrected while its check was on the way has no fault, until it is left with another', async () => {
  const { form } = await openForm(pages, page, '/api-keys', {
    open: ['Add key'],
    submit: 'Create key',
  });
  const name = form.getByLabel('Descriptive name');
  const faults = form.locator('[aria-invalid=true]');
  const release = await holdBack(page, '**/checks');
  const isChecked = page.waitForResponse('**/checks');
  const tooLong = 'Ferry'.repeat(100);
  await name.fill(tooLong);
  await name.blur();
  await name.fill('Ferry');
  release();
  await (await isChecked).finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
  assert.equal(await faults.count(), 0);
  await name.fill(tooLong);
  await name.blur();
  await faults.and(name).waitFor();
  await name.fill('Ferry');
  await faults.waitFor({ state: 'detached' });
  // An error that belongs to no field is read aloud, too.
  await page.route('**/api-keys', (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill(problem(409, 'in_use', 'It is in use.')),
  );
  await form.getByRole('button', { name: 'Create key' }).click();
  await form.getByRole('alert').getByText('It is in use.').waitFor();
});

test('a button that is pressed as soon as an answer has been drawn sends once', async () => {
  const { form, send } = await openForm(pages, page, '/api-keys', {
    open: ['Add key'],
    submit: 'Create key',
  });
  const name = form.getByLabel('Descriptive name');
  const sent: Route[] = [];
  await page.route('**/api-keys', async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    sent.push(route);
  });
  // The click comes before the effects of what has been drawn.
  await send.evaluate((button: HTMLElement) => {
    const frame = button.closest('form')!;
    new MutationObserver((_changes, observer) => {
      if (frame.querySelector('[aria-invalid=true]') === null) return;
      observer.disconnect();
      button.click();
    }).observe(frame, { subtree: true, childList: true, attributes: true });
  });
  await name.fill('Ferry'.repeat(100));
  await name.blur();
  const pending = page.locator('dialog[open] button[aria-disabled=true]');
  await pending.press('Enter');
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
  assert.equal(sent.length, 1, 'one request');
  for (const route of sent) await route.abort();
});

test('a key whose answer is lost is made once, and its secret is shown when the form is sent again', async () => {
  const total = async () => (await pages.admin.get('api-keys')).body.total as number;
  const before = await total();
  const { form, send } = await openForm(pages, page, '/api-keys', {
    open: ['Add key'],
    submit: 'Create key',
  });
  await form.getByLabel('Descriptive name').fill('Ferry');
  let secret: unknown;
  await page.route('**/api-keys', async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    ({ secret } = (await (await route.fetch()).json()) as { secret: string });
    return route.abort();
  });
  await send.click();
  await form.getByText('The service does not respond').waitFor();
  assert.equal(await total(), before + 1);
  await page.unroute('**/api-keys');
  await send.click();
  assert.equal(await page.getByTestId('secret').textContent(), secret);
  assert.equal(await total(), before + 1);
});
