// Every page and every dialog, in light and dark, on desktop and phone: no finding of axe-core, nothing wider than the
// window, nothing cut off, from 320 to 1920 px and at a zoom of 200 percent.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { allLooks, findingsOf } from './accessible-views.ts';
import { type Pages, startPages } from './pages.ts';
import { createSeedData, type SeedData, seededService } from './seed-data.ts';
import { emptyViews, viewsOf } from './views.ts';

/** Every page and dialog is opened, which takes minutes on a busy machine. */
const allViewsMs = 900_000;

let pages: Pages;
let seedData: SeedData | undefined;
before(async () => {
  pages = await startPages(seededService);
});
after(async () => {
  await seedData?.close();
  await pages.close();
});

test('axe-core finds nothing in a tenant where nothing has been done yet', async () => {
  assert.deepEqual(await findingsOf(pages, allLooks(emptyViews)), []);
});

test(
  'axe-core finds nothing on any page and in any dialog of a tenant in use, and nothing is cut off at any width',
  { timeout: allViewsMs },
  async () => {
    seedData = await createSeedData(pages);
    assert.deepEqual(await findingsOf(pages, allLooks(viewsOf(seedData))), []);
    assert.deepEqual(pages.troubles, []);
  },
);
