import type { en } from '../en/lifecycle.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  title: 'Lebenszyklus',
  lead: 'Gruppen, die nach den Richtlinien ihrer Vorlagen ablaufen, archiviert oder gelöscht werden.',
  calendar: 'Nächste 90 Tage',
  calendarNote:
    'Ab {time}. Wenn niemand verlängert, innerhalb von {days, number} Tagen: {expiring, plural, one {# läuft ab} other {# laufen ab}}, {archiving, plural, one {# wird archiviert} other {# werden archiviert}}, {deleting, plural, one {# wird gelöscht} other {# werden gelöscht}}.',
  perDay: 'Gruppen pro Tag',
  day: 'Tag',
  onDay: 'Nur Gruppen vom {date}, ohne ausgesetzte Gruppen',
  allDays: 'Alle Tage anzeigen',
  parts: {
    archiving: 'laufen ab und werden archiviert',
    keeping: 'laufen ab und bleiben',
    deleting: 'werden gelöscht',
  },
  list: 'Liste',
  lists: {
    expiring: 'Läuft bald ab',
    archived: 'Archiviert',
    deleting: 'Wird bald gelöscht',
    on_hold: 'Ausgesetzt',
  },
  noGroups: 'Keine Gruppen',
  none: {
    expiring: 'Keine Gruppe läuft ab.',
    archived: 'Keine Gruppe ist archiviert.',
    deleting: 'Keine archivierte Gruppe wird gelöscht.',
    on_hold: 'Keine Gruppe ist ausgesetzt.',
  },
  noneOnDay: 'An diesem Tag gibt es keine solche Gruppe.',
  template: 'Vorlage',
  state: 'Status',
  expires: 'Läuft ab',
  archived: 'Archiviert',
  deleted: 'Wird gelöscht',
  renew: 'Verlängern',
  hold: 'Aussetzen',
  release: 'Aussetzung aufheben',
  groups: '{count, plural, one {# Gruppe} other {# Gruppen}}',
  renewOf: '{name} verlängern',
  expiresOn: 'Läuft ab am',
  expiresOnHint: 'Leer: Verlängerung um den Zeitraum der Vorlage.',
  holdOf: '{name} aussetzen',
  holdNote:
    'Niemand kann eine ausgesetzte Gruppe archivieren oder löschen, bis Sie die Aussetzung aufheben.',
  holdReasonHint:
    'Wird allen angezeigt, die auf die Aussetzung stoßen. Erscheint im Aktivitätsprotokoll.',
  releaseOf: 'Aussetzung von {name} aufheben?',
  releaseNote:
    'Die Richtlinie der Vorlage gilt wieder. Personen werden eine Woche vor dem Löschen einer Gruppe gewarnt.',
  reason: 'Grund',
  reasonHint: 'Optional. Erscheint im Aktivitätsprotokoll.',
  refused: '{count, plural, one {# Gruppe abgelehnt} other {# Gruppen abgelehnt}}',
  othersDone: {
    renew:
      '{count, plural, =0 {Keine Gruppe wurde verlängert:} one {# Gruppe wurde verlängert. Die übrigen:} other {# Gruppen wurden verlängert. Die übrigen:}}',
    hold: '{count, plural, =0 {Keine Gruppe wurde ausgesetzt:} one {# Gruppe wurde ausgesetzt. Die übrigen:} other {# Gruppen wurden ausgesetzt. Die übrigen:}}',
    release:
      '{count, plural, =0 {Keine Aussetzung wurde aufgehoben:} one {Die Aussetzung von # Gruppe wurde aufgehoben. Die übrigen:} other {Die Aussetzung von # Gruppen wurde aufgehoben. Die übrigen:}}',
  },
  noExpiry: 'Die Vorlage dieser Gruppe hat keinen Ablauf.',
  holdTerm: 'Aussetzung',
  holdBy: 'seit {date}, von {name}',
  reminders: 'Erinnerungen',
  remindersSent: '{count, plural, =0 {Keine gesendet} other {# gesendet}}',
  renewals: 'Verlängerungen',
  renewalsCount: '{count, plural, =0 {Keine} other {#}}',
  archivedSince: 'Archiviert seit',
  deletion: 'Löschung',
  outcomes: {
    archive_requested: 'Abgelaufen, archiviert',
    kept: 'Abgelaufen, bleibt',
    cannot_archive: 'Abgelaufen, kann nicht archiviert werden',
  },
  afterExpiry: {
    archive: 'danach archiviert, falls nicht verlängert',
    delete: 'danach archiviert und gelöscht, falls nicht verlängert',
    deleteAfter: 'danach archiviert und nach {period} gelöscht, falls nicht verlängert',
    keep: 'bleibt danach bestehen',
  },
};
