import type { Translation } from '../en/translation.ts';
import type { en } from '../en/directory-groups.ts';

export const de: Translation<typeof en> = {
  title: 'Nicht verwaltete Gruppen',
  lead: 'Microsoft 365-Gruppen, die andere angelegt haben. Übernehmen Sie, was einer Vorlage folgen soll; alle anderen bleiben, wie sie sind.',
  seen: 'Alle Gruppen wurden {time} aufgelistet. Änderungen folgen innerhalb von Minuten.',
  notSeen:
    'Die Gruppen des Verzeichnisses wurden noch nicht aufgelistet. Der erste Abgleich listet sie auf.',
  counts:
    '{total, plural, one {# Gruppe} other {# Gruppen}}: {without, number} ohne Hindernis, {ownerless, number} ohne Besitzer mit aktivem Konto, {unknown, number} mit unbekannten Besitzern, {guests, number} mit Gästen.',
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
      keep: 'Namen behalten',
      conform: 'Anzeigenamen nach dem Muster bilden',
    },
  },
  actions: 'Aktionen',
  show: 'Anzeigen',
  obstacle: {
    any: 'Alle Gruppen',
    none: 'Ohne Hindernis',
  },
  obstacleCount: '{name} ({count, number})',
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
  state: 'Hindernis oder Vorschlag',
  governed: 'Verwaltet',
  proposed: '{template}, verantwortlich: {person}',
  proposedWithout: '{template}, niemand verantwortlich',
  noProposal: 'Keine Vorlage passt zu den Namen',
  search: 'Name oder Alias',
  none: 'Keine Gruppen',
  noneMatch: 'Keine passenden Gruppen',
};
