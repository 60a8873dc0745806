// Application permissions: those a token carries, and those that include others.

/** Larger permissions that let the same calls through. */
const larger: Readonly<Record<string, readonly string[]>> = {
  'User.Read.All': ['User.ReadWrite.All', 'Directory.Read.All', 'Directory.ReadWrite.All'],
  'Group.ReadWrite.All': ['Directory.ReadWrite.All'],
  'Channel.Create': ['Group.ReadWrite.All', 'Directory.ReadWrite.All'],
};

export function isCovered(permission: string, roles: readonly string[]): boolean {
  return [permission, ...(larger[permission] ?? [])].some((one) => roles.includes(one));
}

/** The application permissions that the token carries; undefined when it cannot be read. */
export function rolesOf(token: string): readonly string[] | undefined {
  try {
    const claims = JSON.parse(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'),
    ) as { roles?: unknown };
    return Array.isArray(claims.roles) ? claims.roles.map(String) : [];
  } catch {
    return undefined;
  }
}
