// POST /teams/bulk: up to 1,000 creations in one request, each with its own result.
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { maxFaults, withFewerFaults } from '../foundation/errors.ts';
import { callerOf } from '../http/authenticate.ts';
import { readIdempotencyKey } from '../http/idempotency-key.ts';
import { refTo } from '../http/schema-ref.ts';
import type { Server } from '../http/server.ts';
import { createValidatorCompiler } from '../http/validation.ts';
import type { Rest } from '../foundation/turns.ts';
import { type BulkResult, type CreateTeams, maxFaultsOfEntry } from './bulk-creation.ts';
import { BulkAnswer, BulkLines, BulkRequestBody, bulkSchemas, maxEntries } from './bulk.schema.ts';
import { countPeople, weightOf } from './check-request.ts';
import { problemAnswer } from './plan.routes.ts';
import { createReadEntries } from './read-entries.routes.ts';
import { statusUrlOf } from './team-responses.ts';

const bodyLimitBytes = 16 * 1024 * 1024;
const json = 'application/json';
const jsonLines = ['application/jsonl', 'application/x-ndjson'];

export function registerBulkRoute(
  server: Server,
  deps: { createTeams: CreateTeams; rest: Rest; baseUrl: string },
): void {
  for (const schema of bulkSchemas) server.addSchema(schema);
  // A separate server context, because JSON is read entry by entry here.
  void server.register((own: Server, _options, done) => {
    own.removeContentTypeParser(json);
    const mediaTypes = [json, ...jsonLines];
    own.addContentTypeParser(mediaTypes, { parseAs: 'buffer' }, (_request, body, parsed) => {
      parsed(null, body);
    });
    registerRoute(own, deps);
    done();
  });
}

function registerRoute(
  server: Server,
  deps: { createTeams: CreateTeams; rest: Rest; baseUrl: string },
): void {
  const { createTeams, rest, baseUrl } = deps;
  const readEntries = createReadEntries(
    createValidatorCompiler(
      () => server.getSchemas(),
      maxFaultsOfEntry,
    )({ schema: Type.Ref('TeamRequest') }),
  );

  server.post(
    '/teams/bulk',
    {
      bodyLimit: bodyLimitBytes,
      // The schema describes; entries are checked one by one, so that each has its own faults.
      validatorCompiler: () => () => true,
      config: {
        answer: 'The result of each entry.',
        consumes: [json, ...jsonLines],
        problems: ['validation_failed', 'idempotency_key_reused'],
      },
      schema: {
        operationId: 'createTeams',
        tags: ['Teams'],
        summary: 'Create many groups.',
        description: `Takes 1 to ${maxEntries} bodies of POST /teams and returns a result for each. A bad entry does not affect the others. An Idempotency-Key covers the whole request and each entry. If you send the request again, accepted entries return the same teamId, and the service retries refused entries. The body can have up to 16 MiB, and each entry as much as the body of POST /teams. The answer lists up to ${maxFaultsOfEntry} faults of an entry. Once it lists ${maxFaults} faults, it lists one of each further entry.`,
        headers: Type.Object({
          'idempotency-key': Type.Optional(
            Type.String({
              description: 'Any text of 1 to 255 characters. The service keeps it for 30 days.',
            }),
          ),
        }),
        body: {
          content: Object.fromEntries([
            [json, { schema: refTo(BulkRequestBody) }],
            ...jsonLines.map((mediaType) => [mediaType, { schema: BulkLines }]),
          ]) as Record<string, { schema: unknown }>,
        },
        response: { 200: refTo(BulkAnswer) },
      },
    },
    async (request, reply) => {
      const body = request.body as Buffer;
      const reading = {
        rest,
        onCount: (count: number) => server.weighRequest(request, reply, weightOf(count, 0)),
      };
      const entries = isJson(request)
        ? await readEntries.ofArray(body, reading)
        : await readEntries.ofLines(body, reading);
      const people = entries.map((entry) => ('request' in entry ? countPeople(entry.request) : 0));
      const allPeople = people.reduce((sum, count) => sum + count, 0);
      server.weighRequest(request, reply, weightOf(1, allPeople));
      const results = await createTeams({
        caller: callerOf(request),
        entries,
        idempotencyKey: readIdempotencyKey(request.headers['idempotency-key']),
        requestId: request.id,
        address: request.ip,
      });
      reply.header('cache-control', 'no-store');
      const accepted = results.filter((result) => 'accepted' in result).length;
      let room = maxFaults;
      const items = results.map((result, index) => {
        const most = room > 0 ? maxFaultsOfEntry : 1;
        if ('refused' in result) room -= Math.min(result.refused.faults.length, most);
        return answerOf(index, result, most);
      });
      return { accepted, refused: results.length - accepted, items };
    },
  );

  function answerOf(index: number, result: BulkResult, most: number) {
    if ('refused' in result) {
      const error = problemAnswer(withFewerFaults(result.refused, most), baseUrl);
      return { index, status: null, teamId: null, statusUrl: null, error };
    }
    const { status, teamId } = result.accepted;
    return { index, status, teamId, statusUrl: statusUrlOf(baseUrl, teamId), error: null };
  }
}

function isJson(request: FastifyRequest): boolean {
  return /^application\/json\b/i.test(request.headers['content-type'] ?? '');
}
