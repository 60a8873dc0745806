// Latin letters for any text: what an alias is rendered from, and what words are compared by.
import { foldText } from '../../ground/folded-text.ts';

/** `de`: ä, ö and ü become ae, oe and ue, as German spelling does without these letters. */
export type Transliteration = 'default' | 'de';

const german: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
};

/** The folded text, in which `de` spells the umlauts as German does without them. */
export function transliterate(text: string, table: Transliteration): string {
  if (table === 'default') return foldText(text);
  const lower = text.normalize('NFC').toLowerCase();
  return foldText(lower.replaceAll(/[äöü]/g, (one) => german[one] ?? one));
}

/** The text in the alphabet of aliases: a to z, digits and single inner hyphens. May be empty. */
export function aliasText(text: string, table: Transliteration): string {
  const hyphened = transliterate(text, table).replaceAll(/[^a-z0-9]+/g, '-');
  return hyphened.replace(/^-/, '').replace(/-$/, '');
}
