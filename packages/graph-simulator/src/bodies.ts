// Strict reading of bodies: every member is known, writable at this moment, of its type and length.
import { badRequest } from './response.ts';
import { properties, type EntityName, type PropertyRule } from './properties.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function asObject(body: unknown): JsonObject {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw badRequest('unreadable_body', 'The body must be a JSON object.');
  }
  return body as JsonObject;
}

function hasType(type: string, value: unknown): boolean {
  if (value === null) return !type.startsWith('Collection');
  if (type.startsWith('Collection(')) {
    const element = type.slice('Collection('.length, -1);
    return Array.isArray(value) && value.every((item) => hasType(element, item));
  }
  switch (type) {
    case 'Edm.String':
      return typeof value === 'string';
    case 'Edm.Boolean':
      return typeof value === 'boolean';
    case 'Edm.Int32':
      return Number.isInteger(value);
    case 'Edm.DateTimeOffset':
      return typeof value === 'string' && !Number.isNaN(Date.parse(value));
    case 'graph.teamVisibilityType':
    case 'graph.channelMembershipType':
    case 'graph.channelLayoutType':
    case 'graph.teamSpecialization':
    case 'graph.giphyRatingType':
      return typeof value === 'string';
    default:
      return typeof value === 'object' && !Array.isArray(value);
  }
}

function checkProperty(
  name: string,
  value: unknown,
  rule: PropertyRule,
  when: 'create' | 'update',
): void {
  if (rule.writable !== 'both' && rule.writable !== when) {
    throw badRequest('read_only_property', `Property '${name}' cannot be set by this request.`);
  }
  if (!hasType(rule.type, value)) {
    throw badRequest('wrong_type', `Property '${name}' must be of type ${rule.type}.`);
  }
  if (rule.maxLength !== undefined && typeof value === 'string' && value.length > rule.maxLength) {
    throw badRequest('too_long', `Property '${name}' exceeds ${rule.maxLength} characters.`);
  }
}

/**
 * Checks every member against the table.
 * @param annotations members beside the properties that this request may carry, such as `owners@odata.bind`
 */
export function checkBody(
  entity: EntityName,
  body: unknown,
  when: 'create' | 'update',
  annotations: readonly string[] = [],
): JsonObject {
  const object = asObject(body);
  for (const [name, value] of Object.entries(object)) {
    if (annotations.includes(name)) continue;
    const rule = properties[entity][name];
    if (rule === undefined) {
      throw badRequest(
        'unknown_property',
        `A value was found for property '${name}' on type 'microsoft.graph.${entity}', which has no such property.`,
      );
    }
    checkProperty(name, value, rule, when);
  }
  return object;
}

const guid = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

/** The ids that a list of `@odata.bind` addresses names; each has to be an absolute address of this service. */
export function boundIds(
  list: unknown,
  name: string,
  roots: readonly string[],
  kinds: readonly string[],
): string[] {
  if (!Array.isArray(list)) {
    throw badRequest('wrong_bind_form', `'${name}' must be a list of addresses.`);
  }
  return list.map((address) => boundId(address, name, roots, kinds));
}

/** `https://…/v1.0/<kind>/<id>` or `https://…/v1.0/<kind>('<id>')`. */
export function boundId(
  address: unknown,
  name: string,
  roots: readonly string[],
  kinds: readonly string[],
): string {
  const text = typeof address === 'string' ? address : '';
  const root = roots.find((candidate) => text.startsWith(`${candidate}/`));
  const rest = root === undefined ? '' : text.slice(root.length + 1);
  const match = new RegExp(`^(${kinds.join('|')})(?:/(${guid})|\\('(${guid}|standard)'\\))$`).exec(
    rest,
  );
  const id = match?.[2] ?? match?.[3];
  if (id === undefined) {
    throw badRequest('wrong_bind_form', `'${name}' has an address that names no object: ${text}`);
  }
  return id.toLowerCase();
}
