// `operator webhook`: endpoints that a tenant's events are sent to, for those who work without the admin center.
import { Option, type Command } from 'commander';
import { systemClock } from '../foundation/clock.ts';
import { DomainError } from '../foundation/errors.ts';
import { createFeedStore } from '../events/feed.postgres.ts';
import { isGuid } from '../directory/person-reference.ts';
import { problemObject } from '../http/problem.ts';
import { createProxyFor } from '../outbound/proxies.ts';
import { createTargetAddresses } from '../outbound/target-addresses.ts';
import type { Attempt } from '../webhooks/delivery.ts';
import type { SigningKind } from '../webhooks/signing.ts';
import { WebhookInput } from '../webhooks/webhook-input.schema.ts';
import { createWebhooks, type Webhooks } from '../webhooks/webhooks.jobs.ts';
import { checkInput } from './check-input.ts';
import { chooseTenant, type OperatorDeps } from './operator-deps.ts';
import { formatTable } from './print-table.ts';
import type { WithDeps } from './tenant-commands.ts';

const tenantOption = ['--tenant <id>', 'the tenant; optional if there is only one'] as const;

interface Common {
  readonly tenant?: string;
  readonly json?: true;
}

export function addWebhookCommands(program: Command, withDeps: WithDeps): void {
  const webhook = program.command('webhook').description('endpoints that receive events');

  function run(
    options: Common,
    work: (webhooks: Webhooks, tenantId: string, deps: OperatorDeps) => Promise<void>,
  ): Promise<void> {
    return withDeps(async (deps) => {
      const { tenantId } = await chooseTenant(deps, options.tenant);
      const webhooks = openWebhooks(deps);
      try {
        await work(webhooks, tenantId, deps);
      } finally {
        await webhooks.stop();
      }
    });
  }

  webhook
    .command('add')
    .description('add an endpoint and print the key for verifying its signatures')
    .argument('<url>', 'https address; http only in networks that WEBHOOK_NETWORKS lists')
    .option(...tenantOption)
    .option('--description <text>', 'purpose')
    .option('--types <list>', 'only these event types, separated by commas')
    .addOption(signingOption())
    .option('--json', 'print JSON')
    .action(
      async (
        url: string,
        options: Common & { description?: string; types?: string; signing: SigningKind },
      ) => {
        const input = checkInput(WebhookInput, {
          url,
          ...(options.description !== undefined && { description: options.description }),
          ...(options.types !== undefined && {
            eventTypes: options.types.split(',').map((type) => type.trim()),
          }),
        });
        await run(options, async (webhooks, tenantId, { actor }) => {
          const { endpoint, verificationKey } = await webhooks.change((endpoints) =>
            endpoints.add(actor, tenantId, input, options.signing),
          );
          printKey(options, endpoint.endpointId, verificationKey, 'Endpoint added.');
        });
      },
    );

  webhook
    .command('list')
    .description('list the endpoints')
    .option(...tenantOption)
    .option('--json', 'print JSON')
    .action(async (options: Common) => {
      await run(options, async (webhooks, tenantId) => {
        const endpoints = await webhooks.change((all) => all.list(tenantId));
        if (options.json) {
          const shown = endpoints.map(({ signingKeys, ...endpoint }) => ({
            ...withoutNulls(endpoint),
            signing: signingKeys.map(({ kind, expiresAt }) => ({ kind, expiresAt })),
          }));
          console.log(JSON.stringify(shown));
          return;
        }
        const rows = endpoints.map((endpoint) => [
          endpoint.endpointId,
          endpoint.disabledAt === null ? 'active' : 'disabled',
          endpoint.eventTypes?.join(' ') ?? 'all',
          endpoint.url,
          endpoint.disabledReason ?? endpoint.description,
        ]);
        console.log(formatTable(['ENDPOINT', 'STATE', 'TYPES', 'URL', ''], rows, process.stdout));
      });
    });

  webhook
    .command('test')
    .description('send an event of the type webhook.test now and print the result')
    .argument('<endpointId>')
    .option(...tenantOption)
    .option('--json', 'print JSON')
    .action(async (endpointId: string, options: Common) => {
      await run(options, async (webhooks, tenantId) => {
        const attempt = await webhooks.test(tenantId, idOf(endpointId));
        console.log(options.json ? JSON.stringify(withoutNulls(attempt)) : attemptText(attempt));
        if (attempt.outcome !== 'delivered') process.exitCode = 1;
      });
    });

  webhook
    .command('log')
    .description('print the latest delivery attempts, newest first')
    .argument('<endpointId>')
    .option(...tenantOption)
    .option('--json', 'print JSON')
    .action(async (endpointId: string, options: Common) => {
      await run(options, async (webhooks, tenantId) => {
        const attempts = await webhooks.log.attempts(tenantId, idOf(endpointId), { limit: 50 });
        if (options.json) {
          console.log(JSON.stringify(attempts.map(withoutNulls)));
          return;
        }
        const rows = attempts.map((one) => [
          one.attemptedAt.toISOString(),
          one.outcome,
          one.eventType,
          one.eventId,
          one.detail ?? '',
        ]);
        console.log(formatTable(['AT', 'OUTCOME', 'TYPE', 'EVENT', ''], rows, process.stdout));
      });
    });

  webhook
    .command('replay')
    .description('queue failed deliveries again, with the same event ids')
    .argument('<endpointId>')
    .option(...tenantOption)
    .action(async (endpointId: string, options: Common) => {
      await run(options, async (webhooks, tenantId, { actor }) => {
        const count = await webhooks.replay(actor, tenantId, idOf(endpointId));
        console.log(`${count} ${count === 1 ? 'delivery is' : 'deliveries are'} queued again.`);
      });
    });

  webhook
    .command('rotate')
    .description('add a key that signs from now on; the other keys sign for one more day')
    .argument('<endpointId>')
    .option(...tenantOption)
    .addOption(signingOption())
    .option('--json', 'print JSON')
    .action(async (endpointId: string, options: Common & { signing: SigningKind }) => {
      await run(options, async (webhooks, tenantId, { actor }) => {
        const { endpoint, verificationKey } = await webhooks.change((endpoints) =>
          endpoints.addKey(actor, tenantId, idOf(endpointId), options.signing),
        );
        printKey(options, endpoint.endpointId, verificationKey, 'Key added.');
      });
    });

  for (const act of ['enable', 'disable'] as const) {
    webhook
      .command(act)
      .description(act === 'enable' ? 'resume deliveries, missed events first' : 'stop deliveries')
      .argument('<endpointId>')
      .option(...tenantOption)
      .action(async (endpointId: string, options: Common) => {
        await run(options, async (webhooks, tenantId, { actor }) => {
          await webhooks.change((endpoints) => endpoints[act](actor, tenantId, idOf(endpointId)));
          console.log(`The endpoint is ${act}d.`);
        });
      });
  }

  webhook
    .command('remove')
    .description('remove an endpoint, with its deliveries and their log')
    .argument('<endpointId>')
    .option(...tenantOption)
    .action(async (endpointId: string, options: Common) => {
      await run(options, async (webhooks, tenantId, { actor }) => {
        await webhooks.change((endpoints) =>
          endpoints.remove(actor, tenantId, idOf(endpointId), undefined),
        );
        console.log('The endpoint was removed.');
      });
    });
}

function openWebhooks(deps: OperatorDeps): Webhooks {
  const { config, database, createId, randomBytes } = deps;
  return createWebhooks({
    database,
    clock: systemClock,
    createId,
    randomBytes,
    monotonicNow: () => performance.now(),
    random: Math.random,
    encryption: deps.encryption(),
    feed: createFeedStore({ database }),
    events: {
      baseUrl: config.baseUrl,
      toProblem: (error) => problemObject(error, config.baseUrl),
    },
    targets: createTargetAddresses(config.webhookNetworks),
    proxyFor: createProxyFor(config.proxies),
    onAttempt: () => undefined,
    onError: () => undefined,
  });
}

function signingOption(): Option {
  return new Option('--signing <kind>', 'hmac: a shared secret; ed25519: a public key')
    .choices(['hmac', 'ed25519'])
    .default('hmac');
}

function idOf(text: string): string {
  if (isGuid(text)) return text.toLowerCase();
  throw new DomainError('validation_failed', 'endpointId must be a GUID.');
}

function printKey(options: Common, endpointId: string, key: string, title: string): void {
  if (options.json) {
    console.log(JSON.stringify({ endpointId, verificationKey: key }));
    return;
  }
  console.log(`${title}\n\n  endpointId  ${endpointId}\n  key         ${key}\n`);
  console.log(
    key.startsWith('whsec_')
      ? 'Give the receiver this secret now. It cannot be shown again.'
      : 'Give the receiver this public key.',
  );
}

function withoutNulls(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}

function attemptText({ outcome, statusCode, detail, durationMs }: Attempt): string {
  const status = statusCode === null ? '' : ` with ${statusCode}`;
  const text =
    outcome === 'delivered' ? `Delivered${status}` : `Not delivered: ${detail ?? outcome}`;
  return `${text} (${durationMs} ms).`;
}
