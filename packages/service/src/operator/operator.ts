// `npm run operator -- …`: the operator's commands beside the running service. Ctrl-C and SIGTERM end a command in order,
// so that no PostgreSQL that it started and no half of a copy is left behind.
import { exitCodes, runOperator } from './run-operator.ts';
import { print } from './terminal.ts';

const { stdout, stderr } = process;

/** Ctrl-C reaches us from the terminal and once more by way of npm: that is one signal, not two. */
const sameSignalWithinMs = 1_000;
const interruption = new AbortController();
let interruptedAt: number | undefined;

function interrupt(): void {
  const now = performance.now();
  if (interruptedAt !== undefined && now - interruptedAt > sameSignalWithinMs) {
    process.exit(exitCodes.interrupted);
  }
  interruptedAt ??= now;
  interruption.abort(new DOMException('Interrupted.', 'AbortError'));
}

process.on('SIGINT', interrupt);
process.on('SIGTERM', interrupt);

let isOutputLost = false;
stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough, such as head, is no error.
  if (error.code === 'EPIPE' || isOutputLost) return;
  isOutputLost = true;
  print(stderr, `The output could not be written (${error.message}).`);
  process.exitCode = exitCodes.failed;
});
stderr.on('error', () => undefined);

const exitCode = await runOperator(process.argv.slice(2), {
  env: process.env,
  stdout,
  stderr,
  signal: interruption.signal,
});
process.exitCode = isOutputLost ? exitCodes.failed : exitCode;
// A statement in progress would hold the process.
if (interruptedAt !== undefined) process.exit();
