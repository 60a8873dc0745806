/** Binds a connection's encrypted secret to its tenant, so that it cannot be used for another tenant. */
export function connectionSecretPurpose(tenantId: string): string {
  return `tenants/${tenantId}/directory_secret`;
}
