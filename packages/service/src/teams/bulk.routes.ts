// POST /teams/bulk: up to 1,000 creations in one request, each with its own result.
import { Type } from 'typebox';
import { DomainError, validationFailed } from '../foundation/errors.ts';
import { callerOf } from '../http/authenticate.ts';
import { readIdempotencyKey } from '../http/idempotency-key.ts';
import { refTo } from '../http/schema-ref.ts';
import type { Server } from '../http/server.ts';
import { parseStrictJson } from '../http/strict-json.ts';
import { createValidatorCompiler } from '../http/validation.ts';
import type { BulkEntry, BulkResult, CreateTeams } from './bulk-creation.ts';
import { BulkAnswer, BulkLines, BulkRequestBody, bulkSchemas, maxEntries } from './bulk.schema.ts';
import type { TeamRequest } from './check-request.ts';
import { problemAnswer } from './plan.routes.ts';
import { statusUrlOf } from './team-responses.ts';

const bodyLimitBytes = 16 * 1024 * 1024;
const jsonLines = ['application/jsonl', 'application/x-ndjson'];
const lineFeed = 0x0a;

export function registerBulkRoute(
  server: Server,
  deps: { createTeams: CreateTeams; baseUrl: string },
): void {
  const { createTeams, baseUrl } = deps;
  for (const schema of bulkSchemas) server.addSchema(schema);
  server.addContentTypeParser(jsonLines, { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
  const checkEntry = createValidatorCompiler(() => server.getSchemas())({
    schema: Type.Ref('TeamRequest'),
  });

  function readEntry(value: unknown): BulkEntry {
    const checked = checkEntry(value);
    const request = value as TeamRequest;
    return checked === true
      ? { request, schemaErrors: [] }
      : { request, schemaErrors: checked.error.faults };
  }

  function readLine(line: Buffer): BulkEntry {
    try {
      return readEntry(parseStrictJson(line));
    } catch (error) {
      if (error instanceof DomainError) return { unreadable: error };
      throw error;
    }
  }

  server.post(
    '/teams/bulk',
    {
      bodyLimit: bodyLimitBytes,
      // The schema describes; entries are checked one by one, so that each has its own faults.
      validatorCompiler: () => () => true,
      config: {
        consumes: ['application/json', ...jsonLines],
        problems: ['validation_failed', 'idempotency_key_reused'],
      },
      schema: {
        operationId: 'createTeams',
        tags: ['Teams'],
        summary: 'Create many groups.',
        description: `Takes 1 to ${maxEntries} bodies of POST /teams and answers each one's own result; a bad entry harms no other. An Idempotency-Key covers the whole and each entry: sent again, entries that were accepted answer with the same teamId, and those that were refused are tried again. The body may have 16 MiB; a JSON array holds at most 100,000 values in all, JSON lines as many in each line.`,
        headers: Type.Object({
          'idempotency-key': Type.Optional(
            Type.String({ description: 'Any text of 1 to 255 characters; kept 30 days.' }),
          ),
        }),
        body: {
          content: Object.fromEntries([
            ['application/json', { schema: refTo(BulkRequestBody) }],
            ...jsonLines.map((mediaType) => [mediaType, { schema: BulkLines }]),
          ]) as Record<string, { schema: unknown }>,
        },
        response: { 200: refTo(BulkAnswer) },
      },
    },
    async (request, reply) => {
      const body: unknown = request.body;
      const entries = Buffer.isBuffer(body)
        ? linesOf(body).map((line) => readLine(line))
        : entriesOf(body).map((entry) => readEntry(entry));
      expectCount(entries.length);
      const results = await createTeams({
        caller: callerOf(request),
        entries,
        idempotencyKey: readIdempotencyKey(request.headers['idempotency-key']),
        requestId: request.id,
        address: request.ip,
      });
      reply.header('cache-control', 'no-store');
      const accepted = results.filter((result) => 'accepted' in result).length;
      return {
        accepted,
        refused: results.length - accepted,
        items: results.map((result, index) => answerOf(index, result)),
      };
    },
  );

  function answerOf(index: number, result: BulkResult) {
    if ('refused' in result) {
      const error = problemAnswer(result.refused, baseUrl);
      return { index, status: null, teamId: null, statusUrl: null, error };
    }
    const { status, teamId } = result.accepted;
    return { index, status, teamId, statusUrl: statusUrlOf(baseUrl, teamId), error: null };
  }
}

function entriesOf(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body as unknown[];
  const detail = 'The body must be an array of requests.';
  throw validationFailed([{ pointer: '', code: 'wrong_type', detail }]);
}

/** Empty lines do not count. */
function linesOf(body: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < body.length;) {
    const at = body.indexOf(lineFeed, start);
    const end = at === -1 ? body.length : at;
    const line = body.subarray(start, end);
    if (/\S/.test(line.toString('latin1'))) lines.push(line);
    if (lines.length > maxEntries) break;
    start = end + 1;
  }
  return lines;
}

function expectCount(count: number): void {
  if (count >= 1 && count <= maxEntries) return;
  const detail = `The body must hold 1 to ${maxEntries} requests.`;
  throw validationFailed([{ pointer: '', code: count === 0 ? 'too_few' : 'too_many', detail }]);
}
