// Where this page stands: the admin center's path, which the service tells, and the tenant behind it.

function metaContent(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}

export const adminPath = metaContent('admin-path');

/** Undefined when the address names no tenant. */
export const tenantId =
  location.pathname.slice(adminPath.length).split('/')[1]?.toLowerCase() ?? '';

export const pagePath = `${adminPath}/${tenantId}`;
export const apiPath = `${adminPath}/api/${tenantId}`;

/** The browser goes there to sign in by the tenant's provider. It is no call, so the API's description omits it. */
export function providerSignInUrl(returnTo: string): string {
  return `${apiPath}/sign-in/provider?${new URLSearchParams({ returnTo }).toString()}`;
}

/** Fluent UI makes styles at run time; the content security policy takes those that carry it. */
export const styleNonce =
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce ?? '';
