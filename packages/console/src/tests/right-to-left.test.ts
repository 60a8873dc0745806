// Names from right to left have their own direction on a third of the pages, which the seed draws. right-to-left.long.ts
// looks at every page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { everyNth } from '../../../service/testing/drawn.ts';
import { lookForDirections, pathsOf } from './directions.ts';
import { type Pages, startPages } from './pages.ts';
import { createSeedData, type SeedData, seededService } from './seed-data.ts';

let pages: Pages;
let seedData: SeedData;
before(async () => {
  pages = await startPages(seededService);
  seedData = await createSeedData(pages);
});
after(async () => {
  await seedData.close();
  await pages.close();
});

test('each name from right to left has its own direction, on drawn pages', async (context) => {
  const { isolated, found } = await lookForDirections(pages, everyNth(pathsOf(seedData), 3));
  context.diagnostic(`${isolated} names`);
  assert.deepEqual(found, []);
  assert.ok(isolated > 30, `${isolated} names`);
});
