// POST /teams/{teamId}/comparison and POST /teams/comparison: compare groups with the directory at once.
import { TeamParams, guidPattern } from '../../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import { createConcurrencyLimit } from '../../ground/concurrency-limit.ts';
import { DomainError } from '../../ground/errors.ts';
import { requireWithin } from '../../ground/group-limit.ts';
import type { Subscribers } from '../../http/open-responses.ts';
import { type Problem, problemObject } from '../../http/problem.ts';
import { refTo, shareSchemas } from '../../http/schema-ref.ts';
import { FindingName, observedDescriptions, PropertyDrift } from './observed-team.schema.ts';
import { type MountUrl, senderOf } from '../../http/sender.ts';
import type { Server } from '../../http/server.ts';
import type { TeamStore } from './team.ts';
import type { ReadTeam } from './read-team.ts';
import { CreationProblem, TeamResponse } from './teams.schema.ts';
import type { CompareNow } from '../../engine/observed-state.ts';

/** Some calls to the directory. */
const weight = 5;
const maxGroups = 200;
const comparedAtOnce = 8;

const ComparedTeams = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          teamId: Type.String(),
          drift: Type.Union([Type.Array(refTo(PropertyDrift)), Type.Null()], {
            description: observedDescriptions.drift,
          }),
          findings: Type.Union([Type.Array(FindingName), Type.Null()], {
            description: observedDescriptions.findings,
          }),
          error: Type.Union([refTo(CreationProblem), Type.Null()], {
            description: 'The reason if the group was not compared.',
          }),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { $id: 'ComparedTeams', additionalProperties: false },
);

export function registerComparisonRoute(
  server: Server,
  deps: {
    readonly compareNow: CompareNow;
    readonly teams: Pick<TeamStore, 'readStatus' | 'readTeam'>;
    readonly readTeam: ReadTeam<Problem>;
    readonly subscribers: Subscribers;
    /** The addresses of pages of problems begin with it. */
    readonly baseUrl: string;
    readonly urlOf: MountUrl;
  },
): void {
  const { compareNow, teams, readTeam, subscribers, baseUrl, urlOf } = deps;
  shareSchemas(server, [ComparedTeams]);

  server.post(
    '/teams/comparison',
    {
      config: {
        scope: 'groups:read',
        admin: 'groups:intervene',
        answer: 'Each group as it was compared now, or why it was not.',
        problems: ['validation_failed'],
      },
      schema: {
        operationId: 'compareTeams',
        tags: ['Teams'],
        summary: 'Compare several groups with the directory now.',
        description:
          'As POST /teams/{teamId}/comparison for each group. A group that cannot be compared does not affect the others.',
        body: Type.Object(
          {
            teamIds: Type.Array(Type.String({ pattern: guidPattern }), {
              minItems: 1,
              maxItems: maxGroups,
              uniqueItems: true,
            }),
          },
          { additionalProperties: false },
        ),
        response: { 200: refTo(ComparedTeams) },
      },
    },
    async (request, reply) => {
      const { tenantId, actor, within } = senderOf(request);
      const { teamIds } = request.body;
      server.weighRequest(request, reply, weight * teamIds.length);
      const limit = createConcurrencyLimit(comparedAtOnce);
      const items = await subscribers.whileAdmitted(request, (signal) =>
        Promise.all(
          teamIds.map((id) =>
            limit.run(async () => {
              const teamId = id.toLowerCase();
              try {
                requireWithin(within, await teams.readStatus(tenantId, teamId));
                await compareNow({ tenantId, teamId, actor, signal });
              } catch (error) {
                if (!(error instanceof DomainError)) throw error;
                return {
                  teamId,
                  drift: null,
                  findings: null,
                  error: problemObject(error, baseUrl),
                };
              }
              const team = await teams.readTeam(tenantId, teamId);
              const { drift = null, findings = null } = team ?? {};
              return {
                teamId,
                drift: drift === null ? null : [...drift],
                findings: findings === null ? null : [...findings],
                error: null,
              };
            }),
          ),
        ),
      );
      reply.header('cache-control', 'no-store');
      return { items };
    },
  );

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
        params: TeamParams,
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
