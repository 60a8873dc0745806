// Organisations, with the names of their templates: list, create, change, delete.
import { Type } from 'typebox';
import { notFound } from '../changes/change.ts';
import type { Server } from '../http/server.ts';
import type { OrganisationRecord } from '../organisations/change-organisations.ts';
import { OrganisationInput } from '../organisations/organisation-input.schema.ts';
import type { Template } from '../organisations/template.ts';
import type { AdminApiDeps } from './api-deps.routes.ts';
import { guidParam, offsetQuery, tenantIdParam, TenantParams } from './common.schema.ts';
import { AdminOrganisation, AdminOrganisationPage } from './organisations.schema.ts';
import {
  actorOf,
  offsetPage,
  ifMatchVersion,
  sendVersion,
  sliceOf,
  tenantOf,
} from './requests.routes.ts';

const tags = ['Organisations and templates'];
const OrganisationParams = Type.Object({
  tenantId: tenantIdParam,
  organisationId: guidParam('The organisation.'),
});
const reading = { problems: ['not_found'] } as const;
const changing = {
  problems: ['not_found', 'version_conflict', 'validation_failed', 'in_use', 'quota_exceeded'],
} as const;

export function registerAdminOrganisationRoutes(server: Server, deps: AdminApiDeps): void {
  const { address, change, read } = deps;

  async function readAll(tenantId: string) {
    return read(async (stores) => ({
      organisations: await stores.organisations.list(tenantId),
      templates: await stores.templates.list(tenantId),
    }));
  }

  async function readOrganisation(tenantId: string, organisationId: string) {
    const { organisations, templates } = await readAll(tenantId);
    const found = organisations.find((one) => one.organisationId === organisationId.toLowerCase());
    if (found === undefined) throw notFound('organisation');
    return organisationAnswer(found, templates);
  }

  server.get(
    '/:tenantId/organisations',
    {
      config: { ...reading, answer: 'A page of organisations.' },
      schema: {
        operationId: 'listOrganisations',
        tags,
        summary: 'List the organisations with the names of their templates.',
        params: TenantParams,
        querystring: Type.Object(offsetQuery),
        response: { 200: AdminOrganisationPage },
      },
    },
    async (request) => {
      const { organisations, templates } = await readAll(tenantOf(request));
      const { items, total } = sliceOf(organisations, request.query);
      return offsetPage(request, address, {
        items: items.map((organisation) => organisationAnswer(organisation, templates)),
        total,
      });
    },
  );

  server.post(
    '/:tenantId/organisations',
    {
      config: { ...changing, answer: 'The new organisation.', creates: true },
      schema: {
        operationId: 'createOrganisation',
        tags,
        summary: 'Create an organisation.',
        params: TenantParams,
        body: OrganisationInput,
        response: { 201: AdminOrganisation },
      },
    },
    async (request, reply) => {
      const created = await change(({ organisations }) =>
        organisations.create(actorOf(request), tenantOf(request), request.body),
      );
      sendVersion(reply, created.version);
      reply.code(201);
      return organisationAnswer(created, []);
    },
  );

  server.get(
    '/:tenantId/organisations/:organisationId',
    {
      config: { ...reading, answer: 'The organisation.' },
      schema: {
        operationId: 'getOrganisation',
        tags,
        summary: 'Read an organisation.',
        params: OrganisationParams,
        response: { 200: AdminOrganisation },
      },
    },
    async (request, reply) => {
      const answer = await readOrganisation(tenantOf(request), request.params.organisationId);
      reply.header('etag', `"${answer.etag}"`);
      return answer;
    },
  );

  server.put(
    '/:tenantId/organisations/:organisationId',
    {
      config: { ...changing, answer: 'The changed organisation.' },
      schema: {
        operationId: 'changeOrganisation',
        tags,
        summary: 'Change an organisation.',
        params: OrganisationParams,
        body: OrganisationInput,
        response: { 200: AdminOrganisation },
      },
    },
    async (request) => {
      const organisationId = request.params.organisationId.toLowerCase();
      const seen = ifMatchVersion(request);
      await change(({ organisations }) =>
        organisations.change(
          actorOf(request),
          tenantOf(request),
          organisationId,
          seen,
          request.body,
        ),
      );
      return readOrganisation(tenantOf(request), organisationId);
    },
  );

  server.delete(
    '/:tenantId/organisations/:organisationId',
    {
      config: { ...changing, answer: 'The organisation is deleted.' },
      schema: {
        operationId: 'deleteOrganisation',
        tags,
        summary: 'Delete an organisation that has neither groups nor templates.',
        params: OrganisationParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { organisationId } = request.params;
      const seen = ifMatchVersion(request);
      await change(({ organisations }) =>
        organisations.delete(
          actorOf(request),
          tenantOf(request),
          organisationId.toLowerCase(),
          seen,
        ),
      );
      return reply.code(204).send(null);
    },
  );
}

function organisationAnswer(organisation: OrganisationRecord, templates: readonly Template[]) {
  const { organisationId, name, identifier, version } = organisation;
  return {
    organisationId,
    name,
    identifier,
    templates: templates
      .filter((template) => template.organisationId === organisationId)
      .map((template) => ({
        templateId: template.templateId,
        name: template.name,
        identifier: template.identifier,
        mailNicknamePattern: template.mailNicknamePattern,
        displayNamePattern: template.displayNamePattern,
        kind: template.policy.kind,
      })),
    etag: String(version),
  };
}
