import type { en } from '../en/shell.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  account: {
    title: 'Ihr Konto',
    name: 'Name',
    email: 'E-Mail',
    role: 'Rolle',
    tenant: 'Mandant',
    appearance: 'Darstellung',
    system: 'System',
    light: 'Hell',
    dark: 'Dunkel',
    language: 'Sprache',
    browserLanguage: 'Sprache des Browsers',
    timeZone: 'Zeitzone',
    browserTimeZone: 'Zeitzone des Browsers ({zone})',
    signOut: 'Abmelden',
    signOutEverywhere: 'Überall abmelden',
  },
  role: {
    administrator: 'Administrator',
    reader: 'Leser (nur Ansicht)',
  },
  language: {
    en: 'English',
    de: 'Deutsch',
  },
};
