// api: a request to any endpoint, with the credentials and retries of every command.
import { InvalidArgumentError, type Command } from 'commander';
import type { Context } from '../context/context.ts';
import { exitCodes } from '../context/exit-codes.ts';
import { CommandError } from '../context/failure.ts';
import { readInput } from '../context/read-input.ts';
import type { Run } from '../context/run.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

interface ApiOptions {
  readonly data?: string;
  readonly header: Readonly<Record<string, string>>;
  readonly include?: boolean;
  readonly idempotencyKey?: string;
}

export function addApiCommand(program: Command, run: Run): void {
  program
    .command('api')
    .summary('send a request to any endpoint')
    .description(
      `Sends a request with your credentials and prints the answer. Without a method it is a GET, or a POST with --data.
  groupwright api '/teams?state=active'
  groupwright api PATCH /teams/<teamId> --data '{"displayName": "Harbour lights"}'`,
    )
    .argument('<method-or-path>', methods.join(', '))
    .argument('[path]', 'begins with a slash, below the address of the service')
    .option('--data <json>', 'body: JSON, @file, or - for standard input')
    .option('--header <name: value>', 'an additional header; repeatable', collectHeader, {})
    .option('--idempotency-key <key>', 'calls with the same key have one effect')
    .option('--include', 'print status and headers first')
    .action(run(request));
}

async function request(
  context: Context,
  options: ApiOptions,
  first: string,
  second?: string,
): Promise<void> {
  const { data, header: headers, idempotencyKey } = options;
  const method = second === undefined ? (data === undefined ? 'GET' : 'POST') : first.toUpperCase();
  const path = second ?? first;
  if (!isMethod(method)) throw usage(`The method must be one of ${methods.join(', ')}.`);
  if (!isPath(path)) throw usage('The path must begin with a slash, as in /teams.');
  if (method === 'GET' && (data !== undefined || idempotencyKey !== undefined)) {
    throw usage('A GET takes neither --data nor --idempotency-key.');
  }
  const body = data === undefined ? undefined : await readBody(context, data);
  const client = await context.client();
  const { data: answer, response } = await client
    .request(method, path, {
      ...(body !== undefined && { body }),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      headers,
      signal: context.signal,
    })
    .withResponse();
  if (options.include === true) {
    const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`);
    context.stdout.write(`${[response.status, ...lines].join('\n')}\n\n`);
  }
  if (answer === undefined) return;
  // Machines get what was sent; a person reads it indented.
  if (typeof answer === 'string') context.stdout.write(answer.replace(/\n?$/, '\n'));
  else context.print(answer, () => JSON.stringify(answer, undefined, 2));
}

async function readBody(context: Context, data: string): Promise<unknown> {
  const isRead = data === '-' || data.startsWith('@');
  const text = isRead ? await readInput(context, data.replace(/^@/, '')) : data;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw usage(`The body is not valid JSON: ${(cause as Error).message}.`);
  }
}

function collectHeader(
  text: string,
  before: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const [, name, value] = /^([^\s:]+):\s*(.*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new InvalidArgumentError("Write it as 'name: value'.");
  }
  return { ...before, [name]: value };
}

function isMethod(method: string): method is (typeof methods)[number] {
  return (methods as readonly string[]).includes(method);
}

function isPath(path: string): path is `/${string}` {
  return path.startsWith('/');
}

function usage(detail: string): CommandError {
  return new CommandError(exitCodes.usage, 'usage', detail);
}
