// A slow line: the frame is on the screen before any script has arrived, and a click is answered before the page is there.
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Pages, startPages } from './pages.ts';

let pages: Pages;
before(async () => {
  pages = await startPages();
});
after(() => pages.close());

test('the frame is painted before any script has arrived', async () => {
  const page = await pages.signedIn();
  const arrive = await hold(page, /\/assets\/.*\.js$/);
  await page.goto(pages.url('/'), { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-paint').length > 0);
  await page.locator('.first-bar').waitFor();
  arrive();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  await page.context().close();
});

test('a section is marked as soon as it is chosen, while its page is still loading', async () => {
  const page = await pages.signedIn();
  const arrive = await hold(page, /\/assets\/lifecycle-[^/]+\.js$/);
  await page.getByRole('link', { name: 'Lifecycle' }).click();
  await page.locator('.pending', { hasText: 'Lifecycle' }).waitFor();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  arrive();
  await page.getByRole('heading', { name: 'Lifecycle', level: 1 }).waitFor();
  await page.locator('.pending').waitFor({ state: 'detached' });
  await page.context().close();
});

/** Holds the answers of these addresses back. @returns lets them arrive, those that come later too */
async function hold(page: Page, addresses: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
