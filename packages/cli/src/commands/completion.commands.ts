// completion: a script for bash, zsh, fish or PowerShell, made from the commands themselves, so that it never lags behind.
import { Argument, type Command } from 'commander';
import { completionValues, valueKinds, type ValueKind } from './completion-values.ts';
import { bashScript, commandTree, fishScript, powershellScript, zshScript } from './completion.ts';
import type { Context } from '../context/context.ts';
import { readWholeNumber } from '../context/options.ts';
import type { Run } from '../context/run.ts';

const scripts = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
};

export function addCompletionCommand(program: Command, run: Run): void {
  program
    .command('completion')
    .summary('print a completion script for your shell')
    .description(
      `Prints a script that completes commands, options and their values. The identifiers of organisations and templates,
the aliases of groups, the ids of open tasks and reviews, the e-mail addresses of people and the types of events come
from the service, within three seconds. For people, the key needs the scope people:search.
  bash   eval "$(groupwright completion bash)"          in ~/.bashrc
  zsh    eval "$(groupwright completion zsh)"           in ~/.zshrc
  fish   groupwright completion fish | source           in ~/.config/fish/config.fish
  PowerShell   groupwright completion powershell | Out-String | Invoke-Expression   in $PROFILE`,
    )
    .addArgument(new Argument('<shell>').choices(Object.keys(scripts)))
    .action(
      run(async ({ stdout }: Context, _options: unknown, shell: string) => {
        stdout.write(scripts[shell as keyof typeof scripts](commandTree(program)));
      }),
    );
  program
    .command('complete-values', { hidden: true })
    .description('Prints values that begin with a text, for the completion scripts.')
    .addArgument(new Argument('<kind>').choices(valueKinds))
    .argument('[beginning]')
    .option('--within <seconds>', 'for slow services', '3')
    .action(
      run(
        async (
          context: Context,
          { within }: { readonly within: string },
          kind: string,
          beginning = '',
        ) => {
          const withinMs = readWholeNumber('--within', within, 0, 600) * 1000;
          const values = await completionValues(context, kind as ValueKind, beginning, withinMs);
          context.stdout.write(values.map((value) => `${value}\n`).join(''));
        },
      ),
    );
}
