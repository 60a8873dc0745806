// Every page and every dialog, in light and dark, on desktop and phone: no finding of axe-core, nothing wider than the
// window, nothing cut off.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeFindings, type Pages, startPages } from './pages.ts';
import { createSeedData, type SeedData } from './seed-data.ts';
import {
  emptyViews,
  openVariant,
  rendered,
  type Variant,
  type View,
  variants,
  viewsOf,
} from './views.ts';

/** 960 px is a screen of 1440 px at 150 %. */
const widthsBetween = [761, 800, 900, 960, 1024, 1080, 1180, 1220, 1250];

/** The rules of axe-core that judge colours. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** A phone in the dark has the colours of the desktop, and the elements of the phone. */
const judgedVariants = variants.filter(({ name }) => name !== 'dark-phone');
/** Every page and dialog is opened, which takes minutes on a busy machine. */
const allViewsMs = 900_000;

let pages: Pages;
let seedData: SeedData | undefined;
before(async () => {
  pages = await startPages({ WEBHOOK_NETWORKS: 'loopback' });
});
after(async () => {
  await seedData?.close();
  await pages.close();
});

test('axe-core finds nothing in a tenant where nothing has been done yet', async () => {
  assert.deepEqual(await findingsOf(emptyViews), []);
});

test(
  'axe-core finds nothing on any page and in any dialog of a tenant in use, and nothing is cut off',
  { timeout: allViewsMs },
  async () => {
    seedData = await createSeedData(pages);
    assert.deepEqual(await findingsOf(viewsOf(seedData)), []);
    assert.deepEqual(pages.troubles, []);
  },
);

test('nothing is cut off at any width between a phone and a desk', async () => {
  seedData ??= await createSeedData(pages);
  const page = await pages.signedIn();
  const findings: string[] = [];
  for (const view of viewsOf(seedData)) {
    if (view.open !== undefined || view.outside === true) continue;
    await page.goto(pages.url(view.path));
    await page.locator('h1').first().waitFor();
    await page.locator('.loading').first().waitFor({ state: 'detached' });
    for (const width of widthsBetween) {
      await page.setViewportSize({ width, height: 800 });
      await rendered(page);
      const found = await cutOff(page);
      findings.push(...found.map((finding) => `${view.name}, ${width} px: ${finding}`));
    }
  }
  assert.deepEqual(findings, []);
  await page.context().close();
});

/** In two tabs, so that one is checked while the other one loads. */
async function findingsOf(views: readonly View[]): Promise<string[]> {
  const left = [...views];
  const findings: string[] = [];
  await Promise.all(
    Array.from({ length: 2 }, async () => {
      const inside = await pages.signedIn();
      const outside = await (await pages.open()).newPage();
      for (let view = left.shift(); view !== undefined; view = left.shift()) {
        findings.push(...(await findingsIn(view.outside === true ? outside : inside, view)));
      }
      await Promise.all([inside.context().close(), outside.context().close()]);
    }),
  );
  return findings;
}

async function findingsIn(page: Page, view: View): Promise<string[]> {
  const findings: string[] = [];
  const checked = new Set<string>();
  const see = async (variant: Variant) => {
    // In the other theme, the same elements only have other colours.
    const elements = `${variant.viewport.width} ${await elementsOf(page)}`;
    const rules = checked.has(elements) ? colourRules : undefined;
    checked.add(elements);
    const found = [...(await axeFindings(page, rules)), ...(await cutOff(page))];
    findings.push(...found.map((finding) => `${view.name}, ${variant.name}: ${finding}`));
  };
  const shown = view.only === undefined ? judgedVariants : variants;
  await openVariant(page, pages.url(view.path), view, see, shown);
  return findings;
}

/** The elements with their text and attributes, except those for the looks. */
async function elementsOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const copy = document.documentElement.cloneNode(true) as HTMLElement;
    for (const element of [copy, ...copy.querySelectorAll('*')]) {
      element.removeAttribute('class');
      element.removeAttribute('style');
    }
    for (const element of copy.querySelectorAll('script, style')) element.remove();
    return copy.outerHTML;
  });
}

/** Elements that reach beyond the window, or beyond their card or dialog. */
async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const frames = [...document.querySelectorAll('.card, dialog[open]')].filter(
      (frame) => frame.scrollWidth > frame.clientWidth + 1,
    );
    return [
      ...(root.scrollWidth > window.innerWidth ? ['the page is wider than the window'] : []),
      ...frames.map((frame) => `something is cut off in “${frame.textContent.slice(0, 60)}”`),
    ];
  });
}
