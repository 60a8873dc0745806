// The findings of axe-core in the views of the admin center, and whatever is cut off in them.
import type { Page } from 'playwright-core';
import { everyNth } from '../../../service/testing/drawn.ts';
import { axeFindings, type Pages } from './pages.ts';
import { openVariant, type Variant, type View, variants } from './views.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A view, with the variants and the other sizes of the window in which it is looked at. */
export interface Look {
  readonly view: View;
  readonly variants: readonly Variant[];
  readonly sizes: readonly Size[];
}

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

/** One view in so many is drawn. */
const viewsOneIn = 6;
/** One drawn view in so many is judged in another variant, too. An odd number, so that dark and phone take turns. */
const variantsOneIn = 11;

/** The light ones first. A phone in the dark has the colours of the desktop, and the elements of the phone. */
const variantsOf = ({ only }: View): readonly Variant[] =>
  variants
    .filter(({ name }) => (only === undefined ? name !== 'dark-phone' : name.endsWith(only)))
    .toSorted((one, other) => other.colorScheme.localeCompare(one.colorScheme));

const isPage = ({ open, outside }: View) => open === undefined && outside !== true;

/** Every view in every variant, and at every width. */
export function allLooks(views: readonly View[]): readonly Look[] {
  return views.map((view) => ({
    view,
    variants: variantsOf(view),
    // A view of the phone is gone at other widths.
    sizes: view.only !== undefined ? [] : isPage(view) ? pageSizes : extremeSizes,
  }));
}

/** Drawn views in one variant, and the pages among them at 320 px; the seed also draws those that are seen in another variant. */
export function drawnLooks(all: readonly View[]): readonly Look[] {
  const views = everyNth(all, viewsOneIn);
  const others = views.flatMap((view) =>
    variantsOf(view)
      .slice(1)
      .map((variant) => ({ view, variant })),
  );
  const drawn = everyNth(others, variantsOneIn);
  return views.map((view) => ({
    view,
    variants: [
      ...variantsOf(view).slice(0, 1),
      ...drawn.filter((one) => one.view === view).map(({ variant }) => variant),
    ],
    sizes: view.only === undefined && isPage(view) ? extremeSizes.slice(0, 1) : [],
  }));
}

/** The looks at a view in more than one variant. */
export const namesOfFurther = (looks: readonly Look[]): readonly string[] =>
  looks.flatMap(({ view, variants: seen }) =>
    seen.slice(1).map(({ name }) => `${view.name} ${name}`),
  );

/** The views are in two tabs, so that one is checked while the other one loads. */
export async function findingsOf(pages: Pages, looks: readonly Look[]): Promise<string[]> {
  const left = [...looks];
  const wholePages = new Set(
    looks.filter(({ view }) => view.open === undefined).map(({ view }) => addressOf(view)),
  );
  // The bar and the sections around the pages, as they were judged: each view has them again.
  const judgedFrames = new Set<string>();
  const findings: string[] = [];
  await Promise.all(
    Array.from({ length: 2 }, async () => {
      const inside = await pages.signedIn();
      const outside = await (await pages.open()).newPage();
      for (let look = left.shift(); look !== undefined; look = left.shift()) {
        const page = look.view.outside === true ? outside : inside;
        const hasPage = wholePages.has(addressOf(look.view));
        findings.push(...(await findingsIn(pages, page, look, { hasPage, judgedFrames })));
      }
      await Promise.all([inside.context().close(), outside.context().close()]);
    }),
  );
  return findings;
}

const addressOf = ({ path }: View) => path.replace(/\?.*$/, '');

/** @param given.hasPage another view has the page: where a dialog is above it, only the dialog is judged */
async function findingsIn(
  pages: Pages,
  page: Page,
  { view, variants: seen, sizes }: Look,
  { hasPage, judgedFrames }: { readonly hasPage: boolean; readonly judgedFrames: Set<string> },
): Promise<string[]> {
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
  await openVariant(pages, page, view, see, seen);
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
