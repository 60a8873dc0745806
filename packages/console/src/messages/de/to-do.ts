import type { en } from '../en/to-do.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  title: 'Zu erledigen',
  lead: 'Was jemand entscheiden oder reparieren muss, nach Ursachen. Über Genehmigungen und Überprüfungen entscheiden die zuständigen Personen oder Sie für sie.',
  list: 'Liste',
  tabs: {
    all: 'Alle',
    approvals: 'Genehmigungen',
    ownership: 'Besitz',
    differences: 'Abweichungen',
    rosters: 'Mitgliederlisten',
    reviews: 'Überprüfungen',
    questions: 'Fragen',
  },
  show: 'Anzeigen',
  states: { open: 'Offen', ended: 'Entschieden' },
  what: 'Was',
  many: 'Anzahl',
  since: 'Seit',
  actions: 'Aktionen',
  back: 'Alle Ursachen',
  items: {
    groups: '{count, plural, one {# Gruppe} other {# Gruppen}}',
    tasks: '{count, plural, one {# Frage} other {# Fragen}}',
    approvals: '{count, plural, one {# Anfrage} other {# Anfragen}}',
    reviews: '{count, plural, one {# Überprüfung} other {# Überprüfungen}}',
  },
  causes: {
    mass_departure:
      'Massenabgang: {affected, plural, one {# Person ist} other {# Personen sind}} innerhalb einer Woche ausgeschieden, und nichts wird übergeben',
    stopped_restores:
      '{affected, plural, one {# Gruppe weicht} other {# Gruppen weichen}} auf einmal ab, daher stellen die Vorlagen nichts wieder her',
    stopped_idle:
      'Niemand wird nach {affected, plural, one {# ungenutzten Gruppe} other {# ungenutzten Gruppen}} gefragt',
    concealed_reports:
      'Wann Gruppen zuletzt genutzt wurden, ist unbekannt, weil Microsoft 365 sie in seinen Berichten verbirgt',
    stopped_adoptions:
      '{affected, plural, one {# Übernahme} other {# Übernahmen}} von {name} fehlgeschlagen, daher warten die übrigen',
    unavailable:
      '{name} {reason, select, disabled {kann sich nicht anmelden} deleted {ist ausgeschieden} guest {wurde zum Gast} unlicensed {hat keine Lizenz} other {ist nicht verfügbar}}',
    vacant: 'Niemand ist verantwortlich',
    ownerless: 'Kein Besitzer hat ein aktiviertes Konto',
    too_few_owners: 'Zu wenige Besitzer haben ein aktiviertes Konto',
    unreachable: '{name} erhält keine Nachrichten',
    deputy_vacant: 'Die Stellvertretung fehlt',
    gone: 'Fehlt im Verzeichnis',
    contested: 'Ein anderes Tool schreibt seine Werte zurück',
    differs: 'Weicht vom Eintrag ab, Vorlage {name}',
    not_applied: 'Eine Mitgliederliste konnte nicht angewendet werden',
    people_refused:
      '{code, select, domain_refused {Microsoft 365 lehnt die Domäne von Gästen ab} invitation_refused {Microsoft 365 lehnt Einladungen von Gästen ab} invitation_permission_missing {Die Berechtigung zum Einladen von Gästen fehlt} guest_disabled {Microsoft Entra hat die Konten von Gästen deaktiviert} guest_deleted {Die Konten von Gästen wurden gelöscht} guest_not_allowed {Die Vorlage lässt keine Gäste zu} invitation_not_allowed {Die Vorlage lädt keine Gäste ein} domain_not_allowed {Die Vorlage lässt die Domäne von Gästen nicht zu} person_disabled {Die Konten von Personen sind deaktiviert} person_not_licensed {Besitzer haben keine Teams-Lizenz} guest_owner {Gäste können keine Besitzer sein} end_required {Gäste brauchen ein Ende} too_late {Gäste würden zu lange bleiben} person_not_found {Personen wurden 30 Tage lang nicht gefunden} member_refused {Das Verzeichnis lehnt Personen ab} too_many_owners {Die Gruppe hat so viele Besitzer wie möglich} too_many_members {Die Gruppe hat so viele Mitglieder wie möglich} duplicate {Personen sind doppelt genannt} other {Personen einer Mitgliederliste werden abgelehnt: {code}}}',
    people_waiting: 'Personen einer Mitgliederliste sind nicht im Verzeichnis',
    unanswered: 'Niemand hat die Überprüfung beantwortet',
    failed: 'Erstellung fehlgeschlagen: {problem}',
  },
  unknownPerson: 'Eine Person',
  none: 'Nichts zu erledigen',
  noneCompared: 'Nichts zu erledigen bekannt',
  noneOther: 'Hier ist nichts zu erledigen',
  handOverAll: 'Alle übergeben',
  openPerson: 'Person öffnen',
  handOver: 'Übergeben',
  responsible: 'Verantwortlich',
  deputy: 'Stellvertretung',
  template: 'Vorlage',
  organisation: 'Organisation',
  state: 'Status',
  rostersNote:
    'Der Tab „Mitglieder“ einer Gruppe nennt die Personen und die Gründe. Wer später aufgenommen werden kann, wird täglich gesucht.',
  taskOpen: 'Frage offen',
  followed: 'Personen wurden zuletzt <time></time> geprüft.',
  neverFollowed: 'Personen wurden noch nie geprüft.',
  followFailed: 'Die letzte Prüfung der Personen ist fehlgeschlagen: {reason}',
};
