// Notices that the reader of the output has ended, as in `events tail | head -n 1`. Node.js learns it only when it writes,
// and a command that follows something may have nothing to write for hours.
import { spawn } from 'node:child_process';
import { fstatSync } from 'node:fs';
import type { OutputStream } from '../output/output-stream.ts';

const intervalMs = 1_000;

/** Does the work, and ends the output with EPIPE once nobody reads it meanwhile. */
export async function whileRead<T>(stdout: OutputStream, work: () => Promise<T>): Promise<T> {
  const stop = watchOutput(stdout);
  try {
    return await work();
  } finally {
    stop();
  }
}

/**
 * A write of nothing fails on a socket without a reader, but not on a pipe. There, the `tail` of GNU watches the reader;
 * without it, the next write fails.
 */
function watchOutput(stdout: OutputStream & { readonly fd?: number }): () => void {
  const { fd } = stdout;
  if (fd === undefined || stdout.isTTY === true) return () => undefined;
  const output = fstatSync(fd);
  if (output.isFIFO()) return watchPipe(stdout, fd);
  return output.isSocket() ? watchSocket(stdout) : () => undefined;
}

function watchSocket(stdout: OutputStream): () => void {
  const timer = setInterval(() => stdout.write(''), intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

function watchPipe(stdout: OutputStream, fd: number): () => void {
  const end = `--pid=${process.pid}`;
  const watcher = spawn('tail', ['-f', end, '/dev/null'], { stdio: ['ignore', fd, 'ignore'] });
  watcher.unref();
  watcher.on('error', () => undefined);
  watcher.on('exit', (_code, signal) => {
    if (signal !== 'SIGPIPE') return;
    stdout.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
  });
  return () => {
    watcher.removeAllListeners('exit');
    watcher.kill();
  };
}
