// The columns of a grid: which ones fit, and how wide they are.
import type { ReactNode } from 'react';

export interface GridColumn<Item> {
  readonly id: string;
  readonly title: string;
  readonly cell: (item: Item) => ReactNode;
  /** CSS pixels. Columns share what is left by it. */
  readonly width: number;
  /** The order that the service has for it. */
  readonly sort?: string;
}

export const narrowestColumn = 88;
export const widestColumn = 800;
/** Columns with a check box or the actions of a row. */
export const sideColumn = 44;
/** Of a row, on both sides together: styles/grid.css. */
export const rowPadding = 16;

/** The first columns that fit into the width, but always one. */
export function fittingColumns<Item>(
  columns: readonly GridColumn<Item>[],
  widths: Readonly<Record<string, number>>,
  available: number,
): readonly GridColumn<Item>[] {
  let left = available;
  const fitting = columns.filter(
    (column) => (left -= least(widths[column.id] ?? column.width)) >= 0,
  );
  return fitting.length === 0 ? columns.slice(0, 1) : fitting;
}

/** A column may be a quarter narrower than wished. */
const least = (width: number) => Math.max(narrowestColumn, Math.round(width * 0.75));

/** The value of `grid-template-columns`. */
export function templateOf<Item>(
  columns: readonly GridColumn<Item>[],
  widths: Readonly<Record<string, number>>,
  sides: { readonly first: boolean; readonly last: boolean },
): string {
  const side = `${sideColumn}px`;
  const shares = columns.map(({ id, width }) => {
    const wished = widths[id] ?? width;
    // no text: CSS
    return `minmax(${least(wished)}px, ${wished}fr)`;
  });
  return [...(sides.first ? [side] : []), ...shares, ...(sides.last ? [side] : [])].join(' ');
}

export function resized(width: number, by: number): number {
  return Math.min(widestColumn, Math.max(narrowestColumn, Math.round(width + by)));
}
