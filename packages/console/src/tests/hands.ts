// The two ways to use a page, for tests that count what a task costs: a mouse that clicks, and a keyboard that walks by
// Tab and the arrow keys. Typed text is not counted.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

export interface Hand {
  /** Clicks, or keys other than those of typed text. */
  count(): number;
  /** It goes to a section by the entry of the navigation and its tab, or by the search. */
  goTo(section: string, entry?: string): Promise<void>;
  /** A link, a button or a result of the search. */
  press(target: Locator): Promise<void>;
  /** The form whose field was typed in last, by its button or by Enter. */
  submit(button: Locator): Promise<void>;
  /** A link in a row of a grid. */
  open(grid: Locator, link: Locator): Promise<void>;
  /** Replaces the content of a field. */
  type(field: Locator, text: string): Promise<void>;
  /** Opens the search of the app bar. */
  search(text: string): Promise<void>;
}

export const hands: Readonly<Record<'mouse' | 'keyboard', (page: Page) => Hand>> = {
  mouse: createMouse,
  keyboard: createKeyboard,
};

function createMouse(page: Page): Hand {
  let clicks = 0;
  const press = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  return {
    count: () => clicks,
    async goTo(section, entry = section) {
      const link = (navigation: string, name: string) =>
        page
          .getByRole('navigation', { name: navigation, exact: true })
          .getByRole('link', { name, exact: true });
      await press(link('Sections', entry));
      if (section === entry) return;
      await link(entry, section).waitFor();
      // The first tab of an entry is open.
      if ((await link(entry, section).getAttribute('aria-current')) === null) {
        await press(link(entry, section));
      }
    },
    press,
    submit: press,
    open: (_grid, link) => press(link),
    type: (field, text) => field.fill(text),
    async search(text) {
      await press(page.getByRole('button', { name: 'Search' }));
      await page.getByRole('combobox', { name: 'Search' }).fill(text);
    },
  };
}

/** More stops than any page has on the way to one of its elements. */
const mostStops = 80;

function createKeyboard(page: Page): Hand {
  let keys = 0;
  const key = async (name: string) => {
    keys += 1;
    await page.keyboard.press(name);
  };
  const hasFocus = (target: Locator) =>
    target.evaluate((element) => element === document.activeElement);
  /** Whether the page has just been loaded, and the target is in its content. */
  const isNew = (target: Locator) =>
    target.evaluate(
      (element) => document.activeElement === document.body && element.closest('#content') !== null,
    );
  const walkTo = async (target: Locator) => {
    await target.waitFor();
    if (await isNew(target)) {
      // The first stop of a page: “Skip to content”.
      await key('Tab');
      await key('Enter');
    }
    for (let stop = 0; stop < mostStops; stop += 1) {
      if (await hasFocus(target)) return;
      await key('Tab');
    }
    assert.fail(`the keyboard does not reach ${String(target)}`);
  };
  /** Moves the active element of a grid or a list by a key until the target is in it, or it is in the target. */
  const moveTo = async (owner: Locator, target: Locator, name: string) => {
    await target.waitFor();
    for (let step = 0; step < mostStops; step += 1) {
      const active = (await owner.getAttribute('aria-activedescendant')) ?? '';
      const isThere = await target.evaluate((element, id) => {
        const one = document.getElementById(id);
        return one !== null && (one.contains(element) || element.contains(one));
      }, active);
      if (isThere) return;
      await key(name);
    }
    assert.fail(`${name} does not reach ${String(target)}`);
  };
  const press = async (target: Locator) => {
    await target.waitFor();
    const role = await target.getAttribute('role');
    if (role === 'option') await moveTo(page.locator(':focus'), target, 'ArrowDown');
    else await walkTo(target);
    await key('Enter');
  };
  const search = async (text: string) => {
    await key('Control+K');
    await page.getByRole('combobox', { name: 'Search' }).waitFor();
    await page.keyboard.type(text);
  };
  return {
    count: () => keys,
    async goTo(section) {
      await search(section);
      const found = page.getByRole('group', { name: 'Pages' });
      await press(found.getByRole('option', { name: new RegExp(`^${section}`) }));
    },
    press,
    submit: () => key('Enter'),
    async open(grid, link) {
      await walkTo(grid);
      await moveTo(grid, link.locator('xpath=ancestor::*[@role="row"]'), 'ArrowDown');
      await moveTo(grid, link, 'ArrowRight');
      await key('Enter');
    },
    async type(field, text) {
      await walkTo(field);
      await page.keyboard.press('Control+A');
      await page.keyboard.type(text);
    },
    search,
  };
}
