// The cookies of the admin center, one pair for each tenant, so that an administrator of two tenants can be
// signed in to both. On https they carry the __Host- prefix; on plain http, which is for loopback, they cannot.

export interface AdminCookies {
  sessionOf(cookieHeader: string | undefined, tenantId: string): string | undefined;
  pendingOf(cookieHeader: string | undefined, tenantId: string): string | undefined;
  /** Values of Set-Cookie. Without a value the cookie is removed. */
  session(tenantId: string, value?: string): string;
  pending(tenantId: string, value?: string): string;
}

const pendingSeconds = 600;

export function createAdminCookies(isSecure: boolean): AdminCookies {
  const prefix = isSecure ? '__Host-' : '';
  const secure = isSecure ? '; Secure' : '';
  const nameOf = (kind: 'session' | 'sign-in', tenantId: string) =>
    `${prefix}groupwright-${kind}-${tenantId.replaceAll('-', '')}`;
  const write = (name: string, value: string | undefined, sameSite: string, age: string) =>
    `${name}=${value ?? ''}; Path=/${secure}; HttpOnly; SameSite=${sameSite}${value === undefined ? '; Max-Age=0' : age}`;

  return {
    sessionOf: (header, tenantId) => read(header, nameOf('session', tenantId)),
    pendingOf: (header, tenantId) => read(header, nameOf('sign-in', tenantId)),
    // Strict: the document needs no session, and what the page itself asks for is same-site.
    session: (tenantId, value) => write(nameOf('session', tenantId), value, 'Strict', ''),
    // Lax: the provider sends the browser back from another site.
    pending: (tenantId, value) =>
      write(nameOf('sign-in', tenantId), value, 'Lax', `; Max-Age=${pendingSeconds}`),
  };
}

function read(header: string | undefined, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=');
    if (part.slice(0, at).trim() === name) return part.slice(at + 1).trim() || undefined;
  }
  return undefined;
}
