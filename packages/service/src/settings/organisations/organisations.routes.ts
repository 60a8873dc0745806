// GET /organisations/{idOrIdentifier} (section 4.3 of the specification), GET /organisations and GET /tenant.
import type { Caller } from '../../ground/caller.ts';
import { isOrganisationWithin, organisationsWithin } from '../../ground/group-limit.ts';
import { Type } from 'typebox';
import type { Rest } from '../../ground/turns.ts';

import { callerOf } from '../../http/authenticate.ts';
import { type ListIdentity, pageOf, pageQuery, positionPart, readPage } from '../../http/paging.ts';
import { refTo } from '../../http/schema-ref.ts';
import type { Server } from '../../http/server.ts';
import type { OrganisationResponse as Answer, OrganisationCache } from './organisation-cache.ts';
import { tenantDaysOf } from '../tenants/notice-settings.ts';
import type { Tenant } from '../tenants/tenant.ts';
import type { OrganisationLookup } from './organisation.ts';
import { unknownRecord } from './unknown-record.ts';
import {
  OrganisationResponse,
  OrganisationPage,
  organisationSchemas,
  TenantResponse,
} from './organisations.schema.ts';

interface OrganisationParams {
  readonly idOrIdentifier: string;
}

export function registerOrganisationRoutes(
  server: Server,
  deps: {
    configuration: OrganisationLookup & { tenant(tenantId: string): Tenant | undefined };
    answers: OrganisationCache;
    baseUrl: string;
    rest: Rest;
  },
): void {
  const { configuration, answers, baseUrl, rest } = deps;
  for (const schema of organisationSchemas) server.addSchema(schema);

  function readOrganisation(
    { idOrIdentifier }: OrganisationParams,
    { tenantId, within }: Caller,
  ): Promise<Answer> {
    const organisation = configuration.organisation(tenantId, idOrIdentifier);
    if (organisation === undefined || !isOrganisationWithin(within, organisation.organisationId)) {
      throw unknownRecord(
        'organisation',
        idOrIdentifier,
        organisationsWithin(within, configuration.organisations(tenantId)),
      );
    }
    return answers.answer(organisation, within.templateIds);
  }

  server.get(
    '/organisations/:idOrIdentifier',
    {
      config: {
        scope: 'groups:read',
        answer: 'The organisation with its templates.',
        problems: ['not_found'],
        requestHeaders: { 'If-None-Match': 'ETag of the answer that you have.' },
        answerHeaders: { ETag: 'Changes whenever the answer changes.' },
      },
      schema: {
        operationId: 'getOrganisation',
        tags: ['Organisations'],
        summary: 'Read an organisation with its templates.',
        params: Type.Object({
          idOrIdentifier: Type.String({
            description: "The organisation's id or its short identifier.",
          }),
        }),
        response: {
          200: refTo(OrganisationResponse),
          304: Type.Null({ description: 'Not modified.' }),
        },
      },
    },
    async (request, reply) => {
      const { body, entityTag } = await readOrganisation(request.params, callerOf(request));
      reply.header('etag', entityTag).header('cache-control', 'private, no-cache');
      // Many long answers at once are sent in several turns.
      await rest();
      reply.header('content-type', 'application/json; charset=utf-8');
      return reply.send(body as never);
    },
  );

  server.get(
    '/organisations',
    {
      config: {
        scope: 'groups:read',
        answer: 'A page of organisations.',
        problems: ['invalid_query'],
      },
      schema: {
        operationId: 'listOrganisations',
        tags: ['Organisations'],
        summary: 'List the organisations of the tenant.',
        querystring: Type.Object(pageQuery, { additionalProperties: false }),
        response: { 200: refTo(OrganisationPage) },
      },
    },
    (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const { tenantId, within } = callerOf(request);
      const list: ListIdentity = {
        path: '/organisations',
        tenantId,
        filters: {},
        position: [positionPart.guid],
      };
      const page = readPage(request.query, list);
      const [after] = page.after ?? [''];
      const organisations = configuration
        .organisations(tenantId)
        .filter(
          ({ organisationId }) =>
            organisationId > (after ?? '') && isOrganisationWithin(within, organisationId),
        )
        .slice(0, page.limit + 1);
      return pageOf(
        organisations,
        page,
        list,
        baseUrl,
        ({ organisationId }) => [organisationId],
        ({ organisationId: id, name, identifier }) => ({ id, name, identifier }),
      );
    },
  );

  server.get(
    '/tenant',
    {
      config: { scope: 'groups:read', answer: 'The tenant of the caller.', problems: [] },
      schema: {
        operationId: 'getTenant',
        tags: ['Organisations'],
        summary: 'Read the tenant: the zone and hour of its days.',
        description:
          'A date that a person picks, such as an expiry, is a day of this time zone, at this hour.',
        response: { 200: refTo(TenantResponse) },
      },
    },
    (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const { tenantId } = callerOf(request);
      return { tenantId, ...tenantDaysOf(configuration.tenant(tenantId)) };
    },
  );
}
