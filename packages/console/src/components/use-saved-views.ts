// Views of a list that a person gave a name: the query of the page's address. This browser keeps them.
import { useState } from 'react';

export interface SavedView {
  readonly name: string;
  /** The query of the address. */
  readonly address: string;
}

const most = 50;

export function useSavedViews(list: string) {
  const key = `groupwright-views-${list}`;
  const [views, setViews] = useState(() => current(key));
  const store = (next: readonly SavedView[]) => {
    kept.set(key, next);
    setViews(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Without storage, views last as long as the page.
    }
  };
  return {
    views,
    /** Replaces a view with the same name. */
    save: (view: SavedView) =>
      store([...current(key).filter(({ name }) => name !== view.name), view].slice(-most)),
    remove: (removed: string) => store(current(key).filter(({ name }) => name !== removed)),
  };
}

/** They stay once the page has left the list, where its toast can still undo a change. */
const kept = new Map<string, readonly SavedView[]>();
const current = (key: string) => kept.get(key) ?? stored(key);

function stored(key: string): readonly SavedView[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(read) ? read.filter(isView) : [];
  } catch {
    return [];
  }
}

function isView(value: unknown): value is SavedView {
  const view = value as Partial<SavedView> | null;
  return typeof view?.name === 'string' && typeof view.address === 'string';
}
