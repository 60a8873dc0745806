import { de } from './de/administrators.ts';
import { en } from './en/administrators.ts';
import { area } from './use-messages.ts';

/** Administrators: their list, the page of each, invitations, sessions and the sign-in provider. */
export const administrators = area({ en, de });
