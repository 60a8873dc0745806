import type { en } from '../en/group-tabs.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  tabs: 'Bereiche der Gruppe',
  overview: 'Übersicht',
  members: 'Mitglieder',
  history: 'Verlauf',
  requests: 'Anforderungen',
  openIn: 'Öffnen in…',
  apps: {
    teams: 'Microsoft Teams',
    outlook: 'Outlook',
    entra: 'Microsoft Entra Admin Center',
  },
  sandbox: 'Sandbox-Verzeichnis',
  newWindow: '(wird in neuer Registerkarte geöffnet)',
  membersNote: 'Der Eintrag der Gruppe und das Verzeichnis in seinem aktuellen Zustand.',
  byRecord: 'Eintrag',
  now: 'Verzeichnis jetzt',
  difference: 'Abweichung',
  notThere: 'Nicht im Verzeichnis',
  notRecorded: 'Nicht im Eintrag',
  directoryRoles: { owner: 'Besitzer', member: 'Mitglied', guest: 'Gast' },
  differences: {
    missing: 'Fehlt',
    other_role: 'Andere Rolle',
    added: 'Im Verzeichnis hinzugefügt',
  },
  differ:
    '{count, plural, one {# Person weicht} other {# Personen weichen}} zwischen Eintrag und Verzeichnis ab.',
  noDifference: 'Das Verzeichnis enthält die Personen des Eintrags.',
  unknownPerson: 'Person nicht mehr im Verzeichnis',
  nobody: 'Keine Personen',
  unread: 'Das Verzeichnis konnte nicht gelesen werden. Dies sind die Personen laut Eintrag.',
  activity: 'Aktivität',
  activityNote: 'Neueste zuerst, aus dem unveränderlichen Protokoll.',
  noActivity: 'Noch keine Aktivität',
  noRequests: 'Keine API-Anforderungen',
  noRequestsHint:
    'Hier erscheinen die API-Aufrufe der letzten 30 Tage zu dieser Gruppe. Änderungen in diesem Admin Center finden Sie im Verlauf.',
  allRequests: 'Im Anforderungsprotokoll anzeigen',
  seeHistory: 'Verlauf anzeigen',
};
