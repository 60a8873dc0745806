// The languages of the page, and which one a person gets: the account's choice is first, then the languages of the
// browser, then English.

import { isTimeZone as isZoneName } from '../../../service/src/ground/zoned-time.ts';
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** Null: as the browser has it. */
export interface LocaleChoice {
  readonly language: Language | null;
  /** An IANA time zone, such as Europe/Oslo. */
  readonly timeZone: string | null;
}

export interface Locale {
  readonly language: Language;
  /** Numbers and dates have the language as the browser's region writes it, such as en-GB. */
  readonly tag: string;
  readonly timeZone: string;
}

export function resolveLocale(
  choice: LocaleChoice,
  browserLanguages: readonly string[],
  browserTimeZone: string,
): Locale {
  const languageOf = (tag: string) =>
    languages.find((language) => tag.toLowerCase().split('-')[0] === language);
  const tags = browserLanguages.filter(isLanguageTag);
  const language = choice.language ?? tags.map(languageOf).find((one) => one !== undefined) ?? 'en';
  const tag = tags.find((one) => languageOf(one) === language) ?? language;
  return { language, tag, timeZone: choice.timeZone ?? browserTimeZone };
}

/** A browser whose system has no language names one that no `Intl` knows, such as en-US@posix. */
function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

export function isTimeZone(value: unknown): value is string {
  return typeof value === 'string' && isZoneName(value);
}
