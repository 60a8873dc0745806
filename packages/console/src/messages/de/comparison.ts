import type { en } from '../en/comparison.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  compared: 'Der letzte Vergleich aller Gruppen mit dem Verzeichnis endete <time></time>.',
  never: 'Noch kein Vergleich aller Gruppen mit dem Verzeichnis ist beendet.',
  allCompared: 'Jede Gruppe wurde seit ihrer letzten Änderung verglichen.',
  notCompared:
    '{count, number} von {groups, plural, one {# Gruppe wurde} other {# Gruppen wurden}} seit der letzten Änderung nicht verglichen.',
  compareNow: 'Jetzt vergleichen',
  comparing: 'Wird verglichen…',
  failed: 'Der Vergleich ist <time></time> fehlgeschlagen.',
};
