// POST /teams/adoption and its plan: a group that others made is adopted, with the answer of POST /teams.
import { TeamParams } from '../../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import { createConcurrencyLimit } from '../../ground/concurrency-limit.ts';
import { type DomainError, maxFaults } from '../../ground/errors.ts';
import type { BeginWork } from '../../ground/turns.ts';
import { requestKeyOf } from '../../http/idempotency-key.ts';
import type { Subscribers } from '../../http/open-responses.ts';
import { problemObject } from '../../http/problem.ts';
import { refTo, shareSchemas } from '../../http/schema-ref.ts';
import { type MountUrl, senderOf } from '../../http/sender.ts';
import type { Server } from '../../http/server.ts';
import { shapeOf } from '../../http/validation.ts';
import { acceptanceHeaders, createAnswerAcceptance } from '../create/acceptance-answer.routes.ts';
import { creating, describeBulk, registerBulkRoute } from '../create/bulk.routes.ts';
import { maxEntries } from '../create/bulk.schema.ts';
import { type CreateTeams, maxFaultsOfEntry } from '../create/create-teams.ts';
import { namesOf, plannedPerson } from '../create/plan.routes.ts';
import { TeamAcceptance } from '../read/teams.schema.ts';
import type { StatusWatch } from '../read/watch-status.ts';
import type { AdoptGroup } from './adopt-group.ts';
import {
  AdoptionPlanResponse,
  AdoptionPlansResponse,
  AdoptionRequestBody,
  adoptionSchemas,
} from './adoption.schema.ts';
import type { EndAdoption } from './end-adoption.ts';
import type { AdoptionPlan, PlanAdoption } from './plan-adoption.ts';
import { mayAlsoChange, plannedSettings } from '../../settings/organisations/settings-policy.ts';
import { type ReceivedAdoption, receiveAdoption } from './receive-adoption.ts';

/** The description has it. Each entry is checked by itself. */
const BulkAdoptionBody = Type.Array(refTo(AdoptionRequestBody), {
  $id: 'BulkAdoptionRequest',
  description: `1 to ${maxEntries} bodies of POST /teams/adoption.`,
});

export function registerAdoptionRoutes(
  server: Server,
  deps: {
    readonly adoptGroup: AdoptGroup;
    readonly adoptGroups: CreateTeams<ReceivedAdoption>;
    readonly planAdoption: PlanAdoption;
    readonly endAdoption: EndAdoption;
    readonly watch: StatusWatch;
    readonly subscribers: Subscribers;
    readonly beginWork: BeginWork;
    /** The addresses of pages of problems begin with it. */
    readonly baseUrl: string;
    readonly urlOf: MountUrl;
  },
): void {
  const { adoptGroup, adoptGroups, planAdoption, endAdoption, subscribers, baseUrl } = deps;
  const answer = createAnswerAcceptance(deps);
  shareSchemas(server, adoptionSchemas);

  server.post(
    '/teams/adoption',
    {
      attachValidation: true,
      config: {
        scope: 'groups:adopt',
        admin: 'groups:manage',
        answer: 'The accepted request, with its teamId and statusUrl.',
        idempotentBy: 'use case',
        problems: ['directory_unavailable', 'directory_permission_missing', 'source_not_allowed'],
        answerHeaders: acceptanceHeaders,
      },
      schema: {
        operationId: 'adoptGroup',
        tags: ['Adoption'],
        summary: 'Adopt a group that exists in the directory.',
        description:
          'The group gets a record, and the policy of the template applies to it from then on. The service reads the group before it answers, and writes to it only after it has accepted the request. Nothing of the group is removed if the adoption fails.',
        headers: Type.Object({
          prefer: Type.Optional(
            Type.String({ description: 'wait=N, up to 30 seconds (RFC 7240).' }),
          ),
        }),
        body: refTo(AdoptionRequestBody),
        response: { 200: refTo(TeamAcceptance) },
      },
    },
    async (request, reply) => {
      const accepted = await subscribers.whileAdmitted(request, (signal) =>
        adoptGroup({
          sender: senderOf(request),
          received: receiveAdoption(request.body, shapeOf(request)),
          maxFaults,
          key: requestKeyOf(request, reply),
          signal,
        }),
      );
      return answer(request, reply, accepted);
    },
  );

  server.post(
    '/teams/adoption/plan',
    {
      attachValidation: true,
      config: {
        scope: 'groups:adopt',
        // It changes nothing, so a reader may look, too.
        admin: 'view',
        answer: 'The expected result of the adoption, with every fault.',
        problems: ['directory_unavailable', 'directory_permission_missing'],
      },
      schema: {
        operationId: 'planAdoption',
        tags: ['Adoption'],
        summary: 'Check an adoption without adopting the group.',
        description:
          'Takes the body of POST /teams/adoption and changes nothing, in the service and in the directory. A body that does not conform also gets a 200 answer, which lists every fault at once.',
        body: refTo(AdoptionRequestBody),
        response: { 200: refTo(AdoptionPlanResponse) },
      },
    },
    async (request, reply) => {
      const plan = await subscribers.whileAdmitted(request, (signal) =>
        planAdoption({
          caller: senderOf(request),
          received: receiveAdoption(request.body, shapeOf(request)),
          maxFaults,
          signal,
        }),
      );
      reply.header('cache-control', 'no-store');
      return planResponse(plan, baseUrl);
    },
  );

  server.delete(
    '/teams/:teamId/adoption',
    {
      config: {
        scope: 'groups:adopt',
        admin: 'groups:manage',
        answer: 'The adoption has ended.',
        problems: ['not_found', 'in_use', 'group_not_active'],
      },
      schema: {
        operationId: 'endAdoption',
        tags: ['Adoption'],
        summary: 'End the adoption of a group.',
        description:
          'The service governs the group no longer: its dates, tasks and differences end, and its record has the state ended. The group stays in the directory as it is, with its people. Only an adopted group has an adoption. A repeated request has no effect. The group can be adopted again.',
        params: TeamParams,
        response: { 204: Type.Null({ description: 'The adoption has ended.' }) },
      },
    },
    async (request, reply) => {
      const { tenantId, actor, within } = senderOf(request);
      const teamId = request.params.teamId.toLowerCase();
      await endAdoption({ tenantId, teamId, within, actor });
      return reply.code(204).send(null);
    },
  );

  const bulk = {
    scope: 'groups:adopt',
    tag: 'Adoption',
    entry: 'AdoptionRequest',
    body: BulkAdoptionBody,
    receive: receiveAdoption,
  } as const;
  registerBulkRoute(server, deps, {
    ...bulk,
    ...creating({ ...deps, createTeams: adoptGroups }),
    path: '/teams/adoption/bulk',
    operationId: 'adoptGroups',
    summary: 'Adopt many groups.',
    description: describeBulk('/teams/adoption'),
  });
  registerBulkRoute(server, deps, {
    ...bulk,
    isPlan: true,
    outlineOf: () => undefined,
    path: '/teams/adoption/bulk/plan',
    operationId: 'planAdoptions',
    summary: 'Check the adoption of many groups without adopting them.',
    description:
      'Takes the body of POST /teams/adoption/bulk, and answers for each entry as POST /teams/adoption/plan does. Changes nothing. A batch of the kind adopt takes the same entries.',
    response: refTo(AdoptionPlansResponse),
    async respond(entries, request, _reply, signal) {
      const caller = senderOf(request);
      const limit = createConcurrencyLimit(plansAtOnce);
      const items = await Promise.all(
        entries.map((entry) =>
          limit.run(async () =>
            'unreadable' in entry
              ? unreadablePlan(entry.unreadable, baseUrl)
              : planResponse(
                  await planAdoption({
                    caller,
                    received: entry.read(),
                    maxFaults: maxFaultsOfEntry,
                    signal,
                  }),
                  baseUrl,
                ),
          ),
        ),
      );
      return { items };
    },
  });
}

/** It belongs to one request. */
const plansAtOnce = 8;

function unreadablePlan(error: DomainError, baseUrl: string) {
  return {
    conforms: false,
    outcome: 'refused',
    error: problemObject(error, baseUrl),
    faults: [...error.faults],
    group: null,
    organisation: null,
    template: null,
    properties: {},
    namesConform: false,
    before: null,
    after: null,
    people: [],
    graceUntil: null,
    steps: [],
    room: null,
  };
}

function planResponse(plan: AdoptionPlan, baseUrl: string) {
  const { outcome, error, faults, organisation, template, group, names, owners } = plan;
  const values = (displayName: string, ids: readonly string[]) => ({
    displayName,
    owners: [...ids],
  });
  return {
    conforms: outcome === 'succeeded',
    outcome,
    error: error === undefined ? null : problemObject(error, baseUrl),
    faults: [...faults],
    group:
      group === undefined
        ? null
        : {
            id: group.groupId,
            displayName: group.displayName,
            mailNickName: group.mailNickname,
            kind: group.hasTeam ? 'team' : 'group',
            visibility: group.visibility,
          },
    organisation:
      organisation === undefined
        ? null
        : { id: organisation.organisationId, ...namesOf(organisation) },
    template: template === undefined ? null : { id: template.templateId, ...namesOf(template) },
    properties: { ...names?.properties },
    namesConform: names?.conform ?? false,
    before: group && owners ? values(group.displayName, owners.before) : null,
    after: names && owners ? values(names.names.displayName, owners.after) : null,
    responsible: plan.responsible,
    people: plan.people.map(plannedPerson),
    graceUntil: outcome === 'refused' ? null : plan.graceUntil.toISOString(),
    ...plannedSettings(plan.steps, plan.policy),
    ...mayAlsoChange(plan.steps),
    steps: [...plan.steps],
    room: plan.room ?? null,
  };
}
