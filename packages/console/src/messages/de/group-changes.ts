import type { en } from '../en/group-changes.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  actions: {
    edit: 'Bearbeiten',
    handover: 'Übergeben',
    archive: 'Archivieren',
    unarchive: 'Archivierung aufheben',
    delete: 'Löschen',
    restore: 'Wiederherstellen',
  },
  editOf: '{name} bearbeiten',
  handoverOf: '{name} übergeben',
  displayName: 'Anzeigename',
  description: 'Beschreibung',
  visibility: 'Datenschutz',
  visibilities: {
    private: 'Privat: Beitritt mit Genehmigung',
    public: 'Öffentlich: Jeder kann beitreten',
  },
  addOwners: 'Besitzer hinzufügen',
  addMembers: 'Mitglieder hinzufügen',
  removeOwners: 'Besitzer entfernen',
  removeOwnersHint: 'Sie bleiben Mitglieder.',
  removeMembers: 'Mitglieder entfernen',
  peopleHint:
    'Namen, E-Mail-Adressen oder Benutzer-IDs. Drücken Sie nach jedem Eintrag die EINGABETASTE.',
  useSeen: 'Werte aus dem Verzeichnis übernehmen',
  responsible: 'Verantwortliche Person',
  responsibleHint: 'Ist für die Gruppe verantwortlich und gehört zu ihren Besitzern.',
  deputy: 'Stellvertretung',
  deputyHint: 'Leer: keine Stellvertretung.',
  swap: 'Verantwortliche Person und Stellvertretung tauschen',
  former: 'Bisherige verantwortliche Person und Stellvertretung',
  formerRoles: {
    member: 'Wird Mitglied',
    owner: 'Bleibt Besitzer',
    none: 'Verlässt die Gruppe',
  },
  archive: {
    title: '{name} archivieren?',
    submit: 'Gruppe archivieren',
    text: 'Der Inhalt des Teams wird schreibgeschützt. Die Personen bleiben. Sie können die Archivierung jederzeit aufheben.',
  },
  unarchive: {
    title: 'Archivierung von {name} aufheben?',
    submit: 'Archivierung aufheben',
    text: 'Personen können wieder in das Team schreiben.',
  },
  restore: {
    title: '{name} wiederherstellen?',
    submit: 'Gruppe wiederherstellen',
    text: 'Die Gruppe erhält ihren Alias, ihre Personen und ihren Inhalt zurück. Das Team und sein Inhalt folgen möglicherweise bis zu 24 Stunden nach der Gruppe.',
  },
  delete: {
    title: '{name} löschen?',
    submit: 'Gruppe löschen',
    text: 'Die Gruppe, ihr Postfach und ihre Dateien werden gelöscht. Sie können sie 30 Tage lang wiederherstellen. Der Alias ist sofort frei.',
    name: 'Name der Gruppe',
    nameHint: 'Geben Sie zur Bestätigung {name} ein.',
    mismatch: 'Geben Sie {name} ein, um die Gruppe zu löschen.',
  },
  nothingToChange: 'Sie haben noch nichts geändert.',
  bulk: {
    title: {
      handover: '{count, plural, one {# Gruppe} other {# Gruppen}} übergeben',
      archive: '{count, plural, one {# Gruppe} other {# Gruppen}} archivieren',
      delete: '{count, plural, one {# Gruppe} other {# Gruppen}} löschen',
      repair: '{count, plural, one {# Gruppe} other {# Gruppen}} reparieren',
      accept_drift: 'Abweichungen von {count, plural, one {# Gruppe} other {# Gruppen}} übernehmen',
    },
    question: {
      handover: '{count, plural, one {# Gruppe} other {# Gruppen}} übergeben?',
      archive: '{count, plural, one {# Gruppe} other {# Gruppen}} archivieren?',
      delete: '{count, plural, one {# Gruppe} other {# Gruppen}} löschen?',
      repair: '{count, plural, one {# Gruppe} other {# Gruppen}} reparieren?',
      accept_drift:
        'Abweichungen von {count, plural, one {# Gruppe} other {# Gruppen}} übernehmen?',
    },
    possible: {
      handover: '{count, plural, one {# Gruppe kann} other {# Gruppen können}} übergeben werden.',
      archive: '{count, plural, one {# Gruppe kann} other {# Gruppen können}} archiviert werden.',
      delete: '{count, plural, one {# Gruppe kann} other {# Gruppen können}} gelöscht werden.',
      repair:
        'Das Verzeichnis erhält die Werte des Eintrags: {count, plural, one {# Gruppe} other {# Gruppen}}. Niemand wird entfernt.',
      accept_drift:
        'Der Eintrag erhält Namen, Datenschutz und Zustand des Verzeichnisses: {count, plural, one {# Gruppe} other {# Gruppen}}.',
    },
    notPossible: '{count, plural, one {# Gruppe} other {# Gruppen}} nicht:',
    requested: {
      handover:
        '{count, plural, one {# Gruppe wird} other {# Gruppen werden}} übergeben. Die Seite jeder Gruppe zeigt den Fortschritt.',
      archive:
        '{count, plural, one {# Gruppe wird} other {# Gruppen werden}} archiviert. Die Seite jeder Gruppe zeigt den Fortschritt.',
      delete:
        '{count, plural, one {# Gruppe wird} other {# Gruppen werden}} gelöscht. Die Seite jeder Gruppe zeigt den Fortschritt.',
      repair:
        '{count, plural, one {# Gruppe} other {# Gruppen}}: Die Reparatur ist angefordert. Die Seite jeder Gruppe zeigt den Fortschritt.',
      accept_drift:
        '{count, plural, one {# Gruppe} other {# Gruppen}}: Die Übernahme ist angefordert. Die Seite jeder Gruppe zeigt den Fortschritt.',
    },
    changed:
      '{count, plural, one {# Gruppe hat} other {# Gruppen haben}} sich inzwischen geändert:',
    check: 'Gruppen prüfen',
    newResponsible: 'Neue verantwortliche Person',
    newResponsibleHint: 'Leer: Die verantwortliche Person jeder Gruppe bleibt.',
    newDeputy: 'Neue Stellvertretung',
    newDeputyHint: 'Leer: Die Stellvertretung jeder Gruppe bleibt.',
    nobodyNamed: 'Geben Sie eine verantwortliche Person oder eine Stellvertretung ein.',
    count: 'Anzahl der Gruppen',
    countHint:
      'Geben Sie zur Bestätigung {count} ein. Sie können die Gruppen 30 Tage lang wiederherstellen.',
    wrongCount: 'Geben Sie {count} ein, um die Gruppen zu löschen.',
    changePeople: 'Personen ändern',
    refused: 'Gruppen, für die das nicht möglich ist',
    ofReason: '{count, plural, one {# Gruppe} other {# Gruppen}}:',
    andMore: 'und {count, number} weitere',
  },
  person: {
    title: 'Gruppen von {name} übergeben',
    successor: 'Nachfolge',
    successorHint: 'Leer: Die Stellvertretung jeder Gruppe wird verantwortlich.',
    deputyHint: 'Besetzt frei werdende Stellvertretungen.',
    former: 'Diese Person',
    successors: 'Gruppen und ihre Nachfolge',
    becomes: 'Verantwortlich: {responsible}. Stellvertretung: {deputy}.',
    becomesVacant: 'Verantwortlich: {responsible}. Stellvertretung: {deputy} (wird frei).',
    none: 'Nichts zu übergeben',
    noneHint: 'Diese Person ist für keine Gruppe verantwortlich oder deren Stellvertretung.',
    nobody: 'niemand',
    hasMore: 'Dies sind die neuesten 200 Gruppen. Übergeben Sie die übrigen danach.',
  },
};
