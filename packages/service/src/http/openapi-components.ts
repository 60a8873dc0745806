// The shared parts of the API's description: schemas by their `$id`, the problem object, the list of
// its codes with an example of each, headers, and how a caller authenticates.
import { isDeepStrictEqual } from 'node:util';
import { knownNames } from '../ground/schema/parts.schema.ts';
import { emptyIsNull } from '../ground/schema/moment.schema.ts';
import { problemCodes } from '../ground/errors.ts';
import { elsewhere } from './field-error-sentences.ts';
import type { Json, JsonObject } from './json.ts';
import { problemGuide } from './problem-guide.ts';
import { problemExample } from './problem-pages.ts';
import { webhookParameters } from './openapi-webhook.ts';
import { problemKinds } from './problem.ts';
import { scopeMeanings } from '../ground/schema/scope.schema.ts';

export interface Components {
  /** It includes examples of the problems that routes have; one that none has would be dead text. */
  all(codesOfRoutes: ReadonlySet<string>): JsonObject;
  /**
   * A schema as the description shows it: one with an `$id` becomes a component that is referred to, and our own
   * keywords are left out.
   */
  readonly clean: (schema: unknown) => Json;
}

const ownKeywords: ReadonlySet<string> = new Set([
  '$id',
  'x-fault',
  'x-text',
  elsewhere,
  emptyIsNull,
  knownNames,
]);

export function createComponents(
  sharedSchemas: Readonly<Record<string, unknown>>,
  baseUrl: string,
): Components {
  const schemas = new Map<string, Json>();

  function referTo(name: string, schema: unknown): JsonObject {
    const made = membersOf(schema as object);
    const known = schemas.get(name);
    if (known !== undefined && !isDeepStrictEqual(known, made)) {
      throw new Error(`Two schemas have the $id ${name}.`);
    }
    schemas.set(name, made);
    return { $ref: `#/components/schemas/${name}` };
  }

  function clean(schema: unknown): Json {
    if (Array.isArray(schema)) return schema.map((entry) => clean(entry));
    if (typeof schema !== 'object' || schema === null) return schema as Json;
    const { $id } = schema as { $id?: unknown };
    return typeof $id === 'string' ? referTo($id, schema) : membersOf(schema);
  }

  function membersOf(schema: object): JsonObject {
    const members = Object.entries(schema).filter(
      ([name, value]) => !ownKeywords.has(name) && value !== undefined,
    );
    return Object.fromEntries(
      members.map(([name, value]: [string, unknown]) => {
        const isReference = name === '$ref' && typeof value === 'string' && value in sharedSchemas;
        return [name, isReference ? `#/components/schemas/${value}` : clean(value)];
      }),
    );
  }

  for (const [name, schema] of Object.entries(sharedSchemas)) referTo(name, schema);

  return {
    clean,
    all: (codesOfRoutes) => ({
      schemas: { ...Object.fromEntries(schemas), ...problemSchemas },
      examples: Object.fromEntries(
        problemCodes
          .filter((code) => codesOfRoutes.has(code))
          .map((code) => [
            code,
            {
              summary: problemKinds[code].title,
              value: { ...problemExample(code, baseUrl) },
            },
          ]),
      ),
      headers,
      parameters: webhookParameters,
      securitySchemes: {
        ...tokenSchemes(baseUrl),
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'groupwright-session',
          description:
            'The name is followed by a hyphen and the tenant. On HTTPS it has the prefix __Host-.',
        },
        metricsToken: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The value of METRICS_TOKEN. Required only if the operator has set that variable.',
        },
      },
    }),
  };
}

/** The access token as a bearer token of any origin, and with the way in which an OAuth client gets it. */
function tokenSchemes(baseUrl: string): JsonObject {
  return {
    accessToken: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'The accessToken of POST /token, in the Authorization header.',
    },
    oauth2: {
      type: 'oauth2',
      description:
        'The same token by the OAuth 2.0 client credentials grant. client_id is the keyId, client_secret is the secret, and the form also needs tenant_id. A token has all scopes of its key.',
      flows: { clientCredentials: { tokenUrl: `${baseUrl}/token`, scopes: { ...scopeMeanings } } },
    },
  };
}

const problemSchemas: JsonObject = {
  Problem: {
    type: 'object',
    description: 'A problem (RFC 9457).',
    required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
    properties: {
      type: { type: 'string', format: 'uri', description: 'A page that explains the problem.' },
      title: { type: 'string', description: 'Short name of the problem.' },
      status: { type: 'integer', description: 'HTTP status code.' },
      detail: { type: 'string', description: 'Explanation of this occurrence, for people.' },
      code: { $ref: '#/components/schemas/ProblemCode' },
      requestId: { type: 'string', description: 'Same value as the Request-Id header.' },
      errors: {
        type: 'array',
        description: 'Every fault of the input, in the order of the input.',
        items: { $ref: '#/components/schemas/Fault' },
      },
    },
  },
  ProblemCode: {
    type: 'string',
    description: `Code of the problem, for programs. The list may grow.\n\n${problemCodes
      .map((code) => `- \`${code}\` (${problemKinds[code].status}): ${problemGuide[code].meaning}`)
      .join('\n')}`,
    examples: [...problemCodes],
  },
};

const text = { type: 'string' } as const;

const headers: JsonObject = {
  'Request-Id': { description: 'Id of this request. The log uses the same id.', schema: text },
  'RateLimit-Policy': {
    description: 'Quota of an API key (draft-ietf-httpapi-ratelimit-headers).',
    schema: text,
  },
  RateLimit: {
    description: 'Remaining quota, and the seconds until it is fully restored.',
    schema: text,
  },
  'WWW-Authenticate': { description: 'How to authenticate (RFC 6750).', schema: text },
  'Retry-After': {
    description: 'Seconds to wait before you retry.',
    schema: { type: 'integer' },
  },
};
