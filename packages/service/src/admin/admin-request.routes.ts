// The signed-in person behind a request of the admin center.
import type { FastifyRequest } from 'fastify';
import type { Session } from '../admin-sessions/session.ts';
import type { AnswerHolder } from '../http/held-answers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null outside the admin center and on its sign-in addresses. */
    adminSession: Session | null;
    /** Null with it. Asking it is no use of the session. */
    adminHolder: AnswerHolder | null;
  }
  interface FastifyContextConfig {
    /**
     * The role that a route of the admin API requires. By default, reading requires `reader` and everything
     * else `administrator`; `anyone` needs no session.
     */
    admin?: 'anyone' | 'reader' | 'administrator';
  }
}

export function sessionOf(request: FastifyRequest): Session {
  if (request.adminSession === null) throw new Error('A route for anyone has no session.');
  return request.adminSession;
}

export function holderOf(request: FastifyRequest): AnswerHolder {
  if (request.adminHolder === null) throw new Error('A route for anyone has no session.');
  return request.adminHolder;
}
