/** What a connection's sealed secret is bound to: one tenant's secret cannot be put in another's place. */
export function connectionSecretPurpose(tenantId: string): string {
  return `tenants/${tenantId}/directory_secret`;
}
