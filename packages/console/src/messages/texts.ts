// The page is built for each language, with the texts of that language in its scripts (compile-messages.ts). The texts of
// another one are a single file, which is loaded when the language of an open page changes. Outside of the page, an area has
// the texts of all languages from the start.
import { builtLanguage, otherLanguages } from 'virtual:texts';
import type { Language } from './locale.ts';

const texts = new Map<string, object>();

/** The texts of an area in another language, which are there as soon as that is loaded. */
export function textsOf(language: string, area: string): object {
  const key = `${language}/${area}`;
  const found = texts.get(key) ?? {};
  texts.set(key, found);
  return found;
}

/** Rejects where the texts of the language cannot be loaded. */
export async function loadLanguage(language: Language): Promise<void> {
  if (language === builtLanguage) return;
  const file = await otherLanguages[language]?.();
  for (const [area, found] of Object.entries(file?.default ?? {})) {
    Object.assign(textsOf(language, area), found);
  }
}
