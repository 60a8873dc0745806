import type { en } from '../en/directory.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  title: 'Verbindung',
  lead: 'Hier werden die Gruppen dieses Mandanten erstellt.',
  sandbox: 'Sandbox',
  microsoft365: 'Microsoft 365',
  sandboxNote: 'Integrierte Sandbox für Tests. Sie ist mit keinem echten Verzeichnis verbunden.',
  microsoft365Note: 'Über Microsoft Graph verbunden.',
  test: 'Verbindung testen',
  testing: 'Wird getestet…',
  connect: 'Mit Microsoft 365 verbinden',
  editConnection: 'Verbindung bearbeiten',
  useSandbox: 'Zur Sandbox wechseln',
  useSandboxTitle: 'Diesen Mandanten zur Sandbox wechseln?',
  useSandboxSubmit: 'Zur Sandbox wechseln',
  useSandboxNote:
    'Dadurch werden die Verbindung mit Microsoft 365 und ihr gespeichertes Geheimnis entfernt. Das ist nur möglich, solange der Mandant keine Gruppen hat.',
  entraTenantId: 'Verzeichnis-ID (Mandant)',
  clientId: 'Anwendungs-ID (Client)',
  noClientId: 'Keine: die systemseitig zugewiesene Identität',
  credential: 'Anmeldeinformation',
  credentialExpires: 'Läuft ab am',
  comparisonFailed:
    'Der letzte Abgleich der Gruppen mit dem Verzeichnis ist am {time} fehlgeschlagen. Testen Sie die Verbindung, um den Grund zu sehen. Der Abgleich wird alle 15 Minuten wiederholt.',
  compared: 'Letzter Abgleich der Gruppen mit dem Verzeichnis: {time}',
  comparisonPending: 'Die Gruppen wurden noch nicht mit dem Verzeichnis abgeglichen.',
  credentialUnknown:
    'Es ist nicht bekannt, wann der geheime Clientschlüssel abläuft. Bearbeiten Sie die Verbindung, um den Tag einzugeben. Dann werden Sie rechtzeitig gewarnt.',
  credentialExpiresSoon:
    'Die Anmeldeinformation läuft am {date} ab. Danach kann keine Gruppe mehr erstellt oder geändert werden. Erneuern Sie sie in Entra, und geben Sie sie dann hier ein.',
  credentialExpired:
    'Die Anmeldeinformation ist am {date} abgelaufen. Erneuern Sie sie in Entra, und geben Sie sie dann hier ein.',
  credentials: {
    secret: 'Geheimer Clientschlüssel',
    certificate: 'Zertifikat',
    workload_identity: 'Die Workloadidentität des Diensts',
    managed_identity: 'Die verwaltete Identität des Diensts',
  },
  storedCredential: {
    secret: 'Geheimer Clientschlüssel, verschlüsselt gespeichert',
    certificate: 'Zertifikat, sein Schlüssel wird verschlüsselt gespeichert',
    workload_identity: 'Die Workloadidentität des Diensts, die nur der Betreiber ändern kann',
    managed_identity: 'Die verwaltete Identität des Diensts, die nur der Betreiber ändern kann',
  },
  cloud: 'Cloud',
  clouds: {
    global: 'Global',
    usgov: 'US Government L4',
    'usgov-dod': 'US Government L5 (DoD)',
    china: 'China (21Vianet)',
  },
  graphBaseUrl: 'Microsoft Graph',
  loginBaseUrl: 'Anmeldung',
  rateLimit: 'Ratenlimit: {name}',
  form: {
    systemAssigned: 'Systemseitig zugewiesene Identität',
    otherAddresses: 'Andere Adressen',
    lentIdentity:
      'Die Verbindung verwendet eine Identität des Diensts selbst. Nur der Betreiber kann ihren Mandanten, ihre Identität und ihre Cloud ändern, in einer Mandantendatei. Sie können ihre Ratenlimits ändern oder ein eigenes Geheimnis oder Zertifikat wählen.',
    fixFields: 'Nicht gespeichert. Korrigieren Sie die markierten Felder.',
    save: 'Verbindung speichern',
    keepSecret: 'Lassen Sie das Feld leer, um den gespeicherten Wert zu behalten.',
    enterAgain:
      'Geben Sie den Wert noch einmal ein. Der gespeicherte Wert wird nur an die Anwendung und die Adressen gesendet, für die er eingegeben wurde.',
    certificateHint: 'Eine PEM-Datei mit dem Zertifikat und seinem privaten Schlüssel.',
    secretExpires: 'Schlüssel läuft ab am',
    secretExpiresHint:
      'Wie Entra es neben dem Schlüssel anzeigt. Sie werden 30 Tage vorher gewarnt.',
    secretHint: 'Der Wert des Geheimnisses, nicht seine ID.',
    graphAddress: 'Adresse von Microsoft Graph',
    loginAddress: 'Adresse der Anmeldung',
    addressHint:
      'Eine https-Adresse. Sie muss öffentlich sein, sofern der Betreiber keine anderen zulässt.',
  },
  works: 'Die Verbindung funktioniert.',
  failed: 'Fehler bei der Verbindung.',
  rateLimits: 'Ratenlimits',
  rateLimitsNote:
    'Standardmäßig bleiben die Aufrufe knapp unter den Limits, die Microsoft veröffentlicht. Eine Zahl hier ersetzt das Limit von Microsoft.',
  limits: {
    teamCreate: 'Team erstellen',
    teamPut: 'Team aus Gruppe erstellen',
    teamRead: 'Team abrufen',
    channelCreate: 'Kanal erstellen',
    teamMembersRead: 'Teammitglieder auflisten',
    otherTeamsReads: 'Andere Lesevorgänge in Teams',
    otherTeamsWrites: 'Andere Schreibvorgänge in Teams',
    onOneTeam: 'Aufrufe pro Team',
    channelCreateOnOneTeam: 'Erstellte Kanäle pro Team',
    otherReadsOnOneTeam: 'Andere Lesevorgänge pro Team',
    otherWritesOnOneTeam: 'Andere Schreibvorgänge pro Team',
    directoryWrites: 'Schreibvorgänge im Verzeichnis',
    resourceUnits: 'Ressourceneinheiten',
    mailSend: 'Gesendete Nachrichten',
    auditLogReads: 'Lesevorgänge im Überwachungsprotokoll',
    sharePointUnits: 'Ressourceneinheiten von SharePoint',
  },
  sharePoint: {
    title: 'Vertraulichkeitsbezeichnungen',
    note: 'Microsoft Graph lehnt Bezeichnungen von Anwendungen ab. Eine zweite Anwendung setzt sie über SharePoint.',
    warning:
      'Ihre Berechtigung Sites.FullControl.All liest und ändert jede Datei in jeder Website des Mandanten. Verwenden Sie eine eigene Anwendung, und bewahren Sie ihr Zertifikat getrennt auf.',
    use: 'Bezeichnungen über SharePoint',
    on: 'Vorlagen können ihren Gruppen eine Bezeichnung geben',
    off: 'Aus',
    lent: 'Es ist die verwaltete Identität des Dienstes, die nur der Betreiber ändern kann.',
    adminUrl: 'Adresse des SharePoint Admin Centers',
    adminUrlHint: 'Zum Beispiel https://nordlicht-admin.sharepoint.com.',
    clientId: 'Anwendungs-ID (Client-ID) der zweiten Anwendung',
    keepSecret: 'Lassen Sie das Feld leer, um das gespeicherte Zertifikat zu behalten.',
    works: 'Vertraulichkeitsbezeichnungen können gesetzt werden.',
    failed: 'Vertraulichkeitsbezeichnungen können nicht gesetzt werden.',
  },
  limitHint:
    'Pro {seconds, plural, one {Sekunde} other {# Sekunden}} (Limit von Microsoft: {calls, number})',
};
