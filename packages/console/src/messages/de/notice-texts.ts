import type { en } from '../en/notice-texts.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  saved: 'Die Nachrichteneinstellungen wurden gespeichert.',
  title: 'Nachrichteneinstellungen',
  lead: 'Wie Nachrichten gesendet werden, ab wann Administratoren benachrichtigt werden, und eigene Texte für Nachrichten an Personen.',
  administratorsTitle: 'Nachrichten an Administratoren',
  administratorsNote: 'Besitzer und Administratoren erhalten sie.',
  failureHours: 'Fehlerhaften Webhook melden nach (Stunden)',
  failureHoursHint:
    '0 bis 168. Bei 0 wird niemand benachrichtigt. Sobald der Webhook wieder funktioniert, folgt eine weitere Nachricht.',
  textsTitle: 'Eigene Texte',
  textsNote:
    'Nur Text, ohne Platzhalter. Ein leeres Feld fügt nichts hinzu. Jede Sprache hat eigene Texte. Sätze, Daten und Links bleiben die des Diensts.',
  languages: 'Sprache der Nachrichten',
  language: { en: 'Englisch', de: 'Deutsch', fr: 'Französisch', es: 'Spanisch' },
  subject: 'Vor dem Betreff',
  subjectHint: 'Eine Zeile, höchstens 60 Zeichen.',
  intro: 'Vor den Einträgen',
  footer: 'Vor den Schlusszeilen',
  longHint: 'Höchstens 1.000 Zeichen.',
  contact: 'Kontakt für Fragen',
  contactHint:
    'Eine Zeile, höchstens 300 Zeichen. Sie ersetzt den Satz mit der Kontaktadresse und steht auch auf der Entscheidungsseite.',
  reset: 'Auf Standard zurücksetzen',
  faultIn: '{language}: {fault}',
  preview: 'Vorschau',
  previewNote: 'Eine Nachricht, wie Personen sie erhalten, mit zwei Beispielgruppen.',
  noPreview: 'Es gibt keine Vorschau, solange ein Text einen Fehler hat.',
  subjectLine: 'Betreff',
  readOnly: 'Ihre Rolle umfasst keine Änderungen dieser Einstellungen.',
};
