// Renewals and holds of groups. Administrators renew without limit.
import { TeamParams } from '../../ground/schema/parts.schema.ts';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { momentOf } from '../../ground/moment.ts';
import { requestKeyOf } from '../../http/idempotency-key.ts';
import { refTo, shareSchemas } from '../../http/schema-ref.ts';
import { senderOf } from '../../http/sender.ts';
import type { Server } from '../../http/server.ts';
import type { ChangeLifecycle } from './change-lifecycle.postgres.ts';
import {
  HeldResponse,
  HoldBody,
  holdResponse,
  lifecycleSchemas,
  RenewalBody,
  RenewalResponse,
} from './lifecycle.schema.ts';

export function registerLifecycleRoutes(
  server: Server,
  {
    changeLifecycle,
  }: {
    readonly changeLifecycle: ChangeLifecycle;
  },
): void {
  shareSchemas(server, lifecycleSchemas);

  server.post(
    '/teams/:teamId/renewal',
    {
      config: {
        scope: 'groups:change',
        admin: 'groups:manage',
        answer: 'The new expiry.',
        optionalBody: true,
        idempotentBy: 'use case',
        problems: ['not_found', 'not_expiring', 'renewal_limit'],
      },
      schema: {
        operationId: 'renewTeam',
        tags: ['Group operations'],
        summary: 'Renew a group that expires.',
        description:
          'The renewal counts from the present expiry, or from now if the group has expired. A group that its expiry archived becomes writable again. With an Idempotency-Key, a repeated request renews nothing and gets the same answer. A request whose `until` is the present expiry has no effect.',
        params: TeamParams,
        body: refTo(RenewalBody),
        response: { 200: refTo(RenewalResponse) },
      },
    },
    async (request, reply) => {
      const { until, reason = null } = request.body;
      const of = subjectOf(request);
      const { expiresAt, changed } = await changeLifecycle.renew({
        ...of,
        reason,
        until: momentOf(until),
        isUnlimited: senderOf(request).via === 'admin',
        key: requestKeyOf(request, reply),
      });
      return { teamId: of.teamId, expiresAt: expiresAt.toISOString(), changed };
    },
  );

  server.put(
    '/teams/:teamId/hold',
    {
      config: {
        scope: 'groups:change',
        admin: 'groups:manage',
        answer: 'The hold.',
        problems: ['not_found'],
      },
      schema: {
        operationId: 'holdTeam',
        tags: ['Group operations'],
        summary: 'Put a group on hold.',
        description:
          'A group on hold is neither archived nor deleted: not by a policy, a caller or an administrator. A hold stays until it is released. With the reason that it has, a request has no effect.',
        params: TeamParams,
        body: refTo(HoldBody),
        response: { 200: refTo(HeldResponse) },
      },
    },
    async (request) => {
      const { reason } = request.body;
      const hold = await changeLifecycle.hold({ ...subjectOf(request), reason });
      return { ...holdResponse(hold), changed: hold.changed };
    },
  );

  server.delete(
    '/teams/:teamId/hold',
    {
      config: {
        scope: 'groups:change',
        admin: 'groups:manage',
        answer: 'The group is on no hold.',
        problems: ['not_found'],
      },
      schema: {
        operationId: 'releaseTeam',
        tags: ['Group operations'],
        summary: 'Release the hold of a group.',
        description: 'For a group without a hold, the request has no effect.',
        params: TeamParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await changeLifecycle.release(subjectOf(request));
      return reply.code(204).send(null);
    },
  );
}

function subjectOf(request: FastifyRequest & { readonly params: { readonly teamId: string } }) {
  const { tenantId, actor, within } = senderOf(request);
  return { tenantId, teamId: request.params.teamId.toLowerCase(), actor, within };
}
