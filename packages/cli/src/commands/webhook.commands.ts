// webhook listen: a local endpoint that verifies the webhooks it gets and prints them.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook, WebhookVerificationError } from '@groupwright/client';
import type { Command } from 'commander';
import { whileRead } from '../context/closed-output.ts';
import type { Context } from '../context/context.ts';
import { exitCodes } from '../context/exit-codes.ts';
import { CommandError } from '../context/failure.ts';
import { collect, readWholeNumber } from '../context/options.ts';
import type { Run } from '../context/run.ts';
import { eventLine } from '../output/event-text.ts';
import { addTriggerCommand, secretVariable } from './webhook-trigger.commands.ts';

interface ListenOptions {
  readonly port: string;
  readonly host: string;
  readonly secret: readonly string[];
  readonly status: string;
  readonly forwardTo?: string;
}

const maxBodyBytes = 1024 * 1024;
const forwardTimeoutMs = 15_000;

export function addWebhookCommands(program: Command, run: Run): void {
  const webhook = program
    .command('webhook')
    .summary('receive webhooks')
    .description('Webhooks while you develop.');
  addTriggerCommand(webhook, run);
  webhook
    .command('listen')
    .summary('verify and print webhooks')
    .description(
      `Starts a local endpoint that verifies the signature of each webhook and prints its event.
Pass secrets (whsec_…) or public keys (whpk_…) with --secret or, separated by spaces, in ${secretVariable}.`,
    )
    .option('--port <port>', 'port to listen on; 0 takes any free one', '8090')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--secret <secret>', 'secret or public key of the endpoint; repeatable', collect, [])
    .option('--status <code>', 'status to answer, to simulate a failing endpoint', '204')
    .option('--forward-to <url>', 'send each verified webhook on, and answer as this endpoint does')
    .action(
      run((context: Context, options: ListenOptions) =>
        whileRead(context.stdout, () => listen(context, options)),
      ),
    );
}

async function listen(context: Context, options: ListenOptions): Promise<void> {
  const { env, signal, paint, stderr } = context;
  const secrets = [...options.secret, ...(env[secretVariable] ?? '').split(/\s+/)].filter(Boolean);
  if (secrets.length === 0) {
    const detail = `Pass the secret of the endpoint with --secret or in ${secretVariable}.`;
    throw new CommandError(exitCodes.usage, 'missing_secret', detail);
  }
  // Without the value: a secret must not appear on the screen.
  if (!secrets.every((secret) => /^(?:whsec|whpk)_[A-Za-z0-9+/]+={0,2}$/.test(secret))) {
    const detail = 'A secret begins with whsec_ and a public key with whpk_, and base64 follows.';
    throw new CommandError(exitCodes.usage, 'bad_secret', detail);
  }
  const port = readWholeNumber('--port', options.port, 0, 65_535);
  const status = readWholeNumber('--status', options.status, 200, 599);

  const target = options.forwardTo === undefined ? undefined : readTarget(options.forwardTo);

  // Loaded only here: an import of it loads Node's WebSocket as well, which takes longer than the whole command.
  const { createServer } = await import('node:http');
  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  });
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    if (request.method !== 'POST' || body === undefined) {
      response.writeHead(request.method === 'POST' ? 413 : 405).end();
      return;
    }
    try {
      const event = await verifyWebhook({ body, headers: request.headers, secrets });
      context.print(event, () => eventLine(context.paint, event));
      response
        .writeHead(target === undefined ? status : await forward(target, request, body))
        .end();
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      stderr.write(`${paint.bad('refused')} ${error.message}\n`);
      response.writeHead(401, { 'content-type': 'text/plain' }).end(error.message);
    }
  }

  /** Gives the status of the endpoint; 502 if there is none. */
  async function forward(url: URL, { headers }: IncomingMessage, body: Buffer): Promise<number> {
    const names = Object.keys(headers).filter((name) => /^(?:webhook-|content-type$)/.test(name));
    try {
      const { status: answered, body: rest } = await fetch(url, {
        method: 'POST',
        headers: Object.fromEntries(names.map((name) => [name, String(headers[name])])),
        body: new Uint8Array(body),
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(forwardTimeoutMs)]),
      });
      await rest?.cancel();
      stderr.write(`${paint.faint(`forwarded: ${answered}`)}\n`);
      return answered;
    } catch (error) {
      const { message, cause } = error as Error;
      const reason = cause instanceof Error ? cause.message || message : message;
      stderr.write(`${paint.bad('not forwarded')} ${url.href}: ${reason}\n`);
      return 502;
    }
  }

  server.listen(port, options.host);
  await once(server, 'listening').catch((cause: unknown) => {
    const detail = `Cannot listen on ${options.host}:${port}: ${(cause as Error).message}.`;
    throw new CommandError(exitCodes.usage, 'cannot_listen', detail, { cause });
  });
  const { address, port: taken, family } = server.address() as AddressInfo;
  const host = family === 'IPv6' ? `[${address}]` : address;
  stderr.write(`Listening on http://${host}:${taken}/ (Ctrl-C to stop)\n`);
  if (!signal.aborted) await once(signal, 'abort');
  server.closeAllConnections();
  server.close();
}

function readTarget(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  const detail =
    '--forward-to must be an http or https address, such as http://127.0.0.1:3000/hooks.';
  throw new CommandError(exitCodes.usage, 'usage', detail);
}

/** Undefined when it is too long. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBodyBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
