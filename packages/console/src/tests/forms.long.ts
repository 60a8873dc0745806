// Every form and every question of the admin center. forms.test.ts tries some of them in each run.
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { formCases } from './form-cases.ts';
import { tryForm } from './form-trial.ts';
import { type Pages, startPages } from './pages.ts';
import { createSeedData, type SeedData, seededService } from './seed-data.ts';

let pages: Pages;
let seedData: SeedData;
let page: Page;
before(async () => {
  pages = await startPages(seededService);
  seedData = await createSeedData(pages);
  page = await pages.signedIn();
});
after(async () => {
  await seedData.close();
  await pages.close();
});

// A failed test must not leave its routes to the next.
afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));

for (const one of formCases) {
  test(`its faults are shown, it is sent once, and nothing is lost: ${one.name}`, () =>
    tryForm(pages, page, seedData, one));
}
