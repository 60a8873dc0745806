import type { en } from '../en/template-approval.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  title: 'Genehmigung',
  note: 'Gilt ab jetzt für Anforderungen, auch für bestehende Gruppen. Vor der Genehmigung geschieht nichts.',
  policy: 'Genehmigung von Anforderungen',
  on: 'Anforderungen warten auf eine Genehmigung',
  off: 'Keine Genehmigung',
  creations: 'Neue Gruppen, die eine Genehmigung erfordern',
  conditions: {
    always: 'Jede Anforderung',
    public: 'Öffentliche Gruppen',
    guests: 'Gruppen mit Gästen',
    people: 'Gruppen mit vielen Personen',
  },
  peopleOver: 'Mehr Personen als',
  operationsOfGroups: 'Vorgänge an bestehenden Gruppen, die eine Genehmigung erfordern',
  operations: {
    public: 'Eine Änderung, die die Gruppe öffentlich macht',
    guests: 'Eine Änderung, die Gäste hinzufügt',
    properties: 'Eine Änderung von Eigenschaften',
    delete: 'Die Löschung der Gruppe',
  },
  approvers: 'Genehmigende der Stufe {stage, number}',
  approversHint:
    'manager, Personen oder group:approvers@nordlicht.example, durch Kommas getrennt. Eine dieser Personen genehmigt. Eine Stufe fragt höchstens 100 Personen.',
  addStage: 'Stufe hinzufügen',
  removeStage: 'Stufe {stage, number} entfernen',
  lapseAfter: 'Frist einer Stufe',
  lapseAs: 'Nach Ablauf der Frist',
  lapses: {
    rejected: 'Die Anforderung wird abgelehnt',
    approved: 'Die Anforderung wird genehmigt',
  },
  reminders: 'Erinnerungen',
  remindersHint: 'Tage nach Beginn einer Stufe, durch Kommas getrennt.',
  decisions: 'Für eine Entscheidung',
  decisionsBy: {
    link: 'Der Link in der Nachricht genügt',
    signed_in: 'Die Person meldet sich zusätzlich an',
  },
  selfApproval: 'Die verantwortliche Person',
  mayApprove: 'Darf die eigene Gruppe genehmigen',
  mayNotApprove: 'Kann die eigene Gruppe nicht genehmigen',
  effect:
    '<b>Gilt für {concerned, plural, one {# bestehende Gruppe} other {# bestehende Gruppen}}.</b> Auf eine Genehmigung {public, plural, one {wartet # Gruppe} other {warten # Gruppen}}, bevor sie öffentlich {public, plural, one {wird} other {werden}}, {guests, number} vor der Aufnahme von Gästen, {properties, number} vor der Änderung von Eigenschaften und {delete, number} vor der Löschung.',
  tooMany:
    'Die Gruppe {group} hat {people, number} Personen. Eine Stufe fragt {asked, number} davon; die anderen können nicht genehmigen.',
  noGroup: 'Das Verzeichnis hat keine Gruppe {group} oder ist gerade nicht erreichbar.',
  noEffect: 'Kein Vorgang an einer bestehenden Gruppe wartet auf eine Genehmigung.',
};
