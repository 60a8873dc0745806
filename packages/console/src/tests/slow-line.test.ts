// A slow line: the frame is on the screen before any script has arrived, a click is answered before the page is there,
// and the first groups are there within seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { contention, leastMs } from '../../../service/testing/contention.ts';
import { creationEnds, makeProject, type Pages, startPages } from './pages.ts';

/** A phone at the edge of its cell. */
const slowLine = { downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 400 };
const firstRowsLimitMs = 5_200;

let pages: Pages;
before(async () => {
  pages = await startPages({}, { paints: true });
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

test('with 50 kB per second and 400 ms, the first groups are there within 5.2 seconds', async (context) => {
  const { addTemplate, create } = await makeProject(pages);
  await addTemplate({ name: 'Team', identifier: 'team' });
  const aliases = Array.from({ length: 30 }, (_, index) => `team-${index + 1}`);
  await Promise.all(aliases.map(async (alias) => creationEnds(pages, await create(alias, 'team'))));
  const page = await pages.signedIn();
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', { offline: false, ...slowLine });
  await page.addInitScript(noteFirstRow);
  const load = async () => {
    await line.send('Network.clearBrowserCache');
    const before = contention();
    await page.goto(pages.url('/groups'), { waitUntil: 'commit' });
    await page.waitForFunction(() => 'firstRowMs' in globalThis);
    const { firstRowMs, lineMs } = await page.evaluate(timesOfLoad);
    const quietMs = lineMs + (firstRowMs - lineMs) / Math.max(before, contention());
    context.diagnostic(
      `first row after ${quietMs.toFixed(0)} ms, ${lineMs.toFixed(0)} ms of them the line`,
    );
    return quietMs;
  };
  const firstRowsMs = await leastMs(load, { runs: 5, enoughMs: firstRowsLimitMs });
  assert.ok(firstRowsMs <= firstRowsLimitMs, `after ${firstRowsMs} ms`);
  await page.context().close();
});

/** Runs in the page before its scripts. */
function noteFirstRow(): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector('[role="grid"] [role="row"] a') === null) return;
    observer.disconnect();
    Object.assign(globalThis, { firstRowMs: performance.now() });
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** Runs in the page. @returns when the first row was there, and how long until then a request was on its way */
function timesOfLoad(): { firstRowMs: number; lineMs: number } {
  const { firstRowMs } = globalThis as unknown as { firstRowMs: number };
  const requests = [
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource'),
  ] as PerformanceResourceTiming[];
  let lineMs = 0;
  let coveredMs = 0;
  for (const { startTime, responseEnd } of requests.sort(
    (one, other) => one.startTime - other.startTime,
  )) {
    const end = Math.min(responseEnd, firstRowMs);
    lineMs += Math.max(0, end - Math.max(startTime, coveredMs));
    coveredMs = Math.max(coveredMs, end);
  }
  return { firstRowMs, lineMs };
}

/** Holds the answers of these addresses back. @returns lets them arrive, those that come later too */
async function hold(page: Page, addresses: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
