// The description of one operation, from the declaration of its route.
import type { FastifySchema, RouteOptions } from 'fastify';
import { problemCodes, type ProblemCode } from '../ground/errors.ts';
import { idempotencyKeyMeaning, replayedMeaning } from './idempotency-key.ts';
import type { Json, JsonObject } from './json.ts';
import { isChallenged, problemKinds, problemMediaType } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The successful answer, as a sentence, unless its schema describes it. */
    answer?: string;
    /** Headers of a good answer, name and meaning; for the API's description. */
    answerHeaders?: Readonly<Record<string, string>>;
    /** Headers of the request that are read by hand, name and meaning; for the API's description. */
    requestHeaders?: Readonly<Record<string, string>>;
  }
  interface FastifySchema {
    operationId?: string;
    tags?: readonly string[];
    summary?: string;
    description?: string;
    /** Instead of the access token, or of none for a public route; `{}` makes what is beside it optional. */
    security?: readonly Readonly<Record<string, readonly string[]>>[];
    /** Another route replaces it; it keeps working. */
    deprecated?: boolean;
    /** Leaves the route out of the description. */
    hide?: boolean;
  }
}

type Clean = (schema: unknown) => Json;

export function operationOf(route: RouteOptions, schema: FastifySchema, clean: Clean): JsonObject {
  const security = schema.security ?? securityOf(route);
  const parameters = [
    ...parametersOf('path', schema.params, clean),
    ...parametersOf('query', schema.querystring, clean),
    ...parametersOf('header', schema.headers, clean),
    ...Object.entries({
      ...(isIdempotent(route) && { 'Idempotency-Key': idempotencyKeyMeaning }),
      ...route.config?.requestHeaders,
    }).map(([name, meaning]) => ({
      name,
      in: 'header',
      required: false,
      description: meaning,
      schema: { type: 'string' },
    })),
  ];
  return {
    operationId: schema.operationId ?? '',
    tags: [...(schema.tags ?? [])],
    summary: schema.summary ?? '',
    ...(schema.description !== undefined && { description: schema.description }),
    ...(schema.deprecated === true && { deprecated: true }),
    ...(security !== undefined && { security }),
    ...(parameters.length > 0 && { parameters }),
    ...(schema.body !== undefined && { requestBody: requestBodyOf(route, schema.body, clean) }),
    responses: withProblems(
      answersOf(route, schema, clean),
      problemResponsesOf(problemsOf(route, schema)),
    ),
  };
}

function isIdempotent({ config }: RouteOptions): boolean {
  return config?.idempotentBy !== undefined;
}

/** By the scopes that the API key needs. For bearer tokens, OpenAPI 3.1 calls them roles. */
function securityOf({ config }: RouteOptions): readonly JsonObject[] | undefined {
  if (config?.access !== undefined && config.scope === undefined) return [];
  return (
    config?.scope &&
    [config.scope].flat().flatMap((scope) => [{ accessToken: [scope] }, { oauth2: [scope] }])
  );
}

/** A status may have its own answer beside the problems. */
function withProblems(
  answers: Record<string, JsonObject>,
  problems: Record<string, JsonObject>,
): Record<string, JsonObject> {
  const both = { ...answers };
  for (const [status, problem] of Object.entries(problems)) {
    const answer = both[status];
    both[status] = answer === undefined ? problem : mergeMembers(answer, problem);
  }
  return both;
}

function mergeMembers(one: JsonObject, other: JsonObject): JsonObject {
  return {
    description: [one, other].map((part) => part['description'] as string).join(' '),
    headers: { ...(one['headers'] as JsonObject), ...(other['headers'] as JsonObject) },
    content: { ...(one['content'] as JsonObject), ...(other['content'] as JsonObject) },
  };
}

interface ObjectSchema {
  /** Parameters whose names follow a pattern, as the members of one object. */
  readonly 'x-patterned'?: {
    readonly name: string;
    readonly description: string;
    readonly example: Json;
  };
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
  readonly required?: readonly string[];
}

function parametersOf(place: string, schema: unknown, clean: Clean): JsonObject[] {
  const {
    properties = {},
    required = [],
    'x-patterned': patterned,
  } = (schema ?? {}) as ObjectSchema;
  const named = Object.entries(properties).map(([name, property]) => {
    const { description: meaning, ...rest } = property;
    const parameter: Record<string, Json> = {
      name: place === 'header' ? headerName(name) : name,
      in: place,
      required: place === 'path' || required.includes(name),
    };
    if (meaning !== undefined) parameter['description'] = meaning;
    parameter['schema'] = clean(rest);
    return parameter;
  });
  if (patterned === undefined) return named;
  const { name, description, example } = patterned;
  // Each member of such an object is a parameter: style form, exploded.
  const type = { type: 'object', additionalProperties: { type: 'string' } };
  const members = { style: 'form', explode: true, schema: type, example };
  return [...named, { name, in: place, required: false, description, ...members }];
}

function headerName(name: string): string {
  return name.replaceAll(/(^|-)([a-z])/g, (letters) => letters.toUpperCase());
}

function requestBodyOf({ config }: RouteOptions, body: unknown, clean: Clean): JsonObject {
  const { content } = body as { content?: Record<string, { schema: unknown }> };
  const byType = content ?? { 'application/json': { schema: body } };
  return {
    required: config?.optionalBody !== true,
    content: Object.fromEntries(
      Object.entries(byType).map(([mediaType, { schema }]) => [
        mediaType,
        { schema: clean(schema) },
      ]),
    ),
  };
}

function answersOf(
  route: RouteOptions,
  schema: FastifySchema,
  clean: Clean,
): Record<string, JsonObject> {
  const answers = Object.entries((schema.response ?? {}) as Record<string, ResponseSchema>);
  return Object.fromEntries(
    answers.map(([status, answer]) => [status, answerOf(route, answer, clean)]),
  );
}

interface ResponseSchema {
  readonly type?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema: unknown }>>;
}

function answerOf(route: RouteOptions, answer: ResponseSchema, clean: Clean): JsonObject {
  const { config } = route;
  const headers = {
    'Request-Id': { $ref: '#/components/headers/Request-Id' },
    ...(config?.access === undefined && {
      'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
      RateLimit: { $ref: '#/components/headers/RateLimit' },
    }),
    ...Object.fromEntries(
      Object.entries({
        ...config?.answerHeaders,
        ...(isIdempotent(route) && { 'Idempotent-Replayed': replayedMeaning }),
      }).map(([name, meaning]) => [name, { description: meaning, schema: { type: 'string' } }]),
    ),
  };
  const described = answer.description ?? config?.answer ?? 'Success.';
  if (answer.type === 'null') return { description: described, headers };
  const content = answer.content ?? { 'application/json': { schema: answer } };
  const others = (config?.produces ?? []).filter((mediaType) => !(mediaType in content));
  return {
    description: described,
    headers,
    content: {
      ...Object.fromEntries(
        Object.entries(content).map(([mediaType, { schema }]) => [
          mediaType,
          { schema: clean(schema) },
        ]),
      ),
      ...Object.fromEntries(others.map((mediaType) => [mediaType, { schema: { type: 'string' } }])),
    },
  };
}

const problemsOfBodies = [
  'malformed_json',
  'invalid_request',
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
  'validation_failed',
] as const;

/** The problems a route may answer with: its own, and those its kind brings along. */
export function problemsOf(route: RouteOptions, schema: FastifySchema): readonly ProblemCode[] {
  const isPublic = route.config?.access !== undefined;
  // A body is read whether the route takes one or not.
  const mayHaveBody = [route.method].flat().some((method) => method !== 'GET' && method !== 'HEAD');
  const readsHeaders =
    schema.headers !== undefined ||
    isIdempotent(route) ||
    route.config?.requestHeaders?.['If-Match'] !== undefined;
  const codes = new Set<ProblemCode>([
    ...(schema.querystring === undefined ? [] : (['invalid_query'] as const)),
    ...(readsHeaders ? (['invalid_request'] as const) : []),
    ...(schema.params === undefined ? [] : (['not_found'] as const)),
    ...(isPublic
      ? []
      : ([
          'invalid_token',
          'scope_missing',
          'tenant_removed',
          'tenant_moved',
          'address_not_allowed',
          'rate_limited',
        ] as const)),
    'not_acceptable',
    ...(mayHaveBody ? problemsOfBodies : []),
    ...(isIdempotent(route) ? (['idempotency_key_reused'] as const) : []),
    ...(route.config?.problems ?? []),
    'internal_error',
    'unavailable',
  ]);
  return problemCodes.filter((code) => codes.has(code));
}

function problemResponsesOf(codes: readonly ProblemCode[]): Record<string, JsonObject> {
  const byStatus = Map.groupBy(codes, (code) => problemKinds[code].status);
  const sorted = [...byStatus].sort(([one], [other]) => one - other);
  return Object.fromEntries(
    sorted.map(([status, ofStatus]) => [
      String(status),
      {
        description: `${ofStatus.map((code) => problemKinds[code].title).join('; or: ')}.`,
        headers: {
          'Request-Id': { $ref: '#/components/headers/Request-Id' },
          ...(ofStatus.some((code) => isChallenged(code)) && {
            'WWW-Authenticate': { $ref: '#/components/headers/WWW-Authenticate' },
          }),
          ...((status === 429 || status === 503) && {
            'Retry-After': { $ref: '#/components/headers/Retry-After' },
          }),
        },
        content: {
          [problemMediaType]: {
            schema: { $ref: '#/components/schemas/Problem' },
            examples: Object.fromEntries(
              ofStatus.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
            ),
          },
        },
      },
    ]),
  );
}
