import { de } from './de/probes.ts';
import { en } from './en/probes.ts';
import { area } from './use-messages.ts';

/** The probes of the connection, and when the service makes them. */
export const probes = area({ en, de });
