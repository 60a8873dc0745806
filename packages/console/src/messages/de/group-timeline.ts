import type { en } from '../en/group-timeline.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  title: 'Demnächst',
  now: 'Jetzt',
  expires: 'Die Gruppe läuft ab, wenn niemand sie verlängert',
  suiteExpires: 'Microsoft 365 selbst beendet die Gruppe',
  deletes: 'Die archivierte Gruppe wird gelöscht',
  review: 'Nächste Überprüfung der Besitzer und Gäste',
  take_over: 'Angeboten an {people}, weil niemand verantwortlich ist',
  offeredToNobody: 'Die Gruppe kann niemandem angeboten werden: Ein Administrator entscheidet',
  accept_responsibility: '{people} soll die Verantwortung annehmen',
  accept_deputy_role: '{people} soll die Stellvertretung annehmen',
  task: '{task}: {people}',
};
