// The address of this page: the admin center's path, from the service, and the tenant after it. And the addresses of
// the documentation, which the same service has.

function metaContent(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}

export const adminPath = metaContent('admin-path');

/** Undefined if the address has no tenant. */
export const tenantId =
  location.pathname.slice(adminPath.length).split('/')[1]?.toLowerCase() ?? '';

export const pagePath = `${adminPath}/${tenantId}`;
export const apiPath = `${adminPath}/api/${tenantId}`;

const serviceUrl = metaContent('service-url');

/** @param path of a page of the documentation, such as `guides/scopes` */
export const docsUrl = (path: string) => {
  // no text: an address
  const docs = `${serviceUrl}/docs`;
  return path === '' ? docs : `${docs}/${path}`;
};

/** The page of a problem: its meaning and its remedy. */
export const problemUrl = (code: string) => `${serviceUrl}/problems/${encodeURIComponent(code)}`;

/** The browser navigates there to sign in with the tenant's provider. The API's description omits it, because it is not a call. */
export function providerSignInUrl(returnTo: string): string {
  return `${apiPath}/sign-in/provider?${new URLSearchParams({ returnTo }).toString()}`;
}

/** The nonce for the styles that Fluent UI creates at run time, as the content security policy requires. */
export const styleNonce =
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce ?? '';
