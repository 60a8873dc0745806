// POST /token (section 4.1 of the specification), as JSON and as the OAuth 2.0 client credentials form
// (RFC 6749 section 4.4), and the public keys (RFC 7517).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';

import { noteRefusal, problemHeaders, problemObject } from '../../http/problem.ts';
import { refTo } from '../../http/schema-ref.ts';
import type { Server } from '../../http/server.ts';
import { createValidatorCompiler, maxFaultsOfAnybody } from '../../http/validation.ts';
import { accessTokenLifetimeSeconds, type IssuedToken } from './issue-token.ts';
import { readClientCredentials } from './client-credentials.ts';
import type { RequestToken, TokenRequest } from './request-token.ts';
import type { SigningKeys } from './signing-keys.ts';
import {
  ClientCredentialsForm,
  JwkSet,
  OAuthErrorResponse,
  OAuthTokenResponse,
  TokenResponse,
  TokenRequestBody,
} from './token.schema.ts';

export function registerTokenRoutes(
  server: Server,
  deps: { requestToken: RequestToken; signingKeys: SigningKeys },
): void {
  const { requestToken, signingKeys } = deps;
  for (const schema of [
    TokenRequestBody,
    ClientCredentialsForm,
    TokenResponse,
    OAuthTokenResponse,
    OAuthErrorResponse,
    JwkSet,
  ]) {
    server.addSchema(schema);
  }

  const jsonAnswerOf = ({
    accessToken,
    tenantId,
    expiresAt,
  }: IssuedToken): Static<typeof TokenResponse> => ({
    accessToken,
    tenantId,
    expiresAt: expiresAt.toISOString(),
  });
  const formAnswerOf = ({ accessToken }: IssuedToken): Static<typeof OAuthTokenResponse> => ({
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: accessTokenLifetimeSeconds,
  });

  /** The request log has the holder. */
  function noteHolder(request: FastifyRequest, tenantId: string, keyId: string): void {
    request.named = { tenantId, apiKeyId: keyId.toLowerCase(), isProved: true };
  }

  async function answerForm(request: FastifyRequest, reply: FastifyReply) {
    const read = readClientCredentials(request.body, request.headers.authorization);
    if ('error' in read) return sendOAuthError(request, reply, { ...read, status: statusOf(read) });
    const { credentials } = read;
    const token = await requestToken(
      credentials,
      request.clientAddress,
      request.headers['user-agent'],
    );
    noteHolder(request, token.tenantId, credentials.keyId);
    return reply.header('cache-control', 'no-store').send(formAnswerOf(token));
  }

  server.post(
    '/token',
    {
      config: {
        answer: 'The access token.',
        access: 'public',
        refuse: refuseForm,
        consumes: ['application/json', 'application/x-www-form-urlencoded'],
        problems: [
          'invalid_credentials',
          'tenant_removed',
          'tenant_moved',
          'address_not_allowed',
          'too_many_failed_attempts',
        ],
      },
      attachValidation: true,
      validatorCompiler: createValidatorCompiler(() => server.getSchemas(), maxFaultsOfAnybody),
      schema: {
        operationId: 'requestToken',
        tags: ['Authentication'],
        summary: 'Exchange an API key for an access token.',
        body: {
          content: {
            'application/json': { schema: refTo(TokenRequestBody) },
            'application/x-www-form-urlencoded': { schema: refTo(ClientCredentialsForm) },
          },
        },
        response: {
          200: Type.Unsafe({
            description: 'Token for a JSON request, OAuthToken for a form.',
            oneOf: [refTo(TokenResponse), refTo(OAuthTokenResponse)],
          }),
          400: oauthRefusal('The form is not valid.'),
          401: oauthRefusal('The credentials of the form are not valid.'),
        },
      },
      serializerCompiler: () => JSON.stringify,
    },
    (request, reply) => {
      if (isForm(request)) return answerForm(request, reply);
      reply.header('cache-control', 'no-store');
      if (request.validationError !== undefined) throw request.validationError;
      const credentials = request.body as TokenRequest;
      const answer = (token: IssuedToken): FastifyReply => {
        noteHolder(request, token.tenantId, credentials.keyId);
        return reply.send(jsonAnswerOf(token));
      };
      const token = requestToken(credentials, request.clientAddress, request.headers['user-agent']);
      if (token instanceof Promise) return token.then(answer);
      answer(token);
      return undefined;
    },
  );

  server.get(
    '/.well-known/jwks.json',
    {
      config: { answer: 'The public keys, as a JSON Web Key Set.', access: 'public' },
      schema: {
        operationId: 'getPublicKeys',
        tags: ['Authentication'],
        summary: 'Read the public keys that verify access tokens.',
        response: { 200: refTo(JwkSet) },
      },
      serializerCompiler: () => JSON.stringify,
    },
    (_request, reply) => {
      reply.header('cache-control', 'public, max-age=300');
      return signingKeys.publicKeySet();
    },
  );
}

function isForm(request: FastifyRequest): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '');
}

function oauthRefusal(description: string) {
  return {
    description,
    content: { 'application/json': { schema: refTo(OAuthErrorResponse) } },
  };
}

interface OAuthRefusal {
  readonly error: string;
  readonly description: string;
  readonly status: number;
}

/** RFC 6749 section 5.2, for whatever is wrong with a form or its request. */
function refuseForm(request: FastifyRequest, reply: FastifyReply, error: unknown): boolean {
  if (!isForm(request)) return false;
  const { code, detail, status, errors = [] } = problemObject(error, '');
  noteRefusal(request, { code, detail, errors }, error);
  const { 'www-authenticate': _, ...headers } = problemHeaders(error);
  reply.headers(headers);
  const oauthCode = status >= 500 || status === 429 ? 'temporarily_unavailable' : 'invalid_request';
  const named = {
    invalid_credentials: 'invalid_client',
    address_not_allowed: 'invalid_client',
    tenant_removed: 'invalid_client',
    tenant_moved: 'invalid_client',
  };
  const known = Object.entries(named).find(([name]) => name === code)?.[1];
  sendOAuthError(request, reply, { error: known ?? oauthCode, description: detail, status });
  return true;
}

function statusOf({ error }: { readonly error: string }): number {
  return error === 'invalid_client' ? 401 : 400;
}

function sendOAuthError(
  request: FastifyRequest,
  reply: FastifyReply,
  { error, description, status }: OAuthRefusal,
): FastifyReply {
  // A client that tried HTTP Basic learns of it.
  const isBasic = /^basic /i.test(request.headers.authorization ?? '');
  if (status === 401 && isBasic) reply.header('www-authenticate', 'Basic realm="token"');
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ error, error_description: descriptionOf(description) });
}

/** It omits the characters that RFC 6749 appendix A.8 excludes. */
function descriptionOf(text: string): string {
  return text.replaceAll(/["\\]/g, "'").replaceAll(/[^\u0020-\u007e]/g, '?');
}
