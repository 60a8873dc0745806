// The activity log: pages with filters, export, and the proof of its chain.
import { Readable } from 'node:stream';
import { Type } from 'typebox';
import {
  type ActivityFilter,
  type ActivityReader,
  csvLine,
  exportColumns,
  jsonLine,
  readAllActivity,
  type ReadActivity,
} from '../activity/browse-activity.ts';
import type { createVerifyChain } from '../activity/verify-chain.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { DomainError } from '../foundation/errors.ts';
import { createConcurrentRequestLimit } from '../http/concurrent-requests.ts';
import { pageOf, pageQuery, positionPart, readPage } from '../http/paging.ts';
import type { Server } from '../http/server.ts';
import { activityFilterQuery, ActivityPage, ActivityProof } from './activity.schema.ts';
import { holderOf } from './admin-request.routes.ts';
import type { AdminApiDeps } from './api-deps.routes.ts';
import { TenantParams } from './common.schema.ts';
import { tenantOf } from './requests.routes.ts';

export interface ActivityDeps extends AdminApiDeps {
  readonly configuration: Configuration;
  readonly activity: ActivityReader;
  readonly verifyChain: ReturnType<typeof createVerifyChain>;
}

const tags = ['Activity'];
const dayMs = 86_400_000;
/** Text to callers; written piece by piece here. */
const StreamedText = Type.Unsafe<Readable>(Type.String());
const exportTypes = { csv: 'text/csv; charset=utf-8', jsonl: 'application/jsonl' } as const;

type FilterQuery = {
  -readonly [Name in keyof typeof activityFilterQuery]?: string;
};

export function registerActivityRoutes(server: Server, deps: ActivityDeps): void {
  const { address, activity, configuration, verifyChain } = deps;
  const enterOneOfFew = createConcurrentRequestLimit({
    most: 2,
    what: 'exports and verifications per tenant',
  });

  server.get(
    '/:tenantId/activity',
    {
      config: { answer: 'A page of activity.', problems: ['invalid_query'] },
      schema: {
        operationId: 'listActivity',
        tags,
        summary: 'List the activity, newest first.',
        params: TenantParams,
        querystring: Type.Object({ ...activityFilterQuery, ...pageQuery }),
        response: { 200: ActivityPage },
      },
    },
    async (request) => {
      const tenantId = tenantOf(request);
      const { limit: _, cursor: __, ...filters } = request.query;
      const list = {
        path: `/api/${tenantId}/activity`,
        tenantId,
        filters,
        position: [positionPart.number],
      };
      const page = readPage(request.query, list);
      const before = page.after?.[0];
      const found = await activity.read(tenantId, filterOf(filters), {
        beforeId: before === undefined ? undefined : Number(before),
        limit: page.limit + 1,
      });
      return pageOf(
        found,
        page,
        list,
        address.url,
        ({ activityId }) => [String(activityId)],
        (entry) => answerOf(tenantId, entry),
      );
    },
  );

  function answerOf(tenantId: string, entry: ReadActivity) {
    const { actorKind, actorId } = entry;
    const key = actorKind === 'api_key' ? configuration.apiKey(tenantId, actorId) : undefined;
    return {
      activityId: entry.activityId,
      occurredAt: entry.occurredAt.toISOString(),
      actor: { kind: actorKind, id: actorId, name: key?.name ?? actorId },
      address: entry.address ?? null,
      requestId: entry.requestId ?? null,
      action: entry.action,
      subject: { kind: entry.subjectKind, id: entry.subjectId, name: entry.groupName ?? null },
      data: { ...entry.data },
    };
  }

  server.get(
    '/:tenantId/activity/export',
    {
      config: {
        answer: 'The activity as a file.',
        produces: ['text/csv', 'application/jsonl', 'text/html'],
        problems: ['invalid_query'],
      },
      schema: {
        operationId: 'exportActivity',
        tags,
        summary: 'Export all activity that matches the filters, as CSV or JSON Lines.',
        params: TenantParams,
        querystring: Type.Object({
          ...activityFilterQuery,
          format: Type.Enum(['csv', 'jsonl']),
        }),
        response: {
          200: {
            content: {
              'text/csv': { schema: StreamedText },
              'application/jsonl': { schema: StreamedText },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const tenantId = tenantOf(request);
      const { format, ...filters } = request.query;
      const filter = filterOf(filters);
      const holder = holderOf(request);
      enterOneOfFew(tenantId, reply);
      async function* write() {
        if (format === 'csv') yield `${exportColumns.join(',')}\r\n`;
        for await (const batch of readAllActivity(activity, tenantId, filter)) {
          // A download may take minutes; it breaks off when the session ends meanwhile.
          if (!(await holder.isStillAuthorized()))
            throw new Error('The session ended during an export.');
          yield batch.map(format === 'csv' ? csvLine : jsonLine).join('');
        }
      }
      return reply
        .header('content-type', exportTypes[format])
        .header('content-disposition', `attachment; filename="activity.${format}"`)
        .send(Readable.from(write()));
    },
  );

  server.get(
    '/:tenantId/activity/proof',
    {
      config: { answer: 'The result of the verification.' },
      schema: {
        operationId: 'proveActivity',
        tags,
        summary: 'Verify the whole hash chain of the activity log.',
        params: TenantParams,
        response: { 200: ActivityProof },
      },
    },
    async (request, reply) => {
      const tenantId = tenantOf(request);
      enterOneOfFew(tenantId, reply);
      const { head, broken } = await verifyChain(tenantId);
      return {
        whole: broken === undefined,
        entries: head.position,
        hash: head.hash.toString('hex'),
        detail: broken?.detail ?? null,
      };
    },
  );
}

function filterOf(query: FilterQuery): ActivityFilter {
  const given = (text: string | undefined) => (text?.trim() === '' ? undefined : text?.trim());
  const day = (name: 'from' | 'until', add: number) => {
    const text = query[name];
    if (text === undefined) return undefined;
    const at = Date.parse(`${text}T00:00:00Z`);
    if (Number.isNaN(at)) throw noSuchDay(name);
    return new Date(at + add);
  };
  return {
    actorKind: query.actorKind,
    actor: given(query.actor),
    action: given(query.action),
    subjectId: given(query.subjectId),
    from: day('from', 0),
    until: day('until', dayMs),
  };
}

function noSuchDay(parameter: string): DomainError {
  const detail = `${parameter} must be a date.`;
  return new DomainError('invalid_query', detail, {
    faults: [{ parameter, code: 'not_valid', detail }],
  });
}
