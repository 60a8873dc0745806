import type { en } from '../en/findings.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  title: 'Befunde',
  lead: 'Gruppen, die beim letzten Abgleich von ihrem Eintrag abwichen oder deren Personen nicht verfügbar waren.',
  show: 'Anzeigen',
  noFindings: 'Keine Befunde',
  noneInCompared: 'Keine Befunde bei den verglichenen Gruppen',
  noneCompared: 'Noch keine Gruppe verglichen',
  nothingFound: 'Jede Gruppe entspricht ihrem Eintrag, und ihre Personen sind verfügbar.',
  otherKinds: 'Wählen Sie eine andere Art aus, um die übrigen zu sehen.',
  numbered: '{label} ({count, number})',
  all: 'Alle Befunde',
  differs: 'Weicht vom Eintrag ab',
  editOf: '{name} bearbeiten',
  handOver: 'Übergeben',
  handOverOf: '{name} übergeben',
  editGroup: 'Gruppe bearbeiten',
  handOverGroup: 'Gruppe übergeben',
  repair: 'Reparieren',
  repairOf: '{name} reparieren',
  accept: 'Übernehmen',
  acceptOf: 'Abweichungen von {name} übernehmen',
  since: 'Seit',
  by: 'Geändert von',
  next: 'Nächster Schritt',
  stopped:
    'Die Vorlagen stellen nichts wieder her, weil {count, plural, one {# Gruppe} other {# Gruppen}} auf einmal abweichen.',
  stoppedHint:
    'Das kann ein Skript sein oder ein Fehler in einer Vorlage. Sehen Sie sich die Gruppen unten an. Stellen Sie sie wieder her, übernehmen Sie die Werte, oder lassen Sie die Vorlagen wiederherstellen.',
  release: 'Vorlagen wiederherstellen lassen',
  resolutions: {
    pending: 'Eine Person entscheidet',
    restore: 'Die Vorlage stellt es wieder her',
    restoring: 'Reparatur läuft',
    contested: 'Von einem anderen Werkzeug bestritten',
  },
  labels: {
    ownerless: 'Kein Besitzer',
    contested: 'Umstritten',
    too_few_owners: 'Zu wenige Besitzer',
    responsible_unavailable: 'Verantwortliche Person nicht verfügbar',
    deputy_unavailable: 'Stellvertretung nicht verfügbar',
    responsible_unreachable: 'Verantwortliche Person erhält keine Nachrichten',
    deputy_unreachable: 'Stellvertretung erhält keine Nachrichten',
  },
  sentences: {
    ownerless: 'Kein Besitzer der Gruppe hat ein aktiviertes Konto.',
    contested:
      'Ein anderes Werkzeug schreibt einen Wert zurück, sobald die Vorlage ihn wiederherstellt. Übernehmen Sie den Wert, oder stoppen Sie das Werkzeug und reparieren Sie die Gruppe.',
    too_few_owners:
      'Weniger Besitzer der Gruppe haben ein aktiviertes Konto, als die Vorlage verlangt.',
    responsible_unavailable:
      '{name} ist verantwortlich, aber {account, select, disabled {das Konto ist deaktiviert} gone {die Person ist nicht mehr im Verzeichnis} other {}}.',
    deputy_unavailable:
      '{name} ist Stellvertretung, aber {account, select, disabled {das Konto ist deaktiviert} gone {die Person ist nicht mehr im Verzeichnis} other {}}.',
    responsible_unreachable:
      '{name} ist verantwortlich, aber die letzten drei Nachrichten an diese Person sind fehlgeschlagen.',
    deputy_unreachable:
      '{name} ist Stellvertretung, aber die letzten drei Nachrichten an diese Person sind fehlgeschlagen.',
  },
  difference: 'Abweichung',
  recorded: 'Eingetragen',
  inDirectory: 'Im Verzeichnis',
  seen: 'Abgerufen',
  properties: {
    displayName: 'Anzeigename',
    description: 'Beschreibung',
    visibility: 'Datenschutz',
    archived: 'Zustand',
    responsible: 'Verantwortlich',
    deputy: 'Stellvertretung',
    owners: 'Besitzer',
  },
  atLeast: 'Mindestens {count}',
  notOwner: 'Kein Besitzer',
  none: 'Keine',
  archived: 'Archiviert',
  active: 'Aktiv',
  public: 'Öffentlich',
  private: 'Privat',
};
