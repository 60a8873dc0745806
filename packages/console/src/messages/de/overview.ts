import type { en } from '../en/overview.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  title: 'Übersicht',
  lead: 'Elemente mit Handlungsbedarf und die neuesten Gruppen.',
  loaded: 'die Übersicht',
  attention: {
    title: 'Erfordert Ihre Aufmerksamkeit',
    none: 'Nichts erfordert Ihre Aufmerksamkeit.',
    massDeparture:
      '{count, plural, one {# für Gruppen verantwortliche Person ist} other {# für Gruppen verantwortliche Personen sind}} innerhalb einer Woche ausgeschieden. Nichts wird übergeben, bis Sie entscheiden.',
    messagesFailing: 'Seit {since} können keine Nachrichten gesendet werden.',
    connectionFailing:
      'Die Verbindung ist beim letzten Abgleich mit dem Verzeichnis fehlgeschlagen, am {time}.',
    connectionUntested: 'Die Verbindung zu Microsoft 365 wurde noch nie verwendet. Testen Sie sie.',
    credentialExpires: 'Die Anmeldeinformationen der Verbindung laufen am {date} ab.',
    credentialExpired: 'Die Anmeldeinformationen der Verbindung sind am {date} abgelaufen.',
    vacant: 'Für {count, plural, one {# Gruppe} other {# Gruppen}} ist niemand verantwortlich.',
    openFailures:
      '{count, plural, one {# Gruppe ist} other {# Gruppen sind}} fehlgeschlagen: {reason}.',
    webhook: 'Der Webhook {url} ist seit {since} gestört.',
    disabledWebhooks:
      '{count, plural, one {# Webhook wurde} other {# Webhooks wurden}} vom Dienst deaktiviert.',
    unreachablePeople:
      '{count, plural, one {# für Gruppen verantwortliche Person erhält} other {# für Gruppen verantwortliche Personen erhalten}} keine Nachrichten.',
    failedMessages:
      '{count, plural, one {# Nachricht wurde} other {# Nachrichten wurden}} in den letzten 30 Tagen nicht zugestellt.',
    gone: '{count, plural, one {# Gruppe fehlt} other {# Gruppen fehlen}} im Verzeichnis.',
    keyExpires: 'Der API-Schlüssel {name} läuft am {date} ab.',
    keyUnused: 'Der API-Schlüssel {name} wurde seit dem {date} nie verwendet.',
    waiting: 'Seit {duration} wartet die älteste Anforderung.',
    approvals:
      '{count, plural, one {# Anforderung wartet} other {# Anforderungen warten}} auf eine Genehmigung.',
    overdueTasks: '{count, plural, one {# Aufgabe ist} other {# Aufgaben sind}} überfällig.',
    unansweredReviews:
      '{count, plural, one {# Überprüfung} other {# Überprüfungen}} der letzten 30 Tage {count, plural, one {blieb} other {blieben}} unbeantwortet.',
    expiring:
      '{count, plural, one {# Gruppe läuft} other {# Gruppen laufen}} innerhalb von 30 Tagen ab.',
  },
  findings: {
    title: 'Befunde',
    note: 'Gruppen, die von ihrem Eintrag abweichen oder denen Personen fehlen.',
    all: 'Befunde anzeigen',
    differs: '{count, plural, one {# weicht} other {# weichen}} vom Eintrag ab',
    ownerless: '{count, plural, other {# ohne Besitzer}}',
    contested: '{count, plural, other {# umstritten}}',
    too_few_owners: '{count, plural, other {# mit zu wenigen Besitzern}}',
    responsible_unreachable:
      '{count, plural, other {#, deren verantwortliche Person keine Nachrichten erhält}}',
    deputy_unreachable:
      '{count, plural, other {#, deren Stellvertretung keine Nachrichten erhält}}',
    responsible_unavailable:
      '{count, plural, other {#, deren verantwortliche Person nicht verfügbar ist}}',
    deputy_unavailable: '{count, plural, other {#, deren Stellvertretung nicht verfügbar ist}}',
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
  loadedGroups: 'Gruppen',
};
