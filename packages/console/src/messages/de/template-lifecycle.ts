import type { en } from '../en/template-lifecycle.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  title: 'Lebenszyklus',
  note: 'Wann Gruppen ablaufen, und was danach geschieht. Gilt sofort, auch für bestehende Gruppen.',
  expiry: 'Ablauf',
  on: 'Gruppen dieser Vorlage laufen ab',
  off: 'Gruppen dieser Vorlage laufen nicht ab',
  expires: 'Gruppen laufen ab',
  expiries: {
    after: 'Einen Zeitraum nach der Erstellung',
    on: 'An einem bestimmten Tag',
    property: 'Am Tag, der in einer Eigenschaft steht',
    never: 'Nie: nur Überprüfungen oder ein Tag in der Anforderung',
  },
  after: 'Nach der Erstellung',
  day: 'Tag',
  property: 'Eigenschaft',
  propertyHint: 'Gruppen ohne Tag in dieser Eigenschaft laufen nicht ab.',
  plus: 'Nach diesem Tag',
  reminders: 'Erinnerungen',
  remindersHint:
    'Tage vor dem Ablauf. Die zweite geht auch an die Stellvertretung, die letzte auch an die betreuende Person.',
  renewFor: 'Dauer einer Verlängerung',
  atMost: 'Verlängerungen pro Gruppe',
  atMostHint: 'Durch die Personen der Gruppe. Leer: unbegrenzt.',
  unanswered: 'Wenn niemand verlängert',
  consequences: {
    archive: 'Gruppe archivieren',
    delete: 'Gruppe archivieren und danach löschen',
    keep: 'Gruppe behalten',
  },
  deleteAfter: 'Archivierte Gruppen löschen nach',
  deleteAfterHint: {
    delete: 'Mindestens 14 Tage. Leer: 30 Tage.',
    archive: 'Mindestens 14 Tage. Leer: Die Gruppen bleiben erhalten.',
  },
  grace: 'Frist für bestehende Gruppen',
  graceHint:
    'Wenn die Richtlinie eingeführt oder verkürzt wird, laufen sie nicht vor dem Ende dieser Frist ab.',
  spread: 'Verteilung bestehender Gruppen',
  spreadHint:
    'Gruppen, die am Ende der Frist ablaufen würden, laufen verteilt über diesen Zeitraum ab. Leer: ein Tag.',
  decisions: 'Für eine Entscheidung',
  decisionsBy: {
    link: 'Der Link in der Nachricht genügt',
    signed_in: 'Die Person meldet sich zusätzlich an',
  },
  requests: 'Anforderungen',
  requestsOn: 'Dürfen den Ablauf ihrer Gruppe angeben',
  requestsOff: 'Dürfen den Ablauf ihrer Gruppe nicht angeben',
  longest: 'Spätester Ablauf',
  longestHint: 'Für Anforderungen und Verlängerungen. Leer: zehn Jahre.',
  reviews: 'Überprüfungen',
  reviewsOn: 'Die Personen einer Gruppe werden regelmäßig überprüft',
  reviewsOff: 'Die Personen einer Gruppe werden nicht regelmäßig überprüft',
  reviewEvery: 'Abstand zwischen Überprüfungen',
  reviewWithin: 'Zeit für die Antwort',
  reviewSubjects: 'Zu überprüfende Personen',
  subjects: { both: 'Besitzer und Gäste', owners: 'Besitzer', guests: 'Gäste' },
  reviewUnanswered: 'Wenn niemand überprüft',
  reviewConsequences: {
    keep: 'Alle behalten',
    remove_guests: 'Gäste entfernen',
    archive: 'Gruppe archivieren',
  },
  applies:
    '<b>Gilt für {groups, plural, one {# Gruppe} other {# Gruppen}}.</b> {concerned, plural, one {# Gruppe würde} other {# Gruppen würden}} irgendwann ablaufen oder gelöscht werden, {soon, number} davon innerhalb von 30 Tagen.',
  firstDate: 'Das erste Datum ist der {date}.',
  expireOn: 'Das Ablaufdatum ist der {first}.',
  expireBetween: 'Die Ablaufdaten liegen zwischen dem {first} und dem {last}.',
  reviewed:
    'Die Personen von {count, plural, one {# Gruppe} other {# Gruppen}} werden überprüft, zuerst am {date}.',
  noLonger: '{count, plural, one {# Gruppe läuft} other {# Gruppen laufen}} nicht mehr ab.',
  example: {
    today: 'Eine heute erstellte Gruppe, wenn niemand sie verlängert:',
    withDay:
      'Eine heute erstellte Gruppe mit einem Tag in einem Jahr, wenn niemand sie verlängert:',
    created: 'Erstellt',
    firstReminder: 'Erinnerung an die verantwortliche Person',
    reminder: 'Erinnerung an die verantwortliche Person und die Stellvertretung',
    lastReminder: 'Letzte Erinnerung, auch an die betreuende Person',
    kept: 'Läuft ab und bleibt',
    archived: 'Läuft ab und wird archiviert',
    deleted: 'Gelöscht, nach zwei Warnungen',
  },
};
