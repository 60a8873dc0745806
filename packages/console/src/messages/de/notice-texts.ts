import type { en } from '../en/notice-texts.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  title: 'Texte der Nachrichten',
  open: 'Texte bearbeiten',
  lead: 'Eigene Worte in Nachrichten an Personen. Sätze, Daten und Links bleiben die des Diensts.',
  textsTitle: 'Eigene Texte',
  textsNote:
    'Nur Text, ohne Platzhalter. Ein leeres Feld fügt nichts hinzu. Jede Sprache hat eigene Texte.',
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
  readOnly: 'Ihre Rolle umfasst keine Änderungen dieser Texte.',
};
