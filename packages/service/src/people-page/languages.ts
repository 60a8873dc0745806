// The languages of the decision page: that of the person, or else that of the browser, or else English.
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';
import { es } from './texts/es.ts';
import { fr } from './texts/fr.ts';
import type { PageTexts } from './texts/texts.ts';

const languages: ReadonlyMap<string, PageTexts> = new Map(
  [en, de, fr, es].map((texts) => [texts.language, texts]),
);

/** @param wanted language tags (RFC 5646) in order of preference; null and undefined ones do not count */
export function textsFor(wanted: readonly (string | null | undefined)[]): PageTexts {
  for (const tag of wanted) {
    const texts = languages.get(tag?.split('-', 1)[0]?.toLowerCase() ?? '');
    if (texts !== undefined) return texts;
  }
  return en;
}
