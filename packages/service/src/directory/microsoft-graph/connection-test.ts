// Tests a connection without changing anything, and says in plain words what an administrator has to add.
import { DirectoryError, type CallContext, type ConnectionReport } from '../directory.ts';
import type { GraphCall, GraphClient } from './graph-client.ts';
import type { TokenSource } from './token.ts';

const needs: readonly { anyOf: readonly string[]; purpose: string }[] = [
  {
    anyOf: ['User.Read.All', 'User.ReadWrite.All', 'Directory.Read.All', 'Directory.ReadWrite.All'],
    purpose: 'to find the people who become owners and members',
  },
  {
    anyOf: ['Group.ReadWrite.All', 'Directory.ReadWrite.All'],
    purpose: 'to make groups, to find them again and to remove those of failed creations',
  },
  { anyOf: ['Team.Create'], purpose: 'to make teams of groups' },
  { anyOf: ['TeamMember.ReadWrite.All'], purpose: 'to add owners and members to teams' },
  {
    anyOf: ['Channel.Create', 'Group.ReadWrite.All', 'Directory.ReadWrite.All'],
    purpose: 'to make the channels of a template',
  },
];

/** The application permissions that the token carries; undefined when it cannot be read. */
function rolesOf(token: string): readonly string[] | undefined {
  try {
    const claims = JSON.parse(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'),
    ) as { roles?: unknown };
    return Array.isArray(claims.roles) ? claims.roles.map(String) : [];
  } catch {
    return undefined;
  }
}

const reads: readonly GraphCall[] = [
  { name: 'users.list', method: 'GET', path: '/users?$top=1&$select=id' },
  { name: 'groups.list', method: 'GET', path: '/groups?$top=1&$select=id' },
];

/** A hiccup of the directory is no fault of the connection: a read that fails is tried again, at its turn. */
async function persist(read: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await read();
      return;
    } catch (error) {
      const mayPass = error instanceof DirectoryError && !error.permanent;
      if (!mayPass || attempt >= 5) throw error;
    }
  }
}

export async function testConnection(
  client: GraphClient,
  tokens: TokenSource,
  context: CallContext,
): Promise<ConnectionReport> {
  try {
    // A permission that was granted a moment ago is only in a new token.
    tokens.forget();
    const roles = rolesOf(await tokens.token(context.signal));
    const missing = needs
      .filter(({ anyOf }) => roles !== undefined && !anyOf.some((role) => roles.includes(role)))
      .map(
        ({ anyOf, purpose }) =>
          `Grant the application permission ${anyOf[0] ?? ''} of Microsoft Graph, ${purpose}, and consent to it as an administrator.`,
      );
    if (missing.length > 0) {
      const detail = 'The sign-in works; the Entra application lacks permissions.';
      return { ok: false, detail, missing };
    }
    for (const read of reads) await persist(() => client.call(read, context));
    const detail = 'The sign-in works, and people and groups can be read.';
    return { ok: true, detail, missing: [] };
  } catch (error) {
    if (!(error instanceof DirectoryError)) throw error;
    const missing = error.code === 'permission_missing' ? [error.message] : [];
    return { ok: false, detail: error.message, missing };
  }
}
