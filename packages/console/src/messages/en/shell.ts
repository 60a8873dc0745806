export const en = {
  account: {
    title: 'Your account',
    name: 'Name',
    email: 'Email',
    role: 'Role',
    tenant: 'Tenant',
    appearance: 'Appearance',
    system: 'System',
    light: 'Light',
    dark: 'Dark',
    language: 'Language',
    browserLanguage: 'Language of the browser',
    timeZone: 'Time zone',
    browserTimeZone: 'Time zone of the browser ({zone})',
    signOut: 'Sign out',
    signOutEverywhere: 'Sign out everywhere',
  },
  role: {
    administrator: 'Administrator',
    reader: 'Reader (view only)',
  },
  language: {
    en: 'English',
    de: 'Deutsch',
  },
} as const;
