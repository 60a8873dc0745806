// The text of a file. It is UTF-8, with or without a byte order mark; another encoding is never guessed.

/** The bytes are not UTF-8. */
export class EncodingFault extends Error {
  override readonly name = 'EncodingFault';
  /** Undefined: unknown. */
  readonly encoding: 'UTF-16' | 'UTF-32' | undefined;

  constructor(encoding: EncodingFault['encoding']) {
    const instead = encoding === undefined ? '' : ` instead of ${encoding}`;
    super(`is not in UTF-8. Save it as UTF-8${instead}: in Excel, as “CSV UTF-8”.`);
    this.encoding = encoding;
  }
}

/**
 * It has no byte order mark.
 * @throws EncodingFault whose message is a predicate: a name of the file goes before it
 */
export function decodeText(bytes: Uint8Array): string {
  const encoding = otherEncodingOf(bytes);
  if (encoding !== undefined) throw new EncodingFault(encoding);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new EncodingFault(undefined);
  }
}

/** The byte order mark decides, or the zeros of ASCII characters, of which UTF-8 has none. */
export function otherEncodingOf(bytes: Uint8Array): EncodingFault['encoding'] {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'UTF-32' : 'UTF-16';
  if (a === 0xfe && b === 0xff) return 'UTF-16';
  if (a === 0 && b === 0) return c === 0xfe && d === 0xff ? 'UTF-32' : undefined;
  const isFirst = (zero: number | undefined, other: number | undefined) =>
    zero === 0 && other !== undefined && other !== 0;
  return isFirst(a, b) || isFirst(b, a) ? 'UTF-16' : undefined;
}
