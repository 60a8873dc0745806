// The description of a request that the service sends: a webhook with its signature (Standard Webhooks).
import type { Json, JsonObject } from './json.ts';

export interface DescribedWebhook {
  readonly name: string;
  readonly summary: string;
  readonly mediaType: string;
  readonly schema: unknown;
  readonly example: unknown;
}

const signatureHeaders = {
  'webhook-id': 'Id of the event. The same event may arrive more than once.',
  'webhook-timestamp': 'Time of the attempt, in seconds since the Unix epoch.',
  'webhook-signature':
    'Signatures of id, timestamp and body, separated by spaces (Standard Webhooks).',
} as const;

export function webhookOperation(
  { name, summary, mediaType, schema, example }: DescribedWebhook,
  clean: (schema: unknown) => Json,
): JsonObject {
  return {
    operationId: `on_${name}`.replaceAll(/[._]+(\w)/g, (_, letter: string) => letter.toUpperCase()),
    tags: ['Webhooks'],
    summary,
    // The signature authenticates the service.
    security: [],
    parameters: Object.keys(signatureHeaders).map((header) => ({
      $ref: `#/components/parameters/${header}`,
    })),
    requestBody: {
      required: true,
      content: {
        [mediaType]: {
          schema: clean(schema),
          examples: { sample: { summary: `A sample of ${name}.`, value: example as Json } },
        },
      },
    },
    responses: {
      '2XX': { description: 'Your endpoint received the event.' },
      '410': { description: 'Your endpoint wants no more events. The service disables it.' },
    },
  };
}

export const webhookParameters: JsonObject = Object.fromEntries(
  Object.entries(signatureHeaders).map(([name, description]) => [
    name,
    { name, in: 'header', required: true, description, schema: { type: 'string' } },
  ]),
);
