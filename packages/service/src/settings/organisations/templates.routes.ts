// GET /templates/{idOrIdentifier} and GET /organisations/{idOrIdentifier}/templates: the templates with their declared
// properties, their counter and their defaults, which the answer of an organisation does not have.
import {
  isOrganisationWithin,
  isWithin,
  organisationsWithin,
  type GroupLimit,
} from '../../ground/group-limit.ts';
import { Type } from 'typebox';
import { DomainError } from '../../ground/errors.ts';
import { callerOf } from '../../http/authenticate.ts';
import { type ListIdentity, pageOf, pageQuery, positionPart, readPage } from '../../http/paging.ts';
import { refTo } from '../../http/schema-ref.ts';
import type { Server } from '../../http/server.ts';
import type { Organisation, OrganisationLookup } from './organisation.ts';
import type { Template } from './template.ts';
import { unknownRecord } from './unknown-record.ts';
import { TemplateDetailsResponse, TemplatePage, templateSchemas } from './templates.schema.ts';

export function registerTemplateRoutes(
  server: Server,
  { configuration, baseUrl }: { configuration: OrganisationLookup; baseUrl: string },
): void {
  for (const schema of templateSchemas) server.addSchema(schema);

  server.get(
    '/templates/:idOrIdentifier',
    {
      config: {
        scope: 'groups:read',
        answer: 'The template with its declared properties.',
        problems: ['not_found', 'invalid_query'],
      },
      schema: {
        operationId: 'getTemplate',
        tags: ['Organisations'],
        summary: 'Read a template with its declared properties, its counter and its defaults.',
        params: Type.Object({
          idOrIdentifier: Type.String({
            description:
              "The template's id, or its short identifier if only one organisation has it.",
          }),
        }),
        querystring: Type.Object(
          {
            organisation: Type.Optional(
              Type.String({
                maxLength: 64,
                description: 'Id or identifier of the organisation of the template.',
              }),
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: refTo(TemplateDetailsResponse) },
      },
    },
    (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const { tenantId, within } = callerOf(request);
      const { organisation: wanted } = request.query;
      const organisations =
        wanted === undefined
          ? configuration.organisations(tenantId)
          : [configuration.organisation(tenantId, wanted)];
      const { idOrIdentifier } = request.params;
      const key = idOrIdentifier.toLowerCase();
      const templates = templatesWithin(organisations, within);
      const [only, ...others] = templates.filter(
        ({ template }) => template.templateId === key || template.identifier === key,
      );
      if (only === undefined) {
        const known = templates.map(({ template }) => template);
        throw unknownRecord('template', idOrIdentifier, known);
      }
      if (others.length > 0) {
        const detail = 'Several organisations have a template with this identifier. Name one.';
        throw new DomainError('invalid_query', detail, {
          faults: [{ parameter: 'organisation', code: 'required', detail }],
        });
      }
      return detailsOf(only);
    },
  );

  server.get(
    '/organisations/:idOrIdentifier/templates',
    {
      config: {
        scope: 'groups:read',
        answer: 'A page of templates.',
        problems: ['not_found', 'invalid_query'],
      },
      schema: {
        operationId: 'listTemplates',
        tags: ['Organisations'],
        summary: 'List the templates of an organisation with their declared properties.',
        params: Type.Object({
          idOrIdentifier: Type.String({
            description: "The organisation's id or its short identifier.",
          }),
        }),
        querystring: Type.Object(pageQuery, { additionalProperties: false }),
        response: { 200: refTo(TemplatePage) },
      },
    },
    (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const { tenantId, within } = callerOf(request);
      const { idOrIdentifier } = request.params;
      const organisation = configuration.organisation(tenantId, idOrIdentifier);
      const list: ListIdentity = {
        path: `/organisations/${organisation?.organisationId ?? idOrIdentifier}/templates`,
        tenantId,
        filters: {},
        position: [positionPart.guid],
      };
      const page = readPage(request.query, list);
      if (
        organisation === undefined ||
        !isOrganisationWithin(within, organisation.organisationId)
      ) {
        throw unknownRecord(
          'organisation',
          idOrIdentifier,
          organisationsWithin(within, configuration.organisations(tenantId)),
        );
      }
      const [after = ''] = page.after ?? [];
      const templates = organisation.templates
        .filter((template) => template.templateId > after && isWithin(within, template))
        .slice(0, page.limit + 1);
      return pageOf(
        templates,
        page,
        list,
        baseUrl,
        ({ templateId }) => [templateId],
        (template) => detailsOf({ organisation, template }),
      );
    },
  );
}

interface Found {
  readonly organisation: Organisation;
  readonly template: Template;
}

/** A template that the key may not see is not there. */
function templatesWithin(
  organisations: readonly (Organisation | undefined)[],
  within: GroupLimit,
): readonly Found[] {
  const found = organisations.filter((organisation) => organisation !== undefined);
  return organisationsWithin(within, found).flatMap((organisation) =>
    organisation.templates
      .filter((template) => isWithin(within, template))
      .map((template) => ({ organisation, template })),
  );
}

function detailsOf({ organisation, template }: Found) {
  const { organisationId: id, identifier, name } = organisation;
  const { templateId, naming, policy, changes } = template;
  return {
    id: templateId,
    name: template.name,
    identifier: template.identifier,
    mailNicknamePattern: template.mailNicknamePattern,
    displayNamePattern: template.displayNamePattern,
    organisation: { id, identifier, name },
    ...naming,
    defaults: policy,
    changes,
  };
}
