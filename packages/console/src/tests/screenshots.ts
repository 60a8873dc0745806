// `npm run screenshots -w @groupwright/console -- [--language de] [names]`: pictures of every view, in light and dark, on
// desktop and phone, as packages/console/screenshots/NAME.LOOK.png. In another language than English, of every page:
// the dialogs are opened by their English names.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { startPages } from './pages.ts';
import { createSeedData } from './seed-data.ts';
import { emptyViews, openVariant, type View, viewsOf } from './views.ts';

const folder = fileURLToPath(new URL('../../screenshots', import.meta.url));
const {
  values: { language },
  positionals: wanted,
} = parseArgs({
  options: { language: { type: 'string', default: 'en' } },
  allowPositionals: true,
});

await mkdir(folder, { recursive: true });
const pages = await startPages({ WEBHOOK_NETWORKS: 'loopback' });
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
}

async function takeAll(views: readonly View[]): Promise<void> {
  const inside = await pages.signedIn({ locale: language });
  const outside = await (await pages.open({ locale: language })).newPage();
  for (const view of views) {
    if (language !== 'en' && view.open !== undefined) continue;
    if (wanted.length > 0 && !wanted.some((part) => view.name.startsWith(part))) continue;
    const page = view.outside === true ? outside : inside;
    await openVariant(pages, page, view, (variant) => take(page, view, variant.name));
  }
  await Promise.all([inside.context().close(), outside.context().close()]);
}

async function take(page: Page, view: View, variant: string): Promise<void> {
  const isDialog = (await page.locator('dialog[open]').count()) > 0;
  const look = language === 'en' ? variant : `${language}.${variant}`;
  const path = join(folder, `${view.name}.${look}.png`);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path, fullPage: !isDialog, animations: 'disabled' });
  process.stdout.write(`${path}\n`);
}
