// A caller's reference to a person: the directory's id in GUID form, or an e-mail address.
import { domainToASCII, domainToUnicode } from 'node:url';
import type { FieldError } from '../ground/errors.ts';

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const emailAddress = /^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}.][^\s@\p{Cc}]*$/u;

export function isGuid(text: string): boolean {
  return guid.test(text);
}

/** An address has at most 320 characters. */
export function isEmailAddress(text: string): boolean {
  return text.length <= 320 && emailAddress.test(text);
}

/** A GUID, or an e-mail address. */
export function isPersonReference(text: string): boolean {
  return guid.test(text) || isEmailAddress(text);
}

/** The fault of a text that is no reference. */
export function notAPerson(pointer: string): FieldError {
  const detail = `${pointer.slice(1)} must be a user ID in GUID form or an e-mail address of at most 320 characters.`;
  return { pointer, code: 'not_a_person', detail };
}

/** Two references with the same key name the same person: without case, and with the domain as DNS has it. */
export function personKey(reference: string): string {
  const key = reference.toLowerCase();
  return ascii.test(key) ? key : withDomain(key.normalize('NFC'), domainToASCII);
}

/** An address as directories and mail servers take it, with the domain as DNS has it. */
export function wireAddress(reference: string): string {
  return ascii.test(reference) ? reference : withDomain(reference, domainToASCII);
}

/** The spellings of a key in which a directory may have the address: its domain in ASCII and in Unicode. */
export function spellingsOf(key: string): readonly string[] {
  return key.includes('xn--') ? [key, withDomain(key, domainToUnicode)] : [key];
}

const ascii = /^[\0-\x7F]*$/;

function withDomain(address: string, convert: (domain: string) => string): string {
  const at = address.lastIndexOf('@');
  const domain = at < 0 ? '' : convert(address.slice(at + 1));
  return domain === '' ? address : `${address.slice(0, at)}@${domain}`;
}

/** The first reference to each person. */
export function unique(references: readonly string[]): readonly string[] {
  const seen = new Map<string, string>();
  for (const reference of references) {
    const key = personKey(reference);
    if (!seen.has(key)) seen.set(key, reference);
  }
  return seen.size === references.length ? references : [...seen.values()];
}
