// A script that does not load and a page that throws: an error with a retry, never a reload without end, never a stack.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Pages, startPages } from './pages.ts';

let pages: Pages;
let page: Page;
let loads: number;
before(async () => {
  pages = await startPages();
});
after(() => pages.close());
afterEach(() => page.context().close());

const failed = () => page.getByRole('heading', { name: 'Couldn’t show this page' });
const scripts = /\/assets\/webhooks-[^/]+\.js$/;

async function open(): Promise<void> {
  page = await pages.signedIn();
  loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
}

test('a script that does not load shows an error page, and a retry once it loads again', async () => {
  await open();
  await page.route(scripts, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await failed().waitFor();
  assert.equal(loads, 0, 'the page is not loaded again');
  // The other sections still work.
  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await failed().waitFor();
  await page.unroute(scripts);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
  assert.equal(loads, 1);
});

test('after an update of the service the page is loaded again once, and not for ever', async () => {
  await open();
  await page.route(scripts, (route) => route.fulfill({ status: 404, body: 'Gone' }));
  await page.route('**/webhooks', async (route) => {
    if (route.request().isNavigationRequest()) return route.fallback();
    return route.fulfill({ status: 200, contentType: 'text/html', body: '<p>another build' });
  });
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.waitForEvent('load');
  await failed().waitFor();
  assert.equal(loads, 1);
});

test('a retry while the service does not answer keeps the page and says so', async () => {
  await open();
  await page.route(scripts, (route) => route.abort());
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await failed().waitFor();
  await page.route('**/webhooks', (route) => route.abort());
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('The service does not respond.').waitFor();
  assert.equal(loads, 0);
});

test('a page that throws shows an error page without a stack, and leaves it with the next section', async () => {
  await open();
  await page.route('**/overview*', (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: '{"days":null}' }),
  );
  await page.reload();
  await failed().waitFor();
  assert.doesNotMatch((await page.textContent('body')) ?? '', /TypeError|\bat \w+ \(|Unexpected/);
  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
});
