import type { en } from '../en/tried-months.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  directions: {
    forecast: 'Wirkung in den nächsten zwölf Monaten',
    backtest: 'Wirkung in den letzten zwölf Monaten',
  },
  refused: 'Es gibt keine Vorschau, solange ein Feld einen Fehler hat.',
  noGroups: 'Es gibt noch keine Gruppen.',
  counts:
    '{questions, plural, one {# Frage} other {# Fragen}}, {archived, number} archiviert, {deleted, number} gelöscht, {expired, number} abgelaufen und behalten, {withoutOwner, number} ohne Verantwortliche.',
  moved:
    '{handedOver, plural, =0 {} other {{handedOver, number} übergeben.}} {restored, plural, =0 {} other {{restored, number} wiederhergestellt.}}',
  different:
    '{count, plural, =0 {Nichts ist anders als mit den gespeicherten Einstellungen.} one {Bei # Gruppe ist etwas anders als mit den gespeicherten Einstellungen.} other {Bei # Gruppen ist etwas anders als mit den gespeicherten Einstellungen.}}',
  isDifferent: 'Anders',
  nothing: 'nichts mehr',
  notDerived: {
    review:
      'In den vergangenen Monaten sind die Personen einer Gruppe die, die ihr Eintrag damals nannte. Gäste sowie Personen, die jemand im Verzeichnis selbst hinzugefügt oder entfernt hat, sind die von heute: Kein Eintrag sagt, seit wann. Eine Überprüfung, die über niemanden zu entscheiden hatte, kann deshalb als Frage zählen, mit allem, was daraus folgt.',
    idle: 'In den vergangenen Monaten stehen die Fragen zu ungenutzten Gruppen, die gestellt wurden, nicht die dieser Änderung. Frühere Berichte werden nicht aufbewahrt.',
    responsibility:
      'In den vergangenen Monaten stehen die Übergaben und Fragen zur Verantwortung, die es gab, nicht die dieser Änderung. Wann welches Konto geschlossen war, ist nicht vollständig aufgezeichnet.',
    enforcement:
      'In den vergangenen Monaten stehen die Wiederherstellungen, die es gab, nicht die dieser Änderung. Was wann abwich, ist nicht vollständig aufgezeichnet.',
    new_groups:
      'Nicht hergeleitet: Übernahmen durch eine Regel. Sie folgen aus Gruppen, die andere im Verzeichnis anlegen.',
  },
  first: 'Das sind die ersten {count, plural, one {# Gruppe} other {# Gruppen}}.',
  unknown:
    'Das Überwachungsprotokoll hat den Anfang von {count, plural, one {# Gruppe} other {# Gruppen}} nicht mehr.',
  assumes: {
    forecast:
      'Wenn niemand antwortet, keine Nachricht fehlschlägt und Personen, Sperren und Richtlinien bleiben, wie sie sind. Geschlossene Konten und Austrittsdaten zählen, wie sie heute bekannt sind, die Nutzung einer Gruppe nach den letzten Berichten und Abweichungen nach dem letzten Vergleich.',
    backtest:
      'Als hätte diese Änderung gegolten. Verlängerungen, Sperren und Antworten stammen aus dem Überwachungsprotokoll. Personen und Eigenschaften sind die heutigen, und jede Nachricht gilt als versendet.',
  },
  events: {
    review: 'Überprüfung {date}',
    renewal: 'Frage {date}',
    reminder: 'Erinnerung {date}',
    expired: 'läuft ab {date}',
    archived: 'archiviert {date}',
    warning: 'Warnung {date}',
    deleted: 'gelöscht {date}',
    idle: 'Frage zur Nutzung {date}',
    responsibility: 'Frage zur Verantwortung {date}',
    handover: 'übergeben {date}',
    restored: 'wiederhergestellt {date}',
  },
  withoutOwner: 'ohne Verantwortliche',
  others:
    '{count, plural, one {# weitere Gruppe wird} other {# weitere Gruppen werden}} nicht angezeigt.',
};
