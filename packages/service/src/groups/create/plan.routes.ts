// POST /teams/plan: the outcome that the same body would have at POST /teams. It changes nothing.
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { maxFaults } from '../../ground/errors.ts';
import type { Subscribers } from '../../http/open-responses.ts';
import { problemObject } from '../../http/problem.ts';
import { refTo, shareSchemas } from '../../http/schema-ref.ts';
import { senderOf } from '../../http/sender.ts';
import type { Server } from '../../http/server.ts';
import { shapeOf } from '../../http/validation.ts';
import { countPeople, receiveRequest, weightOf } from './receive-request.ts';
import { plannedApproval } from '../../messages/tasks/plan-approval.ts';
import type { PlanTeam, TeamPlan } from './plan-creation.ts';
import { PlannedPeople, TeamPlanResponse, planSchemas } from './plan.schema.ts';
import { mayAlsoChange, plannedSettings } from '../../settings/organisations/settings-policy.ts';
import { TeamRequestBody } from '../read/teams.schema.ts';

/** Writing so many takes a few milliseconds. */
const peoplePerPiece = 500;
const peopleSchema = { ...PlannedPeople };

export function registerPlanRoute(
  server: Server,
  deps: { planTeam: PlanTeam; subscribers: Subscribers; baseUrl: string },
): void {
  const { planTeam, subscribers, baseUrl } = deps;
  shareSchemas(server, planSchemas);

  server.post(
    '/teams/plan',
    {
      attachValidation: true,
      config: {
        scope: 'groups:create',
        // It changes nothing, so a reader may look, too.
        admin: 'view',
        answer: 'The expected result of the creation, with every fault.',
        problems: ['directory_unavailable'],
      },
      schema: {
        operationId: 'planTeam',
        tags: ['Teams'],
        summary: 'Check a request without creating the group.',
        description:
          'Takes the body of POST /teams and changes nothing. The service runs the same checks, resolves the people in the directory and checks that the alias is free. A body that does not conform also gets a 200 answer, which lists every fault at once.',
        body: refTo(TeamRequestBody),
        response: { 200: refTo(TeamPlanResponse) },
      },
    },
    async (request, reply) => {
      server.weighRequest(request, reply, weightOf(1, countPeople(request.body)));
      const plan = await subscribers.whileAdmitted(request, (signal) =>
        planTeam({
          caller: senderOf(request),
          received: receiveRequest(request.body, shapeOf(request)),
          maxFaults,
          signal,
        }),
      );
      reply.header('cache-control', 'no-store');
      const answer = planResponse(plan, baseUrl);
      if (plan.people.length <= peoplePerPiece) {
        return { ...answer, people: plan.people.map(plannedPerson) };
      }
      reply.type('application/json; charset=utf-8');
      // Each turn writes some of many people.
      return reply.send(Readable.from(piecesOf(reply, answer, plan.people)) as never);
    },
  );
}

async function* piecesOf(
  reply: FastifyReply,
  answer: ReturnType<typeof planResponse>,
  people: TeamPlan['people'],
): AsyncGenerator<string> {
  // Quotes within a text are escaped, so this occurs only once.
  const [before = '', after = ''] = (reply.serialize(answer) as string).split('"people":[]');
  yield `${before}"people":[`;
  const serialize = reply.compileSerializationSchema(peopleSchema);
  for (let start = 0; start < people.length; start += peoplePerPiece) {
    const piece = people.slice(start, start + peoplePerPiece).map(plannedPerson);
    const text = serialize(piece as never).slice(1, -1);
    yield start === 0 ? text : `,${text}`;
    await nextTurn();
  }
  yield `]${after}`;
}

export function plannedPerson({ reference, pointer, role, person }: TeamPlan['people'][number]) {
  return { reference, pointer, role, found: person !== undefined, person };
}

/** It omits the people. */
export function planResponse(plan: TeamPlan, baseUrl: string) {
  const { outcome, error, faults, organisation, template, properties, names, alias, steps } = plan;
  return {
    conforms: outcome === 'succeeded',
    outcome,
    error: error && problemObject(error, baseUrl),
    faults,
    organisation: organisation && { id: organisation.organisationId, ...namesOf(organisation) },
    template: template && { id: template.templateId, ...namesOf(template) },
    properties,
    names: names && { ...names, provisional: names.isProvisional },
    alias: alias && { ...alias, free: alias.isFree },
    people: [],
    approval: plannedApproval(plan.approval),
    ...plannedSettings(steps, template?.policy),
    ...mayAlsoChange(steps),
    steps,
  };
}

export function namesOf({ identifier, name }: { identifier: string; name: string }) {
  return { identifier, name };
}
