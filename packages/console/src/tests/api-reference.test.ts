// The reference of the API at /docs as a person uses it, in a browser, under its policy.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { type AdminService, startAdminService } from '../../../service/testing/admin-service.ts';
import { closePages, sharedBrowser } from './browser.ts';

/** Instead of a time limit of the browser: machines that run tests are slow. */
const patienceMs = 120_000;

let service: AdminService;
/** An access token of a key that reads. */
let accessToken: string;
let browser: Browser;
let page: Page;
/** Errors of the page, and whatever its policy forbids. */
const complaints: string[] = [];

before(async () => {
  service = await startAdminService();
  accessToken = await tokenOfNewKey();
  browser = await sharedBrowser();
  page = await browser.newPage();
  page.setDefaultTimeout(patienceMs);
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${service.baseUrl}/docs`);
  await page.locator('.opblock').first().waitFor();
});
after(async () => {
  await closePages(browser);
  await service.close();
});

async function tokenOfNewKey(): Promise<string> {
  const { tenantId, baseUrl } = service;
  const actor = { kind: 'operator', id: 'test' } as const;
  const { key, secret } = await service.change(async ({ apiKeys, organisations }) => {
    await organisations.create(actor, tenantId, { name: 'Aare', identifier: 'aare' });
    return apiKeys.create(actor, tenantId, { name: 'Reference', scopes: ['groups:read'] });
  });
  const answer = await fetch(`${baseUrl}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenantId, keyId: key.keyId, secret }),
  });
  return ((await answer.json()) as { accessToken: string }).accessToken;
}

test('the page has the colours of the system, light or dark, and follows a change', async () => {
  const background = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await background();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html.dark-mode').waitFor();
  assert.notEqual(await background(), light);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.locator('html:not(.dark-mode)').waitFor();
  assert.equal(await background(), light);
});

/** The library draws operations as they come into view, so those of the first groups are enough. */
async function drawn(path: string, absent: string): Promise<void> {
  await page.waitForFunction(
    ([wanted, unwanted]) => {
      const elements = [...document.querySelectorAll('.opblock-summary-path')];
      const paths = new Set(
        elements.map(({ textContent }) => textContent.replaceAll('\u200B', '')),
      );
      return paths.has(wanted) && !paths.has(unwanted);
    },
    [path, absent] as const,
  );
}

const search = () => page.getByPlaceholder('Search by path, summary, operation id or tag');

test('the search says by what it finds operations, and finds no others', async () => {
  assert.equal(
    await search().getAttribute('aria-label'),
    await search().getAttribute('placeholder'),
  );
  for (const [words, path] of [
    ['/people', '/people'],
    ['create many', '/teams/bulk'],
    ['planTeam', '/teams/plan'],
  ] as const) {
    await search().fill(words);
    await drawn(path, '/token');
    await search().fill('');
    await drawn('/token', path);
  }
});

test('a request is sent from the page with the token of the reader, and its answer is shown', async () => {
  await page.locator('.btn.authorize').first().click();
  const dialog = page.locator('.dialog-ux');
  const bearer = dialog.locator('.auth-container', { hasText: 'accessToken' }).first();
  await bearer.locator('input').first().fill(accessToken);
  await bearer.getByRole('button', { name: 'Apply credentials' }).click();
  await dialog.locator('.btn-done').first().click();
  await search().fill('/organisations');
  const operation = page.locator('.opblock', {
    has: page.locator('[data-path="/organisations"]'),
  });
  await operation.locator('.opblock-summary-control').click();
  await operation.locator('.try-out__btn').click();
  const [answer] = await Promise.all([
    page.waitForResponse((response) => new URL(response.url()).pathname === '/organisations'),
    operation.locator('.execute').click(),
  ]);
  assert.equal(answer.status(), 200);
  assert.equal(await answer.request().headerValue('authorization'), `Bearer ${accessToken}`);
  await operation.getByText('aare').first().waitFor();
});

test('the page loads nothing from another host, and breaks no rule of its policy', async () => {
  const hosts = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).host),
  );
  assert.deepEqual([...new Set(hosts)], [new URL(service.baseUrl).host]);
  assert.deepEqual(complaints, []);
  const refused = await page.evaluate(() =>
    fetch('https://elsewhere.example/').then(
      () => 'sent',
      (error: Error) => error.name,
    ),
  );
  assert.equal(refused, 'TypeError');
  assert.match(complaints.join('\n'), /elsewhere\.example.*Content Security Policy/s);
});
