// The caller of a request: an API key, with the access that its record has at this moment.
import type { Scope } from './schema/scope.schema.ts';
import { DomainError, type NamedApiKey } from './errors.ts';
import type { GroupLimit } from './group-limit.ts';
import { createIpRanges, type IpRanges } from './ip-address.ts';

export interface KeyAccess extends GroupLimit {
  readonly scopes: readonly Scope[];
  /** The addresses that the key may be used from, in CIDR notation; null: from everywhere. */
  readonly ipRanges: readonly string[] | null;
  /** The source whose external ids and rosters the key may set; null: any. */
  readonly source: string | null;
}

export interface Caller extends Pick<KeyAccess, 'scopes' | 'ipRanges' | 'source'> {
  readonly tenantId: string;
  readonly apiKeyId: string;
  readonly within: GroupLimit;
}

/** The sender of a request: an API key by its access token, or an administrator by a session. */
export interface Sender {
  readonly tenantId: string;
  /** The id of the API key or the administrator, to whom Idempotency-Keys belong. */
  readonly holderId: string;
  /** The author of what follows, for the audit log. */
  readonly actor: {
    readonly kind: 'api_key' | 'administrator';
    readonly id: string;
    readonly address: string;
    readonly requestId: string;
  };
  /** The organisations and templates that the sender may see and change. */
  readonly within: GroupLimit;
  /** The source that the sender is bound to; null: none. */
  readonly source: string | null;
  readonly via: 'api' | 'admin';
}

/** Ranges of keys that are in use. A key that did not change keeps its array. */
const knownRanges = new WeakMap<readonly string[], IpRanges>();

/**
 * The detail says nothing about the ranges, because the caller may hold a stolen key.
 * @param address of the caller, as the trusted proxies give it
 * @throws DomainError `address_not_allowed`
 */
export function requireAllowedAddress(
  { ipRanges }: Pick<KeyAccess, 'ipRanges'>,
  address: string,
  named?: NamedApiKey,
): void {
  if (ipRanges === null) return;
  let known = knownRanges.get(ipRanges);
  if (known === undefined) {
    known = createIpRanges(ipRanges);
    knownRanges.set(ipRanges, known);
  }
  if (known.contains(address)) return;
  throw new DomainError(
    'address_not_allowed',
    `This API key may not be used from the address ${address.slice(0, 64)}.`,
    { named },
  );
}

/**
 * The detail says nothing about other sources.
 * @param source as `sourceOf` reads it
 * @throws DomainError `source_not_allowed` if the sender is bound to another one
 */
export function requireSource({ source: own }: Pick<KeyAccess, 'source'>, source: string): void {
  if (own === null || own === source) return;
  throw new DomainError(
    'source_not_allowed',
    `This API key is bound to the source ${own}. It cannot use another one.`,
  );
}
