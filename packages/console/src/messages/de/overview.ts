import type { en } from '../en/overview.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  title: 'Startseite',
  lead: 'Elemente mit Handlungsbedarf und die neuesten Gruppen.',
  attention: {
    title: 'Erfordert Ihre Aufmerksamkeit',
    none: 'Nichts erfordert Ihre Aufmerksamkeit.',
    messagesFailing: 'Es können keine Nachrichten gesendet werden.',
    connectionFailing:
      'Die Verbindung ist beim letzten Abgleich mit dem Verzeichnis fehlgeschlagen, am {time}.',
    microsoftChanged:
      'Microsoft hat {count, plural, one {eine Annahme} other {# Annahmen}} der Verbindung geändert: {names}.',
    connectionUntested: 'Die Verbindung zu Microsoft 365 wurde noch nie verwendet. Testen Sie sie.',
    credentialExpires: 'Die Anmeldeinformationen der Verbindung laufen am {date} ab.',
    credentialExpired: 'Die Anmeldeinformationen der Verbindung sind am {date} abgelaufen.',
    webhook: 'Der Webhook {url} ist gestört.',
    disabledWebhooks:
      '{count, plural, one {# Webhook wurde} other {# Webhooks wurden}} vom Dienst deaktiviert.',
    failedMessages:
      '{count, plural, one {# Nachricht wurde} other {# Nachrichten wurden}} in den letzten 30 Tagen nicht zugestellt.',
    sharePointExpires: 'Die Anmeldeinformation für SharePoint läuft am {date} ab.',
    sharePointExpired:
      'Die Anmeldeinformation für SharePoint ist am {date} abgelaufen: Es kann keine Vertraulichkeitsbezeichnung gesetzt werden.',
    keyExpires: 'Der API-Schlüssel {name} läuft am {date} ab.',
    keyUnused: 'Der API-Schlüssel {name} wurde seit dem {date} nie verwendet.',
    waiting: 'Seit {duration} wartet die älteste Anforderung.',
    expiring:
      '{count, plural, one {# Gruppe läuft} other {# Gruppen laufen}} innerhalb von 30 Tagen ab.',
  },
  steps: {
    title: 'Erste Schritte',
    note: 'Vier Schritte bis zur ersten Gruppe.',
    done: 'Erledigt',
    open: 'Offen',
    connection: 'Microsoft 365 verbinden oder in der Sandbox bleiben',
    template: 'Organisation und Vorlage erstellen',
    key: 'API-Schlüssel für das System erstellen, das Gruppen anfordert',
    group: 'Erste Gruppe mit dem Schlüssel anfordern',
  },
  groups: 'Gruppen im Verzeichnis',
  viewGroups: 'Gruppen anzeigen',
  noGroups: 'Noch keine Gruppen',
  inProgress: 'In Bearbeitung',
  queueEmpty: 'Warteschlange ist leer',
  oldest: 'Älteste: {duration}',
  requested: 'Angefordert, letzte 30 Tage',
  viewReport: 'Bericht anzeigen',
  successRate: 'Erfolgsquote, letzte 30 Tage',
  failedCount: '{count, plural, one {# fehlgeschlagen} other {# fehlgeschlagen}}',
  latest: 'Neueste Gruppen',
  allGroups: 'Alle Gruppen',
};
