// The signed-in person behind a request of the admin center.
import type { FastifyRequest } from 'fastify';
import type { Session } from '../admin-sessions/session.ts';

/** Asked by what outlasts the moment in which its request was let in: a stream, a long download. */
export interface SessionHolder {
  readonly id: string;
  /** Whether the session is there still; asking is no use of it. */
  mayGoOn(): Promise<boolean>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null outside the admin center and on its sign-in addresses. */
    adminSession: Session | null;
    /** Null with it. */
    adminHolder: SessionHolder | null;
  }
  interface FastifyContextConfig {
    /**
     * Who may call a route of the admin API. Unless said otherwise reading is for `reader`, everything
     * else for `administrator`; `anyone` needs no session.
     */
    admin?: 'anyone' | 'reader' | 'administrator';
  }
}

export function sessionOf(request: FastifyRequest): Session {
  if (request.adminSession === null) throw new Error('A route for anyone has no session.');
  return request.adminSession;
}

export function holderOf(request: FastifyRequest): SessionHolder {
  if (request.adminHolder === null) throw new Error('A route for anyone has no session.');
  return request.adminHolder;
}
