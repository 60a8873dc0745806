// webhook trigger: sends a signed sample of an event to an endpoint, as the service would. The samples are those of the
// API's description, so that they fit the service.
import { createHmac, randomUUID } from 'node:crypto';
import { ConnectionError } from '@groupwright/client';
import type { Command } from 'commander';
import type { Context } from '../context/context.ts';
import { exitCodes } from '../context/exit-codes.ts';
import { CommandError } from '../context/failure.ts';
import type { Run } from '../context/run.ts';

export const secretVariable = 'GROUPWRIGHT_WEBHOOK_SECRET';
const answerWithinMs = 15_000;
const mediaType = 'application/cloudevents+json';

interface TriggerOptions {
  readonly to: string;
  readonly secret?: string;
}

interface Described {
  readonly webhooks?: Readonly<
    Record<
      string,
      {
        readonly post: {
          readonly requestBody: {
            readonly content: Readonly<
              Record<string, { readonly examples: { readonly sample: { readonly value: object } } }>
            >;
          };
        };
      }
    >
  >;
}

export function addTriggerCommand(webhook: Command, run: Run): void {
  webhook
    .command('trigger')
    .summary('send a signed sample event to an endpoint')
    .description(
      `Sends a sample of an event, signed with the secret (whsec_…) from --secret or ${secretVariable}. Without a type, it lists the types.`,
    )
    .argument('[type]', 'type of the event, for example group.succeeded')
    .option('--to <url>', 'address of the endpoint', 'http://127.0.0.1:8090/')
    .option('--secret <secret>', 'secret of the endpoint')
    .action(run(trigger));
}

async function trigger(context: Context, options: TriggerOptions, type?: string): Promise<void> {
  const samples = await readSamples(context);
  if (type === undefined) {
    context.print([...samples.keys()], () => [...samples.keys()].join('\n'));
    return;
  }
  const sample = samples.get(type);
  if (sample === undefined) {
    const detail = `There is no event type ${type}. Without a type, the command lists them.`;
    throw new CommandError(exitCodes.usage, 'usage', detail);
  }
  const id = `evt_sample_${randomUUID()}`;
  const body = JSON.stringify({ ...sample, id, time: new Date().toISOString() });
  const status = await send(context, options, { id, body });
  context.print({ id, type, status }, () => `${type} ${id}: the endpoint answered ${status}`);
  if (status < 200 || status > 299) context.endWith(exitCodes.refused);
}

export async function readSamples(
  context: Pick<Context, 'client' | 'signal'>,
): Promise<ReadonlyMap<string, object>> {
  const client = await context.client();
  const path = '/openapi.json';
  const { webhooks = {} } = await client.request<Described>('GET', path, {
    signal: context.signal,
  });
  return new Map(
    Object.entries(webhooks).flatMap(([type, { post }]) => {
      const sample = post.requestBody.content[mediaType]?.examples.sample.value;
      return sample === undefined ? [] : [[type, sample] as const];
    }),
  );
}

async function send(
  { env, signal }: Context,
  { to, secret = env[secretVariable]?.split(/\s+/)[0] ?? '' }: TriggerOptions,
  { id, body }: { readonly id: string; readonly body: string },
): Promise<number> {
  // Without the value: a secret must not appear on the screen.
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret)) {
    const detail = `Pass the secret of the endpoint (whsec_…) with --secret or in ${secretVariable}.`;
    throw new CommandError(exitCodes.usage, 'missing_secret', detail);
  }
  if (!/^https?:$/.test(URL.parse(to)?.protocol ?? '')) {
    throw new CommandError(exitCodes.usage, 'usage', '--to must be an http or https address.');
  }
  const timestamp = Math.floor(Date.now() / 1000);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  try {
    const { status, body: rest } = await fetch(to, {
      method: 'POST',
      headers: {
        'content-type': mediaType,
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': `v1,${signature}`,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]),
    });
    await rest?.cancel();
    return status;
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message || message : message;
    throw new ConnectionError(`${to} could not be reached: ${reason}.`, { cause: error });
  }
}
