// Names from right to left have their own direction on every page. right-to-left.test.ts looks at some of them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
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

test('each name from right to left has its own direction, on every page', async (context) => {
  const { isolated, found } = await lookForDirections(pages, pathsOf(seedData));
  context.diagnostic(`${isolated} names`);
  assert.deepEqual(found, []);
  assert.ok(isolated > 100, `${isolated} names`);
});
