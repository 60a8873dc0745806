// GET /teams/{teamId}/responsibility: the people who answered for a group on a day, proven by the audit log.
import { TeamParams } from '../../ground/schema/parts.schema.ts';
import { requireWithin } from '../../ground/group-limit.ts';
import { Type } from 'typebox';
import type { Clock } from '../../ground/clock.ts';
import { DomainError } from '../../ground/errors.ts';
import { refTo, shareSchemas } from '../../http/schema-ref.ts';
import { senderOf } from '../../http/sender.ts';
import type { Server } from '../../http/server.ts';
import { dayInput } from '../../ground/schema/moment.schema.ts';
import { responsibilityAt } from './responsibility-history.ts';
import type { ReadHistory } from './responsibility-history.postgres.ts';
import { ResponsibilityOnDay, responsibilitySchemas } from './responsibility.schema.ts';

const dayMs = 86_400_000;

export function registerResponsibilityRoute(
  server: Server,
  { readHistory, clock }: { readonly readHistory: ReadHistory; readonly clock: Clock },
): void {
  shareSchemas(server, responsibilitySchemas);
  server.get(
    '/teams/:teamId/responsibility',
    {
      config: {
        scope: 'groups:read',
        answer: 'The people who answered for the group on the day.',
        problems: ['not_found', 'invalid_query'],
      },
      schema: {
        operationId: 'getResponsibility',
        tags: ['Teams'],
        summary: 'Read who answered for a group on a day.',
        description:
          'The answer comes from the audit log, and names the entries that prove it with their places in the hash chain. `groupwright`’s operator verifies the chain with `audit verify`.',
        params: TeamParams,
        querystring: Type.Object(
          {
            at: Type.Optional(dayInput('The day (UTC). Default: today.')),
          },
          { additionalProperties: false },
        ),
        response: { 200: refTo(ResponsibilityOnDay) },
      },
    },
    async (request, reply) => {
      const { tenantId, within } = senderOf(request);
      const teamId = request.params.teamId.toLowerCase();
      const at = request.query.at ?? new Date(clock.now()).toISOString().slice(0, 10);
      const history = requireWithin(within, await readHistory(tenantId, teamId));
      reply.header('cache-control', 'private, no-store');
      const end = new Date(Date.parse(`${at}T00:00:00Z`) + dayMs - 1);
      if (history.archivedUntil !== null && end < history.archivedUntil) {
        throw archivedDay(history.archivedUntil);
      }
      return { teamId, at, ...responsibilityAt(history, end) };
    },
  );
}

function archivedDay(until: Date): DomainError {
  const detail = `at is before ${until.toISOString().slice(0, 10)}: the audit log of that time was archived. Ask an operator for the archive.`;
  return new DomainError('invalid_query', detail, {
    faults: [{ parameter: 'at', code: 'not_valid', detail, values: { rule: 'archived_day' } }],
  });
}
