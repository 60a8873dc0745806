// When the credential of a tenant's connection ends. A certificate contains the end; that of a client secret is entered.
import { Gauge, type Registry } from 'prom-client';
import { certificateEnd } from '../../microsoft-graph/certificate.ts';
import type { Encryption } from '../../ground/encryption/encryption.ts';
import { DomainError } from '../../ground/errors.ts';
import { connectionSecretPurpose, sharePointSecretPurpose } from './connection-secret.ts';
import type { Tenant } from './tenant.ts';

type Connected = Pick<
  Tenant,
  'tenantId' | 'directory' | 'directorySecretSealed' | 'sharePointSecretSealed'
>;
/** `sharePoint`: the second credential. */
type Which = 'first' | 'sharePoint';

/** The first end of both, unless one is asked for. Null: it does not end, or nobody knows when. A client secret ends at the beginning of its last day in UTC. */
export type CredentialExpiry = (tenant: Connected, which?: Which) => Date | null;

export function createCredentialExpiry({
  encryption,
}: {
  encryption: Encryption;
}): CredentialExpiry {
  /** The key is the encrypted certificate, which changes with each input. */
  const ends = new Map<string, Date | null>();

  function readEnd(sealed: string, purpose: string): Date | null {
    try {
      return certificateEnd(encryption.decrypt(sealed, purpose)) ?? null;
    } catch (error) {
      if (error instanceof DomainError) return null;
      throw error;
    }
  }

  function endOf(sealed: string | null, purpose: string): Date | null {
    if (sealed === null) return null;
    const known = ends.get(sealed);
    if (known !== undefined) return known;
    if (ends.size >= maxKnown) ends.clear();
    const end = readEnd(sealed, purpose);
    ends.set(sealed, end);
    return end;
  }

  function endOfFirst({ tenantId, directory, directorySecretSealed }: Connected): Date | null {
    if (directory.kind !== 'microsoft365') return null;
    if (directory.credential === 'secret') {
      const { secretExpiresOn } = directory;
      return secretExpiresOn === undefined ? null : new Date(`${secretExpiresOn}T00:00:00Z`);
    }
    if (directory.credential !== 'certificate') return null;
    return endOf(directorySecretSealed, connectionSecretPurpose(tenantId));
  }

  return (tenant, which) => {
    const { tenantId, sharePointSecretSealed } = tenant;
    const first = which === 'sharePoint' ? null : endOfFirst(tenant);
    const second =
      which === 'first' ? null : endOf(sharePointSecretSealed, sharePointSecretPurpose(tenantId));
    if (first === null || second === null) return first ?? second;
    return first < second ? first : second;
  };
}

const maxKnown = 1_000;

/** The first end of all tenants. It names no tenant: anyone may read metrics. */
export function createCredentialMetric(deps: {
  readonly registry: Registry;
  readonly tenants: () => Iterable<Tenant>;
  readonly credentialExpiry: CredentialExpiry;
}): void {
  const { registry, tenants, credentialExpiry } = deps;
  const first: Gauge = new Gauge({
    name: 'groupwright_credential_expiry_timestamp_seconds',
    help: 'When the first credential of a directory connection ends, in seconds since the Unix epoch; absent if none is known to end.',
    aggregator: 'min',
    registers: [registry],
    collect() {
      const ends = [...tenants()].flatMap((tenant) => credentialExpiry(tenant)?.getTime() ?? []);
      if (ends.length === 0) first.remove();
      else first.set(Math.min(...ends) / 1_000);
    },
  });
}
