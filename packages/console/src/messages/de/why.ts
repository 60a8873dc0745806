import type { en } from '../en/why.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  why: 'Warum?',
  whyOf: 'Warum: {name}',
  title: 'Warum: {name}',
  lead: 'Die Einträge des Überwachungsprotokolls, die dazu geführt haben, in ihrer Reihenfolge.',
  none: 'Das Überwachungsprotokoll hat keinen Eintrag dazu.',
  archived: 'Einträge bis zum {date} können im Archiv des Überwachungsprotokolls sein.',
  values: 'Vorher: {before}. Nachher: {after}.',
  noValue: 'kein Wert',
  nobody: 'niemand',
  yes: 'ja',
  no: 'nein',
  rule: 'Regel {rule} der Vorlage, Version {version, number}',
  decided: 'Entscheidung: {decision}',
  reason: 'Grund: {reason}',
  entry: 'Eintrag {position, number} der Hashkette',
  broken: 'Eintrag {position, number} passt nicht zur Hashkette',
  unsealed: 'Noch nicht in der Hashkette',
  state: 'Status',
};
