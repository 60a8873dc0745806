// Activity, events and webhooks on a test database, without the rest of the service: events are written as
// creations write them, and the clock can be put forward.
import { randomBytes, randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { systemClock } from '../src/ground/clock.ts';
import { createEncryption, type Encryption } from '../src/ground/encryption/encryption.ts';
import { defaultRetention } from '../src/ground/config/read-retention.ts';
import { type Events, wireEvents } from '../src/events/wire.ts';
import { problemObject } from '../src/http/problem.ts';
import { createIdGenerator } from '../src/ground/identifiers.ts';
import { createLog } from '../src/ground/log.ts';
import { createSharedPoll } from '../src/postgres/jobs/shared-poll.postgres.ts';
import type { Resolve } from '../src/outbound/guarded-connector.http.ts';
import { createTargetAddresses } from '../src/outbound/target-addresses.ts';
import type { Webhooks } from '../src/events/webhooks/webhooks.jobs.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { testBaseUrl, testOperator } from './service.ts';

export interface TestWebhooks {
  readonly at: TestDatabase;
  readonly encryption: Encryption;
  /** Time by which the clock was put forward. */
  readonly offset: { ms: number };
  readonly jobs: Events;
  readonly webhooks: Webhooks;
  readonly errors: readonly unknown[];
  addTenant(this: void): Promise<string>;
  /** An endpoint with its verification key. */
  addEndpoint(
    this: void,
    tenantId: string,
    url: string,
    kind?: 'hmac' | 'ed25519',
  ): Promise<{ endpointId: string; verificationKey: string }>;
  /** Writes events of the type, about these subjects, in this order. */
  write(this: void, tenantId: string, subjects: readonly string[], type?: string): Promise<void>;
  /** Lets time pass: due times of rows, which go by the database's clock, move back, and the clock goes forward. */
  advance(this: void, ms: number): Promise<void>;
  close(this: void): Promise<void>;
}

export async function startTestWebhooks(
  options: {
    resolve?: Resolve;
    answerWithinMs?: number;
    /** Database, keys and clock of another one, as if it were another process. */
    beside?: TestWebhooks;
  } = {},
): Promise<TestWebhooks> {
  const { beside } = options;
  const at = beside?.at ?? (await createTestDatabase());
  const encryption = beside?.encryption ?? createEncryption([randomBytes(32)], randomBytes);
  const { database } = at;
  const offset = beside?.offset ?? { ms: 0 };
  const clock = { ...systemClock, now: () => systemClock.now() + offset.ms };
  const errors: unknown[] = [];
  const jobs = wireEvents({
    database,
    lists: database,
    clock,
    monotonicNow: () => performance.now(),
    createId: createIdGenerator({ clock, randomBytes }),
    randomBytes,
    random: () => 0.5,
    encryption,
    targets: createTargetAddresses(['127.0.0.0/8']),
    ...options,
    events: {
      baseUrl: testBaseUrl,
      toProblem: (error) => problemObject(error, testBaseUrl),
    },
    retention: defaultRetention,
    tasks: [],
    registry: new Registry(),
    log: createLog('silent'),
    onError: (error) => errors.push(error),
  });
  jobs.start();
  const poll = createSharedPoll({
    database,
    questions: jobs.questions,
    monotonicNow: () => performance.now(),
    timers: clock,
    onError: (error) => errors.push(error),
  });
  poll.start();
  const { webhooks } = jobs;
  return {
    at,
    offset,
    encryption,
    jobs,
    webhooks,
    errors,
    async addTenant() {
      const tenantId = randomUUID();
      await database.query(
        `insert into tenants (tenant_id, name, directory, revision) values ($1, 'T', '{"kind":"sandbox"}', 0)`,
        [tenantId],
      );
      return tenantId;
    },
    async addEndpoint(tenantId, url, kind) {
      const { endpoint, verificationKey } = await webhooks.change((endpoints) =>
        endpoints.add(testOperator, tenantId, { url }, kind),
      );
      return { endpointId: endpoint.endpointId, verificationKey };
    },
    async write(tenantId, subjects, type = 'template.changed') {
      await database.query(
        `insert into activity (tenant_id, occurred_at, actor_kind, actor_id, action, subject_kind, subject_id, data)
        select $1, now(), 'operator', 'test', $3, 'template', subject, jsonb_build_object('name', n::text)
        from unnest($2::text[]) with ordinality as s (subject, n) order by n`,
        [tenantId, subjects, type],
      );
      jobs.notify();
    },
    async advance(ms) {
      offset.ms += ms;
      // No attempt may be recorded meanwhile: the two would lock the same rows in different orders.
      await database.transaction(async (transaction) => {
        await transaction.query('lock table webhook_deliveries in exclusive mode');
        await transaction.query(
          `with held as (
            update webhook_endpoints set held_until = held_until - $1 * interval '1 millisecond'
          )
          update webhook_deliveries
          set due_at = due_at - $1 * interval '1 millisecond', queued_at = queued_at - $1 * interval '1 millisecond'
          where state = 'pending'`,
          [ms],
        );
      });
      webhooks.notify();
    },
    async close() {
      await poll.stop();
      await jobs.stop();
      if (beside === undefined) await at.close();
    },
  };
}
