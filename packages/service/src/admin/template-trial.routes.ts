// Tries a template before it is saved: the group that a request would make of it, by the rules and in the directory of the
// tenant. Nothing is created. See docs/decisions/0006-pages-derive-what-they-show.md.
import { isOrganisationWithin } from '../ground/group-limit.ts';
import { faultsWithin, notFound } from '../audit/changes/change.ts';
import { maxFaults, noShapeErrors, type ShapeError, validationFailed } from '../ground/errors.ts';
import { refTo } from '../http/schema-ref.ts';
import type { Server } from '../http/server.ts';
import { createValidatorCompiler } from '../http/validation.ts';
import { settingsOf } from '../settings/organisations/change-templates.ts';
import type { OrganisationLookup } from '../settings/organisations/organisation.ts';
import { templateFaults } from '../settings/organisations/template-rules.ts';
import type { PlanTeam } from '../groups/create/plan-creation.ts';
import { plannedPerson, planResponse } from '../groups/create/plan.routes.ts';
import { TeamPlanResponse } from '../groups/create/plan.schema.ts';
import { receiveRequest } from '../groups/create/receive-request.ts';
import { TeamRequestBody } from '../groups/read/teams.schema.ts';
import type { AdminApiDeps } from './admin-api-deps.ts';
import { operations } from './operations.ts';
import { TemplateTrial } from './organisations.schema.ts';
import { senderOf } from '../http/sender.ts';
import { resourceOf } from './request.ts';

const declared = operations('Organisations and templates', {
  tryTemplate: {
    reach: 'organisations',
    // It changes nothing, so a reader may look, too.
    admin: 'view',
    summary: 'Show the group that a template would make, before the template is saved.',
    answer: 'The expected result, with every fault of the request.',
    problems: ['not_found', 'validation_failed', 'directory_unavailable'],
    body: TemplateTrial,
    response: { 200: refTo(TeamPlanResponse) },
  },
});

export interface TemplateTrialDeps extends AdminApiDeps {
  readonly configuration: OrganisationLookup;
  readonly planTeam: PlanTeam;
}

const planWithinMs = 20_000;
/** It belongs to a template that is not stored. No stored one has it. */
const newTemplateId = '00000000-0000-0000-0000-000000000000';

export function registerTemplateTrialRoutes(server: Server, deps: TemplateTrialDeps): void {
  const { address, clock, configuration, planTeam } = deps;
  const checkGroup = createValidatorCompiler(
    () => server.getSchemas(),
    maxFaults,
  )({ schema: refTo(TeamRequestBody) }) as (value: unknown) => { error: ShapeError } | true;

  server.post('/:tenantId/templates/try', declared.tryTemplate, async (request) => {
    const { tenantId, limit } = resourceOf(request);
    const { organisationId, templateId = newTemplateId, template: input } = request.body;
    const organisation = configuration.organisation(tenantId, organisationId);
    if (organisation === undefined || !isOrganisationWithin(limit, organisation.organisationId)) {
      throw notFound('organisation');
    }
    const stored = organisation.templates.find(
      (one) => one.templateId === templateId.toLowerCase(),
    );
    if (stored === undefined && templateId !== newTemplateId) throw notFound('template');
    const faults = templateFaults(input, organisation, clock.now(), stored?.policy);
    if (faults.length > 0) throw validationFailed(faultsWithin('/template', faults));
    const tried = {
      tenantId,
      organisationId: organisation.organisationId,
      templateId: stored?.templateId ?? newTemplateId,
      ...settingsOf(input, stored?.policy),
      version: stored?.version ?? 1,
    };
    const group = {
      ...request.body.group,
      organisationIdOrIdentifier: tried.organisationId,
      templateIdOrIdentifier: tried.templateId,
    };
    const checked = checkGroup(group);
    const planned = await planTeam({
      caller: senderOf(request),
      received: receiveRequest(group, checked === true ? noShapeErrors : checked.error.shape),
      tried,
      maxFaults,
      signal: AbortSignal.timeout(planWithinMs),
    });
    return {
      ...planResponse(planned, address.serviceUrl),
      people: planned.people.map(plannedPerson),
    };
  });
}
