// Runs a command and turns its end into an exit code.
import { CommanderError } from 'commander';
import { operate } from './commands/operator.commands.ts';
import type { Terminal } from './context/context.ts';
import { exitCodes } from './context/exit-codes.ts';
import { failureOf } from './context/failure.ts';
import { createPaint } from './output/paint.ts';
import { printable } from './output/printable.ts';
import { createProgram } from './program.ts';

const { stdin, stdout, stderr, env, argv } = process;
const json = argv.some((word) => word === '--json' || /^--jq(?:=|$)/.test(word));

const interruption = new AbortController();
process.once('SIGINT', () => {
  // Work in progress is aborted cleanly; a second Ctrl-C ends the process at once.
  interruption.abort(new DOMException('Interrupted.', 'AbortError'));
});
// A reader that has seen enough, such as head, is no error.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.done);
  throw error;
});

const terminal: Terminal = { stdin, stdout, stderr, env, signal: interruption.signal };

try {
  if (argv[2] === 'operator') await operate(terminal, argv.slice(3));
  else await createProgram(terminal, json).parseAsync(argv);
} catch (error) {
  process.exitCode = end(error);
}
// Nothing is left to do; a connection kept alive for the next call must not hold the process.
stdout.write('', () => process.exit());

function end(error: unknown): number {
  const isUsage = error instanceof CommanderError;
  if (isUsage && error.exitCode === 0) return exitCodes.done;
  const { exitCode, ...shown } = failureOf(error);
  if (json) {
    stderr.write(`${JSON.stringify(shown)}\n`);
    return exitCode;
  }
  // Commander has said it.
  if (isUsage) return exitCode;
  const { bad, faint } = createPaint(stderr);
  // Each fault of a file has its own line, in the format of compilers, for editors to find.
  const [first, ...others] =
    shown.code === 'faulty_file'
      ? shown.faults
      : [shown.detail, ...shown.faults.map((fault) => `  ${fault}`)];
  const lines = [`${bad('✖')} ${first ?? shown.detail}`, ...others];
  if (shown.requestId !== undefined)
    lines.push(faint(`  ${shown.code}, request ${shown.requestId}`));
  if (exitCode === exitCodes.notSignedIn && shown.code !== 'not_signed_in')
    lines.push(faint('  groupwright login stores another key.'));
  stderr.write(`${printable(lines.join('\n'))}\n`);
  return exitCode;
}
