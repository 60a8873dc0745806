// The check boxes of a table with a selection. Shift chooses the rows between the last one that was changed and this one.
import { type RefObject, useEffect, useRef } from 'react';
import { grid as texts } from '../messages/grid.ts';
import { useMessages } from '../messages/use-messages.ts';
import type { Selection } from './use-selection.ts';

export function RowCheck<Item>({
  selection,
  items,
  at,
  last,
}: {
  selection: Selection<Item>;
  /** The rows that are shown. */
  items: readonly Item[];
  at: number;
  /** The place of the row that was changed last. */
  last: RefObject<number | undefined>;
}) {
  const t = useMessages(texts);
  const item = items[at];
  if (item === undefined) return null;
  const isChosen = selection.has(item);
  return (
    <input
      type="checkbox"
      aria-label={t('select', { name: selection.nameOf(item) })}
      checked={isChosen}
      disabled={!isChosen && selection.isFull}
      onClick={({ shiftKey }) => {
        const from = shiftKey ? (last.current ?? at) : at;
        last.current = at;
        selection.set(items.slice(Math.min(from, at), Math.max(from, at) + 1), !isChosen);
      }}
    />
  );
}

/** Chooses all rows that are shown, or none of them. */
export function AllCheck<Item>({
  selection,
  items,
  tabIndex = 0,
}: {
  selection: Selection<Item>;
  items: readonly Item[];
  /** -1: the keys of a grid reach it. */
  tabIndex?: 0 | -1;
}) {
  const t = useMessages(texts);
  const box = useRef<HTMLInputElement>(null);
  const chosen = items.filter(selection.has).length;
  const isAll = items.length > 0 && chosen === items.length;
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = chosen > 0 && !isAll;
  }, [chosen, isAll]);
  return (
    <input
      ref={box}
      type="checkbox"
      tabIndex={tabIndex}
      aria-label={t('selectShown')}
      checked={isAll}
      onChange={({ target }) => {
        selection.set(items, !isAll);
        // A selection that is full takes no more, and the box remains as it was.
        target.checked = isAll;
      }}
    />
  );
}
