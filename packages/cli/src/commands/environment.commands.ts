// env, profiles and open: the service that commands talk to, for other programs and for a browser.
import { spawn } from 'node:child_process';
import { Argument, Option, type Command } from 'commander';
import type { Context } from '../context/context.ts';
import {
  accountVariables,
  listProfiles,
  parseAccount,
  readAccount,
  withProfile,
  type Account,
} from '../context/credentials.ts';
import { exitCodes } from '../context/exit-codes.ts';
import { CommandError } from '../context/failure.ts';
import type { Run } from '../context/run.ts';
import { formatTable } from '../output/table.ts';
import { readInput } from '../context/read-input.ts';

type Shell = 'sh' | 'fish' | 'powershell';

const assignments: Readonly<Record<Shell, (name: string, value: string) => string>> = {
  sh: (name, value) => `export ${name}='${value.replaceAll("'", String.raw`'\''`)}'`,
  fish: (name, value) => `set -gx ${name} '${value.replaceAll(/[\\']/g, String.raw`\$&`)}'`,
  powershell: (name, value) => `$env:${name} = '${value.replaceAll("'", "''")}'`,
};

const pages = {
  docs: () => '/docs',
  admin: ({ tenantId }: Account) => `/admin/${tenantId}`,
} as const;

interface EnvironmentOptions {
  readonly from?: string;
  readonly shell: Shell;
}

export function addEnvironmentCommands(program: Command, run: Run): void {
  program
    .command('env')
    .summary('print address and key as variables of a shell')
    .description(
      `Prints ${Object.values(accountVariables).join(', ')} for your shell. The output has the secret.
  eval "$(groupwright env)"`,
    )
    .option('--from <file>', 'read the values from a JSON file such as quickstart.json')
    .addOption(
      new Option('--shell <shell>', 'syntax').choices(Object.keys(assignments)).default('sh'),
    )
    .action(run(printEnvironment));

  program
    .command('profiles')
    .summary('list the stored keys')
    .description('Lists the keys that login stored; login --profile <name> stores another one.')
    .action(run(printProfiles));

  program
    .command('open')
    .summary('open a page of the service in your browser')
    .description('Opens the reference of the API or the admin center in your browser.')
    .addArgument(new Argument('[page]', 'page').choices(Object.keys(pages)).default('docs'))
    .option('--print', 'only print the address')
    .action(run(open));
}

async function printEnvironment(
  context: Context,
  { from, shell }: EnvironmentOptions,
): Promise<void> {
  const account = from === undefined ? await context.account() : await readFrom(context, from);
  const entries = Object.entries(accountVariables).map(
    ([member, name]) => [name, account[member as keyof Account]] as const,
  );
  context.print(Object.fromEntries(entries), () =>
    entries.map(([name, value]) => assignments[shell](name, value)).join('\n'),
  );
}

async function readFrom(context: Context, file: string): Promise<Account> {
  const found = parseAccount(await readInput(context, file), file);
  const missing = Object.keys(accountVariables).filter((member) => !(member in found));
  if (missing.length === 0) return found as Account;
  const detail = `${file} has no ${missing.join(', ')}.`;
  throw new CommandError(exitCodes.usage, 'bad_credentials_file', detail);
}

async function printProfiles(context: Context): Promise<void> {
  const names = await listProfiles(context.env);
  const profiles = await Promise.all(
    names.map(async (name) => {
      const { secret: _, ...account } = await readAccount(withProfile(context.env, name));
      return { profile: name, account };
    }),
  );
  const shown = profiles.map(({ profile, account }) => Object.assign({ profile }, account));
  context.print(shown, () =>
    profiles.length === 0
      ? 'No key is stored: run groupwright login.'
      : formatTable(
          context.paint,
          ['Profile', 'Service', 'Tenant', 'Key'],
          shown.map(({ profile, baseUrl, tenantId, keyId }) => [
            profile || '(default)',
            baseUrl,
            tenantId,
            keyId,
          ]),
        ),
  );
}

const openers: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

async function open(
  context: Context,
  { print }: { readonly print?: boolean },
  page: string,
): Promise<void> {
  const account = await context.account();
  const url = `${account.baseUrl.replace(/\/+$/, '')}${pages[page as keyof typeof pages](account)}`;
  context.print({ url }, () => url);
  if (print === true || context.json || !context.stdout.isTTY) return;
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  // Without a shell: the address is text. Where nothing can open it, it has been printed.
  spawn(program, [...args, url], { detached: true, stdio: 'ignore' })
    .on('error', () => undefined)
    .unref();
}
