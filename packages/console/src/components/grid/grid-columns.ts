// The columns of a grid: which ones fit, and how wide they are.
import type { ReactNode } from 'react';

export interface GridColumn<Item> {
  readonly id: string;
  readonly title: string;
  readonly cell: (item: Item) => ReactNode;
  /** CSS pixels. Columns share what is left by it. */
  readonly width: number;
  /** In pixels. For values that must not be cut, such as a status. */
  readonly leastWidth?: number;
  /** The order that the service has for it. */
  readonly sort?: string;
}

export const narrowestColumn = 88;
export const widestColumn = 800;
/** Columns with a check box or the actions of a row. */
export const sideColumn = 44;
/** Both sides of a row have it together: styles/grid.css. */
export const rowPadding = 16;

/** The first columns that fit into the width, but always one. */
export function fittingColumns<Item>(
  columns: readonly GridColumn<Item>[],
  widths: Readonly<Record<string, number>>,
  available: number,
): readonly GridColumn<Item>[] {
  let left = available;
  const fitting = columns.filter((column) => (left -= least(column, widths[column.id])) >= 0);
  return fitting.length === 0 ? columns.slice(0, 1) : fitting;
}

/**
 * To have room for all, a column may be little more than half as wide as usual, but not narrower than values that must not
 * be cut. A width that someone chose shrinks by a quarter at most.
 */
function least<Item>({ width, leastWidth = 0 }: GridColumn<Item>, chosen?: number): number {
  if (chosen !== undefined) return Math.max(narrowestColumn, Math.round(chosen * 0.75));
  return Math.max(narrowestColumn, Math.round(width * 0.55), leastWidth);
}

/** The value of `grid-template-columns`. */
export function templateOf<Item>(
  columns: readonly GridColumn<Item>[],
  widths: Readonly<Record<string, number>>,
  sides: { readonly first: boolean; readonly last: boolean },
): string {
  const side = `${sideColumn}px`;
  const shares = columns.map((column) => {
    const chosen = widths[column.id];
    // no text: CSS
    return `minmax(${least(column, chosen)}px, ${chosen ?? column.width}fr)`;
  });
  return [...(sides.first ? [side] : []), ...shares, ...(sides.last ? [side] : [])].join(' ');
}

export function resized(width: number, by: number): number {
  return Math.min(widestColumn, Math.max(narrowestColumn, Math.round(width + by)));
}
