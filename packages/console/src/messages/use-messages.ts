// The texts of an area of the admin center, in the language of the page. Each area has one file in each language:
// `en/AREA.ts` is the source, and the compiler holds the others to its keys. Texts are ICU MessageFormat; the build
// compiles them (compile-messages.ts), so that the page has no parser.
import { useSyncExternalStore } from 'react';
import { builtLanguage } from 'virtual:texts';
import { createTranslator, type _Translator } from 'use-intl/core';
import type { Translation } from './en/translation.ts';
import { currentLocale, onLocaleChange } from './current-locale.ts';
import type { Language, Locale } from './locale.ts';
import { type Translator, withIsolates } from './isolate-names.ts';

type Texts = Readonly<Record<string, unknown>>;

/**
 * `t('key')`, `t('key', { count: 3 })`, `t('group.key')`; `t.rich('key', { b: (text) => <b>{text}</b> })` for tags.
 * Keys and arguments are those of the English texts. `t.has(key)` says whether there is a text.
 */
export type Messages<English extends Texts> = _Translator<English>;

export interface Area<English extends Texts> {
  /** Empty for a language that is not loaded. */
  readonly texts: Readonly<Record<Language, Translation<English>>>;
  /** The translator of the last language that was used. */
  latest?: { readonly locale: Locale; readonly messages: Messages<English> };
}

export function area<const English extends Texts>(
  texts: { readonly en: English } & Readonly<Record<Language, Translation<English>>>,
): Area<English> {
  return { texts };
}

/** The keys of an area come from the texts in the language of the build, which are there before those of any other. */
export function textsOfBuild<English extends Texts>(from: Area<English>): Translation<English> {
  return from.texts[builtLanguage];
}

/** Outside of components, such as in the message of an error. */
export function messagesOf<English extends Texts>(from: Area<English>): Messages<English> {
  const locale = currentLocale();
  if (from.latest?.locale !== locale) {
    const translator = createTranslator({
      locale: locale.tag,
      timeZone: locale.timeZone,
      messages: from.texts[locale.language],
      onError(error) {
        throw error;
      },
    }) as unknown as Translator;
    const messages = withIsolates(translator) as unknown as Messages<English>;
    from.latest = { locale, messages };
  }
  return from.latest.messages;
}

/** Follows a change of the language or the time zone. */
export function useLocale(): Locale {
  return useSyncExternalStore(onLocaleChange, currentLocale);
}

export function useMessages<English extends Texts>(from: Area<English>): Messages<English> {
  useLocale();
  return messagesOf(from);
}

/**
 * The label of a value of the API, such as a kind or a status; the value itself where a newer service has one that
 * this page does not know.
 * @param key with the value at its end, such as `kind.renew`
 */
export function labelOf(
  messages: { has(key: never): boolean },
  key: string,
  unknown: string,
  values?: Readonly<Record<string, string | number>>,
): string {
  const t = messages as unknown as {
    (key: string, values?: object): string;
    has(key: string): boolean;
  };
  return t.has(key) ? t(key, values) : unknown.replaceAll('_', ' ');
}
