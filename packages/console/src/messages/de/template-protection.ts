import type { Translation } from '../en/translation.ts';
import type { en } from '../en/template-protection.ts';

export const de: Translation<typeof en> = {
  title: 'Schutz',
  note: 'Wird in jede neue Gruppe geschrieben, bevor Personen hinzugefügt werden, und seitdem verglichen. Bestehende Gruppen weichen ab, bis sie repariert werden.',
  kept: 'Wie es ist',
  nothingDecided: 'Mitglieder dürfen, was Microsoft 365 erlaubt.',
  quoted: '„{name}“',
  mayDo: 'Erlaubt: {list}.',
  mayNotDo: 'Nicht erlaubt: {list}.',
  noEffect: 'Keine bestehende Gruppe weicht von diesen Einstellungen ab.',
  effect:
    '{concerned, plural, one {# bestehende Gruppe weicht} other {# bestehende Gruppen weichen}} von diesen Einstellungen ab. Reparieren Sie sie auf der Seite der Gruppen.',
  effectByRule:
    '{concerned, plural, one {# bestehende Gruppe weicht} other {# bestehende Gruppen weichen}} von diesen Einstellungen ab. Die Regel der Vorlage stellt {restoresPerHour, number} pro Stunde wieder her. Mehr auf einmal halten sie an.',
  required: 'Wenn eine Einstellung nicht übernommen wird',
  requiredOn: 'Die Gruppe schlägt fehl, bevor ein Mitglied in ihr ist',
  requiredOff: 'Die Gruppe erhält eine Warnung',
  allowed: 'Erlaubt',
  refused: 'Nicht erlaubt',
  settings: {
    guests: 'Gäste',
    members: {
      createChannels: 'Mitglieder erstellen Kanäle',
      createPrivateChannels: 'Mitglieder erstellen private Kanäle',
      deleteChannels: 'Mitglieder löschen Kanäle',
      addApps: 'Mitglieder fügen Apps hinzu',
      tabs: 'Mitglieder ändern Registerkarten',
      connectors: 'Mitglieder ändern Connectors',
    },
    guestMembers: {
      createChannels: 'Gäste erstellen Kanäle',
      deleteChannels: 'Gäste löschen Kanäle',
    },
    messages: {
      edit: 'Mitglieder bearbeiten ihre Nachrichten',
      delete: 'Mitglieder löschen ihre Nachrichten',
      ownerDelete: 'Besitzer löschen jede Nachricht',
      teamMentions: 'Erwähnungen des Teams',
      channelMentions: 'Erwähnungen eines Kanals',
    },
    fun: { giphy: 'Giphy', stickers: 'Sticker und Memes', memes: 'Eigene Memes' },
    hideFromOutlook: 'Outlook',
    hideFromAddressLists: 'Adresslisten',
    sensitivityLabel: 'Vertraulichkeitsbezeichnung',
  },
  values: {
    guests: {
      deny: 'Besitzer können keine Gäste hinzufügen',
      allow: 'Besitzer dürfen Gäste hinzufügen',
      leave: 'Wie es ist',
    },
    giphy: { off: 'Aus', strict: 'Strenge Altersfreigabe', moderate: 'Moderate Altersfreigabe' },
  },
  noLabel: 'Keine Bezeichnung',
  labelHint:
    'Sie braucht die zweite Anmeldung der Verbindung, für SharePoint. Eine Bezeichnung kann über Datenschutz und Gäste einer Gruppe entscheiden.',
  labelIdHint:
    'Die ID der Bezeichnung. Die Verbindung darf sie nicht auflisten. Eine Bezeichnung kann über Datenschutz und Gäste einer Gruppe entscheiden.',
  labelEffect:
    'Die Vertraulichkeitsbezeichnung kann den Datenschutz einer Gruppe ändern, und ob sie Gäste haben darf. Microsoft teilt Anwendungen nicht mit, worüber eine Bezeichnung entscheidet.',
  hidden: 'Die Gruppe ist verborgen',
  shown: 'Die Gruppe ist sichtbar',
};
