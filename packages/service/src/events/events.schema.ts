import { Type } from 'typebox';
import { refTo } from '../http/schema-ref.ts';
import { eventTypes } from './event.ts';

export const EventResponse = Type.Object(
  {
    specversion: Type.Literal('1.0'),
    id: Type.String({
      description:
        'Unique and stable: the same event has the same id in the feed and in a webhook.',
    }),
    source: Type.String({ format: 'uri', description: 'The base address of the service.' }),
    type: Type.String({
      examples: [...eventTypes],
      description: 'Type of the event. The list may grow: ignore types that you do not know.',
    }),
    subject: Type.String({ description: 'Id of the affected object, for example the teamId.' }),
    time: Type.String({ format: 'date-time', description: 'Time of the event.' }),
    datacontenttype: Type.Literal('application/json'),
    tenantid: Type.String({ format: 'uuid', description: 'Tenant of the event.' }),
    sequence: Type.String({
      description: "Place in the tenant's activity, as sortable text. Not every place is an event.",
    }),
    traceparent: Type.Optional(
      Type.String({
        description:
          'Trace context (W3C) of the request that the event follows from, if that was traced.',
      }),
    ),
    data: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'For a group: teamId, status, statusUrl, displayName, mailNickName, organisationId, templateId, properties and createdAt. It also has directory once the creation succeeded, or error if it failed. For other objects: their id and the change. Every event has actor and requestId. Later versions may add fields.',
    }),
  },
  {
    $id: 'Event',
    additionalProperties: false,
    description: 'A CloudEvent 1.0 in JSON.',
    examples: [
      {
        specversion: '1.0',
        id: 'evt_42_Zb4Vb0bU9l2tWc2m6q1Y8A',
        source: 'http://127.0.0.1:8080',
        type: 'group.succeeded',
        subject: '0198b0c1-77aa-7d10-8f2e-0c9b8a7d6e5f',
        time: '2026-11-21T03:04:05.678Z',
        datacontenttype: 'application/json',
        tenantid: '0198b0c1-0000-7d10-8f2e-0c9b8a7d6e5f',
        sequence: '0000000000000042',
        data: {
          teamId: '0198b0c1-77aa-7d10-8f2e-0c9b8a7d6e5f',
          status: 'succeeded',
          statusUrl: 'http://127.0.0.1:8080/teams/0198b0c1-77aa-7d10-8f2e-0c9b8a7d6e5f/status',
          displayName: 'Project 4711',
          mailNickName: 'prj-4711',
        },
      },
    ],
  },
);

export const EventPage = Type.Object(
  {
    items: Type.Array(refTo(EventResponse), { description: 'Events, oldest first.' }),
    nextLink: Type.String({
      format: 'uri',
      description:
        'Address of the events that follow. Always present, since a feed has no last page. An empty page with an unchanged link means that there are no new events. With type, a page may also be empty because the service skipped many other events. Its link has then changed.',
    }),
  },
  { $id: 'EventPage', additionalProperties: false },
);

export const eventSchemas = [EventResponse, EventPage];
