import type { Language } from '../../settings/tenants/notice-settings.ts';
import type { Texts } from './texts.ts';
import { de } from './texts-de.ts';
import { en } from './texts-en.ts';
import { es } from './texts-es.ts';
import { fr } from './texts-fr.ts';

const all: Readonly<Record<Language, Texts>> = { en, de, fr, es };

export function textsOf(language: Language): Texts {
  return all[language];
}

/** @param preferred a language tag of the directory, such as `de-CH`; null or unknown to us: the tenant's language */
export function languageFor(preferred: string | null, ofTenant: Language): Language {
  const primary = preferred?.toLowerCase().split('-')[0];
  return (Object.keys(all) as Language[]).find((language) => language === primary) ?? ofTenant;
}
