// JSON bodies, read strictly: UTF-8, RFC 8259 syntax, texts in NFC, no member twice, no U+0000 or lone surrogate,
// bounded nesting, number of values and number of members of an object. The usual body costs JSON.parse and one scan; only a body
// that is wrong is walked again to say where. Nothing of a body is repeated but names of members. A large body takes many
// turns of the event loop: its long lists are parsed in pieces.
import { isAscii, isUtf8 } from 'node:buffer';
import { DomainError, validationFailed, type FieldError } from '../ground/errors.ts';
import { otherEncodingOf } from '../ground/decode-text.ts';
import type { Rest } from '../ground/turns.ts';
import { escapePointer } from '../ground/input-order.ts';
import { inNfc } from '../ground/text.ts';
import { shorten } from './field-error-sentences.ts';
import { endOfElement, walkJson } from './json-walk.ts';

const deepestNesting = 32;
/** Above the largest lawful body of most routes; keeps the cost of reading and of checking bounded. */
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
  const text = textOf(body);
  const scan = newScan(text, false, membersOfOne);
  scanStructure(text, scan, text.length);
  requireBounded(scan, maxValues);
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

/** Characters that are scanned or parsed without a rest. */
const pieceLength = 32 * 1024;
const mayBeForbidden = /\\u(?:0000|d[89a-f])/i;

/**
 * The same for a large body, whose reading others need not wait for.
 * @param mostValues how many values the largest lawful body of the route has
 */
export async function parseStrictJsonInTurns(
  body: Buffer,
  rest: Rest,
  mostValues = maxValues,
): Promise<unknown> {
  const text = textOf(body);
  const scan = newScan(text, true, new Int32Array(membersOfOne.length));
  while (scan.at < text.length && !scan.isTooBroad) {
    scanStructure(text, scan, scan.at + pieceLength);
    await rest();
  }
  requireBounded(scan, mostValues);
  const parse = (part: string): unknown => {
    try {
      return JSON.parse(part);
    } catch {
      throw otherEncodingOf(body) === undefined
        ? syntaxError(text, wholeBody)
        : encodingError(body);
    }
  };
  const isNormal = !scan.hasUnicodeEscape && isAscii(body);
  const read = (part: string): unknown => (isNormal ? parse(part) : inNfc(parse(part)));
  let frame = '';
  let end = 0;
  for (const list of scan.lists) {
    frame += text.slice(end, list.start);
    end = list.end;
  }
  const value = read(frame + text.slice(end));
  let members = countMembers(value);
  for (const { name, start, end, commas } of scan.lists) {
    const list = (value as Record<string, unknown>)[String(read(name))];
    for (const [index, from] of [start - 1, ...commas].entries()) {
      await rest();
      const piece = read(`[${text.slice(from + 1, commas[index] ?? end)}]`) as unknown[];
      // Two commas without a value between them.
      if (piece.length === 0) throw syntaxError(text, wholeBody);
      members += countMembers(piece);
      // It is none where another member has the same name, which is refused below.
      if (Array.isArray(list)) for (const entry of piece) list.push(entry);
    }
  }
  if (members !== scan.members) throw duplicateKeys(text);
  if (scan.hasUnicodeEscape && mayBeForbidden.test(text)) refuseForbiddenCharacters(value);
  return value;
}

/** @throws DomainError `malformed_json` */
function textOf(body: Buffer): string {
  if (body.length === 0) throw new DomainError('malformed_json', 'The body is empty.');
  if (!isUtf8(body)) throw encodingError(body);
  return body.toString('utf8');
}

function requireBounded({ isTooBroad, deepest, commas }: Scan, mostValues: number): void {
  if (isTooBroad) throw tooManyMembers();
  if (deepest > deepestNesting) {
    throw new DomainError(
      'malformed_json',
      `The body is nested deeper than ${deepestNesting} levels.`,
    );
  }
  // An upper bound of the values.
  if (commas + 1 > mostValues) {
    throw new DomainError('payload_too_large', `The body contains more than ${mostValues} values.`);
  }
}

/** A list of the outermost object that is long enough to be parsed in pieces. */
interface LongList {
  /** It is as it is written. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** The places of commas between its entries, so far apart that a piece takes a short time. */
  readonly commas: readonly number[];
}

/** How far a text was scanned. */
interface Scan {
  at: number;
  depth: number;
  deepest: number;
  members: number;
  commas: number;
  nextBackslash: number;
  readonly hasUnicodeEscape: boolean;
  /** An object has more than `maxMembers`; the rest was not read. */
  isTooBroad: boolean;
  /** Members of the open object at each depth; more depth than is lawful shares a place. */
  readonly membersAt: Int32Array;
  /** The last text outside of a list: the name of a list that begins. */
  nameStart: number;
  nameEnd: number;
  /** The start of the open list of the outermost object; 0: there is none. */
  listStart: number;
  listCommas: number[];
  /** The text is an object, whose long lists are found. */
  keepsLists: boolean;
  readonly lists: LongList[];
}

/** Bodies that are read in one turn share them. */
const membersOfOne = new Int32Array(64);

function newScan(text: string, keepsLists: boolean, membersAt: Int32Array): Scan {
  const nextBackslash = text.indexOf('\\');
  membersAt[0] = 0;
  return {
    at: 0,
    depth: 0,
    deepest: 0,
    members: 0,
    commas: 0,
    nextBackslash,
    hasUnicodeEscape: nextBackslash !== -1 && text.includes('\\u', nextBackslash),
    isTooBroad: false,
    membersAt,
    nameStart: 0,
    nameEnd: 0,
    listStart: 0,
    listCommas: [],
    keepsLists,
    lists: [],
  };
}

/** Counts brackets, colons and commas outside of strings, up to about `until`. Invalid JSON is found later. */
function scanStructure(text: string, scan: Scan, until: number): void {
  const { membersAt } = scan;
  let { keepsLists } = scan;
  let { at, depth, deepest, members, commas, nextBackslash } = scan;
  for (; at < until && at < text.length; at++) {
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
        if (keepsLists && depth === 1) {
          scan.nameStart = at;
          scan.nameEnd = end + 1;
        }
        at = end;
        break;
      }
      case 0x3a: {
        members++;
        const within = (membersAt[depth & 63] ?? 0) + 1;
        membersAt[depth & 63] = within;
        if (within > maxMembers) {
          scan.isTooBroad = true;
          return;
        }
        break;
      }
      case 0x2c:
        commas++;
        if (keepsLists && depth === 2 && scan.listStart > 0) {
          if (at - (scan.listCommas.at(-1) ?? scan.listStart) >= pieceLength) {
            scan.listCommas.push(at);
          }
        }
        break;
      case 0x5b:
      case 0x7b:
        depth++;
        membersAt[depth & 63] = 0;
        if (depth > deepest) deepest = depth;
        if (depth === 1) keepsLists &&= text.charCodeAt(at) === 0x7b;
        if (keepsLists && depth === 2) {
          const isList = text.charCodeAt(at) === 0x5b && scan.nameEnd > 0;
          scan.listStart = isList ? at + 1 : 0;
          scan.listCommas = [];
        }
        break;
      case 0x5d:
      case 0x7d:
        if (keepsLists && depth === 2 && scan.listCommas.length > 0) {
          const name = text.slice(scan.nameStart, scan.nameEnd);
          const { listStart: start, listCommas } = scan;
          scan.lists.push({ name, start, end: at, commas: listCommas });
          scan.listCommas = [];
        }
        depth--;
        break;
      default:
    }
  }
  Object.assign(scan, { at, depth, deepest, members, commas, nextBackslash, keepsLists });
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
