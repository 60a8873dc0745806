import type { en } from '../en/group-request.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  editAndRetry: 'Bearbeiten und erneut versuchen',
  editTitle: '{name} bearbeiten und erneut versuchen',
  displayName: 'Anzeigename',
  mailNickName: 'Alias',
  description: 'Beschreibung',
  nameFromPattern: 'Lassen Sie das Feld leer, um das Muster der Vorlage zu verwenden: {pattern}',
  groupId: 'Verzeichnis-ID',
  names: 'Namen',
  responsible: 'Verantwortliche Person',
  deputy: 'Stellvertretung',
  owners: 'Weitere Besitzer',
  members: 'Mitglieder',
  peopleHint:
    'Namen, E-Mail-Adressen oder Benutzer-IDs. Drücken Sie nach jedem Eintrag die EINGABETASTE.',
  checking: 'Wird geprüft…',
  checkFailed: 'Die Anforderung konnte nicht geprüft werden: {reason}',
  ready: 'Die Anforderung kann erstellt werden.',
  notReady: 'Korrigieren Sie die markierten Felder.',
  wouldFail: 'Die Anforderung würde fehlschlagen: {reason}',
  retry: 'Erneut versuchen',
  retrying: 'Wird erneut versucht…',
  newGroup: 'Neue Gruppe',
  organisation: 'Organisation',
  template: 'Vorlage',
  choose: 'Auswählen',
  chooseOne: 'Treffen Sie eine Auswahl.',
  noTemplates:
    'Es gibt noch keine Vorlagen. Eine Vorlage legt fest, wie Gruppen heißen und welche Eigenschaften sie haben.',
  addTemplate: 'Vorlage hinzufügen',
  propertyRequired: 'Geben Sie einen Wert ein.',
  expiresOn: 'Läuft ab am',
  expiresHint: 'Lassen Sie das Feld leer, um den Zeitraum der Vorlage zu verwenden.',
  fillIn: 'Füllen Sie die Pflichtfelder aus. Hier sehen Sie dann, was erstellt wird.',
  create: 'Gruppe erstellen',
  creating: 'Wird erstellt…',
  requested: '{name} wurde angefordert.',
  summary: 'Das wird erstellt',
  name: 'Name',
  kind: 'Typ',
  kinds: { team: 'Team in Microsoft Teams', group: 'Microsoft 365-Gruppe ohne Team' },
  visibility: 'Datenschutz',
  visibilities: {
    private: 'Privat: Beitritt mit Genehmigung',
    public: 'Öffentlich: Jeder kann beitreten',
  },
  numberLater:
    'Die Nummer wird beim Erstellen der Gruppe vergeben. Es kann auch eine spätere sein.',
  summaryOwners: 'Besitzer ({count, number})',
  summaryMembers: 'Mitglieder ({count, number})',
  othersCount: '{count, plural, one {und # weitere Person} other {und # weitere}}',
  notFound: '{reference} (nicht gefunden)',
  channels: 'Kanäle',
  approval: 'Genehmigung',
  notAsked:
    '{count, plural, one {# weitere Person wird} other {# weitere werden}} nicht gefragt, weil es zu viele sind.',
  askedAs: {
    approvers: 'Gefragt: {people}.',
    steward:
      'Keine genehmigende Person ist verfügbar. Gefragt wird die betreuende Person der Organisation: {people}.',
    administrators:
      'Keine genehmigende Person ist verfügbar. Gefragt werden die Administratoren: {people}.',
  },
};
