// What this folder needs of a logger; pino's fits, and the one that folds repeated lines.
import type { BackgroundLog } from '../foundation/fold-repeats.ts';

export type Log = BackgroundLog;

export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
