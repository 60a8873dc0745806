import type { en } from '../en/template-responsibility.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  title: 'Verantwortung',
  note: 'Was geschieht, wenn die verantwortliche Person oder die Stellvertretung ausscheidet. Gilt sofort, auch für bestehende Gruppen.',
  succession: 'Nachfolge',
  on: 'Eine andere Person übernimmt',
  off: 'Nichts geschieht von selbst',
  inform: 'Über eine neue Gruppe informieren',
  informed: { responsible: 'Die verantwortliche Person', deputy: 'Die Stellvertretung' },
  successors: 'Nachfolge, in dieser Reihenfolge',
  candidates: {
    deputy: 'Die Stellvertretung',
    owners: 'Andere Besitzer',
    manager: 'Die vorgesetzte Person',
    steward: 'Die betreuende Person der Organisation',
  },
  graceDays: 'Kulanzzeitraum',
  graceDaysHint: 'Tage, an denen eine nicht verfügbare Person ihren Platz behält.',
  remindDays: 'Erinnerungen',
  remindDaysHint: 'Tage nach dem Öffnen einer Aufgabe, durch Kommas getrennt.',
  escalateDays: 'Eskalation',
  escalateDaysHint: 'Tage, nach denen auch die betreuende Person der Organisation gefragt wird.',
  beforeLeaveDays: 'Vor einem Austrittsdatum',
  beforeLeaveDaysHint: 'Tage. Leer lassen, um Austrittsdaten nicht zu beachten.',
  acceptWithinDays: 'Annahme',
  acceptWithinDaysHint:
    'Tage, in denen eine benannte Person die Rolle annimmt. Leer lassen, um niemanden zu fragen.',
  former: 'Die bisher verantwortliche Person',
  formerPlaces: {
    keep: 'Bleibt Besitzer',
    member: 'Wird Mitglied',
    remove: 'Verlässt die Gruppe',
  },
  decisions: 'Für eine Entscheidung',
  deputy: 'Stellvertretung',
  deputyRequired: 'Jede neue Gruppe braucht eine Stellvertretung',
  deputyOptional: 'Neue Gruppen brauchen keine Stellvertretung',
};
