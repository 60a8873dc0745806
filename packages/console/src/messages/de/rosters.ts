import type { en } from '../en/rosters.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  title: 'Mitgliederlisten',
  note: 'Systeme wie die Personalverwaltung nennen diese Personen. Jedes System fügt Personen hinzu und entfernt nur die, die es hinzugefügt hat.',
  source: 'Quelle',
  state: 'Status',
  applied: 'Zuletzt angewendet',
  result: 'Ergebnis',
  people: 'Personen anzeigen',
  hidePeople: 'Personen ausblenden',
  decide: 'Über das Entfernen entscheiden',
  peopleOf: 'Personen von {source}',
  everyone: '{count, plural, one {# Person} other {Alle # Personen}}',
  until: 'Bis',
  nobody: 'Keine Personen',
  pending: 'Noch nicht angewendet',
  waits: 'Wird 30 Tage lang täglich gesucht, zuerst <since></since>',
  counts: {
    added: '{count, number} hinzugefügt',
    invited: '{count, number} eingeladen',
    kept: '{count, number} behalten',
    removed: '{count, number} beendet',
    waiting: '{count, number} wartend',
    refused: '{count, number} abgelehnt',
    held: '{count, plural, one {# Entfernung wartet} other {# Entfernungen warten}} auf eine Entscheidung',
  },
  results: {
    added: 'Durch diese Liste hinzugefügt',
    invited: 'Eingeladen, noch nicht angenommen',
    kept: 'War schon in der Gruppe',
    removed: 'Die Zeit ist abgelaufen',
    waiting: 'Noch nicht im Verzeichnis',
    refused: 'Abgelehnt',
  },
  reasons: {
    person_not_found:
      'Nach 30 Tagen nicht im Verzeichnis. Die nächste Liste sucht die Person erneut.',
    member_refused: 'Das Verzeichnis hat diese Person abgelehnt.',
    duplicate: 'Die Mitgliederliste nennt diese Person zweimal, mit ID und mit Adresse.',
    too_many_owners: 'Die Gruppe hat so viele Besitzer, wie das Verzeichnis erlaubt.',
    too_many_members: 'Die Gruppe hat so viele Mitglieder, wie das Verzeichnis erlaubt.',
  },
};
