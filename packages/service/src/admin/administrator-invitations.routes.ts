// Invitations of administrators: made again at will, revoked, and sent by mail where the tenant sends any.
import type { Invitations } from '../access/sessions/invitation.ts';
import type { Server } from '../http/server.ts';
import type { SendInvitation } from '../messages/notices/send-invitation.ts';
import { administratorResponse } from './administrators.routes.ts';
import {
  AdministratorParams,
  InvitationInput,
  InvitationResponse,
} from './administrators.schema.ts';
import { noContent } from './common.schema.ts';
import { operations } from './operations.ts';
import { resourceOf } from './request.ts';

export interface AdministratorInvitationDeps {
  readonly invitations: Invitations;
  readonly sendInvitation: SendInvitation;
}

const sendWithinMs = 20_000;

const declared = operations('Administrators', {
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

  server.post(path, declared.inviteAdministrator, async (request) => {
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

  server.delete(path, declared.revokeInvitation, async (request) => {
    const { tenantId, administratorId, actor } = resourceOf(request);
    await invitations.revoke(tenantId, administratorId, actor);
  });
}
