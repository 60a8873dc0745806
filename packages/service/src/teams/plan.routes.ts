// POST /teams/plan: what would come of the same body sent to POST /teams. It changes nothing.
import { maxFaults } from '../foundation/errors.ts';
import { callerOf } from '../http/authenticate.ts';
import type { TokenHolders } from '../http/held-answers.ts';
import { problemObject } from '../http/problem.ts';
import { refTo } from '../http/schema-ref.ts';
import type { Server } from '../http/server.ts';
import type { PlanCreation, TeamPlan } from './plan-creation.ts';
import { TeamPlanAnswer, planSchemas } from './plan.schema.ts';
import { shapeOf } from './teams.routes.ts';
import { TeamRequestBody } from './teams.schema.ts';

export function registerPlanRoute(
  server: Server,
  deps: { planCreation: PlanCreation; holders: TokenHolders; baseUrl: string },
): void {
  const { planCreation, holders, baseUrl } = deps;
  for (const schema of planSchemas) server.addSchema(schema);

  server.post(
    '/teams/plan',
    {
      attachValidation: true,
      config: { problems: ['directory_unavailable'] },
      schema: {
        operationId: 'planTeam',
        tags: ['Teams'],
        summary: 'Say what a creation would come to, and change nothing.',
        description:
          'Takes the body of POST /teams, does the same checks, resolves the people in the directory and looks whether the alias is free. A body that does not conform is answered with 200 too, and every fault at once.',
        body: refTo(TeamRequestBody),
        response: { 200: refTo(TeamPlanAnswer) },
      },
    },
    async (request, reply) => {
      const plan = await holders.whileAdmitted(request, (signal) =>
        planCreation({
          caller: callerOf(request),
          request: request.body,
          shape: shapeOf(request),
          maxFaults,
          signal,
        }),
      );
      reply.header('cache-control', 'no-store');
      return planAnswer(plan, baseUrl);
    },
  );
}

function planAnswer(plan: TeamPlan, baseUrl: string) {
  const { outcome, organisation, template, alias } = plan;
  return {
    conforms: outcome === 'succeeded',
    outcome,
    error: plan.error === undefined ? null : problemAnswer(plan.error, baseUrl),
    faults: [...plan.faults],
    organisation:
      organisation === undefined
        ? null
        : {
            id: organisation.organisationId,
            identifier: organisation.identifier,
            name: organisation.name,
          },
    template:
      template === undefined
        ? null
        : { id: template.templateId, identifier: template.identifier, name: template.name },
    properties: { ...plan.properties },
    alias:
      alias === undefined
        ? null
        : {
            mailNickName: alias.mailNickName,
            free: alias.isFree,
            alternatives: [...alias.alternatives],
          },
    people: plan.people.map(({ reference, pointer, role, person }) => ({
      reference,
      pointer,
      role,
      found: person !== undefined,
      person:
        person === undefined
          ? null
          : {
              id: person.id,
              email: person.email,
              displayName: person.displayName,
              kind: person.kind,
              enabled: person.enabled,
            },
    })),
    steps: [...plan.steps],
  };
}

/** A problem without a request id of its own, as part of an answer. */
export function problemAnswer(error: unknown, baseUrl: string) {
  const { errors, ...problem } = problemObject(error, baseUrl);
  return errors === undefined ? problem : { ...problem, errors: [...errors] };
}
