// Renewals and holds of groups, for callers.
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Actor } from '../../audit/activity.ts';
import { momentOf } from '../../ground/moment.ts';
import { callerOf } from '../../http/authenticate.ts';
import { readIdempotencyKey } from '../../http/idempotency-key.ts';
import { refTo } from '../../http/schema-ref.ts';
import type { Server } from '../../http/server.ts';
import { guidPattern } from '../../ground/schema/guid.schema.ts';
import { HoldResponse } from '../../groups/read/team-lifecycle.schema.ts';
import { idempotencyKeyHeader } from '../../ground/schema/idempotency-key.schema.ts';
import type { ChangeLifecycle } from './change-lifecycle.postgres.ts';
import {
  HoldBody,
  holdResponse,
  lifecycleSchemas,
  RenewalBody,
  RenewalResponse,
} from './lifecycle.schema.ts';

const TeamParams = Type.Object({
  teamId: Type.String({ pattern: guidPattern, description: 'Identifier of the team.' }),
});

export function registerLifecycleRoutes(
  server: Server,
  { changeLifecycle }: { readonly changeLifecycle: ChangeLifecycle },
): void {
  for (const schema of lifecycleSchemas) server.addSchema(schema);

  server.post(
    '/teams/:teamId/renewal',
    {
      config: {
        scope: 'groups:change',
        answer: 'The new expiry.',
        optionalBody: true,
        problems: ['not_found', 'not_expiring', 'renewal_limit', 'idempotency_key_reused'],
      },
      schema: {
        operationId: 'renewTeam',
        tags: ['Group operations'],
        summary: 'Renew a group that expires.',
        description:
          'The renewal counts from the present expiry, or from now if the group has expired. A group that its expiry archived becomes writable again. With an Idempotency-Key, a repeated request renews nothing and gets the same answer.',
        headers: Type.Object({ 'idempotency-key': idempotencyKeyHeader }),
        params: TeamParams,
        body: refTo(RenewalBody),
        response: { 200: refTo(RenewalResponse) },
      },
    },
    async (request) => {
      const { until, reason = null } = request.body;
      const key = readIdempotencyKey(request.headers['idempotency-key']);
      const expiresAt = await changeLifecycle.renew({
        ...senderOf(request),
        reason,
        until: momentOf(until),
        isUnlimited: false,
        idempotency: key === undefined ? undefined : { apiKeyId: callerOf(request).apiKeyId, key },
      });
      return { teamId: teamIdOf(request.params), expiresAt: expiresAt.toISOString() };
    },
  );

  server.put(
    '/teams/:teamId/hold',
    {
      config: { scope: 'groups:change', answer: 'The hold.', problems: ['not_found'] },
      schema: {
        operationId: 'holdTeam',
        tags: ['Group operations'],
        summary: 'Put a group on hold.',
        description:
          'A group on hold is neither archived nor deleted: not by a policy, a caller or an administrator. A hold stays until it is released.',
        params: TeamParams,
        body: refTo(HoldBody),
        response: { 200: refTo(HoldResponse) },
      },
    },
    async (request) => {
      const { reason } = request.body;
      return holdResponse(await changeLifecycle.hold({ ...senderOf(request), reason }));
    },
  );

  server.delete(
    '/teams/:teamId/hold',
    {
      config: {
        scope: 'groups:change',
        answer: 'The group is on no hold.',
        problems: ['not_found'],
      },
      schema: {
        operationId: 'releaseTeam',
        tags: ['Group operations'],
        summary: 'Release the hold of a group.',
        params: TeamParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await changeLifecycle.release(senderOf(request));
      return reply.code(204).send(null);
    },
  );
}

function senderOf(request: FastifyRequest & { readonly params: { readonly teamId: string } }) {
  const { tenantId, apiKeyId: id, within } = callerOf(request);
  const actor: Actor = { kind: 'api_key', id, address: request.ip, requestId: request.id };
  return { tenantId, teamId: teamIdOf(request.params), actor, within };
}

function teamIdOf({ teamId }: { readonly teamId: string }): string {
  return teamId.toLowerCase();
}
