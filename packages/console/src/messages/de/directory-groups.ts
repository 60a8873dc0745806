import type { Translation } from '../en/translation.ts';
import type { en } from '../en/directory-groups.ts';

export const de: Translation<typeof en> = {
  title: 'Nicht verwaltete Gruppen',
  lead: 'Microsoft 365-Gruppen, die andere angelegt haben. Übernehmen Sie, was einer Vorlage folgen soll; alle anderen bleiben, wie sie sind.',
  seen: 'Alle Gruppen wurden {time} aufgelistet. Änderungen folgen innerhalb von Minuten.',
  notSeen:
    'Die Gruppen des Verzeichnisses wurden noch nicht aufgelistet. Der erste Abgleich listet sie auf.',
  counts:
    'Von {total, plural, one {# Gruppe} other {# Gruppen}}: {ownerless, number} ohne Besitzer mit aktivem Konto, {unknown, number} mit unbekannten Besitzern, {guests, number} mit Gästen.',
  newGroups: {
    title: 'Gruppen, die andere ab jetzt anlegen',
    edit: 'Regel für neue Gruppen bearbeiten',
    rule: 'Neue Gruppen',
    rules: {
      report: 'Melden',
      ask: 'Ihre Besitzer fragen',
      adopt: 'Mit einer Vorlage übernehmen',
    },
    effect: {
      report:
        'Jede neue Gruppe wird hier aufgelistet und als Ereignis gemeldet. Sie wird nicht von selbst übernommen.',
      ask: 'Die Besitzer einer neuen Gruppe werden gefragt, ob die Vorlage, die zu ihren Namen passt, sie übernimmt; ohne Besitzer der Betreuer oder die Administratoren. Vor einer Zustimmung wird nichts in die Gruppe geschrieben. Lehnen sie ab oder antworten sie 14 Tage lang nicht, bleibt die Gruppe, wie sie ist, und niemand wird noch einmal gefragt. Gruppen mit einem Hindernis oder ohne Vorschlag werden hier nur aufgelistet.',
      adopt:
        'Die Vorlage, die zu den Namen einer neuen Gruppe passt, übernimmt sie von selbst, und der erste mögliche Besitzer wird verantwortlich. Gruppen mit einem Hindernis oder ohne Vorschlag werden hier nur aufgelistet. Zuvor gefundene Gruppen bleiben, wie sie sind.',
    },
  },
  adopt: {
    submit: 'Übernehmen',
    title: '{name} übernehmen',
    requested: 'Die Übernahme von {name} wurde angefordert.',
    note: 'Die Gruppe behält ihre Mitglieder, Inhalte und Einstellungen. Der Dienst kennzeichnet sie und fügt die verantwortliche Person, die Vertretung und die Standardbesitzer der Vorlage als Besitzer hinzu.',
    responsible: 'Verantwortlich',
    responsibleHint:
      'Wenn leer: der erste Besitzer der Gruppe, der verantwortlich sein kann. Gibt es keinen, wird jemand gesucht, der die Gruppe übernimmt.',
    deputy: 'Vertretung',
    names: 'Namen',
    nameChoices: {
      template: 'Wie in der Vorlage',
      keep: 'Namen behalten',
      conform: 'Anzeigenamen nach dem Muster bilden',
    },
  },
  actions: 'Aktionen',
  obstacle: {
    label: 'Hindernis',
    any: 'Alle',
    none: 'Ohne Hindernis',
  },
  obstacles: {
    not_a_microsoft_365_group: 'Keine Microsoft 365-Gruppe',
    synced_from_on_premises: 'Lokal synchronisiert',
    dynamic_membership: 'Dynamische Mitgliedschaft',
    role_assignable: 'Rollen können zugewiesen werden',
    hidden_membership: 'Verborgene Mitgliedschaft',
    class_team: 'Kursteam',
    foreign_marker: 'Kennzeichen einer anderen Installation',
  },
  group: 'Gruppe',
  kind: 'Art',
  kinds: { team: 'Team', group: 'Gruppe' },
  owners: 'Besitzer',
  ownersUnknown: 'Unbekannt',
  noOwner: 'Keine',
  cannotSignIn: '{name} (Konto gesperrt)',
  people: 'Mitglieder',
  guests: '{members, number}, {guests, plural, one {# Gast} other {# Gäste}}',
  created: 'Erstellt',
  lastUsed: 'Zuletzt genutzt',
  state: 'Hindernis oder Vorschlag',
  proposedPerson: 'Verantwortlich: {person}',
  proposedNobody: 'Niemand verantwortlich',
  adopting: {
    accepted: 'Ihre Übernahme wurde angefordert',
    awaiting_approval: 'Ihre Personen werden zur Übernahme gefragt',
    running: 'Sie wird übernommen',
  },
  noProposal: 'Keine Vorlage passt zu den Namen',
  search: 'Name oder Alias',
  none: 'Keine Gruppen',
  noneMatch: 'Keine passenden Gruppen',
  ownerFilter: {
    none: 'Kein Besitzer mit aktivem Konto',
    some: 'Ein Besitzer mit aktivem Konto',
  },
  guestFilter: { label: 'Gäste', some: 'Mit Gästen', none: 'Ohne Gäste' },
  createdBefore: 'Erstellt vor',
  download: 'CSV herunterladen',
  fileName: 'gruppen',
  import: 'Aus CSV übernehmen',
  bulk: {
    plan: 'Übernahme planen',
    title: '{count, plural, one {# Gruppe} other {# Gruppen}} übernehmen',
    proposals:
      'Jede Gruppe erhält die Vorlage, die verantwortliche Person und die Vertretung aus ihrem Vorschlag. Der Plan zeigt zuerst, welche Gruppen übernommen werden können. Um andere zu wählen, laden Sie die Liste als CSV herunter, ändern sie und übernehmen aus CSV.',
    without: 'Für {count, plural, one {# Gruppe} other {# Gruppen}} ohne Vorschlag',
    withoutHint: 'Wählen Sie keine Vorlage, um sie auszulassen.',
    noTemplate: 'Keine Vorlage passt zu den Namen, und Sie haben keine gewählt.',
    check: 'Plan anzeigen',
    planning: '{done, number} von {total, number} Gruppen geprüft…',
    possible:
      '{count, plural, =0 {Keine Gruppe kann übernommen werden.} one {# Gruppe kann übernommen werden.} other {# Gruppen können übernommen werden.}}',
    vacant:
      '{count, plural, one {# davon hat} other {# davon haben}} niemanden, der verantwortlich ist: Personen werden gefragt, ob sie übernehmen.',
    notPossible:
      '{count, plural, one {# Gruppe kann es nicht:} other {# Gruppen können es nicht:}}',
    repeated: 'Die Gruppe steht zweimal in der Liste.',
    beyondRoom:
      'Die Vorlage übernimmt vorerst {count, plural, =0 {keine weiteren Gruppen} one {# weitere Gruppe} other {# weitere Gruppen}}. Übernehmen Sie die anderen morgen, oder erhöhen Sie die Zahl pro Tag in der Vorlage.',
    unknown: 'Die Gruppe kann nicht übernommen werden.',
    inField: '{field}: {text}',
    adopt: '{count, plural, one {# Gruppe} other {# Gruppen}} übernehmen',
    uncertain:
      'Senden Sie die Gruppen noch einmal, um das Ergebnis zu sehen. Nichts wird zweimal übernommen.',
  },
};
