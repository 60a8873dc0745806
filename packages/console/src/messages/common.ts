import { de } from './de/common.ts';
import { en } from './en/common.ts';
import { area } from './use-messages.ts';

/** Buttons, states of loading and saving, and other texts of the components that all pages share. */
export const common = area({ en, de });
