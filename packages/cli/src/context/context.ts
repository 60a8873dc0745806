// The dependencies of every command: the output and its format, and a client for the signed-in account.
import { createClient, type Client } from '@groupwright/client';
import type { Command } from 'commander';
import { readAccount, withProfile, type Account } from './credentials.ts';
import { filterJson } from './filter-json.ts';
import type { CommandLine } from './terminal.ts';
import { createPaint, type Paint } from '../output/paint.ts';
import { printable } from '../output/printable.ts';

export interface Context extends CommandLine {
  /** True with --json: one JSON value, or one a line where things are followed, and nothing else. */
  readonly json: boolean;
  readonly paint: Paint;
  account(): Promise<Account>;
  client(): Promise<Client>;
  /** A line for people or the value for machines. */
  print(value: unknown, forPeople: () => string): void;
}

export const version = '0.1.0';

export function createContext(line: CommandLine, command: Command): Context {
  const options = command.optsWithGlobals<{ json?: boolean; jq?: string; profile?: string }>();
  const { jq, profile } = options;
  const json = options.json === true || jq !== undefined;
  const { stdout } = line;
  const env = withProfile(line.env, profile);
  return {
    ...line,
    env,
    json,
    paint: createPaint(stdout),
    account: () => readAccount(env),
    async client() {
      return clientFor(await readAccount(env));
    },
    print(value, forPeople) {
      if (jq !== undefined) {
        for (const line of filterJson(jq, value)) stdout.write(`${line}\n`);
      } else if (json) stdout.write(`${JSON.stringify(value)}\n`);
      else stdout.write(`${printable(forPeople())}\n`);
    },
  };
}

export function clientFor({ baseUrl, ...credentials }: Account): Client {
  // A person waits for the answer, so the attempts end after about three seconds.
  const retry = { maxAttempts: 5 };
  return createClient({ baseUrl, credentials, retry, userAgent: `groupwright-cli/${version}` });
}
