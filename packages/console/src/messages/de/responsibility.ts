import type { en } from '../en/responsibility.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  title: 'Verantwortung',
  state: 'Status',
  since: 'seit {date}',
  responsible: 'Verantwortlich',
  deputy: 'Stellvertretung',
  none: 'Niemand',
  notAvailable: 'Nicht verfügbar',
  acceptance: {
    awaited: 'Um Zusage gebeten',
    accepted: 'Zugesagt',
    declined: 'Abgelehnt',
    passed_on: 'Weitergegeben',
    unanswered: 'Keine Antwort',
  },
  until: 'bis {date}',
  on: 'am {date}',
};
