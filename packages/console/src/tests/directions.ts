// Names from right to left on the pages of the admin center: each has its own direction, so that it reorders neither itself
// nor the words beside it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { everyNth } from '../../../service/testing/drawn.ts';
import { type Pages, startPages } from './pages.ts';
import { createSeedData, type SeedData, seededService } from './seed-data.ts';
import { settled, viewsOf } from './views.ts';

/**
 * Declares the test and its hooks.
 * @param oneIn of so many pages, the seed draws one
 * @param fewest the pages have more names than these
 */
export function testDirections(oneIn: number, fewest: number): void {
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

  test(`each name from right to left has its own direction, on one page in ${oneIn}`, async (context) => {
    const { isolated, found } = await lookForDirections(pages, everyNth(pathsOf(seedData), oneIn));
    context.diagnostic(`${isolated} names`);
    assert.deepEqual(found, []);
    assert.ok(isolated > fewest, `${isolated} names`);
  });
}

/** The paths of all views. */
const pathsOf = (seedData: SeedData): readonly string[] => [
  ...new Set(viewsOf(seedData).map(({ path }) => path)),
];

/** The columns of names, by table. */
const names = {
  organisations: 'name',
  templates: 'name',
  api_keys: 'name',
  administrators: 'name',
  tenants: 'name',
  teams: 'display_name',
  sandbox_people: 'display_name',
  sandbox_groups: 'display_name',
  watched_people: 'display_name',
};

/** Runs in the page. @returns the texts with Hebrew letters that take their direction from what is around them */
function textsWithoutDirection(): string[] {
  const hebrew = /[\u0590-\u05FF]/;
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    // Initials are read by nobody.
    const own = 'script, bdi, [dir="auto"], [aria-hidden="true"]';
    if (node.parentElement === null || node.parentElement.closest(own) !== null) continue;
    const text = node.textContent ?? '';
    if (!hebrew.test(text.replaceAll(/\u2068[^\u2069]*\u2069/g, ''))) continue;
    const { tagName, className, parentElement } = node.parentElement;
    found.push(`${parentElement?.tagName} > ${tagName} ${className.split(' ')[0]}: ${text}`);
  }
  return found;
}

/** Gives all names letters from right to left. @returns the number of names that have a direction, and the texts without one */
async function lookForDirections(
  pages: Pages,
  paths: readonly string[],
): Promise<{ readonly isolated: number; readonly found: readonly string[] }> {
  const { database, tenantId } = pages.service;
  for (const [table, column] of Object.entries(names)) {
    await database.query(
      `update ${table} set ${column} = 'שלום ' || coalesce(${column}, '') || '!' where tenant_id = $1`,
      [tenantId],
    );
  }
  await pages.service.service.refresh();
  const page = await pages.signedIn({ locale: 'en-US' });
  const found: string[] = [];
  let isolated = 0;
  for (const path of paths) {
    await pages.visit(page, path);
    await settled(page);
    isolated += await page.locator('bdi', { hasText: 'שלום' }).count();
    for (const text of await page.evaluate(textsWithoutDirection)) found.push(`${path} ${text}`);
  }
  return { isolated, found };
}
