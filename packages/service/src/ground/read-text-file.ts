// Reads texts that people name, up to a size: a device without an end is refused, and memory is not filled.
import { closeSync, openSync, readSync } from 'node:fs';
import { decodeText } from './decode-text.ts';

/** Large enough for 25,000 people in each of many groups. */
const maxMebibytes = 64;
const maxBytes = maxMebibytes * 1024 * 1024;
const chunkBytes = 64 * 1024;

/** The message is a predicate: a name of the file goes before it. */
export class OversizeFault extends Error {
  override readonly name = 'OversizeFault';

  constructor() {
    super(`has more than ${maxMebibytes} MiB, which is the most.`);
  }
}

/** @throws EncodingFault, OversizeFault, or the error of the file */
export function readTextFile(path: string): string {
  const file = openSync(path, 'r');
  try {
    const chunks = createChunks();
    for (;;) {
      const chunk = Buffer.alloc(chunkBytes);
      const read = readSync(file, chunk);
      if (read === 0) return chunks.text();
      chunks.add(chunk.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
}

/** @throws EncodingFault, OversizeFault, or the error of the stream */
export async function readTextStream(stream: AsyncIterable<Uint8Array | string>): Promise<string> {
  const chunks = createChunks();
  for await (const chunk of stream) chunks.add(Buffer.from(chunk as Uint8Array));
  return chunks.text();
}

function createChunks() {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return {
    add(chunk: Buffer): void {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new OversizeFault();
      chunks.push(chunk);
    },
    text: () => decodeText(Buffer.concat(chunks)),
  };
}
