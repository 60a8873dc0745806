import type { en } from '../en/problems.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  about: 'Informationen zu diesem Problem (Englisch)',
  code: 'Problemcode',
  label: {
    people_not_found: 'Personen nicht gefunden',
    people_not_eligible: 'Personen nicht berechtigt',
    directory_refused: 'Vom Verzeichnis abgelehnt',
    directory_alias_taken: 'Alias im Verzeichnis vergeben',
    directory_name_refused: 'Name vom Verzeichnis abgelehnt',
    directory_permission_missing: 'Fehlende Berechtigung',
    directory_unavailable: 'Verzeichnis nicht erreichbar',
    group_not_adoptable: 'Nicht übernehmbar',
    label_not_applied: 'Bezeichnung nicht übernommen',
    setting_not_applied: 'Einstellung nicht übernommen',
    archive_needs_team: 'Kein Team',
    archive_needs_owner: 'Kein Besitzer',
    group_not_active: 'Gruppe nicht aktiv',
    restore_window_over: 'Wiederherstellungsfrist abgelaufen',
    mail_nickname_taken: 'Alias vergeben',
    approval_rejected: 'Genehmigung abgelehnt',
    approval_expired: 'Genehmigung abgelaufen',
    no_approver: 'Niemand kann genehmigen',
    internal_error: 'Interner Fehler',
  },
  remedy: {
    people_not_found:
      'Korrigieren oder entfernen Sie diese Personen, oder fügen Sie sie dem Verzeichnis hinzu. Versuchen Sie es dann erneut.',
    people_not_eligible:
      'Aktivieren Sie die Konten, weisen Sie die fehlenden Lizenzen zu, oder wählen Sie andere Personen aus. Versuchen Sie es dann erneut.',
    directory_refused:
      'Das Verzeichnis hat die Anforderung abgelehnt. Beheben Sie die Ursache, und versuchen Sie es dann erneut.',
    directory_alias_taken:
      'Eine andere Gruppe im Verzeichnis hat diesen Alias. Fordern Sie die Gruppe mit einem anderen Alias an.',
    directory_name_refused:
      'Die Benennungsrichtlinie des Verzeichnisses lässt einen Namen nicht zu. Fordern Sie die Gruppe mit einem anderen Namen an.',
    directory_permission_missing:
      'Testen Sie die Verbindung auf der Seite „Verbindung“. Der Test zeigt, welche Berechtigung Sie erteilen müssen.',
    directory_unavailable:
      'Das Verzeichnis hat lange nicht geantwortet. Testen Sie die Verbindung, und versuchen Sie es dann erneut.',
    label_not_applied:
      'Richten Sie die zweite Anmeldung der Verbindung ein, für SharePoint, oder ändern Sie die Bezeichnung der Vorlage. Versuchen Sie es dann erneut.',
    setting_not_applied:
      'Erteilen Sie die genannte Berechtigung, oder ändern Sie die Einstellungen der Vorlage. Versuchen Sie es dann erneut.',
    group_not_adoptable:
      'Beheben Sie die genannten Fehler, und übernehmen Sie die Gruppe dann noch einmal.',
    archive_needs_team: 'Löschen Sie die Gruppe stattdessen, wenn sie nicht mehr benötigt wird.',
    archive_needs_owner:
      'Fügen Sie der Gruppe einen Besitzer hinzu, und archivieren Sie sie dann erneut.',
    group_not_active:
      'Die Gruppe wurde archiviert, gelöscht oder nicht erstellt, bevor dieser Vorgang begann.',
    restore_window_over:
      'Das Verzeichnis hat die Gruppe endgültig entfernt. Fordern Sie eine neue Gruppe an.',
    mail_nickname_taken:
      'Eine andere Gruppe hat jetzt den Alias. Löschen Sie zuerst diese Gruppe, und stellen Sie dann die hier gezeigte wieder her.',
    approval_rejected:
      'Sprechen Sie mit der Person, die die Anforderung abgelehnt hat. Bearbeiten Sie die Anforderung dann, und versuchen Sie es erneut.',
    approval_expired:
      'Senden Sie die Anforderung erneut, und informieren Sie die Personen, die sie genehmigen.',
    no_approver:
      'Korrigieren Sie die genehmigenden Personen der Vorlage. Versuchen Sie es dann erneut.',
    internal_error:
      'Versuchen Sie es erneut. Wenn der Fehler wieder auftritt, teilen Sie Ihrem Betreiber die Anforderungs-ID mit.',
  },
  step: {
    inspect_group: 'Gruppe prüfen',
    invite_guests: 'Gäste einladen',
    resolve_people: 'Personen auflösen',
    await_approval: 'Auf Genehmigung warten',
    create_group: 'Gruppe erstellen',
    create_team: 'Team erstellen',
    mark_group: 'Gruppe kennzeichnen',
    apply_label: 'Vertraulichkeitsbezeichnung anwenden',
    apply_settings: 'Einstellungen anwenden',
    conform: 'Namen anpassen',
    add_owners: 'Besitzer hinzufügen',
    add_members: 'Mitglieder hinzufügen',
    create_channels: 'Kanäle erstellen',
    confirm: 'Überprüfen',
    update_group: 'Namen und Datenschutz ändern',
    remove_owners: 'Besitzer entfernen',
    remove_members: 'Mitglieder entfernen',
    archive_group: 'Team archivieren',
    unarchive_group: 'Archivierung des Teams aufheben',
    delete_group: 'Gruppe löschen',
    restore_group: 'Gruppe wiederherstellen',
    restore_archived: 'Archivieren oder aufheben wie eingetragen',
    accept_difference: 'Abweichungen in den Eintrag schreiben',
  },
  stepDetail: {
    noApproval: 'Es ist keine Genehmigung erforderlich.',
    waitsForApproval: 'Wartet auf eine Genehmigung.',
    creatingTeam: 'Das Verzeichnis erstellt das Team.',
    teamFollows: 'Das Team und sein Inhalt können bis zu 24 Stunden später folgen.',
    notVisible: 'Die Gruppe wurde erstellt, aber das Verzeichnis zeigt sie noch nicht an.',
    found:
      '{owners, plural, one {# Besitzer} other {# Besitzer}} und {members, plural, one {# Mitglied} other {# Mitglieder}} gefunden.',
    channels: '{created, number} von {count, plural, one {# Kanal} other {# Kanälen}} erstellt.',
    owners: '{done, number} von {count, number} Besitzern bearbeitet.',
    members: '{done, number} von {count, number} Mitgliedern bearbeitet.',
  },
};
