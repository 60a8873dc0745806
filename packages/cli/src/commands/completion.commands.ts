// completion: a script for bash, zsh or fish, made from the commands themselves, so that it never lags behind.
import { Argument, type Command } from 'commander';
import { bashScript, commandTree, fishScript, zshScript } from './completion.ts';
import type { Context } from '../context/context.ts';
import type { Run } from '../context/run.ts';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

export function addCompletionCommand(program: Command, run: Run): void {
  program
    .command('completion')
    .summary('print a completion script for your shell')
    .description(
      `Prints a script that completes commands and options.
  bash   eval "$(groupwright completion bash)"          in ~/.bashrc
  zsh    eval "$(groupwright completion zsh)"           in ~/.zshrc
  fish   groupwright completion fish | source           in ~/.config/fish/config.fish`,
    )
    .addArgument(new Argument('<shell>').choices(Object.keys(scripts)))
    .action(
      run(async ({ stdout }: Context, _options: unknown, shell: string) => {
        stdout.write(scripts[shell as keyof typeof scripts](commandTree(program)));
      }),
    );
}
