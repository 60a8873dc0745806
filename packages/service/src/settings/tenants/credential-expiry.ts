// When the credential of a tenant's connection ends. A certificate contains the end; that of a client secret is entered.
import { certificateEnd } from '../../microsoft-graph/certificate.ts';
import type { Encryption } from '../../ground/encryption/encryption.ts';
import { DomainError } from '../../ground/errors.ts';
import { connectionSecretPurpose } from './connection-secret.ts';
import type { Tenant } from './tenant.ts';

type Connected = Pick<Tenant, 'tenantId' | 'directory' | 'directorySecretSealed'>;

/** Null: it does not end, or nobody knows when. A client secret ends at the beginning of its last day in UTC. */
export type CredentialExpiry = (tenant: Connected) => Date | null;

export function createCredentialExpiry({
  encryption,
}: {
  encryption: Encryption;
}): CredentialExpiry {
  /** By the encrypted certificate, which changes with each input. */
  const ends = new Map<string, Date | null>();

  function endOf(tenantId: string, sealed: string): Date | null {
    try {
      return certificateEnd(encryption.decrypt(sealed, connectionSecretPurpose(tenantId))) ?? null;
    } catch (error) {
      if (error instanceof DomainError) return null;
      throw error;
    }
  }

  return ({ tenantId, directory, directorySecretSealed: sealed }) => {
    if (directory.kind !== 'microsoft365') return null;
    if (directory.credential === 'secret') {
      const { secretExpiresOn } = directory;
      return secretExpiresOn === undefined ? null : new Date(`${secretExpiresOn}T00:00:00Z`);
    }
    if (directory.credential !== 'certificate' || sealed === null) return null;
    const known = ends.get(sealed);
    if (known !== undefined) return known;
    if (ends.size >= maxKnown) ends.clear();
    const end = endOf(tenantId, sealed);
    ends.set(sealed, end);
    return end;
  };
}

const maxKnown = 1_000;
