// POST /teams/{teamId}/comparison: compares a group with the directory at once.
import { Type } from 'typebox';
import { requireWithin } from '../../ground/group-limit.ts';
import { guidPattern } from '../../ground/schema/guid.schema.ts';
import type { Subscribers } from '../../http/open-responses.ts';
import type { Problem } from '../../http/problem.ts';
import { refTo } from '../../http/schema-ref.ts';
import { type MountUrl, senderOf } from '../../http/sender.ts';
import type { Server } from '../../http/server.ts';
import type { TeamStore } from './team.ts';
import type { ReadTeam } from './read-team.ts';
import { TeamResponse } from './teams.schema.ts';
import type { CompareNow } from '../../reconciliation/compare-now.ts';

/** Some calls to the directory. */
const weight = 5;

export function registerComparisonRoute(
  server: Server,
  deps: {
    readonly compareNow: CompareNow;
    readonly teams: Pick<TeamStore, 'readStatus'>;
    readonly readTeam: ReadTeam<Problem>;
    readonly subscribers: Subscribers;
    readonly urlOf: MountUrl;
  },
): void {
  const { compareNow, teams, readTeam, subscribers, urlOf } = deps;
  server.post(
    '/teams/:teamId/comparison',
    {
      config: {
        scope: 'groups:read',
        admin: 'groups:intervene',
        answer: 'The group, as it was compared now.',
        problems: [
          'not_found',
          'group_not_active',
          'comparison_too_early',
          'directory_permission_missing',
          'directory_unavailable',
        ],
        answerHeaders: { ETag: 'The version of the record, for If-Match of an operation.' },
      },
      schema: {
        operationId: 'compareTeam',
        tags: ['Teams'],
        summary: 'Compare a group with the directory now.',
        description:
          'The service compares each group about once a day, and this one at once: observed, drift and findings of the answer are of now. It changes nothing in the directory. After an operation, Microsoft 365 may show a group as it was before for half an hour; until then the answer is 409 with Retry-After. In a sandbox you can compare as soon as the operation has ended.',
        params: Type.Object({
          teamId: Type.String({ pattern: guidPattern, description: 'Identifier of the team.' }),
        }),
        response: { 200: refTo(TeamResponse) },
      },
    },
    async (request, reply) => {
      const sender = senderOf(request);
      const { tenantId, actor, within } = sender;
      const teamId = request.params.teamId.toLowerCase();
      requireWithin(within, await teams.readStatus(tenantId, teamId));
      server.weighRequest(request, reply, weight);
      await subscribers.whileAdmitted(request, (signal) =>
        compareNow({ tenantId, teamId, actor, signal }),
      );
      const team = await readTeam(sender, teamId, urlOf(tenantId));
      reply.header('cache-control', 'no-store').header('etag', `"${team.etag}"`);
      return team;
    },
  );
}
