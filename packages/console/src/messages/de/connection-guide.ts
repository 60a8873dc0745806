import type { en } from '../en/connection-guide.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  hasGroups:
    'Dieser Mandant hat Gruppen in seinem jetzigen Verzeichnis. Nur der Betreiber kann ihn mit einem anderen verbinden, mit einer Mandantendatei.',
  tenantFixed:
    'Der Mandant hat Gruppen in diesem Verzeichnis, deshalb kann nur der Betreiber es ändern.',
  opensElsewhere: '{text} (wird in neuer Registerkarte geöffnet)',
  state: { done: 'Erledigt', todo: 'Offen', failed: 'Prüfen' },
  prepare: {
    title: 'Vorbereiten',
    note: 'Sie brauchen ein Konto, das Anwendungen registrieren und ihren Berechtigungen zustimmen darf, zum Beispiel als Administrator für privilegierte Rollen. Wählen Sie die Cloud Ihres Microsoft 365-Mandanten.',
  },
  register: {
    title: 'Anwendung registrieren',
    note: 'Registrieren Sie die Anwendung nur für Konten in diesem Verzeichnis. Fügen Sie den Umleitungs-URI als Webadresse hinzu, damit Entra nach der Zustimmung hierher zurückführt. Kopieren Sie dann die beiden IDs aus der Übersicht.',
    open: 'In Microsoft Entra registrieren',
    overview: 'Anwendung öffnen',
    redirect: 'Umleitungs-URI',
    copyRedirect: 'Umleitungs-URI kopieren',
  },
  credential: {
    title: 'Anmeldeinformation hinzufügen',
    note: 'Erstellen Sie einen geheimen Clientschlüssel und kopieren Sie seinen Wert, oder laden Sie den öffentlichen Teil eines Zertifikats hoch.',
    open: 'Zertifikate und Geheimnisse öffnen',
  },
  permissions: {
    title: 'Berechtigungen erteilen',
    note: 'Fügen Sie diese Anwendungsberechtigungen von Microsoft Graph hinzu, und stimmen Sie ihnen als Administrator zu.',
    open: 'API-Berechtigungen öffnen',
    consent: 'Administratorzustimmung erteilen',
    idsFirst: 'Die Links erscheinen, sobald beide IDs eingegeben sind.',
    required: 'Erforderlich',
    optional: 'Optional',
    copy: 'Namen kopieren',
  },
  test: {
    title: 'Testen und speichern',
    note: 'Vor dem Speichern wird die Verbindung getestet.',
    saveAnyway: 'Trotzdem speichern',
  },
  consented:
    'Die Zustimmung wurde in Microsoft Entra erteilt. Testen Sie die Verbindung, um ihre Berechtigungen zu sehen. Neue Berechtigungen können einige Minuten brauchen.',
  consentFailed: 'Die Zustimmung wurde nicht erteilt: {reason}',
  purpose: {
    find_people: 'Findet die Personen, die Besitzer und Mitglieder werden.',
    manage_groups: 'Erstellt, findet, ändert, löscht und stellt Gruppen wieder her.',
    create_teams: 'Erstellt Teams aus Gruppen.',
    team_people: 'Fügt Besitzer und Mitglieder zu Teams hinzu und entfernt sie.',
    create_channels: 'Erstellt die Kanäle einer Vorlage.',
    archive_teams:
      'Archiviert Teams, hebt die Archivierung auf und schreibt die Einstellungen einer Vorlage.',
    follow_groups: 'Sieht neue, geänderte und gelöschte Gruppen innerhalb von Minuten.',
    change_authors: 'Nennt, wer eine Gruppe geändert hat, die von ihrem Datensatz abweicht.',
    usage_reports: 'Liest einmal am Tag, wann Gruppen zuletzt genutzt wurden.',
    report_settings: 'Sieht sofort, wenn Microsoft 365 in seinen Berichten Namen verbirgt.',
    read_labels: 'Listet die Vertraulichkeitsbezeichnungen im Vorlageneditor auf.',
    guest_settings: 'Legt über die Vorlage fest, ob Besitzer Gäste hinzufügen dürfen.',
    invite_guests: 'Lädt Gäste ein, die Mitgliederlisten nennen.',
    leave_dates:
      'Liest Austrittsdaten, damit Gruppen übergeben werden, bevor Personen ausgeschieden sind.',
    send_messages:
      'Sendet Nachrichten über ein Postfach. Mit einem anderen Mailserver nicht nötig.',
  },
  permissionState: {
    granted: 'Erteilt',
    missing: 'Fehlt',
    absent: 'Nicht erteilt (optional)',
  },
  grantedBy: 'durch {permission}',
  checked: 'Berechtigungen',
  ownerlessPolicy:
    'Anwendungen können die Richtlinie von Microsoft für Gruppen ohne Besitzer nicht lesen. Ist sie im Microsoft 365 Admin Center aktiv (Einstellungen, Einstellungen der Organisation, Microsoft 365-Gruppen), schreibt auch Microsoft den Mitgliedern einer Gruppe, deren letzter Besitzer gegangen ist.',
  result: {
    works: 'Die Anmeldung funktioniert, und Personen und Gruppen können gelesen werden.',
    sandbox: 'Die Sandbox ist integriert und braucht keine Verbindung.',
    permissions_missing: 'Die Anmeldung funktioniert; der Entra-Anwendung fehlen Berechtigungen.',
    no_answer: 'Das Verzeichnis hat nicht rechtzeitig geantwortet.',
    secret_wrong:
      'Der geheime Clientschlüssel ist falsch. Geben Sie seinen Wert ein, nicht seine ID.',
    secret_expired:
      'Der geheime Clientschlüssel ist abgelaufen. Erstellen Sie in Entra einen neuen, und geben Sie ihn ein.',
    application_unknown: 'Der Entra-Mandant hat keine Anwendung mit dieser Client-ID.',
    tenant_unknown: 'Entra hat keinen Mandanten mit dieser ID.',
    certificate_refused:
      'Entra akzeptiert das Zertifikat nicht. Laden Sie seinen öffentlichen Teil in die Anwendung hoch.',
    application_disabled: 'Die Anwendung ist in Entra deaktiviert.',
    blocked_by_policy:
      'Eine Richtlinie für bedingten Zugriff blockiert die Anwendung. Schließen Sie ihren Dienstprinzipal aus, oder lassen Sie die Adresse dieses Computers zu.',
    consent_missing:
      'Die Anwendung hat keinen Dienstprinzipal in diesem Mandanten. Stimmen Sie ihren Berechtigungen als Administrator des Mandanten zu.',
    secret_not_accepted:
      'Entra akzeptiert von dieser Anwendung keinen geheimen Clientschlüssel. Verwenden Sie ein Zertifikat.',
    clock_wrong:
      'Die signierte Assertion ist außerhalb ihrer Gültigkeit. Der Betreiber muss die Uhr des Computers stellen.',
    no_federated_credential:
      'Keine Verbundanmeldeinformation der Anwendung passt zum Token der Workload.',
    other_cloud: 'Der Mandant ist in einer anderen Cloud von Microsoft. Wählen Sie diese Cloud.',
    graph_of_other_cloud:
      'Diese Cloud hat unter der Adresse der Verbindung kein Microsoft Graph. Wählen Sie Adressen derselben Cloud.',
    sign_in_refused: 'Entra akzeptiert die Anmeldung der Verbindung nicht. ({detail})',
    sign_in_unreachable: 'Die Anmeldung von Entra ist nicht erreichbar. ({detail})',
    permission_missing: 'Der Verbindung fehlt eine Berechtigung. ({detail})',
    throttled: 'Microsoft 365 begrenzt die Anforderungen. Versuchen Sie es später noch einmal.',
    unavailable: 'Das Verzeichnis war nicht erreichbar. ({detail})',
    refused: 'Das Verzeichnis hat die Anforderung abgelehnt. ({detail})',
    failed: 'Der Test ist fehlgeschlagen. ({detail})',
  },
};
