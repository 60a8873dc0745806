// Reads a body that holds many requests, each by itself. The entries are counted before any is read, and an
// unreadable entry does not affect the others. A JSON array is one text: if it is not JSON, no entry is read.
// Values weigh many times their bytes, so no value is kept: an entry is read once to see whether it can be, and again
// when its turn comes.
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
import { notJson, parseStrictJson, type TextPosition } from './strict-json.ts';
import { endOfElement } from './json-walk.ts';

/** An entry may be as long as the body of a single request. */
const largestEntryBytes = 2 * 1024 * 1024;
const tooLarge = new DomainError('payload_too_large', 'The entry is larger than 2 MiB.');

export interface ReadableEntry<Received, Outline> {
  readonly outline: Outline;
  /** The length of its text. */
  readonly bytes: number;
  readonly read: () => Received;
}

export type Entry<Received, Outline> =
  | ReadableEntry<Received, Outline>
  | { readonly unreadable: DomainError };

interface Reading<Received, Outline> {
  readonly rest: Rest;
  /** Called with the number of entries before any is read. */
  readonly onCount: (count: number) => void;
  readonly receive: (value: unknown, shape: ShapeFaults) => Received;
  /** The part of an entry that is needed before its turn comes. */
  readonly outlineOf: (value: unknown, read: () => Received) => Outline;
}

export function createReadEntries(deps: {
  /** The check of an entry by its schema. */
  checkEntry: (value: unknown) => { error: ShapeError } | true;
  maxEntries: number;
}) {
  const { checkEntry, maxEntries } = deps;

  function readEntry<Received, Outline>(
    bytes: Buffer,
    reading: Reading<Received, Outline>,
    positionOf?: () => TextPosition,
  ): Entry<Received, Outline> {
    if (bytes.length > largestEntryBytes) return { unreadable: tooLarge };
    const outline = outlineFrom(parseStrictJson(bytes, positionOf), reading);
    const read = () => receiveChecked(parseStrictJson(bytes), reading);
    return { outline, bytes: bytes.length, read };
  }

  /** Apart, because a function that is kept would keep the value, too, where it shares a scope with it. */
  function outlineFrom<Received, Outline>(value: unknown, reading: Reading<Received, Outline>) {
    return reading.outlineOf(value, () => receiveChecked(value, reading));
  }

  function receiveChecked<Received>(value: unknown, { receive }: Reading<Received, unknown>) {
    const checked = checkEntry(value);
    return receive(value, checked === true ? noShapeErrors : checked.error.shape);
  }

  function readOrRefuse<Read>(read: () => Read, isFatal: (error: DomainError) => boolean) {
    try {
      return read();
    } catch (error) {
      if (error instanceof DomainError && !isFatal(error)) return { unreadable: error };
      throw error;
    }
  }

  return {
    async ofLines<Received, Outline>(
      body: Buffer,
      reading: Reading<Received, Outline>,
    ): Promise<readonly Entry<Received, Outline>[]> {
      const { rest, onCount } = reading;
      const slices = await sliceLines(body, { most: maxEntries, rest });
      expectCount(slices.length);
      onCount(slices.length);
      const entries: Entry<Received, Outline>[] = [];
      for (const { start, end } of slices) {
        await rest();
        const line = body.subarray(start, end);
        entries.push(
          readOrRefuse(
            () => readEntry(line, reading),
            () => false,
          ),
        );
      }
      return entries;
    },

    async ofArray<Received, Outline>(
      body: Buffer,
      reading: Reading<Received, Outline>,
    ): Promise<readonly Entry<Received, Outline>[]> {
      const { rest, onCount } = reading;
      const array = await sliceArray(body, { most: maxEntries, rest });
      if (array === undefined) throw noArray(body);
      const { slices, syntaxFault } = array;
      if (slices.length > maxEntries || syntaxFault === undefined) expectCount(slices.length);
      onCount(slices.length);
      const entries: Entry<Received, Outline>[] = [];
      for (const [index, slice] of slices.entries()) {
        await rest();
        const bytes = body.subarray(slice.start, slice.end);
        entries.push(
          readInArray(index, () =>
            readEntry(bytes.length === 0 ? space : bytes, reading, () => pointerIn(body, slice)),
          ),
        );
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

  function readInArray<Read>(index: number, read: () => Read) {
    try {
      return readOrRefuse(read, ({ code }) => code === 'malformed_json');
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

// Finds the entries of a long body, the elements of a JSON array or the lines of JSON lines, so that each
// is read by itself. Other requests get their turn meanwhile, and nothing behind one entry too many is read.

/** Bytes of the body from `start` up to `end`. */
interface Slice {
  readonly start: number;
  readonly end: number;
}

interface SlicedArray {
  readonly slices: readonly Slice[];
  /** Set if the array itself is no JSON; entries may also have faults. */
  readonly syntaxFault: { readonly at: number; readonly expected: string } | undefined;
}

interface Options {
  /** One more slice is found, so that the caller sees that there are too many. */
  readonly most: number;
  readonly rest: Rest;
}

const stepsWithoutClock = 0x3fff;

function isSpace(code: number | undefined): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** The non-blank lines. */
async function sliceLines(body: Buffer, { most, rest }: Options): Promise<readonly Slice[]> {
  const slices: Slice[] = [];
  for (let at = 0; at < body.length && slices.length <= most; at++) {
    if ((at & stepsWithoutClock) === 0) await rest();
    if (isSpace(body[at])) continue;
    const lineFeed = body.indexOf(0x0a, at);
    const end = lineFeed === -1 ? body.length : lineFeed;
    slices.push({ start: at, end });
    at = end;
  }
  return slices;
}

/** The elements of the array that the body is; undefined where it is none. */
async function sliceArray(body: Buffer, { most, rest }: Options): Promise<SlicedArray | undefined> {
  let at = 0;
  const skipSpace = () => {
    while (isSpace(body[at])) at++;
  };
  skipSpace();
  if (body[at] !== 0x5b) return undefined;
  const slices: Slice[] = [];
  let start = ++at;
  let depth = 1;
  let isInString = false;
  let isBlank = true;
  for (let steps = 0; at < body.length; at++, steps++) {
    if ((steps & stepsWithoutClock) === 0) await rest();
    const code = body[at] ?? 0;
    if (isInString) {
      if (code === 0x5c) at++;
      else if (code === 0x22) isInString = false;
      continue;
    }
    if (isSpace(code)) continue;
    switch (code) {
      case 0x22:
        isInString = true;
        break;
      case 0x5b:
      case 0x7b:
        depth++;
        break;
      case 0x2c:
        if (depth > 1) break;
        slices.push({ start, end: at });
        start = at + 1;
        if (slices.length > most) return { slices, syntaxFault: undefined };
        break;
      case 0x5d:
      case 0x7d:
        if (--depth > 0) break;
        if (slices.length > 0 || !isBlank) slices.push({ start, end: at });
        if (code === 0x7d) return { slices, syntaxFault: { at, expected: endOfElement } };
        at++;
        skipSpace();
        return {
          slices,
          syntaxFault: at < body.length ? { at, expected: 'the end' } : undefined,
        };
      default:
    }
    isBlank = false;
  }
  slices.push({ start, end: body.length });
  return { slices, syntaxFault: { at: body.length, expected: endOfElement } };
}
