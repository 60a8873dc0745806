// The description of the custom connector for Power Automate: Swagger 2.0, which is all that custom connectors read, of the
// operations that a flow needs. Made from the OpenAPI 3.0 description.

type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/** The keys are operations of the description, and the values are their titles in the list of actions. */
const actions: Readonly<Record<string, string>> = {
  listOrganisations: 'List organisations',
  listTemplates: 'List the templates of an organisation',
  planTeam: 'Check a request for a group',
  createTeam: 'Create a group',
  putTeam: 'Make a group what it should be, by your own id',
  getTeamStatus: 'Get the progress of a creation',
  cancelTeam: 'Cancel a creation',
  listTeams: 'List groups',
  getTeam: 'Get a group',
  changeTeam: 'Change a group',
  archiveTeam: 'Archive a group',
  unarchiveTeam: 'Unarchive a group',
  deleteTeam: 'Delete a group',
  restoreTeam: 'Restore a group',
  getOperation: 'Get the progress of an operation',
  listGroupsOfPerson: 'List the groups of a person',
  handOverPerson: 'Hand over the groups of a person',
  listTasks: 'List tasks',
  decideTask: 'Decide a task',
};

/** @throws Error when an action is no operation of the description */
export function asPowerAutomate(document: JsonObject): JsonObject {
  const paths: Record<string, Record<string, Json>> = {};
  const missing = new Set(Object.keys(actions));
  for (const [path, methods] of Object.entries(document['paths'] as Members)) {
    for (const [method, operation] of Object.entries(methods as Members)) {
      const { operationId } = operation as { readonly operationId: string };
      const title = actions[operationId];
      if (title === undefined || path.startsWith('/admin/')) continue;
      missing.delete(operationId);
      (paths[path] ??= {})[method] = operationOf(operation as JsonObject, title, document);
    }
  }
  if (missing.size > 0) throw new Error(`No operation is called ${[...missing].join(', ')}.`);
  const { version } = document['info'] as { readonly version: string };
  return {
    swagger: '2.0',
    info: {
      title: 'Groupwright',
      description: 'Creates and governs groups and teams in Microsoft 365 from policy templates.',
      version,
    },
    host: 'groups.example',
    basePath: '/',
    schemes: ['https'],
    consumes: ['application/json'],
    produces: ['application/json'],
    securityDefinitions: { key: { type: 'basic' } },
    security: [{ key: [] }],
    paths,
    definitions: definitionsOf(paths, document),
  };
}

type Members = Readonly<Record<string, Json>>;

function operationOf(operation: JsonObject, title: string, document: JsonObject): JsonObject {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const body = requestBody && jsonSchemaOf(requestBody as JsonObject);
  return {
    operationId: operationId ?? '',
    summary: title,
    description: [summary, description].filter((text) => typeof text === 'string').join(' '),
    parameters: [
      ...(parameters as readonly JsonObject[]).flatMap((one) => parameterOf(one, document)),
      ...(body ? [{ name: 'body', in: 'body', required: true, schema: body }] : []),
    ],
    responses: Object.fromEntries(
      Object.entries(responses as Members)
        .filter(([status]) => status.startsWith('2'))
        .map(([status, response]) => [status, responseOf(response as JsonObject)])
        .concat([['default', { description: 'A problem (RFC 9457).', schema: problem }]]),
    ),
  };
}

const problem = {
  type: 'object',
  properties: {
    code: { type: 'string' },
    detail: { type: 'string' },
    status: { type: 'integer' },
  },
} as const;

/** None for a header that the connector sets itself, and for parameters that are members of an object. */
function parameterOf(parameter: JsonObject, document: JsonObject): JsonObject[] {
  const named = resolved(parameter, document);
  const { in: place, required = false, description = '' } = named;
  const { name } = named as { readonly name: string };
  if (name === 'Accept' || name === 'Authorization') return [];
  const {
    type,
    format,
    enum: values,
    minimum,
    maximum,
    pattern,
  } = schema(resolved((named['schema'] ?? {}) as JsonObject, document)) as JsonObject;
  // Swagger 2.0 has no such parameter.
  if (type === 'object') return [];
  return [
    {
      name,
      in: place ?? '',
      required,
      description,
      'x-ms-summary': titleOf(name),
      type: type ?? 'string',
      ...Object.fromEntries(
        Object.entries({ format, enum: values, minimum, maximum, pattern }).filter(
          (entry): entry is [string, Json] => entry[1] !== undefined,
        ),
      ),
    },
  ];
}

/** `mailNickName` is shown as Mail nick name. */
function titleOf(name: string): string {
  const words = name.replaceAll(/[-_.]/g, ' ').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

function responseOf(response: JsonObject): JsonObject {
  const body = jsonSchemaOf(response);
  return { description: response['description'] ?? '', ...(body && { schema: body }) };
}

function jsonSchemaOf({ content }: JsonObject): Json | undefined {
  const { 'application/json': json } = (content ?? {}) as Record<string, JsonObject>;
  return json?.['schema'] === undefined ? undefined : schema(json['schema']);
}

function resolved(part: JsonObject, document: JsonObject): JsonObject {
  const { $ref } = part;
  if (typeof $ref !== 'string') return part;
  const found = $ref
    .slice(2)
    .split('/')
    .reduce<Json>((within, name) => (within as JsonObject)[name] ?? {}, document);
  return resolved(found as JsonObject, document);
}

const notInSwagger = new Set(['example', 'examples', 'nullable', 'writeOnly', 'deprecated']);

/** Swagger 2.0 has no alternatives: where a value may have several forms, it may be anything. */
function schema(value: Json): Json {
  if (Array.isArray(value)) return value.map((entry: Json) => schema(entry));
  if (typeof value !== 'object' || value === null) return value;
  const { anyOf, oneOf, allOf, $ref, ...others } = value as JsonObject;
  if (typeof $ref === 'string') {
    return { $ref: $ref.replace('#/components/schemas/', '#/definitions/') };
  }
  const { nullable, description } = others;
  const told = description === undefined ? {} : { description };
  if (anyOf !== undefined || oneOf !== undefined) return told;
  const isNullable = nullable === true ? { 'x-nullable': true } : {};
  const [only, ...more] = (allOf ?? []) as readonly Json[];
  if (only !== undefined && more.length === 0) {
    return { ...(schema(only) as JsonObject), ...isNullable };
  }
  const members = Object.entries(others)
    .filter(([name]) => !notInSwagger.has(name))
    .map(([name, member]) => [
      name,
      name === 'properties'
        ? Object.fromEntries(
            Object.entries(member as Members).map(([key, inner]) => [key, schema(inner)]),
          )
        : schema(member),
    ]);
  return { ...(Object.fromEntries(members) as JsonObject), ...isNullable };
}

/** The schemas that the actions refer to, and those that these refer to. */
function definitionsOf(paths: Json, document: JsonObject): JsonObject {
  const { schemas } = document['components'] as { readonly schemas: Members };
  const found: Record<string, Json> = {};
  const visit = (within: Json): void => {
    for (const [, name = ''] of JSON.stringify(within).matchAll(/"#\/definitions\/([^"]+)"/g)) {
      if (name in found) continue;
      found[name] = schema(schemas[name] ?? {});
      visit(found[name]);
    }
  };
  visit(paths);
  return Object.fromEntries(Object.entries(found).sort(([one], [other]) => (one < other ? -1 : 1)));
}
