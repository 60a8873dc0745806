// Where the log goes: standard output, in blocks, behind the event loop. A line waits at most a
// tenth of a second, an error not at all; what waits at exit is written then. Lines are joined here
// because handing each one to the writer costs more than making it.
import { pino, type DestinationStream } from 'pino';

const blockCharacters = 64 * 1024;
const longestWaitMs = 100;
/** When standard output is stuck, lines beyond this many bytes are dropped. */
const mostWaitingBytes = 64 * 1024 * 1024;
const levelPosition = '{"level":'.length;
const errorLevelDigit = '5'.charCodeAt(0);

export interface LogDestination extends DestinationStream {
  /** Writes what waits, before it returns. */
  flushSync(): void;
}

/** @param fd file descriptor to write to */
export function createLogDestination(fd: number): LogDestination {
  const blocks = pino.destination({
    fd,
    sync: false,
    maxLength: mostWaitingBytes,
    contentMode: 'buffer',
    // Its types know strings only.
  }) as unknown as { write(block: Buffer): boolean; flushSync(): void };
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;

  const passOn = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === '') return;
    const block = Buffer.from(waiting);
    waiting = '';
    blocks.write(block);
  };
  const flushSync = (): void => {
    passOn();
    try {
      blocks.flushSync();
    } catch {
      // Standard output is gone, or was never ready: nobody is left to read.
    }
  };
  process.on('exit', flushSync);

  return {
    write(line) {
      waiting += line;
      const isError = line.charCodeAt(levelPosition) >= errorLevelDigit;
      if (waiting.length >= blockCharacters || isError) passOn();
      else timer ??= setTimeout(passOn, longestWaitMs).unref();
    },
    flushSync,
  };
}
