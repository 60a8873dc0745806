// The process of a command: its signals, and its end.
import { exitCodes } from './context/exit-codes.ts';
import { runCommand } from './run-command.ts';

const { stdin, stdout, stderr, env } = process;

const interruption = new AbortController();
process.once('SIGINT', () => {
  // Work in progress is aborted cleanly; a second Ctrl-C ends the process at once.
  interruption.abort(new DOMException('Interrupted.', 'AbortError'));
});
function endWithoutOutput(error: NodeJS.ErrnoException): never {
  // A reader that has seen enough, such as head, is no error.
  if (error.code === 'EPIPE') process.exit(exitCodes.done);
  stderr.write(`The output could not be written (${error.message}).\n`);
  process.exit(exitCodes.unexpected);
}
stdout.on('error', endWithoutOutput);
stderr.on('error', () => undefined);

process.exitCode = await runCommand(process.argv.slice(2), {
  stdin,
  stdout,
  stderr,
  env,
  directory: process.cwd(),
  signal: interruption.signal,
});
// Nothing is left to do; a connection kept alive for the next call must not hold the process.
stdout.write('', (error) => {
  if (error) endWithoutOutput(error);
  process.exit();
});
