import type { en } from '../en/probes.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  title: 'Nächtliche Probe',
  note: 'Vergleicht Microsoft 365 mit den Annahmen der Verbindung, an einer Gruppe, die einige Minuten besteht.',
  off: 'Der Dienst probt die Verbindung nicht von selbst.',
  on: 'Jede Nacht um {hour} in der Zeitzone der Nachrichten des Mandanten.',
  withOwner: 'Besitzer der Gruppe: {owner}.',
  withGuest: 'Gast in ihrem Team: {guest}.',
  withoutOwner: 'Die Gruppe bekommt keine Personen, sodass Teams nicht beobachtet werden.',
  edit: 'Nächtliche Probe bearbeiten',
  now: 'Jetzt proben',
  running: 'Seit {time} läuft eine Probe.',
  waiting: 'Eine Probe beginnt innerhalb einer Minute.',
  none: 'Die Verbindung wurde noch nicht geprobt.',
  field: {
    hour: 'Stunde',
    hourHint: 'In der Zeitzone der Nachrichten des Mandanten.',
    never: 'Der Dienst probt nicht von selbst',
    owner: 'Besitzer',
    ownerHint:
      'Die Person besitzt die Gruppe einige Minuten lang. Ohne Besitzer werden Teams nicht beobachtet.',
    guest: 'Gast',
    guestHint: 'Der Gast ist einige Minuten lang im Team. Braucht einen Besitzer.',
  },
  changed:
    '{count, plural, one {Microsoft hat eine Annahme geändert.} other {Microsoft hat # Annahmen geändert.}} Proben Sie nach einigen Stunden noch einmal: Auch eine Störung verzögert Aufrufe. Aktualisieren Sie dann den Dienst, oder melden Sie die Tabelle seinen Entwicklern.',
  unchanged: 'Microsoft 365 verhält sich so, wie die Verbindung annimmt.',
  last: 'Letzte Tabelle',
  column: {
    verdict: 'Urteil',
    assumption: 'Annahme',
    seen: 'Von der letzten Probe beobachtet',
    since: 'Seit',
    duration: 'Dauer',
  },
  verdict: { as_assumed: 'Wie angenommen', changed: 'Geändert', not_seen: 'Nicht beobachtet' },
  nights: 'Letzte Proben',
  night: { ended: 'Beendet', origin: 'Begonnen von', outcome: 'Ergebnis', changed: 'Geändert' },
  origin: { night: 'Dem Dienst, nachts', person: 'Einer Person', operator: 'Dem Betreiber' },
  outcome: {
    done: '{count, plural, one {# Annahme beobachtet} other {# Annahmen beobachtet}}',
    failed: 'Fehlgeschlagen: {failure}',
    interrupted: 'Unterbrochen; ihre Gruppen wurden entfernt',
  },
  leftBehind:
    '{count, plural, one {Eine Gruppe} other {# Gruppen}} konnten nicht entfernt werden. Die nächste Probe entfernt sie.',
  nothingChanged: 'Nichts',
  assumption: {
    marker_on_new_group:
      'Ein Aufruf erstellt eine Gruppe mit unserer Markierung als eindeutigem Namen.',
    group_shown: 'Eine neue Gruppe ist innerhalb von 20 Minuten sichtbar.',
    group_listed: 'Eine sichtbare Gruppe wird innerhalb von 20 Minuten über ihren Alias gefunden.',
    creation_repeated: 'Derselbe Aufruf findet die Gruppe und erstellt keine zweite.',
    marker_kept: 'Ein vorhandener eindeutiger Name einer Gruppe lässt sich nicht ändern.',
    alias_checked: 'Die Namensprüfung vor einer Erstellung sagt, dass der Alias vergeben ist.',
    changes_followed: 'Die Liste der Änderungen hat eine neue Gruppe innerhalb von 20 Minuten.',
    change_shown: 'Die Änderung einer Gruppe ist innerhalb von 30 Minuten sichtbar.',
    owner_at_creation: 'Ein bei der Erstellung angegebener Besitzer besitzt die Gruppe.',
    team_of_group: 'Aus einer Gruppe mit Besitzer wird ein Team.',
    owner_in_team: 'Ein über das Team hinzugefügter Besitzer ist sofort dessen Besitzer.',
    guest_by_application: 'Ein Gast kommt über das Team hinein, oder sonst über dessen Gruppe.',
    team_settings: 'Einstellungen eines Teams sind innerhalb von 30 Minuten sichtbar.',
    guest_setting: 'Eine Gruppe kann festlegen, ob ihre Besitzer Gäste hinzufügen dürfen.',
    hidden_group: 'Ein Aufruf, der sonst nichts enthält, blendet eine Gruppe in Outlook aus.',
    label_by_graph: 'Microsoft Graph lehnt Vertraulichkeitsbezeichnungen von Anwendungen ab.',
    label_by_sharepoint:
      'Eine von SharePoint angenommene Bezeichnung ist innerhalb von 30 Minuten an der Gruppe sichtbar.',
    deletion_kept: 'Eine gelöschte Gruppe ist unter den gelöschten, mit ihrer Markierung.',
    deletion_completed:
      'Eine gelöschte Gruppe lässt sich vor Ablauf der 30 Tage vollständig entfernen.',
    alias_freed: 'Der Alias einer gelöschten Gruppe ist sofort frei.',
    marker_on_existing_group:
      'Eine Gruppe ohne eindeutigen Namen nimmt unsere Markierung später an.',
    team_needs_owner: 'Aus einer Gruppe ohne Besitzer wird kein Team.',
    limit_headers:
      'Antworten haben eine ID und eine Zeit, eine lesbare Wartezeit und ab 0,8 den Anteil eines Limits.',
  },
};
