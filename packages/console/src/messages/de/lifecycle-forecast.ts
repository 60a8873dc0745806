import type { en } from '../en/lifecycle-forecast.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  counts:
    '{questions, plural, one {# Frage} other {# Fragen}}, {archived, number} archiviert, {deleted, number} gelöscht, {expired, number} abgelaufen und behalten, {withoutOwner, number} ohne Verantwortliche.',
  first: 'Das sind die ersten {count, plural, one {# Gruppe} other {# Gruppen}} der Vorlage.',
  unknown:
    'Das Überwachungsprotokoll hat den Anfang von {count, plural, one {# Gruppe} other {# Gruppen}} nicht mehr.',
  assumes: {
    forecast:
      'Wenn niemand antwortet, alle Nachrichten versendet werden und Personen, Sperren und Richtlinien bleiben, wie sie sind. Fragen zu ungenutzten Gruppen fehlen, weil die Nutzung nicht im Voraus bekannt ist.',
    backtest:
      'Als hätte dieser Lebenszyklus gegolten. Verlängerungen, Sperren und Antworten stammen aus dem Überwachungsprotokoll. Personen und Eigenschaften sind die heutigen, und jede Nachricht gilt als versendet.',
  },
  events: {
    review: 'Überprüfung {date}',
    renewal: 'Frage {date}',
    reminder: 'Erinnerung {date}',
    expired: 'läuft ab {date}',
    archived: 'archiviert {date}',
    warning: 'Warnung {date}',
    deleted: 'gelöscht {date}',
  },
  withoutOwner: 'ohne Verantwortliche',
  others:
    '{count, plural, one {# weitere Gruppe wird} other {# weitere Gruppen werden}} nicht angezeigt.',
};
