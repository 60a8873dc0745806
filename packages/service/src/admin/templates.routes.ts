// Templates of organisations: create, read, change, delete, and the preview of naming patterns.
import type {
  GuestsPreview,
  SettingsPreview,
} from '../governance/enforcement/preview-settings.postgres.ts';
import type { TemplatePolicy } from '../settings/organisations/template.ts';
import { isOrganisationWithin } from '../ground/group-limit.ts';
import { notFound } from '../audit/changes/change.ts';
import { validationFailed } from '../ground/errors.ts';
import { sendVersion } from '../http/entity-tags.ts';
import type { Server } from '../http/server.ts';
import { defaultNaming } from '../settings/naming/naming.ts';
import type { ApprovalPreview } from '../governance/approvals/preview-approval.postgres.ts';
import type { wireCountApprovers } from '../governance/wire.ts';
import { completeNaming, namingFaults } from '../settings/naming/naming-rules.ts';
import { type ApprovalPolicy, maxApprovers } from '../settings/organisations/approval-policy.ts';
import { previewNames, type NamePreview } from '../settings/naming/preview-names.ts';
import { previewValues } from '../settings/naming/preview-values.ts';
import { TemplateInput } from '../settings/organisations/template-input.schema.ts';
import { completePolicy, templateFaults } from '../settings/organisations/template-rules.ts';
import type { AdminApiDeps } from './admin-api-deps.ts';
import { noContent } from './common.schema.ts';
import { declareOperations } from './declare-operations.ts';
import {
  AdminTemplate,
  LifecyclePlan,
  NamingPreview,
  NamingPreviewRequest,
  OrganisationParams,
  TemplateParams,
  TemplateUse,
} from './organisations.schema.ts';
import { monthsOf, type PreviewChange, sendMonths } from './tried-months.ts';
import { exportedMonths, planned } from './tried-months.schema.ts';
import { createReadTemplate, templateResponse } from './read-template.ts';
import { resourceOf } from './request.ts';

const problems = ['validation_failed', 'in_use', 'quota_exceeded'] as const;

const declared = declareOperations('Organisations and templates', {
  createTemplate: {
    reach: 'organisations',
    scope: 'templates:manage',
    summary: 'Create a template.',
    admin: 'templates:manage',
    answer: 'The new template.',
    idempotentBy: 'answer',
    problems: ['version_conflict', ...problems],
    params: OrganisationParams,
    body: TemplateInput,
    response: { 201: AdminTemplate },
  },
  getEditedTemplate: {
    reach: 'organisations',
    scope: 'templates:manage',
    summary: 'Read a template.',
    answer: 'The template.',
    params: TemplateParams,
    response: { 200: AdminTemplate },
  },
  changeTemplate: {
    reach: 'organisations',
    scope: 'templates:manage',
    summary: 'Change a template. Groups accepted earlier keep the policy in force at that time.',
    admin: 'templates:manage',
    answer: 'The changed template.',
    changes: true,
    problems,
    params: TemplateParams,
    body: TemplateInput,
    response: { 200: AdminTemplate },
  },
  planTemplate: {
    reach: 'organisations',
    scope: 'templates:manage',
    summary:
      'Tell how many existing groups a changed lifecycle, approval, settings and invitations of guests would concern, when the first feels it, and how fast settings follow. Changes nothing.',
    answer: 'The effect of the lifecycle, the approval, the settings and the guests in the body.',
    ...planned,
    problems: ['not_found', 'validation_failed'],
    params: TemplateParams,
    body: TemplateInput,
    response: { 200: LifecyclePlan },
  },
  exportTemplatePlan: {
    reach: 'organisations',
    scope: 'templates:manage',
    summary:
      'Export twelve months of the groups of a template under a changed lifecycle as CSV. Changes nothing.',
    ...exportedMonths,
    problems: ['not_found', 'validation_failed'],
    params: TemplateParams,
    body: TemplateInput,
  },
  getTemplateUse: {
    reach: 'organisations',
    scope: 'templates:manage',
    summary: 'Count the groups of a template. While it has any, it cannot be deleted.',
    answer: 'The number of groups.',
    params: TemplateParams,
    response: { 200: TemplateUse },
  },
  deleteTemplate: {
    reach: 'organisations',
    scope: 'templates:manage',
    summary: 'Delete a template that has no groups.',
    admin: 'templates:manage',
    answer: 'The template is deleted.',
    changes: true,
    problems,
    params: TemplateParams,
    response: noContent,
  },
  previewNames: {
    reach: 'organisations',
    scope: 'templates:manage',
    summary:
      'Preview the result of naming patterns for an alias and a display name. Changes nothing.',
    answer: 'The result of the naming patterns, with their faults.',
    // It changes nothing, so a reader may try patterns too.
    admin: 'view',
    body: NamingPreviewRequest,
    response: { 200: NamingPreview },
  },
});

export interface AdminTemplateDeps extends AdminApiDeps {
  readonly previewChange: PreviewChange;
  readonly previewSettings: (
    tenantId: string,
    templateId: string,
    policies: { readonly present: TemplatePolicy; readonly policy: TemplatePolicy },
  ) => Promise<SettingsPreview>;
  readonly previewGuests: (
    tenantId: string,
    templateId: string,
    policies: { readonly present: TemplatePolicy; readonly policy: TemplatePolicy },
  ) => Promise<GuestsPreview>;
  readonly previewApproval: (
    tenantId: string,
    templateId: string,
    policy: ApprovalPolicy | undefined,
  ) => Promise<ApprovalPreview>;
  readonly countApprovers: (
    tenantId: string,
    policy: ApprovalPolicy | undefined,
  ) => ReturnType<ReturnType<typeof wireCountApprovers>>;
}

export function registerAdminTemplateRoutes(server: Server, deps: AdminTemplateDeps): void {
  const { change, clock } = deps;

  const readTemplate = createReadTemplate(deps.read);
  const respond = async (...place: Parameters<typeof readTemplate>) =>
    templateResponse(await readTemplate(...place));

  const listPath = '/:tenantId/organisations/:organisationId/templates';
  server.post(listPath, declared.createTemplate, async (request) => {
    const { tenantId, organisationId, actor, limit } = resourceOf(request);
    if (!isOrganisationWithin(limit, organisationId)) throw notFound('organisation');
    const { templateId } = await change(({ templates }) =>
      templates.create(actor, tenantId, organisationId, request.body),
    );
    return respond(tenantId, templateId, limit);
  });

  const onePath = '/:tenantId/templates/:templateId';
  server.get(onePath, declared.getEditedTemplate, async (request, reply) => {
    const { tenantId, templateId, limit } = resourceOf(request);
    const answer = await respond(tenantId, templateId, limit);
    sendVersion(reply, answer.etag);
    return answer;
  });

  server.put(onePath, declared.changeTemplate, async (request) => {
    const { tenantId, templateId, actor, expectedVersion, limit } = resourceOf(request);
    await readTemplate(tenantId, templateId, limit);
    await change(({ templates }) =>
      templates.change(actor, tenantId, templateId, expectedVersion, request.body),
    );
    return respond(tenantId, templateId, limit);
  });

  /** The policies of the body and of the template. @throws DomainError `validation_failed` */
  async function tryTemplate(
    { tenantId, templateId, limit }: ReturnType<typeof resourceOf<{ templateId: string }>>,
    body: TemplateInput,
  ) {
    const { organisation, template } = await readTemplate(tenantId, templateId, limit);
    const present = template.policy;
    const faults = templateFaults(body, organisation, clock.now(), present);
    if (faults.length > 0) throw validationFailed(faults);
    const policy = completePolicy(body.policy, present);
    const change = { kind: 'template', policy } as const;
    return { present, policy, tried: { tenantId, templateId, change } };
  }

  server.post(`${onePath}/plan`, declared.planTemplate, async (request) => {
    const resource = resourceOf(request);
    const { tenantId, templateId } = resource;
    const { present, policy, tried } = await tryTemplate(resource, request.body);
    const [effect, { groups: _, ...waits }, counted, settings, guests] = await Promise.all([
      deps.previewChange(tried, request.query),
      deps.previewApproval(tenantId, templateId, policy.approval),
      deps.countApprovers(tenantId, policy.approval),
      deps.previewSettings(tenantId, templateId, { present, policy }),
      deps.previewGuests(tenantId, templateId, { present, policy }),
    ]);
    const changes = [...settings.changes];
    const approval = { ...waits, approverGroups: [...counted], asksAtMost: maxApprovers };
    const shown = { approval, settings: { ...settings, changes }, guests };
    return { ...effect, ...monthsOf(effect), ...shown };
  });

  server.post(`${onePath}/plan/export`, declared.exportTemplatePlan, async (request, reply) => {
    const { tried } = await tryTemplate(resourceOf(request), request.body);
    return sendMonths(server, reply, deps.previewChange, tried, request.query.months);
  });

  server.get(`${onePath}/use`, declared.getTemplateUse, async (request) => {
    const { tenantId, templateId, limit } = resourceOf(request);
    const { template } = await readTemplate(tenantId, templateId, limit);
    return { groups: await deps.read(({ templates }) => templates.countGroups(template)) };
  });

  server.delete(onePath, declared.deleteTemplate, async (request) => {
    const { tenantId, templateId, actor, expectedVersion, limit } = resourceOf(request);
    await readTemplate(tenantId, templateId, limit);
    await change(({ templates }) => templates.delete(actor, tenantId, templateId, expectedVersion));
  });

  server.post('/:tenantId/templates/preview', declared.previewNames, async (request) => {
    const { organisationId, mailNickName, displayName, values, ...input } = request.body;
    // The preview ignores rules that cannot be saved yet.
    const isSound = namingFaults(input).length === 0;
    const template = { ...input, naming: isSound ? completeNaming(input) : defaultNaming };
    const { tenantId, limit } = resourceOf(request);
    const organisation = deps.findOrganisation(tenantId, organisationId);
    if (organisation === undefined || !isOrganisationWithin(limit, organisation.organisationId))
      throw notFound('organisation');
    const names = { mailNickName, displayName };
    const now = clock.now();
    const preview = previewNames({ template, organisation, ...names, now });
    const canMake =
      preview.mailNickName.patternFaults.length === 0 &&
      preview.displayName.patternFaults.length === 0;
    const made =
      values === undefined || !canMake
        ? null
        : previewValues({ template, organisation, values, now });
    return {
      mailNickName: previewResponse(preview.mailNickName),
      displayName: previewResponse(preview.displayName),
      properties: preview.properties,
      made: made && { ...made.names, values: made.values, faults: made.faults },
    };
  });
}

function previewResponse({ pieces, patternFaults, conforms, nameFaults, example }: NamePreview) {
  return {
    pattern: {
      pieces: pieces.map((piece) => ({
        kind: piece.kind,
        text: piece.kind === 'text' ? piece.text : piece.name,
      })),
      faults: patternFaults,
    },
    name: { conforms, faults: nameFaults, example },
  };
}
