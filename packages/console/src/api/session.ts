// The session of the user. It is read once, and again when the service says that it has ended.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { followAccount } from '../messages/current-locale.ts';
import { followTenant } from '../messages/tenant-day.ts';
import { api, ApiProblem, setCsrfToken } from './client.ts';
import type { Session } from './types.ts';

export const sessionKey = ['session'] as const;

/** Null: not signed in. */
export async function readSession(): Promise<Session | null> {
  try {
    const session = await api.get('/session');
    await begin(session);
    return session;
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) return null;
    throw error;
  }
}

/** It runs before anything of the session is shown, so that no text is shown in another language first. */
async function begin({ csrfToken, administrator, tenant }: Session): Promise<void> {
  setCsrfToken(csrfToken);
  followTenant(tenant);
  // Without the other language, the page is better than none.
  await followAccount(administrator.preferences).catch(() => undefined);
}

export function useSessionQuery() {
  return useQuery({ queryKey: sessionKey, queryFn: readSession, staleTime: Infinity, retry: 1 });
}

export function useSetSession() {
  const client = useQueryClient();
  return async (session: Session | null) => {
    // A read that began before knows nothing of it, and may be answered later.
    await client.cancelQueries({ queryKey: sessionKey });
    if (session !== null) await begin(session);
    client.setQueryData(sessionKey, session);
  };
}

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('There is no session here.');
  return session;
}

export type Permission = Session['administrator']['permissions'][number];

/** Whether the user is limited to organisations: pages that concern the whole tenant are not for them. */
export function useIsLimited(): boolean {
  return useSession().administrator.organisationIds !== null;
}

/** Each role sees everything, and the controls that it includes. */
export function useMay(permission: Permission): boolean {
  return useSession().administrator.permissions.includes(permission);
}
