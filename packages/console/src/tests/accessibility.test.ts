// Every page and every dialog, in light and dark, on desktop and phone: no finding of axe-core, nothing wider than the
// window, nothing cut off, from 320 to 1920 px and at a zoom of 200 percent.
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

/** 320 px is the narrowest window of WCAG 1.4.10; 720 by 450 is a screen of 1440 by 900 at 200 %. */
const extremeSizes = [
  { width: 320, height: 640 },
  { width: 720, height: 450 },
] as const;

/** Between a phone and a wide screen; 960 px is a screen of 1440 px at 150 %. */
const pageSizes = [
  ...extremeSizes,
  ...[761, 800, 900, 960, 1024, 1080, 1180, 1220, 1250].map((width) => ({ width, height: 800 })),
  { width: 1920, height: 1080 },
] as const;

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
  'axe-core finds nothing on any page and in any dialog of a tenant in use, and nothing is cut off at any width',
  { timeout: allViewsMs },
  async () => {
    seedData = await createSeedData(pages);
    assert.deepEqual(await findingsOf(viewsOf(seedData)), []);
    assert.deepEqual(pages.troubles, []);
  },
);

/** In two tabs, so that one is checked while the other one loads. */
async function findingsOf(views: readonly View[]): Promise<string[]> {
  const left = [...views];
  const wholePages = new Set(views.filter(({ open }) => open === undefined).map(addressOf));
  const findings: string[] = [];
  await Promise.all(
    Array.from({ length: 2 }, async () => {
      const inside = await pages.signedIn();
      const outside = await (await pages.open()).newPage();
      for (let view = left.shift(); view !== undefined; view = left.shift()) {
        const page = view.outside === true ? outside : inside;
        findings.push(...(await findingsIn(page, view, wholePages.has(addressOf(view)))));
      }
      await Promise.all([inside.context().close(), outside.context().close()]);
    }),
  );
  return findings;
}

const addressOf = ({ path }: View) => path.replace(/\?.*$/, '');

/** @param hasPage another view has the page: where a dialog is above it, only the dialog is judged */
async function findingsIn(page: Page, view: View, hasPage: boolean): Promise<string[]> {
  const findings: string[] = [];
  const checked = new Set<string>();
  const see = async (variant: Variant) => {
    const { elements, isDialog } = await elementsOf(page);
    // In the other theme, the same elements only have other colours.
    const looks = `${variant.viewport.width} ${elements}`;
    const rules = checked.has(looks) ? colourRules : undefined;
    checked.add(looks);
    const within = isDialog && hasPage ? 'dialog[open]' : undefined;
    const found = [...(await axeFindings(page, { rules, within })), ...(await cutOff(page))];
    findings.push(...found.map((finding) => `${view.name}, ${variant.name}: ${finding}`));
  };
  const shown = view.only === undefined ? judgedVariants : variants;
  await openVariant(pages, page, view, see, shown);
  const isPage = view.open === undefined && view.outside !== true;
  // A view of the phone is gone at other widths.
  const sizes = view.only === undefined ? (isPage ? pageSizes : extremeSizes) : [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    await rendered(page);
    const found = await cutOff(page);
    findings.push(...found.map((finding) => `${view.name}, ${size.width} px: ${finding}`));
  }
  return findings;
}

/** The elements with their text and attributes, except those for the looks, and whether a dialog is above the page. */
async function elementsOf(page: Page): Promise<{ elements: string; isDialog: boolean }> {
  return page.evaluate(() => {
    const copy = document.documentElement.cloneNode(true) as HTMLElement;
    for (const element of [copy, ...copy.querySelectorAll('*')]) {
      element.removeAttribute('class');
      element.removeAttribute('style');
    }
    for (const element of copy.querySelectorAll('script, style')) element.remove();
    const isDialog = document.querySelector('dialog:modal') !== null;
    return { elements: copy.outerHTML, isDialog };
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
