// A sample event of each type, made from the schemas: for the API's description, the catalogue and trials of receivers.
import { type TSchema, Type } from 'typebox';
import { type CloudEvent, eventTypes } from './event.ts';
import { type EventFamily, eventFamilies, testFamily } from './event-families.schema.ts';

const familyOf = new Map(
  [...eventFamilies, testFamily].flatMap((family) =>
    Object.keys(family.types).map((type) => [type, family]),
  ),
);

/** Types of the feed, and the one that tests an endpoint. */
export const sentTypes = [...eventTypes, 'webhook.test'] as const;
export type SentType = (typeof sentTypes)[number];

export function familyOfType(type: SentType): EventFamily {
  const family = familyOf.get(type);
  if (family === undefined) throw new TypeError(`No family has the type ${type}.`);
  return family;
}

export function sampleEvent(type: SentType, baseUrl: string): CloudEvent {
  const number = sentTypes.indexOf(type) + 1;
  const data = sampleData(type, baseUrl);
  const [subject] = Object.values(data);
  return {
    specversion: '1.0',
    id: `evt_${number}_Zb4Vb0bU9l2tWc2m6q1Y8A`,
    source: baseUrl,
    type,
    subject: typeof subject === 'string' ? subject : sampleTenantId,
    time: '2026-11-21T03:04:05.678Z',
    datacontenttype: 'application/json',
    tenantid: sampleTenantId,
    sequence: String(number).padStart(16, '0'),
    data,
  };
}

const sampleTenantId = '0198b0a9-6d1c-7e21-b7a5-8c1d2e3f4a5b';
/** The base address of the examples. */
const exampleUrl = 'http://127.0.0.1:8080';

function sampleData(type: SentType, baseUrl: string): Record<string, unknown> {
  const { types, data } = familyOfType(type);
  const { has = [], values = {} } = types[type] ?? {};
  const members = Object.entries(data)
    .filter(([name, schema]) => !Type.IsOptional(schema) || has.includes(name))
    .map(([name, schema]) => [name, name in values ? values[name] : exampleOf(schema)]);
  const text = JSON.stringify(Object.fromEntries(members)).replaceAll(exampleUrl, baseUrl);
  return JSON.parse(text) as Record<string, unknown>;
}

interface Example {
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Example[];
  readonly items?: Example;
  readonly properties?: Readonly<Record<string, TSchema>>;
}

function exampleOf({ examples, const: only, anyOf, items, properties }: Example): unknown {
  if (examples?.[0] !== undefined) return examples[0];
  if (only !== undefined) return only;
  if (anyOf?.[0] !== undefined) return exampleOf(anyOf[0]);
  if (items !== undefined) return [exampleOf(items)];
  if (properties === undefined) throw new TypeError('The schema of an event has no example.');
  const required = Object.entries(properties).filter(([, schema]) => !Type.IsOptional(schema));
  return Object.fromEntries(required.map(([name, schema]) => [name, exampleOf(schema)]));
}
