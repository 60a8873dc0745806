// The table of contents: every command in the order in which help lists them.
import { Command } from 'commander';
import { addApiCommand } from './commands/api.commands.ts';
import { addBatchCommands } from './commands/batch.commands.ts';
import { addDoctorCommand } from './commands/doctor.commands.ts';
import { addEnvironmentCommands } from './commands/environment.commands.ts';
import { addEventCommands } from './commands/event.commands.ts';
import { addMcpCommand } from './commands/mcp.commands.ts';
import { addOperatorCommand } from './commands/operator.commands.ts';
import { addPersonCommands } from './commands/person.commands.ts';
import { addCompletionCommand } from './commands/completion.commands.ts';
import { addOrganisationCommands } from './commands/organisation.commands.ts';
import { addSignInCommands } from './commands/sign-in.commands.ts';
import { addReviewCommands } from './commands/review.commands.ts';
import { addTaskCommands } from './commands/task.commands.ts';
import { addTeamCommands } from './commands/team.commands.ts';
import { addWebhookCommands } from './commands/webhook.commands.ts';
import { createContext, version } from './context/context.ts';
import { exitCodeMeanings } from './context/exit-codes.ts';
import { createPaint } from './output/paint.ts';
import { createRun } from './context/run.ts';
import type { CommandLine } from './context/terminal.ts';

const exitCodesHelp = `
Exit codes:
${exitCodeMeanings.map(([code, meaning]) => `  ${String(code).padEnd(4)}${meaning}`).join('\n')}`;

export function createProgram(line: CommandLine, json = false): Command {
  const { stdout, stderr } = line;
  const paint = createPaint(stdout);
  const program = new Command('groupwright')
    .description('Creates groups from policy templates, through a Groupwright service.')
    .version(version)
    .option('--json', 'print JSON instead of text')
    .option('--jq <expression>', 'print the parts of the JSON that a jq expression selects')
    .option('--profile <name>', 'use the key that login stored under this name')
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      // With --json what is wrong is said once, as JSON, when the command ends.
      outputError: (text, write) => {
        if (!json) write(text);
      },
    })
    .configureHelp({ showGlobalOptions: true, styleTitle: (text) => paint.strong(text) })
    .showHelpAfterError(json ? false : '(use --help for help)')
    .exitOverride()
    .addHelpText('after', exitCodesHelp);
  const run = createRun((command) => createContext(line, command));
  addSignInCommands(program, run);
  addEnvironmentCommands(program, run);
  addOrganisationCommands(program, run);
  addTeamCommands(program, run);
  addPersonCommands(program, run);
  addBatchCommands(program, run);
  addTaskCommands(program, run);
  addReviewCommands(program, run);
  addEventCommands(program, run);
  addWebhookCommands(program, run);
  addApiCommand(program, run);
  addDoctorCommand(program, run);
  addMcpCommand(program, run);
  addOperatorCommand(program, run);
  addCompletionCommand(program, run);
  inherit(program);
  return program;
}

/** Commander copies these to commands made by `command()`, but only what was set before; so for all, once. */
function inherit(command: Command): void {
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    inherit(child);
  }
}
