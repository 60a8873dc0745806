import type { en } from '../en/lifecycle-forecast.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  counts:
    '{questions, plural, one {# Frage} other {# Fragen}}, {archived, number} archiviert, {deleted, number} gelöscht, {expired, number} abgelaufen und behalten, {withoutOwner, number} ohne Verantwortliche.',
  different:
    'Bei {count, plural, one {# Gruppe} other {# Gruppen}} ist etwas anders als mit den gespeicherten Einstellungen.',
  nothing: 'nichts mehr',
  notDerived: {
    idle: 'Nicht hergeleitet: Fragen zu ungenutzten Gruppen. Die Nutzung ist nicht im Voraus bekannt, und frühere Berichte werden nicht aufbewahrt.',
    responsibility:
      'Nicht hergeleitet: Übergaben und Fragen dazu, wer für eine Gruppe verantwortlich ist. Sie folgen aus Konten, die geschlossen werden oder zurückkehren.',
    enforcement:
      'Nicht hergeleitet: Wiederherstellungen von Einstellungen und gelöschten Gruppen. Sie folgen aus Änderungen, die andere im Verzeichnis vornehmen.',
    new_groups:
      'Nicht hergeleitet: Übernahmen durch eine Regel. Sie folgen aus Gruppen, die andere im Verzeichnis anlegen.',
  },
  first: 'Das sind die ersten {count, plural, one {# Gruppe} other {# Gruppen}} der Vorlage.',
  unknown:
    'Das Überwachungsprotokoll hat den Anfang von {count, plural, one {# Gruppe} other {# Gruppen}} nicht mehr.',
  assumes: {
    forecast:
      'Wenn niemand antwortet, alle Nachrichten versendet werden und Personen, Sperren und Richtlinien bleiben, wie sie sind.',
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
