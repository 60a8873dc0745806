// Runs a command and turns its end into an exit code.
import { CommanderError } from 'commander';
import type { Terminal } from './context.ts';
import { exitCodes } from './exit-codes.ts';
import { failureOf } from './failure.ts';
import { createPaint } from './output/paint.ts';
import { createProgram } from './program.ts';

const { stdin, stdout, stderr, env, argv } = process;

const interruption = new AbortController();
process.once('SIGINT', () => {
  // What is under way is given up cleanly; a second Ctrl-C ends the process at once.
  interruption.abort(new DOMException('Interrupted.', 'AbortError'));
});
// A reader that has seen enough, such as head, is no error.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.done);
  throw error;
});

const terminal: Terminal = { stdin, stdout, stderr, env, signal: interruption.signal };

try {
  await createProgram(terminal).parseAsync(argv);
} catch (error) {
  process.exitCode = end(error);
}
// Nothing is left to do; a connection kept alive for the next call must not hold the process.
stdout.write('', () => process.exit());

function end(error: unknown): number {
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  const failure = failureOf(error);
  const { exitCode, ...shown } = failure;
  if (argv.includes('--json')) {
    stderr.write(`${JSON.stringify(shown)}\n`);
    return exitCode;
  }
  const { bad, faint } = createPaint(stderr);
  const lines = [`${bad('✖')} ${shown.detail}`, ...shown.faults.map((fault) => `  ${fault}`)];
  if (shown.requestId !== undefined)
    lines.push(faint(`  ${shown.code}, request ${shown.requestId}`));
  stderr.write(`${lines.join('\n')}\n`);
  return exitCode;
}
