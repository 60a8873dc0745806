// Reads the API key from GROUPWRIGHT_* variables, or from the file that `login` wrote, which only its
// owner can read.
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { readInput } from './read-input.ts';
import { CommandError } from './failure.ts';
import { exitCodes } from './exit-codes.ts';

export interface Account {
  readonly baseUrl: string;
  readonly tenantId: string;
  readonly keyId: string;
  readonly secret: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export const accountVariables = {
  baseUrl: 'GROUPWRIGHT_BASE_URL',
  tenantId: 'GROUPWRIGHT_TENANT_ID',
  keyId: 'GROUPWRIGHT_KEY_ID',
  secret: 'GROUPWRIGHT_SECRET',
} as const satisfies Record<keyof Account, string>;

const members = Object.keys(accountVariables) as (keyof Account)[];

function directory(env: Environment): string {
  const configHome = env['XDG_CONFIG_HOME'] ?? '';
  // A relative XDG_CONFIG_HOME is not valid and counts as absent (XDG Base Directory Specification).
  const base = configHome.startsWith('/') ? configHome : join(env['HOME'] ?? homedir(), '.config');
  return join(base, 'groupwright');
}

/** Names another stored key than the usual one. */
export const profileVariable = 'GROUPWRIGHT_PROFILE';

/** @throws CommandError when the name of the profile cannot be a part of a file name */
function credentialsFile(env: Environment): string {
  const profile = env[profileVariable] ?? '';
  if (!/^[\w-]{0,32}$/.test(profile)) {
    const detail = 'A profile has 1 to 32 letters, digits, _ or -.';
    throw new CommandError(exitCodes.usage, 'usage', detail);
  }
  return join(directory(env), profile === '' ? usualFile : `credentials.${profile}.json`);
}

const usualFile = 'credentials.json';

/** A profile that is chosen by an option counts, and not the variables of another key. */
export function withProfile(env: Environment, profile: string | undefined): Environment {
  if (profile === undefined) return env;
  const others = Object.values(accountVariables).map((name) => [name, undefined]);
  return { ...env, ...(Object.fromEntries(others) as Environment), [profileVariable]: profile };
}

/** The profiles with a stored key, in the order of their names; '' is the usual one. */
export async function listProfiles(env: Environment): Promise<readonly string[]> {
  const files = await readdir(directory(env)).catch((): string[] => []);
  return files
    .flatMap((file) => {
      if (file === usualFile) return [''];
      return /^credentials\.([\w-]{1,32})\.json$/.exec(file)?.[1] ?? [];
    })
    .sort();
}

/** The variables win, one by one, over the file. Throws CommandError when something is missing. */
export async function readAccount(env: Environment): Promise<Account> {
  const given = Object.fromEntries(
    members.flatMap((member) => {
      const value = env[accountVariables[member]]?.trim() ?? '';
      return value === '' ? [] : [[member, value]];
    }),
  );
  const stored = members.every((member) => member in given) ? {} : await readStored(env);
  const account: Partial<Account> = { ...stored, ...given };
  const missing = members.filter((member) => account[member] === undefined);
  if (missing.length === 0) return account as Account;
  const names = missing.map((member) => accountVariables[member]).join(', ');
  const profile = env[profileVariable] ?? '';
  const profiles = (await listProfiles(env)).filter((name) => name !== '');
  if (missing.length === members.length && profile !== '' && !profiles.includes(profile)) {
    const known = profiles.length === 0 ? 'there is none' : `known: ${profiles.join(', ')}`;
    const detail = `There is no profile ${profile}; ${known}. Make it with groupwright login --profile ${profile}.`;
    throw new CommandError(exitCodes.notSignedIn, 'not_signed_in', detail);
  }
  const detail =
    missing.length === members.length
      ? `You are not signed in: run groupwright login, or set ${names}.`
      : `Some sign-in values are missing: run groupwright login, or also set ${names}.`;
  throw new CommandError(exitCodes.notSignedIn, 'not_signed_in', detail);
}

/** Where the values come from, for people. */
export function describeAccountSource(env: Environment): string {
  const fromEnvironment = members
    .map((member) => accountVariables[member])
    .filter((name) => (env[name]?.trim() ?? '') !== '');
  const isComplete = fromEnvironment.length === members.length;
  const file = isComplete ? [] : [credentialsFile(env)];
  return `from ${[...fromEnvironment, ...file].join(', ')}`;
}

async function readStored(env: Environment): Promise<Partial<Account>> {
  const file = credentialsFile(env);
  let text: string;
  try {
    text = await readInput({ stdin: process.stdin, directory: '.' }, file);
  } catch (error) {
    const { cause } = error as Error;
    if ((cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return {};
    throw error;
  }
  return parseAccount(text, file);
}

/** Reads the members of an account from JSON; others are left aside. */
export function parseAccount(text: string, file: string): Partial<Account> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const detail = `${file} is not valid JSON.`;
    throw new CommandError(exitCodes.usage, 'bad_credentials_file', detail, { cause });
  }
  const record = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  return Object.fromEntries(
    members.flatMap((member) => {
      const found = record[member];
      return typeof found === 'string' && found !== '' ? [[member, found]] : [];
    }),
  );
}

/** Written whole or not at all, and never readable by others, not even for a moment. */
export async function storeAccount(env: Environment, account: Account): Promise<string> {
  const file = credentialsFile(env);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(account, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await chmod(draft, 0o600);
  await rename(draft, file);
  return file;
}

/** Tells whether there was anything to forget. */
export async function forgetAccount(env: Environment): Promise<boolean> {
  try {
    await rm(credentialsFile(env));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
