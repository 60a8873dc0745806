// However often a button is clicked or Enter is pressed, and whatever gets lost on the way, one submission of a form
// creates one object.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Page, Request, Route } from 'playwright-core';
import { type FormCase, fieldOf, fillForm, formCases, isCheck, openForm } from './form-cases.ts';
import { type Pages, startPages } from './pages.ts';
import { createSeedData, type SeedData } from './seed-data.ts';

let pages: Pages;
let seedData: SeedData;
let page: Page;
before(async () => {
  pages = await startPages({ WEBHOOK_NETWORKS: 'loopback' });
  seedData = await createSeedData(pages);
  page = await pages.signedIn();
});
after(async () => {
  await seedData.close();
  await pages.close();
});

// A failed test must not leave its routes to the next.
afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));

/**
 * Holds back every change and leaves all of them unanswered. The plan of a dialog, which is not what its button sends,
 * is read again when the connection is back.
 */
async function holdChanges({ holdsPlans = false } = {}): Promise<{
  sent: Request[];
  /** Resolves once the page has sent a change: the button shows it before the request gets here. */
  hasSent: Promise<void>;
  lose(): Promise<void>;
}> {
  const held: Route[] = [];
  const { promise: hasSent, resolve } = Promise.withResolvers<void>();
  await page.route('**/admin/api/**', (route) => {
    const url = route.request().url();
    const isRead = route.request().method() === 'GET' || isCheck(url);
    if (isRead || (url.endsWith('/plan') && !holdsPlans)) return route.fallback();
    held.push(route);
    resolve();
    return undefined;
  });
  return {
    hasSent,
    get sent() {
      return held.map((route) => route.request());
    },
    async lose() {
      for (const route of held) await route.abort();
      await page.unroute('**/admin/api/**');
    },
  };
}

const isCreation = (request: Request) =>
  (request.method() === 'POST' && !/\/(?:revoke|cancel|plan|release)$/.test(request.url())) ||
  // They create an operation on the group.
  (/^(?:PATCH|DELETE)$/.test(request.method()) && request.url().includes('/groups/'));

for (const one of formCases) {
  test(`a form is sent once, and repeated under the same key: ${one.name}`, () => sendOften(one));
}

async function sendOften({
  path,
  prepare,
  open,
  submit,
  fields = {},
  choose,
}: FormCase): Promise<void> {
  const { form, send } = await openForm(page, pages.url(path(seedData)), {
    ...(prepare !== undefined && { prepare }),
    open,
    submit,
  });
  await choose?.(form);
  await fillForm(form, fields, 1);
  // Its button has another name while it waits for the answer.
  const waiting = page.locator('dialog[open] form, dialog[open], main form');
  const pending = waiting.locator('button[aria-disabled=true]').last();

  const first = await holdChanges({ holdsPlans: submit === 'Check groups' });
  // In one turn of the page, before anything is drawn; then as people do it.
  await send.evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await pending.click({ force: true });
  await pending.press('Enter');
  const [label] = Object.keys(fields);
  if (label !== undefined) await fieldOf(waiting, label).first().press('Enter');
  await first.hasSent;
  assert.equal(first.sent.length, 1, 'one request');
  await first.lose();
  await form.getByText('The service does not respond').first().waitFor();

  const second = await holdChanges({ holdsPlans: submit === 'Check groups' });
  await send.click();
  await pending.waitFor();
  await second.hasSent;
  const [before, again] = [first.sent[0]!, second.sent[0]!];
  assert.equal(again.postData(), before.postData());
  const key = before.headers()['idempotency-key'];
  assert.equal(again.headers()['idempotency-key'], key);
  assert.equal(key !== undefined, isCreation(before), 'creations carry an Idempotency-Key');
  await second.lose();
  await form.getByText('The service does not respond').first().waitFor();
}

test('a key whose answer is lost is made once, and its secret is shown when the form is sent again', async () => {
  const total = async () => (await pages.admin.get('api-keys')).body.total as number;
  const before = await total();
  const { form, send } = await openForm(page, pages.url('/api-keys'), {
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
