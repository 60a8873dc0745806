import { de } from './de/charts.ts';
import { en } from './en/charts.ts';
import { area } from './use-messages.ts';

/** Charts and the tables behind them. */
export const charts = area({ en, de });
