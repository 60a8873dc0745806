// The helpers of the page tests.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Pages, startPages } from './pages.ts';

let pages: Pages;
before(async () => {
  pages = await startPages();
});
after(() => pages.close());

test('a route that matches no request fails its test', async () => {
  const context = await pages.open();
  const page = await context.newPage();
  const unmatched = /these routes matched no request/;
  await page.route('**/no-such-address', (route) => route.abort());
  await assert.rejects(page.unroute('**/no-such-address'), unmatched);
  await page.route('**/no-such-address', (route) => route.abort());
  await assert.rejects(page.unrouteAll(), unmatched);

  await page.route('**/sign-in', (route) => route.fulfill({ body: 'replaced' }));
  await page.goto(pages.url('/sign-in'));
  assert.equal(await page.locator('body').textContent(), 'replaced');
  await page.unroute('**/sign-in');
  await page.route('**/no-such-address', (route) => route.abort());
  await assert.rejects(context.close(), unmatched);
});

test('a page may close while a handler of its routes is at work', async () => {
  const context = await pages.open();
  const page = await context.newPage();
  const begun = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  await page.goto(pages.url('/sign-in'));
  await page.route('**/slow', async (route) => {
    begun.resolve();
    await closed.promise;
    try {
      await route.fetch();
    } finally {
      ended.resolve();
    }
  });
  await page.evaluate(() => void fetch('/slow'));
  await begun.promise;
  await context.close();
  closed.resolve();
  await ended.promise;
  // The runner notes an error that nobody handles in the next turn.
  await new Promise((resolve) => setImmediate(resolve));
});
