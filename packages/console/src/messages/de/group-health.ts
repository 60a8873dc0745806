import type { en } from '../en/group-health.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  responsible: 'Verantwortlich',
  deputy: 'Stellvertretung',
  expires: 'Läuft ab',
  never: 'Nie',
  onHold: 'Ausgesetzt',
  differences: 'Abweichungen',
  different: '{count, plural, =0 {Wie im Eintrag} one {# Abweichung} other {# Abweichungen}}',
  notCompared: 'Noch nicht verglichen',
  changedSince: 'Seitdem geändert',
  compared: 'verglichen <time></time>',
  lastUsed: 'Zuletzt genutzt',
  notSeen: 'Keine Nutzung gesehen',
  unusedSince: 'Ungenutzt seit {date}',
  questions: 'Offene Fragen',
  none: 'Keine',
  open: '{count, plural, one {# Frage} other {# Fragen}}',
};
