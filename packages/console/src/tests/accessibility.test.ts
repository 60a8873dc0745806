// A sixth of the pages and dialogs, which the seed draws, in light on a desktop: no finding of axe-core, and no page that is
// wider than a window of 320 px or has something cut off there. Some of them are also judged in the dark or on a phone.
// accessibility.long.ts judges every page and dialog in all variants and at all widths.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { drawnLooks, findingsOf, namesOfFurther } from './accessible-views.ts';
import { type Pages, startPages } from './pages.ts';
import { createSeedData, type SeedData, seededService } from './seed-data.ts';
import { emptyViews, viewsOf } from './views.ts';

let pages: Pages;
let seedData: SeedData | undefined;
before(async () => {
  pages = await startPages(seededService);
});
after(async () => {
  await seedData?.close();
  await pages.close();
});

test('axe-core finds nothing in a tenant where nothing has been done yet, in light on a desktop', async () => {
  assert.deepEqual(await findingsOf(pages, drawnLooks(emptyViews)), []);
});

test('axe-core finds nothing on drawn pages and in drawn dialogs of a tenant in use, in light on a desktop and in some of the other variants, and no page is cut off at 320 px', async (context) => {
  seedData = await createSeedData(pages);
  const looks = drawnLooks(viewsOf(seedData));
  context.diagnostic(`judged: ${looks.map(({ view }) => view.name).join(', ')}`);
  context.diagnostic(`also judged: ${namesOfFurther(looks).join(', ')}`);
  assert.deepEqual(await findingsOf(pages, looks), []);
  assert.deepEqual(pages.troubles, []);
});
