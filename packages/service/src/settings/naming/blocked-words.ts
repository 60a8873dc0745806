// Words that no name of a tenant's groups may contain: whole words, compared without case and accents. An alias is cut
// into words at everything that is neither letter nor digit.
import type { FieldError } from '../../ground/errors.ts';
import { transliterate } from './transliterate.ts';
import { quoted } from '../../ground/text.ts';

export const maxBlockedWords = 1_000;
export const maxBlockedWordLength = 100;

interface Needle {
  /** The folded spelling, with a space at both ends. */
  readonly text: string;
  readonly word: string;
}

const folded = new WeakMap<readonly string[], readonly Needle[]>();

/** Both German spellings of a text, so that neither `Müll` nor `Muell` gets around a word. */
function foldings(text: string): string[] {
  const spellings = [transliterate(text, 'default'), transliterate(text, 'de')];
  const words = spellings.map((one) => ` ${one.replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim()} `);
  return [...new Set(words)];
}

/** The faults of a list of words that an administrator writes. */
export function blockedWordInputFaults(words: readonly string[]): FieldError[] {
  return words.flatMap((word, index) => {
    if (foldings(word).some((one) => one.trim() !== '')) return [];
    const detail = `${quoted(word)} has neither a letter nor a digit.`;
    return [
      {
        pointer: `/blockedWords/${index}`,
        code: 'not_valid',
        detail,
        values: { rule: 'blocked_word_letters', name: word },
      },
    ];
  });
}

/** The first blocked word in the text, as the tenant spells it. */
export function findBlockedWord(text: string, blockedWords: readonly string[]): string | undefined {
  if (blockedWords.length === 0) return undefined;
  let needles = folded.get(blockedWords);
  if (needles === undefined) {
    needles = blockedWords.flatMap((word) => foldings(word).map((one) => ({ text: one, word })));
    folded.set(blockedWords, needles);
  }
  const texts = foldings(text);
  return needles.find((needle) => texts.some((one) => one.includes(needle.text)))?.word;
}

export function blockedWordFaults(
  names: Readonly<Record<string, string | undefined>>,
  blockedWords: readonly string[],
): FieldError[] {
  return Object.entries(names).flatMap(([field, text = '']) => {
    const word = findBlockedWord(text, blockedWords);
    if (word === undefined) return [];
    const name = field === 'mailNickName' ? 'alias' : 'display name';
    const detail = `The ${name} ${quoted(text)} contains the word ${quoted(word)}, which this tenant blocks in names.`;
    return [{ pointer: `/${field}`, code: 'blocked_word', detail, values: { name: word } }];
  });
}
