// `npm run operator -- …`: the operator's commands beside the running service. Exit codes: 0 done, or nothing to do;
// 1 temporary failure; 2 the command line, the configuration or a file is wrong; 3 refused in the current state.
import { styleText } from 'node:util';
import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config/config.ts';
import { DomainError } from '../foundation/errors.ts';
import { StartError } from '../foundation/start-error.ts';
import { DatabaseStartError } from '../postgres/start-error.ts';
import { adminCommands } from './admin-commands.ts';
import { DiffRefused } from './apply.ts';
import { applyCommand } from './apply-command.ts';
import { auditCommands } from './audit-commands.ts';
import { backupCommands } from './backup-commands.ts';
import type { WithDeps } from './command.ts';
import { connectionCommands } from './connection-command.ts';
import { FileFaults } from './file-faults.ts';
import { keyCommands } from './key-commands.ts';
import { laneCommands } from './lane-commands.ts';
import { withOperatorDeps } from './operator-deps.ts';
import { migrateCommand } from './migrate-command.ts';
import { reconcileCommand } from './reconcile-command.ts';
import { reencryptCommand } from './reencrypt-command.ts';
import { sandboxCommands } from './sandbox-command.ts';
import { signingKeyCommands } from './signing-key-commands.ts';
import { tenantCommands } from './tenant-commands.ts';
import { webhookCommands } from './webhook-commands.ts';

const commands = [
  tenantCommands,
  keyCommands,
  adminCommands,
  applyCommand,
  connectionCommands,
  laneCommands,
  migrateCommand,
  reconcileCommand,
  reencryptCommand,
  sandboxCommands,
  signingKeyCommands,
  auditCommands,
  backupCommands(process.env),
  webhookCommands,
];

const exitCodes = { failed: 1, wrong: 2, refused: 3 } as const;

function createProgram(): Command {
  const withDeps: WithDeps = (work) => withOperatorDeps(process.env, work);
  const program = new Command('operator')
    .description(
      'Operate Groupwright: tenants, tenant files, API keys, administrators and webhooks.',
    )
    .exitOverride()
    .showHelpAfterError('(use --help for help)')
    .addHelpText(
      'after',
      '\nExit codes: 0 done, or nothing to do; 1 temporary or unexpected failure; 2 the command line,\n' +
        'the configuration or a file is wrong; 3 refused in the current state.',
    );
  for (const add of commands) add(program, withDeps);
  return program;
}

/** Says what went wrong and @returns the exit code. */
function report(error: unknown): number {
  const say = (text: string) => console.error(styleText('red', text, { stream: process.stderr }));
  // Commander has said it.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.wrong;
  if (error instanceof FileFaults || error instanceof ConfigError) {
    say(error.message);
    return exitCodes.wrong;
  }
  if (error instanceof DiffRefused) {
    say(`${error.message}\nNothing was changed.`);
    return exitCodes.refused;
  }
  if (error instanceof DomainError) {
    const details = error.faults.map(({ detail }) => detail);
    say(details.length > 0 ? details.join('\n') : error.message);
    if (error.code === 'unavailable') return exitCodes.failed;
    return error.code === 'validation_failed' ? exitCodes.wrong : exitCodes.refused;
  }
  if (error instanceof StartError) {
    say(error.message);
    return error instanceof DatabaseStartError ? exitCodes.failed : exitCodes.wrong;
  }
  console.error(error);
  return exitCodes.failed;
}

try {
  await createProgram().parseAsync();
} catch (error) {
  process.exitCode = report(error);
}
