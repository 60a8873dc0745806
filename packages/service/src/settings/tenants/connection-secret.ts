// The stored secrets of a tenant's connection.
import type { Encryption } from '../../ground/encryption/encryption.ts';
import type { Tenant } from './tenant.ts';

/** Binds a connection's encrypted secret to its tenant, so that it cannot be used for another tenant. */
export function connectionSecretPurpose(tenantId: string): string {
  return `tenants/${tenantId}/directory_secret`;
}

/** The same for the second credential, for SharePoint. */
export function sharePointSecretPurpose(tenantId: string): string {
  return `tenants/${tenantId}/share_point_secret`;
}

/** It is in clear. */
export interface ConnectionSecrets {
  readonly secret: string | undefined;
  readonly sharePointSecret: string | undefined;
}

export function openSecrets(
  {
    tenantId,
    directorySecretSealed,
    sharePointSecretSealed,
  }: Pick<Tenant, 'tenantId' | 'directorySecretSealed' | 'sharePointSecretSealed'>,
  encryption: () => Encryption,
): ConnectionSecrets {
  const opened = (sealed: string | null, purpose: string) =>
    sealed === null ? undefined : encryption().decrypt(sealed, purpose);
  return {
    secret: opened(directorySecretSealed, connectionSecretPurpose(tenantId)),
    sharePointSecret: opened(sharePointSecretSealed, sharePointSecretPurpose(tenantId)),
  };
}
