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

async function openWebhooks(): Promise<void> {
  await page.getByRole('link', { name: 'Integrations' }).click();
  await page.getByRole('link', { name: 'Webhooks' }).click();
}

test('a script that does not load shows an error page, and a retry once it loads again', async () => {
  await open();
  await page.route(scripts, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await openWebhooks();
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
  await openWebhooks();
  await page.waitForEvent('load');
  await failed().waitFor();
  assert.equal(loads, 1);
});

test('a retry while the service does not answer keeps the page and says so', async () => {
  await open();
  await page.route(scripts, (route) => route.abort());
  await openWebhooks();
  await failed().waitFor();
  await page.route('**/webhooks', (route) => route.abort());
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('The service does not respond.').waitFor();
  assert.equal(loads, 0);
});

test('a page whose script did not load while the service was away is loaded when it is back', async () => {
  await open();
  const away = /\/assets\/webhooks-[^/]+\.js$|\/sign-in$/;
  await page.route(away, (route) => route.abort());
  await openWebhooks();
  await failed().waitFor();
  await page.getByText('The page loads again as soon as it can.').waitFor();
  await page.unroute(away);
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
  assert.equal(loads, 1);
});

test('a page that throws shows an error page without a stack, and leaves it with the next section', async () => {
  await open();
  await page.route('**/reports/creations*', (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: '{"days":null}' }),
  );
  await page.goto(pages.url('/reports'));
  await failed().waitFor();
  assert.doesNotMatch((await page.textContent('body')) ?? '', /TypeError|\bat \w+ \(|Unexpected/);
  await page.getByRole('link', { name: 'Integrations' }).click();
  await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
});

test('an answer that the frame cannot read breaks its part and the page that needs it, and no other page', async () => {
  await open();
  for (const path of ['overview', 'to-do']) {
    await page.route(`**/${path}`, (route) =>
      route.request().isNavigationRequest()
        ? route.fallback()
        : route.fulfill({ status: 200, contentType: 'application/json', body: '{"causes":[{}]}' }),
    );
  }
  await page.goto(pages.url('/'));
  await failed().waitFor();
  await page.getByRole('button', { name: 'Your account' }).waitFor();
  await page.getByRole('link', { name: 'Integrations' }).click();
  await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
});
