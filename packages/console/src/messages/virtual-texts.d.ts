declare module 'virtual:texts' {
  type Areas = Readonly<Record<string, object>>;
  export const builtLanguage: 'en' | 'de';
  export const otherLanguages: Readonly<Record<string, () => Promise<{ readonly default: Areas }>>>;
}
