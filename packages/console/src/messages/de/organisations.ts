import type { en } from '../en/organisations.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  title: 'Vorlagen',
  lead: 'Vorlagen legen die Namen und Einstellungen neuer Gruppen fest. Jede Vorlage gehört zu einer Organisation.',
  add: 'Organisation hinzufügen',
  none: 'Noch keine Organisationen',
  noneHint: 'Fügen Sie eine Organisation und dann ihre erste Vorlage hinzu.',
  edit: '{name} bearbeiten',
  delete: '{name} löschen?',
  deleteOf: '{name} löschen',
  deleteAction: 'Organisation löschen',
  deleteHint: 'Das kann nicht rückgängig gemacht werden.',
  hasTemplates:
    '{name} hat {count, plural, one {# Vorlage} other {# Vorlagen}}. Löschen Sie diese zuerst. Sie können eine Vorlage nur löschen, wenn sie keine Gruppen hat.',
  name: 'Name',
  identifier: 'Bezeichner',
  identifierHint:
    'Kurz und dauerhaft: a bis z, Ziffern und Bindestriche. Aufrufer können ihn anstelle der ID verwenden.',
  steward: 'Betreuende Person',
  stewardHint: 'Wird zu Gruppen gefragt, für die sonst niemand antworten kann.',
  stewardIs: 'Betreuende Person: <person></person>',
  noSteward: 'Keine betreuende Person',
  addTemplate: 'Vorlage hinzufügen',
  addTemplateTo: 'Vorlage hinzufügen: {name}',
  noTemplates: 'Noch keine Vorlagen',
  noTemplatesHint: 'Fügen Sie eine Vorlage hinzu, um Gruppen in dieser Organisation zu erstellen.',
  template: 'Vorlage',
  alias: 'Alias',
  displayName: 'Anzeigename',
  creates: 'Erstellt',
  kinds: { team: 'Teams', group: 'Gruppen' },
};
