// GET /organisations/{idOrIdentifier} (section 4.3 of the specification) and GET /organisations.
import type { Caller } from '../../ground/caller.ts';
import { isOrganisationWithin } from '../../ground/group-limit.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';

import { notFound } from '../../ground/errors.ts';
import { callerOf } from '../../http/authenticate.ts';
import { jsonContent, type RawAnswer } from '../../http/raw-answer.ts';
import type { AnswerAtOnce } from '../../http/repeated-requests.ts';
import { type ListIdentity, pageOf, pageQuery, positionPart, readPage } from '../../http/paging.ts';
import { refTo } from '../../http/schema-ref.ts';
import type { Server } from '../../http/server.ts';
import type { OrganisationResponse as Answer, OrganisationCache } from './organisation-cache.ts';
import type { OrganisationLookup } from './organisation.ts';
import {
  OrganisationResponse,
  OrganisationPage,
  organisationSchemas,
} from './organisations.schema.ts';

interface OrganisationParams {
  readonly idOrIdentifier: string;
}

export function registerOrganisationRoutes(
  server: Server,
  deps: {
    configuration: OrganisationLookup;
    answers: OrganisationCache;
    baseUrl: string;
  },
): void {
  const { configuration, answers, baseUrl } = deps;
  for (const schema of organisationSchemas) server.addSchema(schema);

  function readOrganisation(
    { idOrIdentifier }: OrganisationParams,
    { tenantId, within }: Caller,
  ): Answer | Promise<Answer> {
    const organisation = configuration.organisation(tenantId, idOrIdentifier);
    if (organisation === undefined || !isOrganisationWithin(within, organisation.organisationId)) {
      throw notFound();
    }
    return within.templateIds === null
      ? answers.answer(organisation)
      : answers.answerOfTemplates(organisation, within.templateIds);
  }

  const answerAtOnce: AnswerAtOnce = ({ params, headers }, caller) => {
    // Without all templates, it is read each time.
    if (caller.within.templateIds !== null) return undefined;
    const answer = readOrganisation(params as OrganisationParams, caller);
    if (!(answer instanceof Promise)) return rawAnswer(headers, answer);
    // The usual way waits for it, and has the error.
    answer.catch(() => undefined);
    return undefined;
  };

  server.get(
    '/organisations/:idOrIdentifier',
    {
      config: {
        rawAnswers: true,
        answerAtOnce,
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
      // The answer is kept serialised: organisation-cache.ts.
      serializerCompiler: () => String,
    },
    (request, reply) => {
      const answer = readOrganisation(request.params, callerOf(request));
      if (answer instanceof Promise)
        answer.then((made) => send(server, request, reply, made), sendError(reply));
      else send(server, request, reply, answer);
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
        ({ organisationId, name, identifier }) => ({ id: organisationId, name, identifier }),
      );
    },
  );
}

function send(server: Server, request: FastifyRequest, reply: FastifyReply, answer: Answer): void {
  server.sendRaw(request, reply, rawAnswer(request.headers, answer));
}

function rawAnswer(requested: FastifyRequest['headers'], answer: Answer): RawAnswer {
  const headers = ['etag', answer.entityTag, 'cache-control', 'private, no-cache'];
  if (matches(requested['if-none-match'], answer.entityTag)) {
    return { status: 304, headers, body: undefined };
  }
  headers.push(...jsonContent);
  return { status: 200, headers, body: answer.body() };
}

function sendError(reply: FastifyReply) {
  return (error: Error) => {
    reply.send(error);
  };
}

/** If-None-Match, compared weakly as RFC 9110 section 13.1.2 asks. */
function matches(header: string | undefined, entityTag: string): boolean {
  if (header === undefined) return false;
  return header
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === '*' || tag === entityTag || tag === `W/${entityTag}`);
}
