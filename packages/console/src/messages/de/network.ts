import type { en } from '../en/network.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  unknownHost: 'Der Hostname wurde nicht gefunden.',
  refused: 'Der Host hat die Verbindung abgelehnt.',
  noRoute: 'Es gibt keine Netzwerkroute zum Host.',
  certificate:
    'Die TLS-Verbindung ist fehlgeschlagen, zum Beispiel weil das Zertifikat nicht vertrauenswürdig ist.',
  timeout: 'Der Host hat nicht rechtzeitig geantwortet.',
  closed: 'Die Verbindung wurde geschlossen, bevor eine Antwort eintraf.',
  failed: 'Die Verbindung ist fehlgeschlagen.',
  proxy: 'Der Proxy {proxy} ist nicht erreichbar. {cause}',
  proxyRefused: 'Der Proxy {proxy} hat die Verbindung mit dem Status {status} abgelehnt.',
  unreachable: '{host} ist nicht erreichbar. {cause}',
  throttled: 'Microsoft 365 begrenzt zurzeit die Anzahl der Anforderungen.',
  tokenRefused: 'Microsoft 365 akzeptiert die Anmeldung der Verbindung nicht.',
  unreadable: 'Die Antwort von Microsoft 365 war nicht lesbar.',
  internal: 'Ein interner Fehler ist aufgetreten. Näheres steht im Protokoll des Diensts.',
  said: 'Meldung des Diensts auf Englisch: {said}',
  permission: 'Der Anwendung fehlt die Berechtigung {permission} oder die Einwilligung dazu.',
  rejected: 'Microsoft 365 hat die Anforderung abgelehnt und meldet: {said}',
  incomplete: 'Microsoft 365 hat die Anforderung nicht abgeschlossen und meldet: {said}',
};
