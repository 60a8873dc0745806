// The keys of a grid (WAI-ARIA APG, “Grid Pattern”): arrows, Home, End, Page Up and Page Down move between cells, Enter
// does what the cell offers, Space selects the row, Shift with Space a range, and Ctrl+A all. In the row of titles, Shift with an arrow changes the width of a column.
import { type KeyboardEvent, useCallback, useState } from 'react';

export interface Place {
  /** -1: the titles. */
  readonly row: number;
  readonly column: number;
}

const rowsOfPage = 10;

export function useGridKeys({
  rows,
  columns,
  show,
  onMoved,
  press,
  select,
  selectAll,
  resize,
}: {
  rows: number;
  columns: number;
  /** Scrolls to the row. */
  show: (row: number) => void;
  /** A cell of another row is the active one, by a key or a press. It stays the same function. */
  onMoved: (row: number) => void;
  press: (place: Place) => void;
  select: (row: number, isRange: boolean) => void;
  selectAll: () => void;
  resize: (column: number, by: number) => void;
}) {
  const [active, setPlace] = useState<Place>({ row: 0, column: 0 });
  const setActive = useCallback(
    (place: Place) => {
      setPlace(place);
      onMoved(place.row);
    },
    [onMoved],
  );
  const bounded = ({ row, column }: Place): Place => ({
    row: Math.max(-1, Math.min(rows - 1, row)),
    column: Math.max(0, Math.min(columns - 1, column)),
  });
  const go = (place: Place) => {
    const next = bounded(place);
    setActive(next);
    if (next.row >= 0) show(next.row);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Links and boxes in cells have keys of theirs.
    if (event.target !== event.currentTarget || event.altKey) return;
    const isAll = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a';
    if (event.metaKey && !isAll) return;
    const { row, column } = bounded(active);
    const moves: Readonly<Record<string, Place>> = {
      ArrowUp: { row: row - 1, column },
      ArrowDown: { row: row + 1, column },
      ArrowLeft: { row, column: column - 1 },
      ArrowRight: { row, column: column + 1 },
      PageUp: { row: Math.max(0, row - rowsOfPage), column },
      PageDown: { row: row + rowsOfPage, column },
      Home: { row: event.ctrlKey ? 0 : row, column: 0 },
      End: { row: event.ctrlKey ? rows - 1 : row, column: columns - 1 },
    };
    const step = event.key === 'ArrowLeft' ? -1 : 1;
    const move = moves[event.key];
    if (event.shiftKey && row < 0 && /^Arrow(?:Left|Right)$/.test(event.key)) {
      resize(column, step * 16);
    } else if (move !== undefined) {
      go(move);
    } else if (isAll) {
      selectAll();
    } else if (event.key === 'Enter') {
      press({ row, column });
    } else if (event.key === ' ' && row >= 0) {
      select(row, event.shiftKey);
    } else {
      return;
    }
    event.preventDefault();
  };
  return { active: bounded(active), setActive, onKeyDown };
}
