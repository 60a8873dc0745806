// The dispatcher's store of deliveries: the due ones, their claims, and the result of each attempt.
import type { CloudEvent } from '../event.ts';
import type { Attempt } from './delivery.ts';
import type { WebhookEndpoint } from './endpoint.ts';

export interface ClaimedDelivery {
  readonly position: number;
  readonly failures: number;
  /** The time counts since the event was queued for the endpoint, by the database's clock. */
  readonly ageMs: number;
  /** Tells this claim from earlier and later ones of the same delivery. */
  readonly claims: number;
  readonly event: CloudEvent;
}

/** The identity of a claim. */
export type Claim = Pick<ClaimedDelivery, 'position' | 'claims'>;

/** The result of an attempt, to record. */
export interface DeliveryRecord {
  readonly endpoint: WebhookEndpoint;
  readonly delivery: ClaimedDelivery;
  readonly attempt: Attempt;
  /** Set if the delivery must be retried. */
  readonly retryInMs: number | undefined;
  /** Failures of the endpoint in a row, this one included. */
  readonly failuresInRow: number;
  readonly failuresHaveChanged: boolean;
  /** Duration of the endpoint's pause; 0: no pause. */
  readonly cooldownMs: number;
  /** The endpoint works again after a pause: everything queued for it is due. */
  readonly hasRecovered: boolean;
}

export interface DispatchStore {
  /** Whether any tenant has an active endpoint. */
  hasEndpoints(): Promise<boolean>;
  /** Queues events that are new in the chain for the endpoints that want them. Answers true when more are waiting. */
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
  /** Releases deliveries that were claimed and not attempted. */
  release(endpoint: WebhookEndpoint, held: readonly Claim[]): Promise<void>;
  record(record: DeliveryRecord): Promise<void>;
}
