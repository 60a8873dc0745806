import { exact, moment, nullable } from '../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import { optionalMoment } from '../ground/schema/moment.schema.ts';
import { type CloudEvent, type EventType, eventTypes } from '../events/event.ts';
import { SigningKindInput, WebhookInput } from '../events/webhooks/webhook-input.schema.ts';
import { etag, idParams } from './common.schema.ts';
import { pageQuery } from '../http/paging.ts';
import { countedPageSchema, pageSchema } from '../ground/schema/page.schema.ts';

export const EndpointParams = idParams({ endpointId: 'The endpoint.' });

const AnyEventType = Type.Enum([...eventTypes]);

/** A number that counts up by one. */
const place = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;

const idsOf = (subjects: string) =>
  nullable(
    Type.Array(Type.String(), {
      description: `Only events about these ${subjects}. Null: no limit.`,
    }),
  );

export const AdminWebhook = Type.Object(
  {
    endpointId: Type.String(),
    url: Type.String(),
    description: Type.String(),
    // By `type` and not as a union, whose members the serialiser would check: a later release may have added types.
    types: Type.Unsafe<EventType[] | null>({
      type: ['array', 'null'],
      items: AnyEventType,
      description: 'Types of events that the endpoint receives. Null: every type.',
    }),
    organisationIds: idsOf('organisations, their templates and their groups'),
    templateIds: idsOf('templates and the groups made from them'),
    state: Type.Enum(['active', 'failing', 'disabled'], {
      description:
        'State of the endpoint. failing: the latest attempts failed, and the service retries automatically.',
    }),
    disabledReason: nullable(Type.String()),
    disabledBy: nullable(
      Type.String({
        description:
          'As createdBy. service:webhooks: the endpoint answered 410 Gone. Null: it is not disabled, or this is not known.',
      }),
    ),
    pausedUntil: nullable(
      moment(
        'After repeated failures: the next attempt, before which nothing is delivered. Null: the endpoint is not paused.',
      ),
    ),
    signing: Type.Array(
      Type.Object(
        {
          kind: Type.String({ description: 'hmac or ed25519.' }),
          createdAt: moment(),
          expiresAt: nullable(moment()),
        },
        exact,
      ),
      { description: 'The keys that sign now. There are several during a rotation.' },
    ),
    publicKeys: Type.Array(Type.String(), {
      description: 'Public keys of the Ed25519 keys: whpk_….',
    }),
    health: Type.Object(
      {
        attempts: Type.Integer({
          description: 'Attempts in the last 24 hours, tests included; at most the last 10,000.',
        }),
        delivered: Type.Integer({ description: 'Successful ones of these.' }),
        lastAttempt: nullable(
          Type.Object(
            {
              attemptedAt: moment(),
              outcome: Type.String(),
              statusCode: nullable(Type.Integer()),
            },
            exact,
          ),
        ),
        nextAttemptAt: nullable(
          moment('Next attempt of the oldest waiting delivery. Null: none waits.'),
        ),
      },
      exact,
    ),
    createdAt: moment(),
    createdBy: Type.String(),
    etag,
  },
  { ...exact, $id: 'Webhook' },
);

export const AdminWebhookPage = Type.Object(
  {
    ...countedPageSchema(AdminWebhook).properties,
    types: Type.Array(AnyEventType, { description: 'All available event types.' }),
  },
  { ...exact, $id: 'WebhookPage' },
);

export const NewWebhookInput = Type.Object(
  { ...WebhookInput.properties, signing: Type.Optional(SigningKindInput) },
  exact,
);

export const NewWebhookKey = Type.Object(
  {
    webhook: AdminWebhook,
    verificationKey: Type.String({
      description:
        'Key with which the receiver verifies: the secret whsec_…, shown only once, or whpk_….',
    }),
  },
  { ...exact, $id: 'NewWebhookKey' },
);

export const NewKeyInput = Type.Object({ signing: SigningKindInput }, exact);

export const EnableInput = Type.Object(
  {
    missed: Type.Enum(['deliver', 'skip'], {
      description:
        'Events that occurred while the endpoint was disabled: delivered now, or skipped.',
    }),
  },
  exact,
);

export const ReplayInput = Type.Object(
  {
    positions: nullable(
      Type.Array(Type.Integer(place), {
        minItems: 1,
        maxItems: 1_000,
        description:
          'Positions of the deliveries. Null: those between from and until, or without these all failed deliveries.',
      }),
    ),
    from: optionalMoment('Finished deliveries that were queued from this moment on.'),
    until: optionalMoment('Finished deliveries that were queued before this moment.'),
  },
  exact,
);

export const DeliverNowResponse = Type.Object({ due: Type.Integer() }, exact);

export const DeliveryParams = idParams({
  endpointId: 'The endpoint.',
  position: { description: 'The position of the delivery.' },
});
export const SampleParams = idParams({
  eventType: { description: 'The type of the event.' },
});

export const DeliveredEvent = Type.Object(
  {
    event: Type.Unsafe<CloudEvent>(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'A CloudEvent, see the catalogue of events.',
      }),
    ),
  },
  exact,
);

export const ReplayResponse = Type.Object({ replayed: Type.Integer() }, exact);

export const AdminDelivery = Type.Object(
  {
    position: Type.Integer({ description: 'Identifies the delivery.' }),
    eventType: Type.String(),
    subject: Type.String(),
    groupName: nullable(
      Type.String({ description: 'Name of the group that the event is about, as it is now.' }),
    ),
    state: Type.Enum(['pending', 'delivered', 'failed']),
    failures: Type.Integer(),
    dueAt: nullable(moment()),
    queuedAt: moment(),
    finishedAt: nullable(moment()),
  },
  { ...exact, $id: 'WebhookDelivery' },
);

export const AdminAttempt = Type.Object(
  {
    attemptId: Type.Integer(),
    position: nullable(Type.Integer({ description: 'Position of the delivery. Null for a test.' })),
    eventId: Type.String(),
    eventType: Type.String(),
    attemptedAt: moment(),
    durationMs: Type.Integer(),
    outcome: Type.String({
      description: 'delivered, refused, redirected, gone, timeout, unreachable or address_refused.',
    }),
    statusCode: nullable(Type.Integer()),
    detail: nullable(Type.String()),
    answerExcerpt: nullable(Type.String()),
    retryAt: nullable(moment()),
  },
  { ...exact, $id: 'WebhookAttempt' },
);

const { outcome, statusCode, detail, answerExcerpt, durationMs } = AdminAttempt.properties;
export const TestResponse = Type.Object({
  outcome,
  statusCode,
  detail,
  answerExcerpt,
  durationMs,
});

export const AdminDeliveryPage = pageSchema(AdminDelivery, 'WebhookDeliveryPage');
export const AdminAttemptPage = pageSchema(AdminAttempt, 'WebhookAttemptPage');

export const deliveryQuery = Type.Object({
  state: Type.Optional(Type.Enum(['pending', 'delivered', 'failed'])),
  ...pageQuery,
});

export const attemptQuery = Type.Object({
  position: Type.Optional(
    Type.Integer({ ...place, description: 'Only attempts of the delivery at this position.' }),
  ),
  ...pageQuery,
});
