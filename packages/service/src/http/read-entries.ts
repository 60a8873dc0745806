// Reads a body that holds many requests, each by itself. The entries are counted before any is read, and an
// unreadable entry does not affect the others. A JSON array is one text: if it is not JSON, no entry is read.
import { isAscii } from 'node:buffer';
import {
  DomainError,
  type FieldError,
  type ShapeError,
  type ShapeFaults,
  noShapeErrors,
  validationFailed,
} from '../ground/errors.ts';
import type { Rest } from '../ground/turns.ts';
import { sliceArray, sliceLines, type Slice } from './json-entries.ts';
import { notJson, parseStrictJson, type TextPosition } from './strict-json.ts';

/** An entry may be as long as the body of a single request. */
const largestEntryBytes = 2 * 1024 * 1024;
const tooLarge = new DomainError('payload_too_large', 'The entry is larger than 2 MiB.');

/** The value of an entry and the faults that its schema found, or the reason why it is unreadable. */
export type Entry =
  | { readonly value: unknown; readonly shape: ShapeFaults }
  | { readonly unreadable: DomainError };

interface Reading {
  readonly rest: Rest;
  /** Called with the number of entries before any is read. */
  readonly onCount: (count: number) => void;
}

export function createReadEntries(deps: {
  /** The check of an entry by its schema. */
  checkEntry: (value: unknown) => { error: ShapeError } | true;
  maxEntries: number;
}) {
  const { checkEntry, maxEntries } = deps;

  function readEntry(bytes: Buffer, positionOf?: () => TextPosition): Entry {
    if (bytes.length > largestEntryBytes) return { unreadable: tooLarge };
    const value = parseStrictJson(bytes, positionOf);
    const checked = checkEntry(value);
    return { value, shape: checked === true ? noShapeErrors : checked.error.shape };
  }

  function readOrRefuse(read: () => Entry, isFatal: (error: DomainError) => boolean) {
    try {
      return read();
    } catch (error) {
      if (error instanceof DomainError && !isFatal(error)) return { unreadable: error };
      throw error;
    }
  }

  return {
    async ofLines(body: Buffer, { rest, onCount }: Reading): Promise<readonly Entry[]> {
      const slices = await sliceLines(body, { most: maxEntries, rest });
      expectCount(slices.length);
      onCount(slices.length);
      const entries: Entry[] = [];
      for (const { start, end } of slices) {
        await rest();
        const line = body.subarray(start, end);
        entries.push(
          readOrRefuse(
            () => readEntry(line),
            () => false,
          ),
        );
      }
      return entries;
    },

    async ofArray(body: Buffer, { rest, onCount }: Reading): Promise<readonly Entry[]> {
      const array = await sliceArray(body, { most: maxEntries, rest });
      if (array === undefined) throw noArray(body);
      const { slices, syntaxFault } = array;
      if (slices.length > maxEntries || syntaxFault === undefined) expectCount(slices.length);
      onCount(slices.length);
      const entries: Entry[] = [];
      for (const [index, slice] of slices.entries()) {
        await rest();
        const bytes = body.subarray(slice.start, slice.end);
        entries.push(readInArray(bytes, index, () => pointerIn(body, slice)));
      }
      if (syntaxFault === undefined) return entries;
      const { at, expected } = syntaxFault;
      throw notJson(pointerIn(body, { start: at, end: at }), expected);
    },
  };

  function expectCount(count: number): void {
    if (count >= 1 && count <= maxEntries) return;
    const detail = `The body must contain 1 to ${maxEntries} requests.`;
    const code = count === 0 ? 'too_few' : 'too_many';
    const values = { minimum: 1, maximum: maxEntries };
    throw validationFailed([{ pointer: '', code, detail, values }]);
  }

  function readInArray(bytes: Buffer, index: number, positionOf: () => TextPosition): Entry {
    try {
      return readOrRefuse(
        () => readEntry(bytes.length === 0 ? space : bytes, positionOf),
        ({ code }) => code === 'malformed_json',
      );
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { code, message } = error;
      const faults = error.faults.map((fault) => inEntry(index, fault));
      throw new DomainError(code, message, { faults });
    }
  }
}

function inEntry(index: number, { pointer = '', code, detail, values }: FieldError): FieldError {
  const place = `/${index}${pointer}`;
  return { pointer: place, code, detail, ...(values !== undefined && { values }) };
}

/** Between two commas there is no value, which is not the same as an empty body. */
const space = Buffer.from(' ');

/** A body that is no array is read as one request, to report its faults. */
function noArray(body: Buffer): DomainError {
  if (body.length <= largestEntryBytes) parseStrictJson(body);
  const detail = 'The body must be an array of requests.';
  return validationFailed([
    { pointer: '', code: 'wrong_type', detail, values: { types: ['array'] } },
  ]);
}

/** Lines and columns from 1; columns are UTF-16 units, as everywhere. */
function pointerIn(body: Buffer, { start, end }: Slice): TextPosition {
  let line = 1;
  let lineStart = 0;
  for (;;) {
    const lineFeed = body.indexOf(0x0a, lineStart);
    if (lineFeed === -1 || lineFeed >= start) break;
    line++;
    lineStart = lineFeed + 1;
  }
  return { line, column: textLength(body, lineStart, start) + 1, isLast: end >= body.length };
}

const pieceBytes = 64 * 1024;

/** UTF-16 units of a text, without making it: a line may have many megabytes. */
function textLength(body: Buffer, start: number, end: number): number {
  let length = 0;
  for (let from = start; from < end; from += pieceBytes) {
    const piece = body.subarray(from, Math.min(end, from + pieceBytes));
    if (isAscii(piece)) length += piece.length;
    else for (const byte of piece) length += (byte & 0xc0) === 0x80 ? 0 : byte >= 0xf0 ? 2 : 1;
  }
  return length;
}
