// The addresses to which a tenant's sign-in provider sends the browser back. Each tenant has its own, so that the answer
// of one tenant's provider never counts as that of another's (RFC 9700, section 4.4).

/** Administrators come back to this address. */
export function adminRedirectAddress(adminUrl: string, tenantId: string): string {
  return `${adminUrl}/api/${tenantId}/sign-in/callback`;
}

/** The people who decide come back to this address. */
export function decisionRedirectAddress(baseUrl: string, tenantId: string): string {
  return `${baseUrl}/decide/callback/${tenantId}`;
}
