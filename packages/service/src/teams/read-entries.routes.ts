// Reads the entries of POST /teams/bulk, each by itself: they are counted before any is read, and one that
// cannot be taken harms no other. A JSON array is one text, so where it is no JSON nothing of it is taken.
import { isAscii } from 'node:buffer';
import {
  DomainError,
  type ShapeError,
  soundShape,
  validationFailed,
} from '../foundation/errors.ts';
import { sliceArray, sliceLines, type Slice } from '../http/json-entries.ts';
import { notJson, parseStrictJson, type TextPlace } from '../http/strict-json.ts';
import type { Rest } from '../foundation/turns.ts';
import type { BulkEntry } from './bulk-creation.ts';
import { maxEntries } from './bulk.schema.ts';
import type { TeamRequest } from './check-request.ts';

/** An entry may be as long as the body of POST /teams. */
const largestEntryBytes = 2 * 1024 * 1024;
const tooLarge = new DomainError('payload_too_large', 'The entry is larger than 2 MiB.');

type CheckEntry = (value: unknown) => { error: ShapeError } | true;

interface Reading {
  readonly rest: Rest;
  /** Called with the number of entries before any is read. */
  readonly onCount: (count: number) => void;
}

export function createReadEntries(checkEntry: CheckEntry) {
  function readEntry(bytes: Buffer, placeOf?: () => TextPlace): BulkEntry {
    if (bytes.length > largestEntryBytes) return { unreadable: tooLarge };
    const value = parseStrictJson(bytes, placeOf);
    const checked = checkEntry(value);
    return {
      request: value as TeamRequest,
      shape: checked === true ? soundShape : checked.error.shape,
    };
  }

  function readOrRefuse(read: () => BulkEntry, isFatal: (error: DomainError) => boolean) {
    try {
      return read();
    } catch (error) {
      if (error instanceof DomainError && !isFatal(error)) return { unreadable: error };
      throw error;
    }
  }

  return {
    async ofLines(body: Buffer, { rest, onCount }: Reading): Promise<readonly BulkEntry[]> {
      const slices = await sliceLines(body, { most: maxEntries, rest });
      expectCount(slices.length);
      onCount(slices.length);
      const entries: BulkEntry[] = [];
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

    async ofArray(body: Buffer, { rest, onCount }: Reading): Promise<readonly BulkEntry[]> {
      const array = await sliceArray(body, { most: maxEntries, rest });
      if (array === undefined) throw noArray(body);
      const { slices, syntaxFault } = array;
      if (slices.length > maxEntries || syntaxFault === undefined) expectCount(slices.length);
      onCount(slices.length);
      const entries: BulkEntry[] = [];
      for (const [index, slice] of slices.entries()) {
        await rest();
        const bytes = body.subarray(slice.start, slice.end);
        entries.push(readInArray(bytes, index, () => placeIn(body, slice)));
      }
      if (syntaxFault === undefined) return entries;
      const { at, expected } = syntaxFault;
      throw notJson(placeIn(body, { start: at, end: at }), expected);
    },
  };

  function readInArray(bytes: Buffer, index: number, placeOf: () => TextPlace): BulkEntry {
    try {
      return readOrRefuse(
        () => readEntry(bytes.length === 0 ? space : bytes, placeOf),
        ({ code }) => code === 'malformed_json',
      );
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { code, message } = error;
      const faults = error.faults.map(({ pointer = '', code: its, detail }) => ({
        pointer: `/${index}${pointer}`,
        code: its,
        detail,
      }));
      throw new DomainError(code, message, { faults });
    }
  }
}

/** Between two commas there is no value, which is not the same as an empty body. */
const space = Buffer.from(' ');

/** A body that is no array is read as one creation, to report its faults. */
function noArray(body: Buffer): DomainError {
  if (body.length <= largestEntryBytes) parseStrictJson(body);
  const detail = 'The body must be an array of requests.';
  return validationFailed([{ pointer: '', code: 'wrong_type', detail }]);
}

function expectCount(count: number): void {
  if (count >= 1 && count <= maxEntries) return;
  const detail = `The body must hold 1 to ${maxEntries} requests.`;
  throw validationFailed([{ pointer: '', code: count === 0 ? 'too_few' : 'too_many', detail }]);
}

/** Lines and columns from 1; columns are UTF-16 units, as everywhere. */
function placeIn(body: Buffer, { start, end }: Slice): TextPlace {
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
