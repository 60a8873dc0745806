import type { en } from '../en/group-import.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  import: 'Importieren',
  titles: { creation: 'Gruppen aus CSV importieren', adoption: 'Gruppen aus CSV übernehmen' },
  leads: {
    creation:
      'Eine Gruppe pro Zeile, höchstens {count, number}. Die erste Zeile enthält die Spaltentitel.',
    adoption:
      'Eine Gruppe pro Zeile, höchstens {count, number}. Laden Sie die Liste der Gruppen als CSV herunter, ändern Sie, was sie vorschlägt, und wählen Sie die Datei hier. Der Plan zeigt zuerst, welche Gruppen übernommen werden können.',
  },
  line: 'Zeile {line, number}',
  file: 'CSV-Datei',
  paste: 'Oder fügen Sie die Zeilen ein',
  sample: 'Beispiel herunterladen',
  sampleName: 'gruppen-beispiel',
  sampleGroup: 'Beispiel {number}',
  sampleAlias: 'beispiel-{number}',
  sampleValue: 'beispiel',
  noRows: 'Die Datei hat keine Zeilen unter den Spaltentiteln.',
  tooMany:
    'Die Datei hat {rows, number} Zeilen. Sie können {count, number} auf einmal importieren: Teilen Sie die Datei auf.',
  tooLarge: 'Die Datei ist zu groß. Wählen Sie eine Datei mit höchstens 10 MB.',
  openQuote:
    'Zeile {line, number}: Eine Zelle beginnt mit einem Anführungszeichen, das nicht geschlossen wird.',
  textAfterQuote:
    'Zeile {line, number}: Hinter dem schließenden Anführungszeichen einer Zelle steht Text. Schreiben Sie ein Anführungszeichen in einer Zelle doppelt.',
  longRow:
    'Zeile {line, number} hat {cells, number} Zellen, die Datei aber {headings, number} Spaltentitel. Setzen Sie eine Zelle, die das Trennzeichen enthält, in Anführungszeichen.',
  notUtf8: 'Die Datei ist nicht in UTF-8. Speichern Sie sie als UTF-8: in Excel als „CSV UTF-8“.',
  otherEncoding:
    'Die Datei ist in {encoding}, nicht in UTF-8. Speichern Sie sie als UTF-8: in Excel als „CSV UTF-8“.',
  columnsLead: 'Wählen Sie aus, was jede Spalte der Datei enthält.',
  column: 'Spalte',
  example: 'Erster Wert',
  holds: 'Enthält',
  holdsOf: '{column} enthält',
  leaveOut: '(Weglassen)',
  externalId: 'Externe ID ({source})',
  property: 'Eigenschaft {name}',
  standard: 'Für Zeilen ohne Organisation oder Vorlage',
  check: 'Zeilen prüfen',
  change: 'Datei ändern',
  back: 'Zurück zu den Spalten',
  checking: '{done, number} von {total, number} Zeilen geprüft…',
  checked:
    '{ready, plural, one {# Zeile ist bereit} other {# Zeilen sind bereit}}, {rejected, plural, =0 {keine hat Fehler} one {# hat Fehler} other {# haben Fehler}}.',
  row: 'Zeile',
  group: 'Gruppe',
  verdict: 'Ergebnis',
  rowReady: 'Bereit',
  rowChecking: 'Wird geprüft…',
  unnamed: 'Ohne Namen',
  inLine: '{column} in Zeile {line, number}',
  aliasTwice: 'Zeile {line, number} hat denselben Alias.',
  downloadRejected: 'Zeilen mit Fehlern herunterladen',
  rejectedName: 'gruppen-mit-fehlern',
  errorColumn: 'Fehler',
  create: '{count, plural, one {# Gruppe} other {# Gruppen}} erstellen',
  creating: 'Wird erstellt…',
  uncertain:
    'Senden Sie die Zeilen erneut, um das Ergebnis zu sehen. Nichts wird doppelt erstellt.',
  result: '{count, plural, one {# Gruppe wurde} other {# Gruppen wurden}} angefordert.',
  finished: '{done, number} von {total, number} abgeschlossen',
  rejectedLeft:
    '{count, plural, one {# Zeile wurde nicht gesendet, weil sie Fehler hat} other {# Zeilen wurden nicht gesendet, weil sie Fehler haben}}.',
  notPossible: 'Die Gruppe kann nicht erstellt werden.',
  fixRejected: 'Zeilen mit Fehlern korrigieren',
};
