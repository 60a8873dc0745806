import type { en } from '../en/refusals.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  beyondLimit:
    'Ihre Rolle ist auf Organisationen beschränkt. Was den gesamten Mandanten betrifft, gehört nicht dazu.',
  readerChanges: 'Ihre Rolle ist Leser. Sie können alles ansehen, aber nichts ändern.',
  intervening: 'Mit Ihrer Rolle können Sie Anforderungen nicht wiederholen oder abbrechen.',
  groups: 'Mit Ihrer Rolle können Sie Gruppen nicht ändern.',
  templates: 'Mit Ihrer Rolle können Sie Vorlagen und Benennungsregeln nicht ändern.',
  settings: 'Mit Ihrer Rolle können Sie Einstellungen nicht ändern.',
  administrators: 'Mit Ihrer Rolle können Sie Administratoren nicht ändern.',
  ownRights:
    'Sie können Ihre eigene Rolle nicht ändern. Ein anderer Administrator kann das für Sie tun.',
  rightsLost: 'Sie dürfen Administratoren nicht mehr verwalten. Es wurde nichts geändert.',
  ownersOnly:
    'Nur Besitzer können jemanden zum Besitzer machen oder einen Besitzer ändern. Es wurde nichts geändert.',
  staleSession:
    'Die Seite passt nicht zu Ihrer Sitzung. Laden Sie sie neu. Es wurde nichts geändert.',
  foreignPage:
    'Die Adresse dieser Seite ist nicht die konfigurierte, daher werden Änderungen nicht angenommen. Ihr Betreiber kann ADMIN_URL korrigieren.',
};
