// Up to 1,000 requests in one, each with its own result: POST /teams/bulk, and others that take many bodies.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TObject, type TSchema, Type } from 'typebox';
import {
  maxFaults,
  type ProblemCode,
  type ShapeFaults,
  withFewerFaults,
} from '../../ground/errors.ts';
import type { RouteScope } from '../../http/authenticate.ts';
import { requestKeyOf } from '../../http/idempotency-key.ts';
import { problemObject } from '../../http/problem.ts';
import { createReadEntries, type Entry } from '../../http/read-entries.ts';
import { refTo, shareSchemas } from '../../http/schema-ref.ts';
import { type MountUrl, senderOf } from '../../http/sender.ts';
import type { Subscribers } from '../../http/open-responses.ts';
import type { Server } from '../../http/server.ts';
import { createValidatorCompiler } from '../../http/validation.ts';
import type { BeginWork } from '../../ground/turns.ts';
import { countPeople, type ReceivedRequest, receiveRequest, weightOf } from './receive-request.ts';
import { type BulkResult, type CreateTeams, maxFaultsOfEntry } from './create-teams.ts';
import { BulkResponse, BulkLines, BulkRequestBody, maxEntries } from './bulk.schema.ts';
import { statusUrlOf } from '../read/team-responses.ts';

const bodyLimitBytes = 16 * 1024 * 1024;
const json = 'application/json';
const jsonLines = ['application/jsonl', 'application/x-ndjson'];

interface Deps {
  readonly subscribers: Subscribers;
  readonly beginWork: BeginWork;
}

/** A route that takes many bodies of another one. */
interface BulkOf<Received, Outline> {
  readonly path: string;
  readonly scope: RouteScope;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly problems?: readonly ProblemCode[];
  /** A plan changes nothing, so a reader may see it, too. */
  readonly isPlan: boolean;
  readonly tag: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** The name of the schema of an entry. */
  readonly entry: string;
  readonly body: TSchema;
  readonly response: TSchema;
  readonly receive: (value: unknown, shape: ShapeFaults) => Received;
  /** The part of an entry that the route needs before the turn of the entry comes. */
  readonly outlineOf: (read: () => Received) => Outline;
  readonly respond: (
    entries: readonly Entry<Received, Outline>[],
    request: FastifyRequest,
    reply: FastifyReply,
    signal: AbortSignal,
  ) => Promise<object>;
}

/** The parts of a route that creates: its answer has the result of each entry. */
export function creating<Received>({
  createTeams,
  baseUrl,
  urlOf,
}: {
  readonly createTeams: CreateTeams<Received>;
  /** The addresses of pages of problems begin with it. */
  readonly baseUrl: string;
  readonly urlOf: MountUrl;
}): Pick<BulkOf<Received, undefined>, 'isPlan' | 'response' | 'outlineOf' | 'respond'> {
  return {
    isPlan: false,
    outlineOf: () => undefined,
    response: refTo(BulkResponse),
    async respond(entries, request, reply, signal) {
      const sender = senderOf(request);
      const key = requestKeyOf(request, reply);
      const results = await createTeams({ sender, entries, key, signal });
      return bulkResponse(results, baseUrl, urlOf(sender.tenantId));
    },
  };
}

export function registerBulkCreation(
  server: Server,
  deps: Deps & Parameters<typeof creating<ReceivedRequest>>[0],
): void {
  registerBulkRoute(server, deps, {
    ...creating(deps),
    path: '/teams/bulk',
    scope: 'groups:create',
    tag: 'Teams',
    operationId: 'createTeams',
    summary: 'Create many groups.',
    description: describeBulk('/teams'),
    entry: 'TeamRequest',
    body: BulkRequestBody,
    receive: receiveRequest,
  });
}

export function registerBulkRoute<Received, Outline>(
  server: Server,
  deps: Deps,
  of: BulkOf<Received, Outline>,
): void {
  shareSchemas(server, [of.body]);
  // A separate server context, because JSON is read entry by entry here.
  void server.register((own: Server, _options, done) => {
    own.removeContentTypeParser(json);
    const mediaTypes = [json, ...jsonLines];
    own.addContentTypeParser(mediaTypes, { parseAs: 'buffer' }, (_request, body, parsed) => {
      parsed(null, body);
    });
    registerRoute(own, deps, of);
    done();
  });
}

function registerRoute<Received, Outline>(
  server: Server,
  { subscribers, beginWork }: Deps,
  of: BulkOf<Received, Outline>,
): void {
  const { path, scope, isPlan, tag, operationId, summary, description, receive, outlineOf } = of;
  const validatorOf = createValidatorCompiler(() => server.getSchemas(), maxFaultsOfEntry);
  const readEntries = createReadEntries({
    checkEntry: validatorOf({ schema: Type.Ref(of.entry) }),
    maxEntries,
  });

  server.post(
    path,
    {
      bodyLimit: bodyLimitBytes,
      // The schema describes; entries are checked one by one, so that each has its own faults.
      validatorCompiler: (route) => (route.httpPart === 'body' ? () => true : validatorOf(route)),
      config: {
        scope,
        admin: isPlan ? 'view' : 'groups:manage',
        answer: 'The result of each entry.',
        consumes: [json, ...jsonLines],
        ...(!isPlan && { idempotentBy: 'use case' as const }),
        problems: ['validation_failed', ...(of.problems ?? [])],
      },
      schema: {
        operationId,
        tags: [tag],
        summary,
        description,
        ...(of.params && { params: of.params }),
        ...(of.query && { querystring: of.query }),
        body: {
          content: Object.fromEntries([
            [json, { schema: refTo(of.body) }],
            ...jsonLines.map((mediaType) => [mediaType, { schema: BulkLines }]),
          ]) as Record<string, { schema: unknown }>,
        },
        response: { 200: of.response },
      },
    },
    async (request, reply) => {
      const body = request.body as Buffer;
      let people = 0;
      const reading = {
        rest: beginWork(),
        onCount: (count: number) => server.weighRequest(request, reply, weightOf(count, 0)),
        receive,
        outlineOf(value: unknown, read: () => Received) {
          people += countPeople(value);
          return outlineOf(read);
        },
      };
      const entries = isJson(request)
        ? await readEntries.ofArray(body, reading)
        : await readEntries.ofLines(body, reading);
      server.weighRequest(request, reply, weightOf(1, people));
      const answer = await subscribers.whileAdmitted(request, (signal) =>
        of.respond(entries, request, reply, signal),
      );
      reply.header('cache-control', 'no-store');
      return answer;
    },
  );
}

export const describeBulk = (single: string) =>
  `Takes 1 to ${maxEntries} bodies of POST ${single} and returns a result for each. A bad entry does not affect the others. An Idempotency-Key covers the whole request and each entry. If you send the request again, accepted entries return the same teamId, and the service retries refused entries. The body can have up to 16 MiB, and each entry as much as the body of POST ${single}. The answer lists up to ${maxFaultsOfEntry} faults of an entry. Once it lists ${maxFaults} faults, it lists one of each further entry.`;

function bulkResponse(results: readonly BulkResult[], baseUrl: string, mountUrl: string) {
  const accepted = results.filter((result) => 'accepted' in result).length;
  let room = maxFaults;
  const items = results.map((result, index) => {
    if ('accepted' in result) {
      const { status, teamId } = result.accepted;
      return { index, status, teamId, statusUrl: statusUrlOf(mountUrl, teamId) };
    }
    const max = room > 0 ? maxFaultsOfEntry : 1;
    room -= Math.min(result.refused.faults.length, max);
    return { index, error: problemObject(withFewerFaults(result.refused, max), baseUrl) };
  });
  return { accepted, refused: results.length - accepted, items };
}

function isJson(request: FastifyRequest): boolean {
  return /^application\/json\b/i.test(request.headers['content-type'] ?? '');
}
