// login and logout.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Command } from 'commander';
import { clientFor, type Context } from '../context/context.ts';
import {
  accountVariables,
  forgetAccount,
  parseAccount,
  storeAccount,
  type Account,
} from '../context/credentials.ts';
import { exitCodes } from '../context/exit-codes.ts';
import { CommandError } from '../context/failure.ts';
import { readInput } from '../context/read-input.ts';
import type { Run } from '../context/run.ts';

interface LoginOptions {
  readonly baseUrl?: string;
  readonly tenant?: string;
  readonly key?: string;
  readonly from?: string;
  readonly check: boolean;
}

export function addSignInCommands(program: Command, run: Run): void {
  program
    .command('login')
    .summary('store an API key for later commands')
    .description(
      `Checks an API key with the service and stores it in a file that only you can read.
Values without an option come from ${Object.values(accountVariables).join(', ')}, or from prompts.
The secret is never a command-line option: the command prompts for it, or reads it from standard input.`,
    )
    .option('--base-url <url>', 'address of the service')
    .option('--tenant <id>', 'tenant id')
    .option('--key <id>', 'id of the API key')
    .option('--from <file>', 'read all values from a JSON file such as quickstart.json')
    .option('--no-check', 'do not check the key')
    .action(run(login));

  program
    .command('logout')
    .summary('remove the stored API key')
    .description('Deletes the file that login wrote. The key itself stays valid.')
    .action(
      run(async (context) => {
        const forgotten = await forgetAccount(context.env);
        context.print({ forgotten }, () => (forgotten ? 'Forgotten.' : 'You were not signed in.'));
      }),
    );
}

async function login(context: Context, options: LoginOptions): Promise<void> {
  const { env, paint, signal } = context;
  const account = await completeAccount(context, options);
  if (options.check) {
    for await (const _organisation of clientFor(account).listOrganisations({ signal })) break;
  }
  const file = await storeAccount(env, account);
  const { secret: _secret, ...shown } = account;
  context.print({ file, ...shown }, () =>
    options.check
      ? `${paint.good('Signed in')} to ${account.baseUrl}; stored in ${file}.`
      : `Stored in ${file}, without a check.`,
  );
}

async function completeAccount(context: Context, options: LoginOptions): Promise<Account> {
  const { env } = context;
  const { from, baseUrl, tenant, key } = options;
  const stored = from === undefined ? {} : parseAccount(await readInput(context, from), from);
  const given: Partial<Account> = {
    ...fromEnvironment(env),
    ...stored,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(tenant !== undefined && { tenantId: tenant }),
    ...(key !== undefined && { keyId: key }),
  };
  return {
    baseUrl: given.baseUrl ?? (await ask(context, 'Address of the service')),
    tenantId: given.tenantId ?? (await ask(context, 'Tenant id')),
    keyId: given.keyId ?? (await ask(context, 'Key id')),
    secret: given.secret ?? (await askSecret(context)),
  };
}

function fromEnvironment(env: Context['env']): Partial<Account> {
  return Object.fromEntries(
    Object.entries(accountVariables).flatMap(([member, name]) => {
      const value = env[name]?.trim() ?? '';
      return value === '' ? [] : [[member, value]];
    }),
  );
}

async function ask({ stdin, stderr, signal }: Context, question: string): Promise<string> {
  if (!stdin.isTTY) {
    const detail = `${question} is missing, and there is no terminal to prompt for it. See groupwright login --help.`;
    throw new CommandError(exitCodes.usage, 'missing_option', detail);
  }
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    return (await lines.question(`${question}: `, { signal })).trim();
  } finally {
    lines.close();
  }
}

/** Asked for without showing it; or the whole of the standard input. */
async function askSecret(context: Context): Promise<string> {
  const { stdin, stderr, signal } = context;
  if (!stdin.isTTY) {
    const secret = (await readInput(context, '-')).trim();
    if (secret !== '') return secret;
    const detail = 'The secret is missing. Pass it through standard input.';
    throw new CommandError(exitCodes.usage, 'missing_secret', detail);
  }
  stderr.write('Secret (not shown): ');
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true });
  try {
    return (await lines.question('', { signal })).trim();
  } finally {
    lines.close();
    stderr.write('\n');
  }
}
