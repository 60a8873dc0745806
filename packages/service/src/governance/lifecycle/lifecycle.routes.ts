// Renewals and holds of groups. Administrators renew without limit.
import { TeamParams } from '../../ground/schema/parts.schema.ts';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { createConcurrencyLimit } from '../../ground/concurrency-limit.ts';
import { DomainError, validationFailed } from '../../ground/errors.ts';
import { partOfKey } from '../../ground/idempotency-key.ts';
import { momentOf } from '../../ground/moment.ts';
import { requestKeyOf } from '../../http/idempotency-key.ts';
import { problemObject } from '../../http/problem.ts';
import { refTo, shareSchemas } from '../../http/schema-ref.ts';
import { senderOf } from '../../http/sender.ts';
import type { Server } from '../../http/server.ts';
import type { ChangeLifecycle, LifecycleRequest, Renewed } from './change-lifecycle.postgres.ts';
import {
  BulkLifecycle,
  BulkLifecycleResult,
  HeldResponse,
  HoldBody,
  holdResponse,
  lifecycleSchemas,
  RenewalBody,
  RenewalResponse,
} from './lifecycle.schema.ts';

/** It belongs to one request for several groups. */
const changesAtOnce = 4;

export function registerLifecycleRoutes(
  server: Server,
  {
    changeLifecycle,
    baseUrl,
  }: {
    readonly changeLifecycle: ChangeLifecycle;
    /** For the pages of problems. */
    readonly baseUrl: string;
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

  server.post(
    '/teams/lifecycle',
    {
      config: {
        scope: 'groups:change',
        admin: 'groups:manage',
        answer: 'Each group, and why it was refused.',
        idempotentBy: 'use case',
        problems: ['validation_failed'],
      },
      schema: {
        operationId: 'changeLifecycles',
        tags: ['Group operations'],
        summary: 'Renew several groups, put them on hold, or release them.',
        description:
          'A group that is refused does not affect the others. With an Idempotency-Key, a repeated request renews no group again, and the service tries the refused ones again.',
        body: refTo(BulkLifecycle),
        response: { 200: refTo(BulkLifecycleResult) },
      },
    },
    async (request, reply) => {
      const { action, teamIds, reason = null } = request.body;
      if (action === 'hold' && reason === null) throw withoutReason();
      const { tenantId, actor, within, via } = senderOf(request);
      server.weighRequest(request, reply, teamIds.length);
      const until = momentOf(request.body.until);
      const key = requestKeyOf(request, reply);
      const change = async (group: LifecycleRequest): Promise<Partial<Renewed>> => {
        switch (action) {
          case 'renew':
            return changeLifecycle.renew({
              ...group,
              reason,
              until,
              isUnlimited: via === 'admin',
              key: partOfKey(key, 'renewal', group.teamId),
            });
          case 'hold':
            return {
              changed: (await changeLifecycle.hold({ ...group, reason: reason ?? '' })).changed,
            };
          case 'release':
            return { changed: await changeLifecycle.release(group) };
          default:
            throw new TypeError(`Unknown action: ${String(action satisfies never)}`);
        }
      };
      const limit = createConcurrencyLimit(changesAtOnce);
      const items = await Promise.all(
        teamIds.map((id) =>
          limit.run(async () => {
            const teamId = id.toLowerCase();
            const result = await change({ tenantId, teamId, actor, within }).catch(refused);
            if (result instanceof DomainError) {
              const error = problemObject(result, baseUrl);
              return { teamId, expiresAt: null, changed: false, error };
            }
            const { expiresAt, changed = false } = result;
            return { teamId, expiresAt: expiresAt?.toISOString() ?? null, changed, error: null };
          }),
        ),
      );
      return { items };
    },
  );
}

function refused(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  throw error;
}

function withoutReason(): DomainError {
  return validationFailed([
    { pointer: '/reason', code: 'required', detail: 'A hold requires a reason.' },
  ]);
}

function subjectOf(request: FastifyRequest & { readonly params: { readonly teamId: string } }) {
  const { tenantId, actor, within } = senderOf(request);
  return { tenantId, teamId: request.params.teamId.toLowerCase(), actor, within };
}
