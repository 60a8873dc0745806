// The items of a list that are chosen, also those of pages that are no longer shown.
import { useState } from 'react';

export interface Selection<Item> {
  readonly items: readonly Item[];
  readonly has: (item: Item) => boolean;
  readonly isFull: boolean;
  /** Chooses items, or no longer; beyond the most, the others are left out. */
  readonly set: (items: readonly Item[], isChosen: boolean) => void;
  readonly clear: () => void;
  readonly nameOf: (item: Item) => string;
}

/** @param list a selection is for one list: another one begins without */
export function useSelection<Item>(
  list: string,
  {
    most,
    keyOf,
    nameOf,
  }: {
    readonly most: number;
    readonly keyOf: (item: Item) => string;
    readonly nameOf: (item: Item) => string;
  },
): Selection<Item> {
  const none: ReadonlyMap<string, Item> = new Map();
  const [kept, setKept] = useState({ list, chosen: none });
  const chosen = kept.list === list ? kept.chosen : none;
  return {
    items: [...chosen.values()],
    has: (item) => chosen.has(keyOf(item)),
    isFull: chosen.size >= most,
    set(items, isChosen) {
      const next = new Map(chosen);
      for (const item of items) {
        if (!isChosen) next.delete(keyOf(item));
        else if (next.size < most) next.set(keyOf(item), item);
      }
      setKept({ list, chosen: next });
    },
    clear: () => setKept({ list, chosen: none }),
    nameOf,
  };
}
