// Sessions of administrators: one's own, which anyone may end, and those of others.
import type { FastifyRequest } from 'fastify';
import { notFound } from '../audit/changes/change.ts';
import { type AdministratorDeps, administratorResponse } from './administrators.routes.ts';
import type { ListedSession } from '../access/sessions/session.ts';
import type { Server } from '../http/server.ts';
import {
  AdministratorParams,
  OwnSessionParams,
  SessionList,
  SessionParams,
  InvitationInput,
  InvitationResponse,
} from './administrators.schema.ts';
import { noContent } from './common.schema.ts';
import { declareOperations } from './declare-operations.ts';
import { resourceOf, sessionOf } from './request.ts';
import type { SignInDeps } from './sign-in.routes.ts';
import type { Invitations } from '../access/sessions/invitation.ts';
import type { SendInvitation } from '../messages/notices/send-invitation.ts';
import type { ChangePreferences } from '../access/sessions/preferences.ts';
import { Preferences, PreferencesChange } from './sign-in.schema.ts';

const declared = declareOperations('Administrators', {
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

// Invitations of administrators: made again at will, revoked, and sent by mail where the tenant sends any.
export interface AdministratorInvitationDeps {
  readonly invitations: Invitations;
  readonly sendInvitation: SendInvitation;
}

const sendWithinMs = 20_000;

const declaredInvitations = declareOperations('Administrators', {
  inviteAdministrator: {
    summary: 'Invite a person: a link that signs in once, for a week. It replaces an earlier one.',
    admin: 'administrators:manage',
    answer: 'The link, or whether it was sent.',
    problems: ['validation_failed', 'not_found', 'in_use'],
    params: AdministratorParams,
    body: InvitationInput,
    response: { 200: InvitationResponse },
  },
  revokeInvitation: {
    summary: 'Revoke an invitation. Its link works no more.',
    admin: 'administrators:manage',
    answer: 'The invitation is revoked.',
    problems: ['not_found'],
    params: AdministratorParams,
    response: noContent,
  },
});

export function registerAdministratorInvitationRoutes(
  server: Server,
  { invitations, sendInvitation }: AdministratorInvitationDeps,
): void {
  const path = '/:tenantId/administrators/:administratorId/invitation';

  server.post(path, declaredInvitations.inviteAdministrator, async (request) => {
    const { tenantId, administratorId, actor } = resourceOf(request);
    const isForSender = request.body.by === 'link';
    const made = await invitations.make(tenantId, administratorId, { isForSender, actor });
    const { url, expiresAt } = made;
    const administrator = administratorResponse(made.administrator);
    if (isForSender) return { administrator, url, sent: false, detail: null };
    const message = {
      messageId: `invitation.${request.id}`,
      to: administrator.email,
      url,
      expiresAt,
    };
    const outcome = await sendInvitation(tenantId, message, AbortSignal.timeout(sendWithinMs));
    return { administrator, url: null, ...outcome };
  });

  server.delete(path, declaredInvitations.revokeInvitation, async (request) => {
    const { tenantId, administratorId, actor } = resourceOf(request);
    await invitations.revoke(tenantId, administratorId, actor);
  });
}

// The account of the caller: the language and the time zone of the admin center, and the messages that it does not get.
export interface AccountDeps {
  readonly changePreferences: ChangePreferences;
}

const declaredAccount = declareOperations('Administrators', {
  changeAccount: {
    reach: 'everyone',
    summary:
      'Change the language, the time zone or the muted messages of the caller. Members that you omit stay.',
    admin: 'view',
    answer: 'The preferences of the caller.',
    problems: ['validation_failed', 'not_found'],
    body: PreferencesChange,
    response: { 200: Preferences },
  },
});

export function registerAccountRoutes(server: Server, deps: AccountDeps): void {
  server.patch('/:tenantId/account', declaredAccount.changeAccount, async (request) => {
    const { tenantId, administratorId } = sessionOf(request).administrator;
    return deps.changePreferences(tenantId, administratorId, request.body);
  });
}
