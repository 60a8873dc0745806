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

/** The tags of an Accept-Language header, the most wanted first. */
export function acceptedLanguages(header: string | undefined): readonly string[] {
  return (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', quality] = part.trim().split(';');
      const q = Number(/^\s*q=([\d.]+)$/.exec(quality ?? '')?.[1] ?? 1);
      return { tag, q: Number.isNaN(q) ? 0 : q };
    })
    .filter(({ tag, q }) => tag !== '' && q > 0)
    .sort((one, other) => other.q - one.q)
    .map(({ tag }) => tag);
}
