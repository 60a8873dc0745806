// The destination of the log: standard output, in blocks, behind the event loop. A line waits a tenth of a second at
// most, and an error not at all; waiting lines are written at exit. Lines are collected here because passing each one to a
// writer costs more than creating it; as bytes, because texts that wait survive collections of young memory. If the log cannot be written, for example because of a full disk or a closed
// pipe, the service still runs and can still end.
// The destination of pino retries such a write for ever at exit.
import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

const blockBytes = 64 * 1024;
/** UTF-8 takes no more for a UTF-16 unit. */
const mostBytesOfUnit = 3;
const maxWaitMs = 100;
/** While nothing can be written, lines beyond this many bytes are dropped. */
const maxWaitingBytes = 16 * 1024 * 1024;
const tryAgainAfterMs = 250;
const maxFlushMs = 1000;
const levelPosition = '{"level":'.length;
const errorLevelDigit = '5'.charCodeAt(0);

/** It belongs to the destinations with waiting lines. One listener serves them all, and one that wrote everything can be collected. */
const unwritten = new Set<() => void>();
process.on('exit', () => {
  for (const flush of unwritten) flush();
});

export interface LogDestination extends DestinationStream {
  /** Writes what waits before it returns, or gives up after a second. */
  flushSync(): void;
}

/**
 * @param fd file descriptor to write to
 * @param toText what becomes of lines of JSON; they are written as they are without it
 */
export function createLogDestination(
  fd: number,
  toText: (lines: string) => string = (lines) => lines,
): LogDestination {
  let lines = Buffer.allocUnsafe(blockBytes);
  let length = 0;
  let timer: NodeJS.Timeout | undefined;
  const blocks: Buffer[] = [];
  let waitingBytes = 0;
  let isWriting = false;
  let isClosed = false;

  function endBlock(): void {
    clearTimeout(timer);
    timer = undefined;
    if (length === 0) return;
    const block = lines.subarray(0, length);
    lines = Buffer.allocUnsafe(blockBytes);
    length = 0;
    if (isClosed || waitingBytes + block.length > maxWaitingBytes) return;
    blocks.push(block);
    waitingBytes += block.length;
  }

  const passOn = (): void => {
    endBlock();
    writeNext();
  };

  function add(line: string): void {
    if (length === 0) unwritten.add(flushSync);
    const most = line.length * mostBytesOfUnit;
    if (most > lines.length - length) {
      passOn();
      if (most > lines.length) lines = Buffer.allocUnsafe(most);
    }
    length += lines.write(line, length);
  }

  function writeNext(): void {
    if (isWriting) return;
    const block = blocks.shift();
    if (block === undefined) {
      if (length === 0) unwritten.delete(flushSync);
      return;
    }
    isWriting = true;
    write(fd, block, (error, bytes) => {
      isWriting = false;
      if (error?.code === 'EPIPE') {
        isClosed = true;
        blocks.length = 0;
        unwritten.delete(flushSync);
        return;
      }
      putBack(block, error === null ? bytes : 0);
      if (error === null) writeNext();
      else setTimeout(writeNext, tryAgainAfterMs).unref();
    });
  }

  function putBack(block: Buffer, written: number): void {
    waitingBytes -= written;
    if (written < block.length) blocks.unshift(block.subarray(written));
  }

  function flushSync(): void {
    endBlock();
    // A block that is being written is finished by its thread.
    const giveUpAt = performance.now() + maxFlushMs;
    for (let block = blocks.shift(); block !== undefined; block = blocks.shift()) {
      try {
        putBack(block, writeSync(fd, block));
      } catch (error) {
        const isSlow = (error as NodeJS.ErrnoException).code === 'EAGAIN';
        if (!isSlow || performance.now() > giveUpAt) return;
        blocks.unshift(block);
        // The reader of a pipe is slow: let it read.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
      }
    }
    if (!isWriting) unwritten.delete(flushSync);
  }

  return {
    write(line) {
      add(toText(line));
      const isError = line.charCodeAt(levelPosition) >= errorLevelDigit;
      if (isError) passOn();
      else timer ??= setTimeout(passOn, maxWaitMs).unref();
    },
    flushSync,
  };
}
