// Text from outside, by one rule for every name, reason, address and description: normalised to NFC before anything is
// compared, matched, counted, hashed or stored; visible, and read in the order in which it is written.
import type { FaultCode, FaultValues } from './errors.ts';

/** `line`: of one line. `lines`: may have line breaks and tabs. `secret`: any that was not damaged. */
export type TextForm = 'line' | 'lines' | 'secret';

export interface TextFault {
  readonly code: FaultCode;
  /** A predicate, for example "must not contain U+202E". */
  readonly detail: string;
  readonly values?: FaultValues;
}

const plain = /^[\x20-\x7E]*$/;
/** Signs that leave a consonant of an Indic script without its vowel. */
const virama =
  '[\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D3B-\\u0D3C\\u0D4D\\u0DCA\\u0E3A\\u0F84\\u1039\\u103A\\u1714\\u1734\\u17D2\\u1A60\\u1B44\\u1BAA\\u1BAB\\u1BF2\\u1BF3\\uA806\\uA8C4\\uA953\\uA9C0\\uAAF6\\uABED\\u{11046}\\u{110B9}\\u{11133}\\u{11134}\\u{111C0}\\u{11235}\\u{1134D}\\u{11442}\\u{114C2}\\u{115BF}\\u{1163F}]';
/** Scripts whose letters join. */
const joining =
  '[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Nko}\\p{Script=Adlam}]';
const pictograph =
  '(?:\\p{RI}{2}|[\\p{Extended_Pictographic}--\\p{Cn}][\\uFE0E\\uFE0F]?\\p{Emoji_Modifier}?)';
/** Invisible characters where they change what is seen. Anywhere else, names that look equal would differ. */
const seen = [
  // Flags such as the one of Scotland, the only use of tag characters.
  '\\p{RGI_Emoji_Tag_Sequence}',
  `${pictograph}(?:\\u200D${pictograph})*`,
  '[0-9#*]\\uFE0F\\u20E3',
  // Variants of ideographs and letters.
  '[\\p{Script=Han}\\p{Script=Myanmar}\\p{Script=Phags_Pa}][\\uFE00-\\uFE02\\u{E0100}-\\u{E01EF}]',
  '[\\p{Script=Mongolian}&&\\p{L}][\\u180B-\\u180F]',
  '[\\p{Script=Egyptian_Hieroglyphs}&&\\p{L}][\\u{13430}-\\u{1343F}]+',
  // Joiners of Indic scripts: after a virama, or between a letter and its mark.
  `[\\u200C\\u200D](?<=${virama}.)`,
  '[\\u200C\\u200D](?<=[\\p{L}\\p{M}].)(?=[\\p{M}--\\p{Script=Inherited}])',
  // Joiners of scripts whose letters join: within a word, also of letters of two scripts, or after a letter that stays open.
  `\\u200C(?<=${joining}\\p{M}*.)(?=[\\p{L}\\p{N}])`,
  `\\u200C(?<=[\\p{L}\\p{N}]\\p{M}*.)(?=${joining})`,
  `\\u200D(?<=${joining}\\p{M}*.)(?!${joining})`,
].join('|');
/**
 * Control characters, those that change the direction of text, line and paragraph separators, private use, surrogates, what
 * Unicode does not assign, the sign of damaged text, and characters that nobody sees.
 */
const refused =
  '[\\p{Cc}\\p{Bidi_Control}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\p{Co}\\p{Cs}\\p{Cn}\\u{13430}-\\u{1343F}\\uFFF9-\\uFFFD]';
const seenOrRefused = new RegExp(`${seen}|(?<refused>${refused})`, 'gv');
const unseen = /^[\p{Default_Ignorable_Code_Point}--\p{Bidi_Control}]$/v;
const breaks = /[\t\r\n]/g;
/** Fillers and blanks are letters and symbols that nobody sees. */
const visible =
  /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800\u{1D159}\uFFFC]]/v;

export const damaged = '\uFFFD';
export const damagedDetail =
  'contains U+FFFD, which replaces text that could not be read. Send the original text, encoded in UTF-8';

/** The first rule that a text breaks. An empty text breaks none. */
export function textFault(text: string, form: TextForm): TextFault | undefined {
  if (text.includes(damaged)) {
    return { code: 'damaged_text', detail: damagedDetail, values: { refused: [damaged] } };
  }
  if (form === 'secret') return undefined;
  if (isBlank(text)) return blank;
  if (plain.test(text)) return undefined;
  const looked = form === 'lines' ? text.replaceAll(breaks, ' ') : text;
  const found = new Set<string>();
  for (const { groups } of looked.matchAll(seenOrRefused)) {
    if (groups?.['refused'] !== undefined) found.add(groups['refused']);
  }
  if (found.size === 0) return undefined;
  const characters = [...found].slice(0, 10);
  const names = characters.map(codePointName).join(', ');
  const detail = `must not contain ${names}: no character may be invisible, reverse the text or break its line`;
  return { code: 'character_refused', detail, values: { refused: characters } };
}

const blank: TextFault = { code: 'blank', detail: 'must have at least one visible character' };

function isBlank(text: string): boolean {
  return text !== '' && !visible.test(text);
}

const rightToLeft =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * A text within a sentence, which is in a language from left to right: in isolates where it has letters of the other
 * direction, so that it does not reorder the words around it.
 */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}

/** A text in quotation marks, as sentences have it. */
export function quoted(text: string): string {
  return isolated(JSON.stringify(text));
}

/** A text of any origin as one line, without the characters that `textFault` refuses. */
export function oneLine(text: string, maxLength = 1_000): string {
  const line = text
    .replaceAll(seenOrRefused, (found, character: string | undefined) => {
      if (character === undefined) return found;
      return unseen.test(character) ? '' : ' ';
    })
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1)}…`;
}

/** An example is U+00AD. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Texts and names of members in NFC. The value itself where all are, and always the value of its type. */
export function inNfc<T>(value: T): T {
  return normalised(value) as T;
}

/** Below U+0300 every text is in NFC. */
const mayDiffer = /[^\0-\u02FF]/;

function normalised(value: unknown): unknown {
  if (typeof value === 'string') return mayDiffer.test(value) ? value.normalize('NFC') : value;
  if (Array.isArray(value)) return value.map(normalised);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.normalize('NFC'), normalised(member)]),
  );
}
