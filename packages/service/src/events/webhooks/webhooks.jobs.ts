// Webhooks as a whole: the administrators' changes of endpoints, each in its own transaction, and the
// dispatcher that delivers to them.
import type { Tracer } from '../../ground/trace.ts';
import type { Actor } from '../../audit/activity.ts';
import { createActivityLog } from '../../audit/activity.postgres.ts';
import type { Clock, Timers } from '../../ground/clock.ts';
import { notFound } from '../../ground/errors.ts';
import type { Encryption } from '../../ground/encryption/encryption.ts';
import { type CloudEvent, type EventDeps, eventOf } from '../event.ts';
import { createRecentEvents } from '../recent-events.ts';
import { sampleEvent, type SentType } from '../sample-event.ts';
import type { FeedStore } from '../feed.ts';
import type { CreateId } from '../../ground/identifiers.ts';
import type { Database, Queryable } from '../../postgres/database.ts';
import type { Resolve } from '../../outbound/guarded-connector.http.ts';
import type { ProxyFor } from '../../outbound/proxies.ts';
import type { TargetAddresses } from '../../outbound/target-addresses.ts';
import { createDeliver, type Attempt } from './delivery.ts';
import { createDeliveryLog, type DeliveryLog } from './delivery-log.postgres.ts';
import { createDispatcher } from './dispatcher.ts';
import { createDispatchStore } from './dispatch.postgres.ts';
import { endpointUrlFaults } from './endpoint-url.ts';
import { createEndpointStore, filterTargetsIn } from './endpoints.postgres.ts';
import { createManageEndpoints, type ManageEndpoints } from './manage-endpoints.ts';
import type { ReplaySelection } from './requeue.postgres.ts';
import { createSender } from './send.http.ts';

export type Webhooks = ReturnType<typeof createWebhooks>;

export interface WebhooksDeps {
  readonly database: Database;
  readonly clock: Clock & Timers;
  readonly monotonicNow: () => number;
  readonly createId: CreateId;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly random: () => number;
  readonly encryption: Encryption;
  readonly feed: Pick<FeedStore, 'readAt'>;
  readonly events: EventDeps;
  readonly targets: TargetAddresses;
  readonly proxyFor?: ProxyFor;
  /** Instead of the system's name service. */
  readonly resolve?: Resolve;
  /** Time limit for the answer of an endpoint; default 15 s, shorter in tests. */
  readonly answerWithinMs?: number;
  readonly tracer?: Tracer | undefined;
  readonly onAttempt: (attempt: Attempt) => void;
  readonly onError: (error: unknown) => void;
}

export function createWebhooks(deps: WebhooksDeps) {
  const { database, clock, createId, randomBytes, encryption } = deps;
  const { targets } = deps;
  const sender = createSender(deps);
  const deliver = createDeliver({ send: sender.send, encryption, clock, tracer: deps.tracer });
  const log = createDeliveryLog(database);
  const dispatcher = createDispatcher({
    store: createDispatchStore({
      database,
      clock,
      eventsAt: createRecentEvents({ ...deps.events, feed: deps.feed }),
    }),
    deliver,
    timers: clock,
    random: deps.random,
    monotonicNow: deps.monotonicNow,
    cutOff: () => sender.close(),
    onAttempt: deps.onAttempt,
    onError: deps.onError,
  });
  const manage = (transaction: Queryable) =>
    createManageEndpoints({
      activity: createActivityLog(transaction),
      clock,
      createId,
      randomBytes,
      encryption,
      store: createEndpointStore(transaction),
      urlFaults: (url) => endpointUrlFaults(url, targets),
      filterTargets: filterTargetsIn(transaction),
    });

  /** Changes what is queued, records it, and wakes the dispatcher. @returns how many deliveries */
  async function requeue(
    actor: Actor,
    tenantId: string,
    endpointId: string,
    work: (of: DeliveryLog) => Promise<number>,
  ): Promise<number> {
    const deliveries = await database.transaction(async (transaction) => {
      const { url } = await manage(transaction).get(tenantId, endpointId);
      const count = await work(createDeliveryLog(transaction));
      await createActivityLog(transaction).record([
        {
          tenantId,
          occurredAt: clock.now(),
          actor,
          action: 'webhook.replayed',
          subject: { kind: 'webhook', id: endpointId },
          data: { url, deliveries: count },
        },
      ]);
      return count;
    });
    dispatcher.wake();
    return deliveries;
  }

  return {
    /** All changes of endpoints are committed together with the activity that records them. */
    change: <T>(work: (endpoints: ManageEndpoints) => Promise<T>): Promise<T> =>
      database.transaction((transaction) => work(manage(transaction))),

    log,

    /**
     * Sends an event of the type `webhook.test` at once; it is in the log and not in the feed. If the endpoint accepts
     * it, the endpoint's pause ends, and it gets its waiting deliveries.
     */
    async test(tenantId: string, endpointId: string): Promise<Attempt> {
      const endpoint = await manage(database).get(tenantId, endpointId);
      const event = testEvent(endpoint, createId(), clock.now(), deps.events.baseUrl);
      const attempt = await deliver(endpoint, event);
      await log.recordTest(endpoint, event, attempt);
      if (attempt.outcome === 'delivered') {
        await database.transaction((transaction) =>
          createDeliveryLog(transaction).resume(tenantId, endpointId),
        );
        dispatcher.wake();
      }
      return attempt;
    },

    async replay(
      actor: Actor,
      tenantId: string,
      endpointId: string,
      selection: ReplaySelection = {},
    ): Promise<number> {
      return await requeue(actor, tenantId, endpointId, (of) =>
        of.replay(tenantId, endpointId, selection),
      );
    },

    /** Delivers now what waits for a retry or for the end of a pause. */
    async deliverNow(actor: Actor, tenantId: string, endpointId: string): Promise<number> {
      return await requeue(actor, tenantId, endpointId, (of) =>
        of.deliverNow(tenantId, endpointId),
      );
    },

    /**
     * The event of a delivery, as the body of its requests has it.
     * @throws DomainError `not_found`
     */
    async eventAt(tenantId: string, endpointId: string, position: number): Promise<CloudEvent> {
      await manage(database).get(tenantId, endpointId);
      const isQueued = await log.has(tenantId, endpointId, position);
      const [entry] = isQueued ? await deps.feed.readAt(tenantId, [position]) : [];
      const event = entry && eventOf(entry, deps.events);
      if (event === undefined) throw notFound();
      return event;
    },

    sample: (type: SentType): CloudEvent => sampleEvent(type, deps.events.baseUrl),

    /** Events were added to the chain, or endpoints changed. */
    notify: () => dispatcher.wake(),
    /** Only a process with the role worker calls it. */
    start: () => dispatcher.start(),
    async stop() {
      await dispatcher.stop();
      await sender.close();
    },
  };
}

function testEvent(
  { tenantId, endpointId }: { tenantId: string; endpointId: string },
  id: string,
  now: number,
  baseUrl: string,
): CloudEvent {
  return {
    specversion: '1.0',
    id: `evt_test_${id}`,
    source: baseUrl,
    type: 'webhook.test',
    subject: endpointId,
    time: new Date(now).toISOString(),
    datacontenttype: 'application/json',
    tenantid: tenantId,
    sequence: '0',
    data: { endpointId },
  };
}
