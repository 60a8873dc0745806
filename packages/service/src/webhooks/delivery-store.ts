// What the dispatcher keeps of deliveries: which are due, who has claimed them, and what came of each attempt.
import type { CloudEvent } from '../events/event.ts';
import type { Attempt } from './delivery.ts';
import type { WebhookEndpoint } from './endpoint.ts';

export interface ClaimedDelivery {
  readonly position: number;
  readonly failures: number;
  /** Since the event was queued for the endpoint, by the database's clock. */
  readonly ageMs: number;
  /** Tells this claim from earlier and later ones of the same delivery. */
  readonly claims: number;
  readonly event: CloudEvent;
}

/** What tells a claim. */
export type Claim = Pick<ClaimedDelivery, 'position' | 'claims'>;

/** What came of an attempt, to be recorded. */
export interface DeliveryRecord {
  readonly endpoint: WebhookEndpoint;
  readonly delivery: ClaimedDelivery;
  readonly attempt: Attempt;
  /** Set while the delivery is to be tried again. */
  readonly retryInMs: number | undefined;
  /** Failures of the endpoint in a row, this one included. */
  readonly failuresInRow: number;
  readonly failuresHaveChanged: boolean;
  /** How long the endpoint is left alone; 0: not at all. */
  readonly cooldownMs: number;
  /** The endpoint works again after it was left alone: everything queued for it is due. */
  readonly hasRecovered: boolean;
}

export interface DispatchStore {
  /** Queues newly sealed events for the endpoints that want them. Answers true when more are waiting. */
  queueEvents(): Promise<boolean>;
  /** Active endpoints that are not held and have something due. */
  dueEndpoints(leaseMs: number): Promise<readonly WebhookEndpoint[]>;
  /** Takes up to `atMost` due deliveries, at most one of each group, for `leaseMs`. */
  claim(endpoint: WebhookEndpoint, atMost: number, leaseMs: number): Promise<ClaimedDelivery[]>;
  /** Prolongs claims; answers the positions of those that still hold. */
  renew(
    endpoint: WebhookEndpoint,
    held: readonly Claim[],
    leaseMs: number,
  ): Promise<readonly number[]>;
  /** Lets go of deliveries that were claimed and not attempted. */
  release(endpoint: WebhookEndpoint, held: readonly Claim[]): Promise<void>;
  record(record: DeliveryRecord): Promise<void>;
}
