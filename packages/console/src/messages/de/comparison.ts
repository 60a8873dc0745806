import type { en } from '../en/comparison.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  compared: 'Alle Gruppen wurden zuletzt <time></time> mit dem Verzeichnis verglichen.',
  never: 'Die Gruppen wurden noch nicht mit dem Verzeichnis verglichen.',
  allCompared: 'Jede Gruppe wurde seit ihrer letzten Änderung verglichen.',
  notCompared:
    '{count, number} von {groups, plural, one {# Gruppe wurde} other {# Gruppen wurden}} seit der letzten Änderung nicht verglichen.',
  compareNow: 'Jetzt vergleichen',
  comparing: 'Wird verglichen…',
  failed: 'Der Vergleich ist <time></time> fehlgeschlagen.',
};
