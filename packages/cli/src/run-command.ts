// Runs one command and turns its end into an exit code.
import { CommanderError } from 'commander';
import { operate } from './commands/operator.commands.ts';
import { exitCodes } from './context/exit-codes.ts';
import { CommandError, failureOf } from './context/failure.ts';
import type { CommandLine, Terminal } from './context/terminal.ts';
import { createPaint } from './output/paint.ts';
import { printable } from './output/printable.ts';
import { createProgram } from './program.ts';

/** @param args without the program */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const json = args.some((word) => word === '--json' || /^--jq(?:=|$)/.test(word));
  let exitCode: number = exitCodes.done;
  const line: CommandLine = { ...terminal, endWith: (code) => (exitCode = code) };
  try {
    refuseDamagedText(args);
    if (args[0] === 'operator') await operate(line, args.slice(1));
    else await createProgram(line, json).parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    return report(error, { stderr: terminal.stderr, json });
  }
}

/** Node puts U+FFFD for bytes that are not UTF-8. */
function refuseDamagedText(args: readonly string[]): void {
  const damaged = args.find((word) => word.includes('\uFFFD'));
  if (damaged === undefined) return;
  const detail = `“${damaged}” contains U+FFFD: the terminal does not send UTF-8. Set its encoding and your locale to UTF-8, for example LANG=C.UTF-8.`;
  throw new CommandError(exitCodes.usage, 'damaged_text', detail);
}

/** Prints the failure and @returns the exit code. */
function report(
  error: unknown,
  { stderr, json }: { readonly stderr: CommandLine['stderr']; readonly json: boolean },
): number {
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
