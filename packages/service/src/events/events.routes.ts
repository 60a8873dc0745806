// GET /events: the caller's tenant's events, to be polled with nextLink or waited for with Prefer: wait=N.
import { Type } from 'typebox';
import { hinted } from '../ground/did-you-mean.ts';
import { invalidQuery } from '../ground/query-filters.ts';
import { callerOf } from '../http/authenticate.ts';
import type { Subscribers } from '../http/open-responses.ts';
import { pageQuery } from '../http/paging.ts';
import { readWait } from '../http/negotiation.ts';
import { refTo } from '../http/schema-ref.ts';
import type { Server } from '../http/server.ts';
import { eventTypes, isEventType } from './event.ts';
import { EventPage, eventSchemas } from './events.schema.ts';
import type { ReadFeed } from './feed.ts';
import type { HeadWatch } from './head-watch.ts';

const defaultLimit = 50;

export function registerEventRoutes(
  server: Server,
  deps: {
    readFeed: ReadFeed;
    watch: HeadWatch;
    subscribers: Subscribers;
    baseUrl: string;
  },
): void {
  const { readFeed, watch, subscribers, baseUrl } = deps;
  for (const schema of eventSchemas) server.addSchema(schema);
  server.addHook('preClose', async () => watch.endAll());

  server.get(
    '/events',
    {
      config: { scope: 'groups:read', answer: 'A page of events.', problems: ['invalid_query'] },
      schema: {
        operationId: 'listEvents',
        tags: ['Events'],
        summary: 'Read the events of the tenant, oldest first.',
        description:
          'A feed of CloudEvents. Keep following nextLink. With Prefer: wait=N, the service holds an empty page until there is an event, for at most N seconds. Events that you have read never change, and new events only appear after them. A key that is limited to organisations reads the events of their groups, their templates and themselves.',
        headers: Type.Object({
          prefer: Type.Optional(
            Type.String({ description: 'wait=N, up to 30 seconds (RFC 7240).' }),
          ),
        }),
        querystring: Type.Object(
          {
            after: Type.Optional(
              Type.String({
                maxLength: 64,
                description:
                  'Id of the event after which the page starts, or latest for the end of the feed. Default: start with the oldest event.',
              }),
            ),
            type: Type.Optional(
              Type.String({
                maxLength: 400,
                description: `Only events of these types, separated by commas: ${eventTypes.join(', ')}.`,
              }),
            ),
            limit: pageQuery.limit,
          },
          { additionalProperties: false },
        ),
        response: { 200: refTo(EventPage) },
      },
    },
    async (request, reply) => {
      const { tenantId, within } = callerOf(request);
      const { after, type, limit = defaultLimit } = request.query;
      const types = readTypes(type);
      const wait = readWait(request.headers['prefer']);
      const wanted = { tenantId, within, after, types, limit };
      const page =
        wait === undefined
          ? await readFeed({ ...wanted, waitMs: 0 })
          : await subscribers.whileAdmitted(request, (signal) =>
              readFeed({ ...wanted, waitMs: wait.waitMs, signal }),
            );
      if (wait !== undefined) reply.header('preference-applied', wait.applied);
      reply.header('cache-control', 'no-store');
      const query = new URLSearchParams();
      if (page.after !== undefined) query.set('after', page.after);
      if (type !== undefined) query.set('type', type);
      query.set('limit', String(limit));
      return { items: [...page.events], nextLink: `${baseUrl}/events?${query.toString()}` };
    },
  );
}

function readTypes(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined;
  const types = text.split(',').map((part) => part.trim());
  const unknown = types.filter((type) => !isEventType(type));
  if (unknown.length === 0) return types;
  throw invalidQuery({
    parameter: 'type',
    code: 'not_allowed',
    ...hinted(`There is no event type ${unknown.join(', ')}`, unknown[0] ?? '', eventTypes),
  });
}
