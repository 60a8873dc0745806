// The logger that this folder needs; pino's fits, and so does the one that folds repeated lines.
import type { BackgroundLog } from '../ground/fold-repeats.ts';

export type Log = BackgroundLog;

export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
