import type { en } from '../en/reasons.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  aliasAsks: 'Der Alias verlangt diese Entscheidung (simuliert).',
  answered: 'Die Frage wurde beantwortet.',
  archived: 'Die Gruppe ist archiviert.',
  broughtBack: 'Die Vorlage bringt gelöschte Gruppen einmal zurück.',
  cancelled: 'Die Anforderung wurde abgebrochen.',
  expires: 'Die Gruppe läuft ab.',
  gone: 'Die Gruppe ist nicht mehr vorhanden.',
  keptLongEnough:
    'Die Gruppe wurde archiviert, und die Zeit, für die sie aufbewahrt wird, ist vorbei.',
  noApprover: 'Keine genehmigende Person dieser Stufe ist verfügbar.',
  noExpiry: 'Die Gruppe läuft nicht ab.',
  notAskedAboutIdle: 'Die Vorlage der Gruppe fragt nicht mehr nach ungenutzten Gruppen.',
  notConfirmed: 'Die Personen der Gruppe wurden nicht rechtzeitig bestätigt.',
  notRenewed: 'Niemand hat die Gruppe verlängert.',
  notReviewed: 'Die Gruppe wird nicht mehr überprüft.',
  onHoldOrInactive: 'Die Gruppe ist ausgesetzt oder nicht mehr aktiv.',
  renewed: 'Die Gruppe wurde verlängert.',
  restored: 'Die Vorlage stellt wieder her, was im Eintrag steht.',
  reviewed: 'Eine Überprüfung der Personen in der Gruppe.',
  unavailable: 'Die verantwortliche Person ist nicht mehr verfügbar.',
  usedAgain: 'Die Gruppe wird wieder genutzt.',
  writable: 'Die Gruppe ist wieder beschreibbar.',
};
