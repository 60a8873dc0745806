// The layout that a person gave a grid, kept in the browser: widths of columns and density.
import { type RefObject, useEffect, useState } from 'react';

export interface GridLayout {
  readonly widths: Readonly<Record<string, number>>;
  readonly isCompact: boolean;
}

const standard: GridLayout = { widths: {}, isCompact: false };

export function useGridLayout(name: string) {
  const key = `groupwright-grid-${name}`;
  const [layout, setLayout] = useState(() => stored(key));
  const change = (part: Partial<GridLayout>) => {
    const next = { ...layout, ...part };
    setLayout(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Without storage, the layout lasts as long as the page.
    }
  };
  return [layout, change] as const;
}

function stored(key: string): GridLayout {
  try {
    const read = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<GridLayout>;
    return {
      widths: typeof read.widths === 'object' && read.widths !== null ? read.widths : {},
      isCompact: read.isCompact === true,
    };
  } catch {
    return standard;
  }
}

/** Width of the element in CSS pixels, as it changes. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const watched = element.current;
    if (watched === null) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
