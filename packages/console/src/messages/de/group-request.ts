import type { en } from '../en/group-request.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  editAndRetry: 'Bearbeiten und erneut versuchen',
  editTitle: '{name} bearbeiten und erneut versuchen',
  displayName: 'Anzeigename',
  alias: 'Alias',
  description: 'Beschreibung',
  nameFromPattern: 'Lassen Sie das Feld leer, um das Muster der Vorlage zu verwenden: {pattern}',
  responsible: 'Verantwortliche Person',
  deputy: 'Stellvertretung',
  owners: 'Weitere Besitzer',
  members: 'Mitglieder',
  peopleHint:
    'Namen, E-Mail-Adressen oder Benutzer-IDs. Drücken Sie nach jedem Eintrag die EINGABETASTE.',
  checking: 'Wird geprüft…',
  checkFailed: 'Die Anforderung konnte nicht geprüft werden: {reason}',
  ready: 'Die Anforderung kann erstellt werden.',
  notReady: 'Korrigieren Sie die markierten Felder.',
  wouldFail: 'Die Anforderung würde fehlschlagen: {reason}',
  retry: 'Erneut versuchen',
  retrying: 'Wird erneut versucht…',
};
