import { de } from './de/group-timeline.ts';
import { en } from './en/group-timeline.ts';
import { area } from './use-messages.ts';

/** The next dates and questions of a group. */
export const groupTimeline = area({ en, de });
