// The React of the page, of Fluent and of the router is Preact, in a tenth of the bytes. vite.config.ts puts it in place.
import { options, type VNode } from 'preact';

// @ts-expect-error: its types are declared as those of a CommonJS module.
export * from 'preact/compat';
export { default } from 'preact/compat';

// React runs the effects of a press or a key at once, too: the focus moves before the next key.
options.requestAnimationFrame = (run) => queueMicrotask(run);

// React focuses each element with `autoFocus` as it appears; a browser does so only for a new page or dialog.
const before = options.diffed?.bind(options);
const seen = new WeakSet<Element>();
options.diffed = (node: VNode & { readonly __e?: unknown }) => {
  before?.(node);
  const { __e: element } = node;
  if (!(element instanceof HTMLElement) || typeof node.type !== 'string') return;
  if (!('autoFocus' in node.props) || node.props.autoFocus !== true || seen.has(element)) return;
  seen.add(element);
  // It is in the page by then.
  queueMicrotask(() => element.focus());
};

/** The router has it for transitions, which this page does not use. */
export const useOptimistic = <State>(state: State) => [state, () => undefined] as const;
