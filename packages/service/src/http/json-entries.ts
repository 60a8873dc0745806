// Finds the entries of a long body, the elements of a JSON array or the lines of JSON lines, so that each
// is read by itself. Other requests get their turn meanwhile, and nothing behind one entry too many is read.
import type { Rest } from '../ground/turns.ts';
import { endOfElement } from './json-walk.ts';

/** Bytes of the body from `start` up to `end`. */
export interface Slice {
  readonly start: number;
  readonly end: number;
}

export interface SlicedArray {
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
export async function sliceLines(body: Buffer, { most, rest }: Options): Promise<readonly Slice[]> {
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
export async function sliceArray(
  body: Buffer,
  { most, rest }: Options,
): Promise<SlicedArray | undefined> {
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
