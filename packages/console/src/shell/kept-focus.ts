// The focus stays where it was: if the element that has it is removed, as a row that is deleted or a button that has done
// its work, the nearest one in its place gets it, and the keyboard does not begin at the top of the page again. A dialog
// whose opener is gone gives the focus to what is in the place of the opener.
import { type RefObject, useEffect } from 'react';

/** An element with those that it is in, and the place of each within the next. */
interface Place {
  readonly element: Element;
  readonly way: readonly { readonly parent: Element; readonly index: number }[];
}

const controls = ['a[href]', 'button', 'input', 'select', 'textarea', '[tabindex="0"]'];
const focusable = `:is(${controls.join()}):not(:disabled)`;

function placeOf(element: Element): Place {
  const way = [];
  for (let one = element; one.parentElement !== null; one = one.parentElement) {
    way.push({ parent: one.parentElement, index: [...one.parentElement.children].indexOf(one) });
  }
  return { element, way };
}

/** @param root a dialog, or the page, beyond which it does not look */
function nearest({ way }: Place, root: Element): HTMLElement | undefined {
  for (const { parent, index } of way) {
    if (!parent.isConnected) continue;
    // Another page of the admin center gets the focus as a whole.
    if (!root.contains(parent) || (parent === root && !root.matches('dialog'))) break;
    if (isFocusable(parent)) return parent as HTMLElement;
    const after = [...parent.children].slice(index).flatMap(within);
    const before = [...parent.children].slice(0, index).flatMap(within);
    const found = after[0] ?? before.at(-1);
    if (found !== undefined) return found;
  }
  return root.matches('dialog') ? within(root)[0] : (root as HTMLElement);
}

function within(element: Element): HTMLElement[] {
  return [element, ...element.querySelectorAll(focusable)].filter(isFocusable) as HTMLElement[];
}

function isFocusable(element: Element): boolean {
  return element.matches(focusable) && element.checkVisibility({ visibilityProperty: true });
}

/** @param page gets the focus if nothing else is in the place of what was removed */
export function useKeptFocus(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const whole = page.current ?? document.body;
    /** The last one in each dialog, and in the page. */
    const places = new WeakMap<Element, Place>();
    const rootOf = (element: Element) => element.closest('dialog') ?? whole;
    const topmost = () => [...document.querySelectorAll('dialog[open]')].at(-1) ?? whole;
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const root = rootOf(target);
      // The menus of the bar keep the focus themselves.
      if (root.contains(target)) places.set(root, placeOf(target));
      else places.delete(root);
    };
    const onBlur = ({ target }: FocusEvent) => {
      queueMicrotask(() => {
        // A press beside everything: nothing is to have the focus.
        if (!(target instanceof Element) || !target.isConnected) return;
        if (document.activeElement === document.body) places.delete(rootOf(target));
      });
    };
    const restore = () => {
      const root = topmost();
      const place = places.get(root);
      if (place === undefined || place.element.isConnected) return;
      if (document.activeElement === document.body) {
        nearest(place, root)?.focus({ preventScroll: true });
      }
    };
    // A menu or a dialog that closes gives the focus to another element itself.
    const observer = new MutationObserver(() => {
      if (document.activeElement === document.body) requestAnimationFrame(restore);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', onBlur);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', onBlur);
    };
  }, [page]);
}
