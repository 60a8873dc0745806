import { de } from './de/grid.ts';
import { en } from './en/grid.ts';
import { area } from './use-messages.ts';

/** Lists as grids: their titles, columns, density and saved views. */
export const grid = area({ en, de });
