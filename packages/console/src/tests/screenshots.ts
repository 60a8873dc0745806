// `npm run screenshots -w @groupwright/console -- [--language de] [--looks light-desktop,dark-phone] [names]`: pictures
// of every view, in light and dark, on desktop and phone, as packages/console/screenshots/NAME.LOOK.png. Each view is
// opened in English, by the names of its buttons, and changes to the language before the picture.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { startPages } from './pages.ts';
import { createSeedData, seededService } from './seed-data.ts';
import { emptyViews, openVariant, rendered, type View, variants, viewsOf } from './views.ts';

/** In pixels. Higher ones are hard to read, too. */
const highestPicture = 6_000;

const folder = fileURLToPath(new URL('../../screenshots', import.meta.url));
const {
  values: { language, looks },
  positionals: wanted,
} = parseArgs({
  options: {
    language: { type: 'string', default: 'en' },
    looks: { type: 'string', default: variants.map(({ name }) => name).join() },
  },
  allowPositionals: true,
});
const shown = variants.filter(({ name }) => looks.split(',').includes(name));

await mkdir(folder, { recursive: true });
const pages = await startPages(seededService, { paints: true });
try {
  await takeAll(emptyViews);
  const seedData = await createSeedData(pages);
  try {
    await takeAll(viewsOf(seedData));
  } finally {
    await seedData.close();
  }
} finally {
  await pages.close();
  await pages.browser.close();
}

async function takeAll(views: readonly View[]): Promise<void> {
  const inside = await pages.signedIn();
  const outside = await (await pages.open()).newPage();
  for (const view of views) {
    if (wanted.length > 0 && !wanted.some((part) => view.name.startsWith(part))) continue;
    const page = view.outside === true ? outside : inside;
    await speak(page, 'en');
    try {
      await openVariant(pages, page, view, (variant) => take(page, view, variant.name), shown);
    } catch (error) {
      // The other pictures are useful without this one.
      process.exitCode = 1;
      process.stderr.write(`${view.name}: ${(error as Error).message}\n`);
    }
  }
  await Promise.all([inside.context().close(), outside.context().close()]);
}

/** A choice in another tab does the same. */
async function speak(page: Page, chosen: string): Promise<void> {
  if (page.url() === 'about:blank') return;
  await page.evaluate((value) => {
    const key = 'groupwright-locale';
    localStorage.setItem(key, JSON.stringify({ language: value, timeZone: null }));
    dispatchEvent(new StorageEvent('storage', { key }));
  }, chosen);
}

async function take(page: Page, view: View, variant: string): Promise<void> {
  await speak(page, language);
  await rendered(page);
  const isDialog = (await page.locator('dialog[open]').count()) > 0;
  const look = language === 'en' ? variant : `${language}.${variant}`;
  const path = join(folder, `${view.name}.${look}.png`);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => scrollTo(0, 0));
  // Chromium draws no picture of a long list on a phone, which would be too high.
  const isLong = await page.evaluate(
    (most) => document.documentElement.scrollHeight > most,
    highestPicture,
  );
  await page.screenshot({ path, fullPage: !isDialog && !isLong, animations: 'disabled' });
  process.stdout.write(`${path}\n`);
}
