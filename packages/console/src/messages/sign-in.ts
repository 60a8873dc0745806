import { de } from './de/sign-in.ts';
import { en } from './en/sign-in.ts';
import { area } from './use-messages.ts';

/** The sign-in page. */
export const signIn = area({ en, de });
