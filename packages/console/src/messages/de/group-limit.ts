import type { en } from '../en/group-limit.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  organisations: 'Organisationen (alle, wenn keine ausgewählt ist)',
  templates: 'Vorlagen (alle, wenn keine ausgewählt ist)',
};
