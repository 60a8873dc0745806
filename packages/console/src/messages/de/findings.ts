import type { en } from '../en/findings.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
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
  idleStopped:
    'Niemand wird nach ungenutzten Gruppen gefragt, weil {count, plural, one {# Gruppe} other {# Gruppen}} auf einmal ungenutzt wären.',
  idleStoppedHint:
    'Das kann ein Fehler der Berichte sein. Sehen Sie die Spalte „Zuletzt genutzt“ der Gruppen an. Lassen Sie dann ihre Personen fragen.',
  releaseIdle: 'Personen fragen',
  releaseIdleQuestion: 'Personen nach ungenutzten Gruppen fragen?',
  releaseIdleEffect:
    'Die Personen von {count, plural, one {# Gruppe} other {# Gruppen}} werden gefragt, ob sie sie noch brauchen.',
  usage: {
    title: 'Wann Gruppen zuletzt genutzt wurden, ist nicht vollständig bekannt.',
    late: 'Der Bericht von Microsoft 365 bis zum {date} ist älter als 7 Tage. Bis ein neuerer kommt, wird niemand gefragt.',
    partial:
      'Im Bericht von Microsoft 365 fehlen mehr als 5 % Ihrer Gruppen. Bis ein vollständiger kommt, wird niemand gefragt.',
    concealed:
      'Microsoft 365 verbirgt in seinen Berichten die Namen der Gruppen. Schalten Sie im Microsoft 365 Admin Center unter Einstellungen, Einstellungen der Organisation, Berichte „In allen Berichten verborgene Benutzer-, Gruppen- und Websitenamen anzeigen“ aus.',
    permission_missing:
      'Erteilen Sie die Anwendungsberechtigung Reports.Read.All, und stimmen Sie ihr zu.',
    not_available: 'In dieser Cloud hat Microsoft 365 keine solchen Berichte.',
    unknown_host:
      'Der Bericht kommt von einem Host, den der Dienst nicht kennt. Ergänzen Sie ihn in REPORT_HOSTS des Dienstes.',
    unknown_format:
      'Der Bericht hat eine Form, die der Dienst nicht kennt. Aktualisieren Sie den Dienst.',
  },
  stopped:
    'Die Vorlagen stellen nichts wieder her, weil {count, plural, one {# Gruppe} other {# Gruppen}} auf einmal abweichen.',
  stoppedHint:
    'Das kann ein Skript sein oder ein Fehler in einer Vorlage. Sehen Sie sich die Gruppen unten an. Stellen Sie sie wieder her, übernehmen Sie die Werte, oder lassen Sie die Vorlagen wiederherstellen.',
  release: 'Vorlagen wiederherstellen lassen',
  releaseQuestion: 'Vorlagen wiederherstellen lassen?',
  releaseEffect:
    'Die Vorlagen stellen {count, plural, one {# Gruppe} other {# Gruppen}} im Verzeichnis wieder her, wie es die Datensätze sagen.',
  adoptionsStopped:
    'Die Vorlage {template} übernimmt keine weiteren Gruppen, weil {count, plural, one {# Übernahme} other {# Übernahmen}} innerhalb einer Stunde {count, plural, one {fehlgeschlagen ist} other {fehlgeschlagen sind}}.',
  adoptionsStoppedHint:
    '{count, plural, =0 {Keine Übernahme wartet.} one {# Übernahme wartet.} other {# Übernahmen warten.}} Lesen Sie die Fehler, beheben Sie die Ursache, und geben Sie die übrigen dann frei.',
  releaseAdoptions: 'Übernahmen freigeben',
  releaseAdoptionsQuestion: 'Übernahmen von {template} freigeben?',
  releaseAdoptionsEffect:
    'Die Vorlage übernimmt wieder Gruppen. {count, plural, =0 {Keine Übernahme wartet.} one {# wartende Übernahme geht weiter.} other {# wartende Übernahmen gehen weiter.}}',
  resolutions: {
    pending: 'Eine Person entscheidet',
    restore: 'Die Vorlage stellt es wieder her',
    restoring: 'Reparatur läuft',
    contested: 'Von einem anderen Werkzeug bestritten',
  },
  labels: {
    ownerless: 'Kein Besitzer',
    contested: 'Umstritten',
    idle: 'Ungenutzt',
    too_few_owners: 'Zu wenige Besitzer',
    responsible_unavailable: 'Verantwortliche Person nicht verfügbar',
    deputy_unavailable: 'Stellvertretung nicht verfügbar',
    responsible_unreachable: 'Verantwortliche Person erhält keine Nachrichten',
    deputy_unreachable: 'Stellvertretung erhält keine Nachrichten',
  },
  sentences: {
    ownerless: 'Kein Besitzer der Gruppe hat ein aktiviertes Konto.',
    idle: 'Nach den Berichten von Microsoft 365 hat seit einiger Zeit niemand die Gruppe genutzt. Ihre Personen werden gefragt, ob sie sie noch brauchen.',
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
