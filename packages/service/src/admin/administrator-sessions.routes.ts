// Sessions of administrators: one's own, which anyone may end, and those of others.
import type { FastifyRequest } from 'fastify';
import { notFound } from '../audit/changes/change.ts';
import type { AdministratorDeps } from './administrators.routes.ts';
import type { ListedSession } from '../access/sessions/session.ts';
import type { Server } from '../http/server.ts';
import {
  AdministratorParams,
  OwnSessionParams,
  SessionList,
  SessionParams,
} from './administrators.schema.ts';
import { noContent } from './common.schema.ts';
import { operations } from './operations.ts';
import { resourceOf, sessionOf } from './request.ts';
import type { SignInDeps } from './sign-in.routes.ts';

const declared = operations('Administrators', {
  listOwnSessions: {
    reach: 'everyone',
    summary: 'List the sessions of the caller.',
    answer: 'The sessions.',
    response: { 200: SessionList },
  },
  endOwnSession: {
    reach: 'everyone',
    summary: 'End a session of the caller.',
    admin: 'view',
    answer: 'The session has ended.',
    problems: ['not_found', 'forbidden'],
    params: OwnSessionParams,
    response: noContent,
  },
  listSessions: {
    summary: 'List the sessions of an administrator.',
    answer: 'The sessions.',
    params: AdministratorParams,
    response: { 200: SessionList },
  },
  endSessionOfAdministrator: {
    summary: 'End a session of an administrator. Its open streams end within a second.',
    admin: 'administrators:manage',
    answer: 'The session has ended.',
    problems: ['not_found'],
    params: SessionParams,
    response: noContent,
  },
});

export function registerAdministratorSessionRoutes(
  server: Server,
  { sessions, administrators }: Pick<SignInDeps & AdministratorDeps, 'sessions' | 'administrators'>,
): void {
  const answerOf = (request: FastifyRequest, all: readonly ListedSession[]) => {
    const { sessionId } = sessionOf(request);
    return { items: all.map((one) => ({ ...one, isCurrent: one.sessionId === sessionId })) };
  };

  server.get('/:tenantId/sessions', declared.listOwnSessions, async (request) => {
    const { tenantId, administratorId } = sessionOf(request).administrator;
    return answerOf(request, await sessions.list(tenantId, administratorId));
  });

  server.delete('/:tenantId/sessions/:sessionId', declared.endOwnSession, async (request) => {
    const { tenantId, sessionId, actor } = resourceOf(request);
    const { administratorId } = sessionOf(request).administrator;
    await sessions.endOne(tenantId, administratorId, sessionId, actor);
  });

  const path = '/:tenantId/administrators/:administratorId/sessions';
  server.get(path, declared.listSessions, async (request) => {
    const { tenantId, administratorId } = resourceOf(request);
    const known = await administrators.list(tenantId);
    if (!known.some((one) => one.administratorId === administratorId)) {
      throw notFound('administrator');
    }
    return answerOf(request, await sessions.list(tenantId, administratorId));
  });

  server.delete(`${path}/:sessionId`, declared.endSessionOfAdministrator, async (request) => {
    const { tenantId, administratorId, sessionId, actor } = resourceOf(request);
    await sessions.endOne(tenantId, administratorId, sessionId, actor);
  });
}
