// The versions of a template: the list with their differences, and one of them in full, from which it can be restored.
import { notFound, faultsWithin } from '../audit/changes/change.ts';
import type { Configuration } from '../settings/configuration/configuration.ts';
import { pageOf, positionPart, readPage } from '../http/paging.ts';
import type { Server } from '../http/server.ts';
import {
  changedSettings,
  settingsOfVersion,
  type RecordedVersion,
  type TemplateVersionReader,
} from '../settings/organisations/template-versions.ts';
import type { AdminApiDeps } from './admin-api-deps.ts';
import { namedActor } from '../settings/configuration/named-actor.ts';
import { declareOperations } from './declare-operations.ts';
import {
  AdminTemplate,
  TemplateParams,
  TemplateTrial,
  TemplateTrialPlan,
} from './organisations.schema.ts';
import { createReadTemplate } from './read-template.ts';
import { resourceOf } from './request.ts';
import {
  TemplateVersionPage,
  TemplateVersionParams,
  templateVersionQuery,
} from './template-versions.schema.ts';
import { isOrganisationWithin } from '../ground/group-limit.ts';
import { maxFaults, noShapeErrors, type ShapeError, validationFailed } from '../ground/errors.ts';
import { refTo } from '../http/schema-ref.ts';
import { createValidatorCompiler } from '../http/validation.ts';
import { settingsOf } from '../settings/organisations/change-templates.ts';
import type { OrganisationLookup } from '../settings/organisations/organisation.ts';
import { templateFaults } from '../settings/organisations/template-rules.ts';
import type { PlanTeam } from '../groups/create/plan-creation.ts';
import { plannedPerson, planResponse } from '../groups/create/plan.routes.ts';
import { receiveRequest, validMembersOf } from '../groups/create/receive-request.ts';
import { plannedLife } from '../governance/lifecycle/planned-life.ts';
import { tenantDaysOf } from '../settings/tenants/notice-settings.ts';
import { governanceTime } from '../settings/tenants/tenant.ts';
import { TeamRequestBody } from '../groups/read/teams.schema.ts';
import { senderOf } from '../http/sender.ts';

const declared = declareOperations('Organisations and templates', {
  listTemplateVersions: {
    reach: 'organisations',
    scope: 'templates:manage',
    summary: 'List the versions of a template with their differences, newest first.',
    answer: 'A page of versions.',
    params: TemplateParams,
    querystring: templateVersionQuery,
    response: { 200: TemplateVersionPage },
  },
  getTemplateVersion: {
    reach: 'organisations',
    scope: 'templates:manage',
    summary: 'Read the settings of a template at one of its versions.',
    description:
      'To restore the version, change the template to these settings. `etag` is the version that was read, not the present one.',
    answer: 'The template as it was.',
    params: TemplateVersionParams,
    response: { 200: AdminTemplate },
  },
});

export interface TemplateVersionDeps extends AdminApiDeps {
  readonly configuration: Pick<Configuration, 'apiKey' | 'templateName'>;
  readonly templateVersions: TemplateVersionReader;
}

export function registerTemplateVersionRoutes(server: Server, deps: TemplateVersionDeps): void {
  const { address, configuration, templateVersions } = deps;
  const readTemplate = createReadTemplate(deps.read);

  const listPath = '/:tenantId/templates/:templateId/versions';
  server.get(listPath, declared.listTemplateVersions, async (request) => {
    const { tenantId, templateId, limit } = resourceOf(request);
    const path = `/api/${tenantId}/templates/${templateId}/versions`;
    const list = { path, tenantId, filters: {}, position: [positionPart.number] };
    const page = readPage(request.query, list);
    const before = page.after?.[0];
    await readTemplate(tenantId, templateId, limit);
    const [versions, groups] = await Promise.all([
      templateVersions.read(
        { tenantId, templateId },
        { before: before === undefined ? undefined : Number(before), limit: page.limit + 1 },
      ),
      templateVersions.countGroups({ tenantId, templateId }),
    ]);
    const answer = pageOf(
      versions,
      page,
      list,
      address.url,
      ({ version }) => [String(version)],
      (one) => ({
        ...versionResponse(one, tenantId, configuration),
        groups: groups.get(one.version) ?? 0,
      }),
    );
    return { ...answer, groupsWithoutVersion: groups.get(null) ?? 0 };
  });

  server.get(`${listPath}/:version`, declared.getTemplateVersion, async (request) => {
    const { tenantId, templateId, limit, version: asked } = resourceOf(request);
    const { template, organisation } = await readTemplate(tenantId, templateId, limit);
    const version = /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : 0;
    const since = await templateVersions.read(
      { tenantId, templateId },
      { after: version, before: template.version + 1 },
    );
    const settings = settingsOfVersion(template, version, since);
    if (settings === undefined) throw notFound('version');
    return { ...template, ...settings, organisation, etag: version };
  });
}

function versionResponse(
  { version, occurredAt, actorKind: kind, actorId: id, change }: RecordedVersion,
  tenantId: string,
  names: Pick<Configuration, 'apiKey' | 'templateName'>,
) {
  return {
    version,
    occurredAt,
    actor: namedActor({ kind, id }, tenantId, names),
    action: change === null ? ('created' as const) : ('changed' as const),
    changes: change === null ? [] : changedSettings(change),
  };
}

// Tries a template before it is saved: the group that a request would make of it, by the rules and in the directory of the
// tenant. Nothing is created. See docs/decisions/0006-pages-derive-what-they-show.md.
const declaredTrial = declareOperations('Organisations and templates', {
  tryTemplate: {
    reach: 'organisations',
    // It changes nothing, so a reader may look, too.
    admin: 'view',
    summary: 'Show the group that a template would make, before the template is saved.',
    answer: 'The expected result, with every fault of the request, and the dates of the group.',
    problems: ['not_found', 'validation_failed', 'directory_unavailable'],
    body: TemplateTrial,
    response: { 200: TemplateTrialPlan },
  },
});

export interface TemplateTrialDeps extends AdminApiDeps {
  readonly configuration: OrganisationLookup & Pick<Configuration, 'tenant'>;
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

  server.post('/:tenantId/templates/try', declaredTrial.tryTemplate, async (request) => {
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
    const received = receiveRequest(group, checked === true ? noShapeErrors : checked.error.shape);
    const planned = await planTeam({
      caller: senderOf(request),
      received,
      tried,
      maxFaults,
      signal: AbortSignal.timeout(planWithinMs),
    });
    const now = clock.now();
    const { responsible, deputy } = validMembersOf(received);
    const references = {
      responsible: responsible || null,
      deputy: deputy || null,
      steward: organisation.steward,
      administrators: null,
    };
    const tenant = configuration.tenant(tenantId);
    const life = plannedLife({
      policy: tried.policy,
      createdAt: governanceTime(tenant, now),
      properties: planned.properties,
      hasDeputy: references.deputy !== null,
      hasSteward: references.steward !== null,
      days: tenantDaysOf(tenant),
    });
    return {
      ...planResponse(planned, address.serviceUrl),
      people: planned.people.map(plannedPerson),
      life: life.map(({ at, event, asks, dueAt }) => ({
        at,
        event,
        dueAt,
        asks: asks.map((part) => ({ part, reference: references[part] })),
      })),
    };
  });
}
