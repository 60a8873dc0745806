// The alias of a group's e-mail address: Exchange's rule for it, and when two are the same.
import type { FieldError } from '../../ground/errors.ts';
import { codePointName } from '../../ground/text.ts';

export const mailNicknameMaximumLength = 64;

/** Printable ASCII but space and these; dots only single and between other characters. */
const refusedCharacters = '@()\\[]";:<>,';

/** Microsoft 365 lets its most privileged administrators alone create groups with these. */
const reservedAliases: ReadonlySet<string> = new Set([
  'abuse',
  'admin',
  'administrator',
  'hostmaster',
  'majordomo',
  'postmaster',
  'root',
  'secure',
  'security',
  'ssl-admin',
  'webmaster',
]);

/** It takes linear time; the length is a separate rule. */
const expression = new RegExp("^[!#-'*+\\-/0-9=?A-Z^-~]+(?:\\.[!#-'*+\\-/0-9=?A-Z^-~]+)*$");

export function isMailNickname(text: string): boolean {
  return (
    text.length <= mailNicknameMaximumLength &&
    expression.test(text) &&
    !reservedAliases.has(aliasKey(text))
  );
}

/** Two aliases with the same key are the same alias. */
export function aliasKey(mailNickname: string): string {
  return mailNickname.toLowerCase();
}

/** Everything about the text that keeps it from being an alias. */
export function mailNicknameFaults(text: string, pointer = '/mailNickName'): FieldError[] {
  const faults: FieldError[] = [];
  if (text === '') {
    const detail = 'The alias must have 1 to 64 characters.';
    faults.push({ pointer, code: 'too_short', detail, values: { minimum: 1 } });
  }
  const length = Array.from(text).length;
  if (length > mailNicknameMaximumLength) {
    const detail = `The alias must have 1 to 64 characters; this one has ${length}.`;
    const values = { maximum: mailNicknameMaximumLength, actual: length };
    faults.push({ pointer, code: 'too_long', detail, values });
  }
  const refused = new Set(text.match(/[^!-~]|[@()\\[\]";:<>,]/gu));
  if (refused.size > 0) {
    const detail =
      `The alias must not contain ${[...refused].map(describeCharacter).join(', ')}: use only ` +
      `printable ASCII, without space and ${Array.from(refusedCharacters).join(' ')}`;
    const values = { refused: [...refused] };
    faults.push({ pointer, code: 'character_refused', detail, values });
  }
  if (/^\.|\.\.|\.$/.test(text)) {
    const detail = 'Dots in the alias must be single and between other characters.';
    faults.push({ pointer, code: 'dot_misplaced', detail });
  }
  if (reservedAliases.has(aliasKey(text))) {
    const detail = `The alias ${text} is reserved in Microsoft 365. Choose another one.`;
    faults.push({ pointer, code: 'alias_reserved', detail });
  }
  return faults;
}

function describeCharacter(character: string): string {
  if (character === ' ') return 'a space';
  if (/^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character)) return character;
  return codePointName(character);
}
