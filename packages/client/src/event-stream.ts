// Reads server-sent events from a stream of bytes, as the HTML standard says (section 9.2.6).

export interface StreamEvent {
  readonly id: string | undefined;
  readonly type: string;
  readonly data: string;
}

const maxEventCharacters = 4 * 1024 * 1024;

/** Every event of the stream, in order; a comment yields `undefined`, as a sign of life. */
export async function* readEvents(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<StreamEvent | undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  let id: string | undefined;
  let type = '';
  let data: string[] = [];
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    if (rest.length > maxEventCharacters) throw new Error('An event of the stream is too long.');
    // A carriage return at the very end may be the first half of a line end.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) yield { id, type: type || 'message', data: data.join('\n') };
        type = '';
        data = [];
        continue;
      }
      const colon = line.indexOf(':');
      const field = colon === -1 ? line : line.slice(0, colon);
      const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (field === '') yield undefined;
      if (field === 'data') data.push(value);
      if (field === 'event') type = value;
      if (field === 'id' && !value.includes('\0')) id = value;
    }
  }
}

/** The chunks of a body, released when the reader stops early or the signal is aborted. */
export async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const onAbort = (): void => {
    // Ends a read in progress.
    reader.cancel().catch(() => undefined);
  };
  signal.addEventListener('abort', onAbort);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    await reader.cancel().catch(() => undefined);
  }
}
