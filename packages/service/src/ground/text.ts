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
/** Flags such as the one of Scotland, the only use of tag characters. */
const tagSequence = /\p{RGI_Emoji_Tag_Sequence}/gv;
/**
 * Control characters, those that change the direction of text, line and paragraph separators, tags, private use, surrogates,
 * what Unicode does not assign, and the sign of damaged text. Joiners stay: emoji, Persian and Indic words need them.
 */
const refused =
  /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\u{E0000}-\u{E007F}\p{Co}\p{Cs}\p{Cn}\uFFF9-\uFFFD]/gu;
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
  if (plain.test(text)) return isBlank(text) ? blank : undefined;
  const looked = (form === 'lines' ? text.replaceAll(breaks, ' ') : text).replaceAll(
    tagSequence,
    'x',
  );
  const found = looked.match(refused);
  if (found === null) return isBlank(text) ? blank : undefined;
  const characters = [...new Set(found)].slice(0, 10);
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
  const line = text.replaceAll(refused, ' ').replaceAll(/\s+/gu, ' ').trim();
  return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1)}…`;
}

/** For example U+00AD. */
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
