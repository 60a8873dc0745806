// A webhook endpoint: where a tenant's events are sent, which ones, and with which keys they are signed.
import type { Actor } from '../../audit/activity.ts';
import type { Encryption } from '../../ground/encryption/encryption.ts';
import type { EventType } from '../event.ts';
import { DomainError } from '../../ground/errors.ts';
import type { SigningKind, SigningSecret } from './signing.ts';

export interface SigningKey {
  readonly signingKeyId: string;
  readonly kind: SigningKind;
  /** The key in the open form of signing.ts, encrypted (encryption/). */
  readonly secretSealed: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Null until another key takes its place. */
  readonly expiresAt: string | null;
}

export interface WebhookEndpoint {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly url: string;
  readonly description: string;
  /** Null: every type. */
  readonly types: readonly EventType[] | null;
  /** Null: events of every organisation, and those that belong to none. */
  readonly organisationIds: readonly string[] | null;
  /** Null: events of every template, and those that belong to none. */
  readonly templateIds: readonly string[] | null;
  readonly signingKeys: readonly SigningKey[];
  readonly disabledAt: Date | null;
  /** A sentence for the administrator. */
  readonly disabledReason: string | null;
  /** It is written as `createdBy` is; null while it is active. */
  readonly disabledBy: string | null;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly version: number;
  /** Number of failed attempts since the last successful one. */
  readonly failuresInRow: number;
  /** The endpoint is paused after failures until then; null: it is not. */
  readonly heldUntil: Date | null;
}

/** The author of a change as an endpoint keeps it, for example `service:webhooks`. */
export function actorText({ kind, id }: Actor): string {
  return `${kind}:${id}`;
}

/** Binds an encrypted key to its endpoint. */
export function encryptionPurpose({
  tenantId,
  endpointId,
}: Pick<WebhookEndpoint, 'tenantId' | 'endpointId'>): string {
  return `webhook endpoint ${tenantId} ${endpointId}`;
}

/** The keys that sign now. */
export function liveKeys({ signingKeys }: WebhookEndpoint, now: number): readonly SigningKey[] {
  return signingKeys.filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now);
}

/** The key in clear; undefined where its encryption key is missing, so that it no longer signs. */
export function openKey(
  endpoint: WebhookEndpoint,
  { secretSealed }: SigningKey,
  encryption: Encryption,
): SigningSecret | undefined {
  try {
    return encryption.decrypt(secretSealed, encryptionPurpose(endpoint)) as SigningSecret;
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
