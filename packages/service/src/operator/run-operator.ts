// Runs one command of the operator and turns its end into an exit code: 0 done, or nothing to do; 1 temporary failure;
// 2 the command line, the configuration or a file is wrong; 3 refused in the current state; 130 interrupted.
import { inspect, styleText } from 'node:util';
import { Command, CommanderError } from 'commander';
import { ConfigError } from '../ground/config/config.ts';
import { DomainError } from '../ground/errors.ts';
import { damaged, damagedDetail } from '../ground/text.ts';
import { StartError } from '../ground/start-error.ts';
import { DatabaseStartError, explainUnavailable } from '../postgres/unavailable.ts';
import { adminCommands } from './admin-commands.ts';
import { DiffRefused } from './apply.ts';
import { applyCommand } from './apply-command.ts';
import { auditCommands } from './audit-commands.ts';
import { backupCommands } from './backup-commands.ts';
import type { CommandLine } from './command.ts';
import { connectionCommands } from './connection-command.ts';
import { doctorCommand } from './doctor-command.ts';
import { FileFaults } from './file-faults.ts';
import { keyCommands } from './key-commands.ts';
import {
  laneCommands,
  migrateCommand,
  reencryptCommand,
  signingKeyCommands,
} from './maintenance-commands.ts';
import { withOperatorDeps } from './operator-deps.ts';
import { reconcileCommand } from './reconcile-command.ts';
import { sandboxCommands } from './sandbox-command.ts';
import { tenantCommands } from './tenant-commands.ts';
import { print, type Terminal } from './terminal.ts';
import { webhookCommands } from './webhook-commands.ts';

const commands = [
  tenantCommands,
  keyCommands,
  adminCommands,
  applyCommand,
  connectionCommands,
  doctorCommand,
  laneCommands,
  migrateCommand,
  reconcileCommand,
  reencryptCommand,
  sandboxCommands,
  signingKeyCommands,
  auditCommands,
  backupCommands,
  webhookCommands,
];

export const exitCodes = { done: 0, failed: 1, wrong: 2, refused: 3, interrupted: 130 } as const;

/**
 * @param args without the program
 * @returns the exit code
 */
export async function runOperator(args: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode: number = exitCodes.done;
  const line: CommandLine = {
    terminal,
    withDeps: (work, options) => withOperatorDeps(terminal, work, options),
    endWith: (code) => (exitCode = code),
  };
  try {
    const unreadable = args.find((word) => word.includes(damaged));
    if (unreadable !== undefined) {
      const detail = `“${unreadable}” ${damagedDetail}: set the terminal and your locale to it.`;
      throw new DomainError('validation_failed', detail);
    }
    await createOperatorProgram(line).parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    return report(explainUnavailable(error), terminal.stderr);
  }
}

/** All operator commands. */
export function createOperatorProgram(line: CommandLine): Command {
  const { stdout, stderr } = line.terminal;
  const program = new Command('operator')
    .description(
      'Operate Groupwright: tenants, tenant files, API keys, administrators and webhooks.',
    )
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
    })
    .exitOverride()
    .showHelpAfterError('(use --help for help)')
    .addHelpText(
      'after',
      '\nExit codes: 0 done, or nothing to do; 1 temporary or unexpected failure; 2 the command line,\n' +
        'the configuration or a file is wrong; 3 refused in the current state; 4 audit verify found a change;\n' +
        '130 interrupted by Ctrl-C.',
    );
  for (const add of commands) add(program, line);
  return program;
}

/** Prints the failure and @returns the exit code. */
function report(error: unknown, stderr: NodeJS.WritableStream): number {
  const printFailure = (text: string) =>
    print(stderr, (stream) => styleText('red', text, { stream }));
  // Commander has printed it.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.wrong;
  if (error instanceof FileFaults || error instanceof ConfigError) {
    printFailure(error.message);
    return exitCodes.wrong;
  }
  if (error instanceof DiffRefused) {
    printFailure(`${error.message}\nNothing was changed.`);
    return exitCodes.refused;
  }
  if (error instanceof DomainError) {
    const details = error.faults.map(({ detail }) => detail);
    printFailure(details.length > 0 ? details.join('\n') : error.message);
    if (error.code === 'unavailable') return exitCodes.failed;
    return error.code === 'validation_failed' ? exitCodes.wrong : exitCodes.refused;
  }
  if (error instanceof StartError) {
    printFailure(error.message);
    return error instanceof DatabaseStartError ? exitCodes.failed : exitCodes.wrong;
  }
  if (error instanceof DOMException && error.name === 'AbortError') {
    printFailure(error.message);
    return exitCodes.interrupted;
  }
  printFailure(fileFault(error) ?? inspect(error));
  return exitCodes.failed;
}

/** A sentence about a file that cannot be used; undefined for other errors. */
function fileFault(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error)) return undefined;
  const { code, message, path, dest = path } = error as NodeJS.ErrnoException & { dest?: string };
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return `There is no space left${dest === undefined ? '' : ` for ${dest}`} (${message}). Free some, and run the command again.`;
  }
  if (path === undefined) return undefined;
  if (code === 'EACCES' || code === 'EPERM') {
    return `This user may not use ${dest} (${message}). Run the command as the account of the service, or as root.`;
  }
  return `${dest} cannot be used (${message}).`;
}
