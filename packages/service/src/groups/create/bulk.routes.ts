// POST /teams/bulk: up to 1,000 creations in one request, each with its own result.
import type { FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { maxFaults, type ShapeFaults, withFewerFaults } from '../../ground/errors.ts';
import { requestKeyOf } from '../../http/idempotency-key.ts';
import { problemObject } from '../../http/problem.ts';
import { createReadEntries } from '../../http/read-entries.ts';
import { refTo, shareSchemas } from '../../http/schema-ref.ts';
import { type MountUrl, senderOf } from '../../http/sender.ts';
import type { Subscribers } from '../../http/open-responses.ts';
import type { Server } from '../../http/server.ts';
import { createValidatorCompiler } from '../../http/validation.ts';
import type { Rest } from '../../ground/turns.ts';
import { countPeople, type ReceivedRequest, receiveRequest, weightOf } from './receive-request.ts';
import { type BulkResult, type CreateTeams, maxFaultsOfEntry } from './create-teams.ts';
import { BulkResponse, BulkLines, BulkRequestBody, maxEntries } from './bulk.schema.ts';
import { statusUrlOf } from '../read/team-responses.ts';

const bodyLimitBytes = 16 * 1024 * 1024;
const json = 'application/json';
const jsonLines = ['application/jsonl', 'application/x-ndjson'];

interface Deps<Received> {
  readonly createTeams: CreateTeams<Received>;
  readonly subscribers: Subscribers;
  readonly rest: Rest;
  /** For the pages of problems. */
  readonly baseUrl: string;
  readonly urlOf: MountUrl;
}

/** A route that takes many bodies of another one. */
interface BulkOf<Received> {
  /** The address of the other route. */
  readonly single: string;
  readonly scope: 'groups:create' | 'groups:adopt';
  readonly tag: string;
  readonly operationId: string;
  readonly summary: string;
  /** The name of the schema of an entry. */
  readonly entry: string;
  readonly body: TSchema;
  readonly receive: (value: unknown, shape: ShapeFaults) => Received;
}

export const bulkOfCreations: BulkOf<ReceivedRequest> = {
  single: '/teams',
  scope: 'groups:create',
  tag: 'Teams',
  operationId: 'createTeams',
  summary: 'Create many groups.',
  entry: 'TeamRequest',
  body: BulkRequestBody,
  receive: receiveRequest,
};

export function registerBulkRoute<Received>(
  server: Server,
  deps: Deps<Received>,
  of: BulkOf<Received>,
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

function registerRoute<Received>(
  server: Server,
  { createTeams, subscribers, rest, baseUrl, urlOf }: Deps<Received>,
  {
    single,
    scope,
    tag,
    operationId,
    summary,
    entry: entryName,
    body: bodySchema,
    receive,
  }: BulkOf<Received>,
): void {
  const validatorOf = createValidatorCompiler(() => server.getSchemas(), maxFaultsOfEntry);
  const readEntries = createReadEntries({
    checkEntry: validatorOf({ schema: Type.Ref(entryName) }),
    maxEntries,
  });

  server.post(
    `${single}/bulk`,
    {
      bodyLimit: bodyLimitBytes,
      // The schema describes; entries are checked one by one, so that each has its own faults.
      validatorCompiler: () => () => true,
      config: {
        scope,
        admin: 'groups:manage',
        answer: 'The result of each entry.',
        consumes: [json, ...jsonLines],
        idempotentBy: 'use case',
        problems: ['validation_failed'],
      },
      schema: {
        operationId,
        tags: [tag],
        summary,
        description: describe(single),
        body: {
          content: Object.fromEntries([
            [json, { schema: refTo(bodySchema) }],
            ...jsonLines.map((mediaType) => [mediaType, { schema: BulkLines }]),
          ]) as Record<string, { schema: unknown }>,
        },
        response: { 200: refTo(BulkResponse) },
      },
    },
    async (request, reply) => {
      const body = request.body as Buffer;
      const sender = senderOf(request);
      const reading = {
        rest,
        onCount: (count: number) => server.weighRequest(request, reply, weightOf(count, 0)),
      };
      const read = isJson(request)
        ? await readEntries.ofArray(body, reading)
        : await readEntries.ofLines(body, reading);
      const people = read.map((entry) => ('value' in entry ? countPeople(entry.value) : 0));
      const allPeople = people.reduce((sum, count) => sum + count, 0);
      server.weighRequest(request, reply, weightOf(1, allPeople));
      const key = requestKeyOf(request, reply);
      const entries = read.map((entry) =>
        'value' in entry ? { received: receive(entry.value, entry.shape) } : entry,
      );
      const results = await subscribers.whileAdmitted(request, (signal) =>
        createTeams({
          sender,
          entries,
          key,
          signal,
        }),
      );
      reply.header('cache-control', 'no-store');
      return bulkResponse(results, baseUrl, urlOf(sender.tenantId));
    },
  );
}

const describe = (single: string) =>
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
