// Every page and every dialog, in light and dark, on desktop and phone: no finding of axe-core, nothing wider than the
// window, nothing cut off, from 320 to 1920 px and at a zoom of 200 percent.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeFindings, type Pages, startPages } from './pages.ts';
import { createSeedData, type SeedData, seededService } from './seed-data.ts';
import { emptyViews, openVariant, type Variant, type View, variants, viewsOf } from './views.ts';

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
/** The rules of axe-core that judge sizes. */
const sizeRules = ['target-size', 'scrollable-region-focusable'];

/** A phone in the dark has the colours of the desktop, and the elements of the phone. */
const judgedVariants = variants.filter(({ name }) => name !== 'dark-phone');
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

/** The views are in two tabs, so that one is checked while the other one loads. */
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

/** The bar and the sections around the pages, as they were judged: each view has them again. */
const judgedFrames = new Set<string>();

/** @param hasPage another view has the page: where a dialog is above it, only the dialog is judged */
async function findingsIn(page: Page, view: View, hasPage: boolean): Promise<string[]> {
  const findings: string[] = [];
  const judged: { readonly shown: number; readonly theme: string; readonly width: number }[] = [];
  const see = async ({ name, colorScheme: theme, viewport: { width } }: Variant) => {
    const { frame, shown, isDialog } = await shownOf(page);
    const same = judged.filter((one) => one.shown === shown);
    // In the other theme, the same elements only have other colours, and in another window only other sizes.
    const rules =
      same.length === 0
        ? undefined
        : [
            ...(same.some((one) => one.theme === theme) ? [] : colourRules),
            ...(same.some((one) => one.width === width) ? [] : sizeRules),
          ];
    judged.push({ shown, theme, width });
    const within = isDialog && hasPage ? 'dialog[open]' : undefined;
    const frameLooks = `${name} ${frame}`;
    const without = judgedFrames.has(frameLooks) ? frames : [];
    if (within === undefined && rules === undefined) judgedFrames.add(frameLooks);
    const found = [
      ...(rules?.length === 0 ? [] : await axeFindings(page, { rules, within, without })),
      ...(await cutOff(page)),
    ];
    findings.push(...found.map((finding) => `${view.name}, ${name}: ${finding}`));
  };
  const seen = view.only === undefined ? judgedVariants : variants;
  await openVariant(pages, page, view, see, seen);
  const isPage = view.open === undefined && view.outside !== true;
  // A view of the phone is gone at other widths.
  const sizes = view.only === undefined ? (isPage ? pageSizes : extremeSizes) : [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    const found = await cutOff(page);
    findings.push(...found.map((finding) => `${view.name}, ${size.width} px: ${finding}`));
  }
  return findings;
}

const frames = ['.appbar', '.sidebar'];

/**
 * Numbers for the elements that are displayed, with their text and attributes, except those for the looks: for those
 * around the pages and for the others. And whether a dialog is above the page.
 */
async function shownOf(page: Page): Promise<{ frame: number; shown: number; isDialog: boolean }> {
  return page.evaluate((frame) => {
    let hash = 0;
    const add = (text: string) => {
      for (let index = 0; index < text.length; index += 1) {
        hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
      }
    };
    const addNode = (node: Node, without: string) => {
      if (node instanceof Text) add(node.data);
      if (!(node instanceof Element) || node.matches(without) || !node.checkVisibility()) return;
      add(`<${node.tagName}`);
      for (const { name, value } of node.attributes) {
        if (name !== 'class' && name !== 'style') add(` ${name}=${value}`);
      }
      for (const child of node.childNodes) addNode(child, without);
    };
    const hashOf = (roots: Iterable<Node>, without: string) => {
      hash = 0;
      for (const root of roots) addNode(root, without);
      return hash;
    };
    return {
      frame: hashOf(document.querySelectorAll(frame), 'script'),
      shown: hashOf([document.body], `script, ${frame}`),
      isDialog: document.querySelector('dialog:modal') !== null,
    };
  }, frames.join());
}

/** Elements that reach beyond the window, or beyond their card or dialog. */
async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // Parts follow the size of the window after a frame, and on a busy machine later. A fault is there after a second, too.
    for (let tries = 1; ; tries += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await new Promise((resolve) => setTimeout(resolve, tries === 1 ? 0 : 50));
      const faults = faultsNow();
      if (faults.length === 0 || tries === 20) return faults;
    }

    function faultsNow(): string[] {
      const root = document.documentElement;
      const frames = [...document.querySelectorAll('.card, dialog[open]')].filter(
        (frame) => frame.scrollWidth > frame.clientWidth + 1,
      );
      return [
        ...(root.scrollWidth > window.innerWidth ? ['the page is wider than the window'] : []),
        ...frames.map((frame) => `something is cut off in “${frame.textContent.slice(0, 60)}”`),
      ];
    }
  });
}
