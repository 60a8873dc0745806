import { area } from './use-messages.ts';
import { de } from './de/connection-guide.ts';
import { en } from './en/connection-guide.ts';

export const connectionGuide = area({ en, de });
