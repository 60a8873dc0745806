import { de } from './de/comparison.ts';
import { en } from './en/comparison.ts';
import { area } from './use-messages.ts';

export const comparison = area({ en, de });
