// The API's description as OpenAPI 3.0, for generators that do not read 3.1. It says the same, except for the webhooks,
// which 3.0 does not have.
import type { Json, JsonObject } from './json.ts';

export function asOpenApi30(document: JsonObject): JsonObject {
  const { webhooks: _, info, components, tags, ...rest } = document;
  const { license, ...about } = info as { license: { name: string } } & JsonObject;
  const { securitySchemes, parameters: __, schemas, ...others } = components as Members;
  const bearers = Object.entries(securitySchemes as Members).filter(
    ([, scheme]) => (scheme as JsonObject)['type'] === 'http',
  );
  const used = reachable(rest['paths'], schemas as Members);
  const convert = converter(used, new Set(bearers.map(([name]) => name)));
  return {
    ...(convert(rest) as JsonObject),
    openapi: '3.0.3',
    info: {
      ...about,
      license: { name: license.name, url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    tags: (tags as readonly JsonObject[]).filter(({ name }) => name !== 'Webhooks'),
    components: {
      ...(convert(others) as JsonObject),
      schemas: convert(used),
      securitySchemes: securitySchemes ?? {},
    },
  };
}

type Members = Readonly<Record<string, Json>>;

const referencePrefix = '#/components/schemas/';

/** The schemas that the paths use: those of webhooks alone go with them. */
function reachable(from: Json | undefined, schemas: Members): JsonObject {
  const found = new Set<string>();
  const visit = (value: Json | undefined): void => {
    const text = JSON.stringify(value ?? null);
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      visit(schemas[name]);
    }
  };
  visit(from);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)));
}

/** Values in which words of a schema have no meaning. */
const opaque = new Set(['example', 'examples', 'default', 'value', 'scopes']);

/** @param withoutRoles security schemes: in 3.0, only those of OAuth have scopes */
function converter(schemas: JsonObject, withoutRoles: ReadonlySet<string>) {
  return convert;

  function convert(value: Json): Json {
    if (Array.isArray(value)) return value.map((entry: Json) => convert(entry));
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value as Members).map(([name, member]) => {
      // The names of properties have no meaning.
      if (name === 'properties') return [name, propertiesOf(member as Members)];
      if (name === 'security') return [name, securityOf(member as readonly Members[])];
      return [name, opaque.has(name) ? member : convert(member)];
    });
    return schemaOf(Object.fromEntries(members) as JsonObject);
  }

  function propertiesOf(properties: Members): Json {
    return Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, convert(schema)]),
    );
  }

  function securityOf(security: readonly Members[]): Json {
    return security.map((one) =>
      Object.fromEntries(
        Object.entries(one).map(([name, scopes]) => [name, withoutRoles.has(name) ? [] : scopes]),
      ),
    );
  }

  /** Says in words of 3.0 the parts of JSON Schema 2020-12 that 3.0 lacks. */
  function schemaOf(schema: JsonObject): JsonObject {
    const { const: only, examples, patternProperties, $ref, anyOf, oneOf, ...rest } = schema;
    const made: Record<string, Json> = { ...rest };
    if ($ref !== undefined) {
      return Object.keys(rest).length === 0 ? { $ref } : { ...made, allOf: [{ $ref }] };
    }
    if (Array.isArray(made['type'])) {
      const types = made['type'] as readonly Json[];
      const type = types.find((one) => one !== 'null') ?? 'object';
      Object.assign(made, { type, nullable: types.includes('null') });
    }
    if (only !== undefined) Object.assign(made, { type: typeof only, enum: [only] });
    if (made['enum'] !== undefined) made['type'] ??= typeOf(made) ?? 'string';
    if (Array.isArray(examples)) made['example'] = (examples as readonly Json[])[0] ?? null;
    // It belongs to a media type or the components, which have them in both versions.
    else if (examples !== undefined) made['examples'] = examples;
    if (patternProperties !== undefined) {
      made['additionalProperties'] = Object.values(patternProperties as Members)[0] ?? true;
    }
    if (anyOf !== undefined) Object.assign(made, alternatives('anyOf', anyOf as JsonObject[]));
    if (oneOf !== undefined) Object.assign(made, alternatives('oneOf', oneOf as JsonObject[]));
    return made;
  }

  /** `null` is no type in 3.0, but a property of another one. */
  function alternatives(word: string, all: readonly JsonObject[]): JsonObject {
    const others = all.filter(({ type }) => type !== 'null');
    const [first] = others;
    if (others.length === all.length || first === undefined) return { [word]: all };
    const types = new Set(others.map(typeOf));
    const [type] = types.size === 1 ? types : [];
    const nullable = { nullable: true, ...(type !== undefined && { type }) };
    if (others.length > 1) {
      return type === undefined
        ? { [word]: others.map((one) => ({ ...one, nullable: true })) }
        : { [word]: others, ...nullable };
    }
    if (!('$ref' in first)) return { ...first, ...nullable };
    // Beside a reference, "nullable" takes nothing away: what is referred to does not admit null.
    return { [word]: [first, { ...nullable, enum: [null] }] };
  }

  function typeOf(schema: JsonObject): string | undefined {
    const { type, $ref, enum: values } = schema;
    if (typeof type === 'string') return type;
    if (Array.isArray(values)) return typeof values[0];
    const name = typeof $ref === 'string' ? $ref.slice(referencePrefix.length) : '';
    const referred = schemas[name];
    return referred === undefined ? undefined : typeOf(referred as JsonObject);
  }
}
