// The part of a text from outside that the request log keeps: without secrets, bounded in size, and storable as JSON.

export type Keepable =
  | string
  | number
  | boolean
  | null
  | readonly Keepable[]
  | { readonly [member: string]: Keepable };

export interface Kept {
  readonly value: Keepable;
  /** About the length of its JSON. */
  readonly characters: number;
  /** Something was left out because of its size. */
  readonly isCut: boolean;
}

const maxCharacters = 8_000;
const maxText = 500;
/** Read where secrets are looked for: the part that is kept, and the end of a secret that begins in it. */
const maxSearchedText = maxText + 200;
const maxDepth = 8;
const maxItems = 50;

const removed = '[removed]';
/** Members whose values are secrets, whatever they contain. */
const secretName =
  /secret|passw|token|credential|authorization|cookie|private|certificate|assertion|^pem$|^key$|api[-_]?key$/i;
/** Secrets by their form: those of API keys, of webhooks, tokens, and private keys. */
const secretText =
  /gwk_\w{8,}|whs(?:ec|k)_[\w+/=]{8,}|eyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?|-----BEGIN |\b(?:bearer|basic) [\w+/=.~-]{8,}/i;

/** Copies a parsed JSON value, as far as it may be kept. */
export function keepable(value: unknown): Kept {
  let characters = 0;
  let isCut = false;

  function textOf(text: string): string {
    if (secretText.test(text.slice(0, maxSearchedText))) return removed;
    if (text.length > maxText) isCut = true;
    // PostgreSQL stores neither NUL nor half of a character.
    return text.slice(0, maxText).toWellFormed().replaceAll('\0', '\uFFFD');
  }

  function copy(from: unknown, depth: number): Keepable {
    if (characters >= maxCharacters || depth > maxDepth) {
      isCut = true;
      return '…';
    }
    if (typeof from === 'string') {
      const text = textOf(from);
      characters += text.length + 2;
      return text;
    }
    if (Array.isArray(from)) return items(from, depth);
    if (ArrayBuffer.isView(from)) {
      // The body of a bulk request is read entry by entry, and its secrets have no names before that.
      isCut = true;
      return null;
    }
    if (typeof from === 'object' && from !== null) return members(from, depth);
    characters += 5;
    return typeof from === 'number' || typeof from === 'boolean' ? from : null;
  }

  function items(from: readonly unknown[], depth: number): Keepable {
    if (from.length > maxItems) isCut = true;
    return from.slice(0, maxItems).map((item) => copy(item, depth + 1));
  }

  function members(from: object, depth: number): Keepable {
    const made: [string, Keepable][] = [];
    for (const [name, item] of Object.entries(from)) {
      if (made.length === maxItems || characters >= maxCharacters) {
        isCut = true;
        break;
      }
      const shown = textOf(name);
      characters += shown.length + 4;
      const isSecret =
        secretName.test(name.slice(0, maxSearchedText)) &&
        item !== null &&
        typeof item !== 'boolean';
      made.push([shown, isSecret ? removed : copy(item, depth + 1)]);
    }
    return Object.fromEntries(made);
  }

  return { value: copy(value, 0), characters, isCut };
}
