// JSON bodies, read strictly: UTF-8, RFC 8259 syntax, texts in NFC, no member twice, no U+0000 or lone surrogate,
// bounded nesting, number of values and number of members of an object. The usual body costs JSON.parse and one scan; only a body
// that is wrong is walked again to say where. Nothing of a body is repeated but names of members.
import { isAscii, isUtf8 } from 'node:buffer';
import { DomainError, validationFailed, type FieldError } from '../ground/errors.ts';
import { otherEncodingOf } from '../ground/decode-text.ts';
import { escapePointer } from '../ground/input-order.ts';
import { inNfc } from '../ground/text.ts';
import { shorten } from './field-error-sentences.ts';
import { endOfElement, walkJson } from './json-walk.ts';

const deepestNesting = 32;
/** Above the largest lawful body; keeps the cost of reading and of checking bounded. */
const maxValues = 50_000;
/** More than any schema names. */
const maxMembers = 64;

/** The start of a text within a body, from 1, and whether it ends with the body. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
  readonly isLast: boolean;
}

const wholeBody: TextPosition = { line: 1, column: 1, isLast: true };

/** @param positionOf where the body is in a longer one; asked for when it is no JSON */
export function parseStrictJson(body: Buffer, positionOf = () => wholeBody): unknown {
  if (body.length === 0) throw new DomainError('malformed_json', 'The body is empty.');
  if (!isUtf8(body)) throw encodingError(body);
  const text = body.toString('utf8');
  const scan = scanStructure(text);
  if (scan.isTooBroad) throw tooManyMembers();
  if (scan.deepest > deepestNesting) {
    throw new DomainError(
      'malformed_json',
      `The body is nested deeper than ${deepestNesting} levels.`,
    );
  }
  if (scan.values > maxValues) {
    throw new DomainError('payload_too_large', `The body contains more than ${maxValues} values.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Without a byte order mark, UTF-16 passes for UTF-8 with U+0000.
    throw otherEncodingOf(body) === undefined
      ? syntaxError(text, positionOf())
      : encodingError(body);
  }
  if (scan.hasUnicodeEscape || !isAscii(body)) value = inNfc(value);
  if (scan.members > 1 && countMembers(value) !== scan.members) throw duplicateKeys(text);
  // Raw control characters are a syntax error and raw surrogates are not UTF-8, so both can only
  // have come by an escape.
  if (scan.hasUnicodeEscape) refuseForbiddenCharacters(value);
  return value;
}

interface Structure {
  readonly deepest: number;
  readonly members: number;
  /** An upper bound. */
  readonly values: number;
  readonly hasUnicodeEscape: boolean;
  /** An object has more than `maxMembers`; the rest was not read. */
  readonly isTooBroad: boolean;
}

/** Members of the open object at each depth; more depth than is lawful shares a place. */
const membersAt = new Int32Array(64);

/** Counts brackets, colons and commas outside of strings. Invalid JSON is found later. */
function scanStructure(text: string): Structure {
  let depth = 0;
  membersAt[0] = 0;
  let deepest = 0;
  let members = 0;
  let commas = 0;
  let nextBackslash = text.indexOf('\\');
  const hasUnicodeEscape = nextBackslash !== -1 && text.includes('\\u', nextBackslash);
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: {
        let end = text.indexOf('"', at + 1);
        if (nextBackslash !== -1 && nextBackslash < end) {
          end = at + 1;
          for (let code = text.charCodeAt(end); end < text.length; code = text.charCodeAt(end)) {
            if (code === 0x22) break;
            end += code === 0x5c ? 2 : 1;
          }
          nextBackslash = text.indexOf('\\', end + 1);
        }
        if (end === -1) end = text.length;
        at = end;
        break;
      }
      case 0x3a: {
        members++;
        const within = (membersAt[depth & 63] ?? 0) + 1;
        membersAt[depth & 63] = within;
        if (within > maxMembers) {
          return { deepest, members, values: commas + 1, hasUnicodeEscape, isTooBroad: true };
        }
        break;
      }
      case 0x2c:
        commas++;
        break;
      case 0x5b:
      case 0x7b:
        depth++;
        membersAt[depth & 63] = 0;
        if (depth > deepest) deepest = depth;
        break;
      case 0x5d:
      case 0x7d:
        depth--;
        break;
      default:
    }
  }
  return { deepest, members, values: commas + 1, hasUnicodeEscape, isTooBroad: false };
}

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const element: unknown = value[index];
      if (typeof element === 'object') count += countMembers(element);
    }
    return count;
  }
  for (const name in value) {
    count++;
    const member = (value as Record<string, unknown>)[name];
    if (typeof member === 'object') count += countMembers(member);
  }
  return count;
}

function tooManyMembers(): DomainError {
  const detail = `An object of the body has more than ${maxMembers} members.`;
  const values = { maximum: maxMembers };
  return validationFailed([{ pointer: '', code: 'too_many', detail, values }]);
}

function encodingError(body: Buffer): DomainError {
  const encoding = otherEncodingOf(body);
  const detail =
    encoding === undefined
      ? 'The body is not valid UTF-8.'
      : `The body is in ${encoding}. Send it in UTF-8, without a byte order mark.`;
  return new DomainError('malformed_json', detail);
}

function syntaxError(text: string, position: TextPosition): DomainError {
  const { syntaxFault } = walkJson(text);
  if (syntaxFault === undefined) throw new Error('JSON.parse and the strict walk disagree.');
  const { offset } = syntaxFault;
  const isWithin = position !== wholeBody;
  const expected =
    isWithin && syntaxFault.expected === 'the end' ? endOfElement : syntaxFault.expected;
  if (!isWithin && text.startsWith('\uFEFF')) {
    return new DomainError('malformed_json', 'The body begins with a byte order mark. Remove it.');
  }
  const before = text.slice(0, offset);
  const lines = before.split('\n').length;
  const line = position.line + lines - 1;
  const column = offset - before.lastIndexOf('\n') + (lines === 1 ? position.column - 1 : 0);
  return notJson({ line, column, isLast: position.isLast && offset >= text.length }, expected);
}

export function notJson({ line, column, isLast }: TextPosition, expected: string): DomainError {
  const end = isLast ? ', where the body ends' : '';
  return new DomainError(
    'malformed_json',
    `The body is not valid JSON: expected ${expected} at line ${line}, column ${column}${end}.`,
  );
}

function duplicateKeys(text: string): DomainError {
  const duplicate = walkJson(text).duplicateKeys;
  const faults = duplicate.map(({ name, pointer }): FieldError => {
    const shown = shorten(name);
    return {
      pointer: shorten(pointer),
      code: 'duplicate_member',
      detail: `${shown} appears more than once in the same object.`,
      values: { name: shown },
    };
  });
  const first = faults[0]?.detail ?? 'A member appears more than once in the same object.';
  const detail = faults.length > 1 ? `${faults.length} members appear more than once.` : first;
  return new DomainError('malformed_json', detail, { faults });
}

function refuseForbiddenCharacters(value: unknown): void {
  const faults: FieldError[] = [];
  const look = (text: string, pointer: string): void => {
    if (faults.length >= 100) return;
    const what = text.includes('\0')
      ? 'the character U+0000'
      : text.isWellFormed()
        ? undefined
        : 'an unpaired surrogate';
    if (what === undefined) return;
    const position = pointer === '' ? 'The body' : pointer.slice(1);
    faults.push({ pointer, code: 'forbidden_character', detail: `${position} contains ${what}.` });
  };
  const visit = (node: unknown, pointer: string): void => {
    if (typeof node === 'string') look(node, pointer);
    else if (Array.isArray(node)) {
      node.forEach((element, index) => visit(element, `${pointer}/${index}`));
    } else if (typeof node === 'object' && node !== null) {
      for (const [name, member] of Object.entries(node)) {
        const clean = shorten(name).toWellFormed().replaceAll('\0', '\uFFFD');
        const inner = `${pointer}/${escapePointer(clean)}`;
        look(name, inner);
        visit(member, inner);
      }
    }
  };
  visit(value, '');
  if (faults.length > 0) throw validationFailed(faults);
}
