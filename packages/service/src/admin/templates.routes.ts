// Templates of organisations: create, read, change, delete, and the preview of naming patterns.
import { Type } from 'typebox';
import { notFound } from '../changes/change.ts';
import type { Server } from '../http/server.ts';
import type { OrganisationRecord } from '../organisations/change-organisations.ts';
import { previewNames, type NamePreview } from '../organisations/preview-names.ts';
import { TemplateInput } from '../organisations/template-input.schema.ts';
import type { Template } from '../organisations/template.ts';
import type { AdminApiDeps } from './api-deps.routes.ts';
import { guidParam, tenantIdParam, TenantParams } from './common.schema.ts';
import { AdminTemplate, NamingPreview, NamingPreviewRequest } from './organisations.schema.ts';
import { actorOf, ifMatchVersion, tenantOf } from './requests.routes.ts';

const tags = ['Organisations and templates'];
const OrganisationParams = Type.Object({
  tenantId: tenantIdParam,
  organisationId: guidParam('The organisation.'),
});
const TemplateParams = Type.Object({
  tenantId: tenantIdParam,
  templateId: guidParam('The template.'),
});
const reading = { problems: ['not_found'] } as const;
const changing = {
  problems: ['not_found', 'version_conflict', 'validation_failed', 'in_use', 'quota_exceeded'],
} as const;

export function registerAdminTemplateRoutes(server: Server, deps: AdminApiDeps): void {
  const { change, clock, read } = deps;

  async function readTemplate(tenantId: string, templateId: string) {
    const { organisations, templates } = await read(async (stores) => ({
      organisations: await stores.organisations.list(tenantId),
      templates: await stores.templates.list(tenantId),
    }));
    const template = templates.find((one) => one.templateId === templateId.toLowerCase());
    const organisation = organisations.find(
      (one) => one.organisationId === template?.organisationId,
    );
    if (template === undefined || organisation === undefined) throw notFound('template');
    return templateAnswer(template, organisation);
  }

  server.post(
    '/:tenantId/organisations/:organisationId/templates',
    {
      config: { ...changing, answer: 'The new template.', creates: true },
      schema: {
        operationId: 'createTemplate',
        tags,
        summary: 'Create a template.',
        params: OrganisationParams,
        body: TemplateInput,
        response: { 201: AdminTemplate },
      },
    },
    async (request, reply) => {
      const { organisationId } = request.params;
      const { templateId } = await change(({ templates }) =>
        templates.create(
          actorOf(request),
          tenantOf(request),
          organisationId.toLowerCase(),
          request.body,
        ),
      );
      reply.code(201);
      return readTemplate(tenantOf(request), templateId);
    },
  );

  server.get(
    '/:tenantId/templates/:templateId',
    {
      config: { ...reading, answer: 'The template.' },
      schema: {
        operationId: 'getTemplate',
        tags,
        summary: 'Read a template.',
        params: TemplateParams,
        response: { 200: AdminTemplate },
      },
    },
    async (request, reply) => {
      const answer = await readTemplate(tenantOf(request), request.params.templateId);
      reply.header('etag', `"${answer.etag}"`);
      return answer;
    },
  );

  server.put(
    '/:tenantId/templates/:templateId',
    {
      config: { ...changing, answer: 'The changed template.' },
      schema: {
        operationId: 'changeTemplate',
        tags,
        summary:
          'Change a template. Groups accepted earlier keep the policy in force at that time.',
        params: TemplateParams,
        body: TemplateInput,
        response: { 200: AdminTemplate },
      },
    },
    async (request) => {
      const templateId = request.params.templateId.toLowerCase();
      const seen = ifMatchVersion(request);
      await change(({ templates }) =>
        templates.change(actorOf(request), tenantOf(request), templateId, seen, request.body),
      );
      return readTemplate(tenantOf(request), templateId);
    },
  );

  server.delete(
    '/:tenantId/templates/:templateId',
    {
      config: { ...changing, answer: 'The template is deleted.' },
      schema: {
        operationId: 'deleteTemplate',
        tags,
        summary: 'Delete a template that has no groups.',
        params: TemplateParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { templateId } = request.params;
      const seen = ifMatchVersion(request);
      await change(({ templates }) =>
        templates.delete(actorOf(request), tenantOf(request), templateId.toLowerCase(), seen),
      );
      return reply.code(204).send(null);
    },
  );

  server.post(
    '/:tenantId/templates/preview',
    {
      // It changes nothing, so a reader may try patterns too.
      config: {
        answer: 'The result of the naming patterns, with their faults.',
        admin: 'reader',
        problems: ['not_found'],
      },
      schema: {
        operationId: 'previewNames',
        tags,
        summary:
          'Preview the result of naming patterns for an alias and a display name. Changes nothing.',
        params: TenantParams,
        body: NamingPreviewRequest,
        response: { 200: NamingPreview },
      },
    },
    (request) => {
      const { organisationId, identifier, mailNicknamePattern, displayNamePattern } = request.body;
      const { mailNickName, displayName } = request.body;
      const organisation = deps.findOrganisation(tenantOf(request), organisationId);
      if (organisation === undefined) throw notFound('organisation');
      const preview = previewNames({
        template: { identifier, mailNicknamePattern, displayNamePattern },
        organisation,
        mailNickName,
        displayName,
        now: clock.now(),
      });
      return {
        mailNickName: previewAnswer(preview.mailNickName),
        displayName: previewAnswer(preview.displayName),
        properties: preview.properties.map(({ name, value = null, filledByService }) => ({
          name,
          value,
          filledByService,
        })),
      };
    },
  );
}

function previewAnswer(preview: NamePreview) {
  const marks = (all: NamePreview['nameFaults']) =>
    all.map(({ index, length, detail }) => ({ index, length, detail }));
  return {
    pattern: {
      pieces: preview.pieces.map((piece) => ({
        kind: piece.kind,
        text: piece.kind === 'text' ? piece.text : piece.name,
      })),
      faults: marks(preview.patternFaults),
    },
    name: {
      conforms: preview.conforms,
      faults: marks(preview.nameFaults),
      example: preview.example ?? null,
    },
  };
}

function templateAnswer(template: Template, organisation: OrganisationRecord) {
  const { policy } = template;
  return {
    templateId: template.templateId,
    organisationId: template.organisationId,
    organisation: { name: organisation.name, identifier: organisation.identifier },
    name: template.name,
    identifier: template.identifier,
    mailNicknamePattern: template.mailNicknamePattern,
    displayNamePattern: template.displayNamePattern,
    policy: {
      ...policy,
      standingOwners: [...policy.standingOwners],
      standingMembers: [...policy.standingMembers],
      channels: policy.channels.map(({ displayName, description }) => ({
        displayName,
        description,
      })),
    },
    etag: String(template.version),
  };
}
