// The page needs this beside Preact. The bundler puts both in the place of React.
import { options, type Ref } from 'preact';

/** React Router has it for transitions, which this page does not use. */
export function useOptimistic<State>(state: State): readonly [State, (next: State) => void] {
  return [state, () => undefined];
}

/** The same one for the same `ref`, so that an element gets the focus once. */
const focusing = new WeakMap<object, Ref<HTMLElement>>();
const noRef = { current: null };

function focusingRef(ref: Ref<HTMLElement>): Ref<HTMLElement> {
  const given = ref ?? noRef;
  const known = focusing.get(given);
  if (known !== undefined) return known;
  const focus = (element: HTMLElement | null) => {
    if (typeof given === 'function') given(element);
    else given.current = element;
    element?.focus();
  };
  focusing.set(given, focus);
  return focus;
}

/** React gives the focus to a new element with `autoFocus`. A browser alone does so in a new document or dialog only. */
const before = options.vnode?.bind(options);
options.vnode = (node) => {
  const { type, props } = node as { type: unknown; props: { autoFocus?: boolean } };
  if (typeof type === 'string' && props.autoFocus === true)
    node.ref = focusingRef(node.ref ?? null);
  before?.(node);
};
