import { guidPattern } from '../../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import type { TextForm } from '../../ground/text.ts';

const guid = (description: string) =>
  Type.String({ pattern: guidPattern, description, 'x-fault': 'must be a GUID.' });

/** Section 2.2 of the specification. */
export const TokenRequestBody = Type.Object(
  {
    tenantId: guid('Tenant identifier: the first path segment after the admin center address.'),
    keyId: guid('Identifier of the API key.'),
    secret: Type.String({
      'x-text': 'secret' satisfies TextForm,
      minLength: 1,
      maxLength: 512,
      description: 'Secret of the API key.',
    }),
  },
  {
    $id: 'TokenRequest',
    additionalProperties: false,
    examples: [
      {
        tenantId: '0198b0a9-6d1c-7e21-b7a5-8c1d2e3f4a5b',
        keyId: '0198b0a9-9a10-7f4b-9c3d-2b1a0f9e8d7c',
        secret: '<API_SECRET>',
      },
    ],
  },
);

/** RFC 6749 section 4.4.2, with the tenant beside it. The client may authenticate by HTTP Basic instead. */
export const ClientCredentialsForm = Type.Object(
  {
    grant_type: Type.Literal('client_credentials'),
    tenant_id: guid('Tenant identifier.'),
    client_id: Type.Optional(guid('Identifier of the API key.')),
    client_secret: Type.Optional(
      Type.String({ 'x-text': 'secret' satisfies TextForm, minLength: 1, maxLength: 512 }),
    ),
    scope: Type.Optional(
      Type.String({ description: 'Ignored: a token has all permissions of its key.' }),
    ),
  },
  { $id: 'ClientCredentials', additionalProperties: true },
);

/** Section 2.3 of the specification; for the form, section 5.1 of RFC 6749. */
export const TokenResponse = Type.Object(
  {
    accessToken: Type.String({ description: 'A bearer token.' }),
    tenantId: Type.String({ format: 'uuid' }),
    expiresAt: Type.String({
      format: 'date-time',
      description: 'Expiry of the token: 24 hours after its issue.',
    }),
  },
  {
    $id: 'Token',
    additionalProperties: false,
    description: 'The answer to a JSON request.',
    examples: [
      {
        accessToken: '<ACCESS_TOKEN>',
        tenantId: '0198b0a9-6d1c-7e21-b7a5-8c1d2e3f4a5b',
        expiresAt: '2026-11-22T09:30:00.000Z',
      },
    ],
  },
);

export const OAuthTokenResponse = Type.Object(
  {
    access_token: Type.String({ description: 'A bearer token.' }),
    token_type: Type.Literal('Bearer'),
    expires_in: Type.Integer({ description: 'Lifetime in seconds.' }),
  },
  {
    $id: 'OAuthToken',
    additionalProperties: false,
    description: 'The answer to an OAuth form (RFC 6749 section 5.1).',
  },
);

export const OAuthErrorResponse = Type.Object(
  {
    error: Type.String({
      description:
        'invalid_request, invalid_client, unsupported_grant_type, or temporarily_unavailable after too many wrong credentials and while the service is not available.',
    }),
    error_description: Type.String({ description: 'Explanation for people, as a sentence.' }),
  },
  {
    $id: 'OAuthError',
    additionalProperties: false,
    description: 'The answer to a refused form (RFC 6749 section 5.2).',
  },
);

export const JwkSet = Type.Object(
  { keys: Type.Array(Type.Object({}, { additionalProperties: true })) },
  { $id: 'JwkSet', additionalProperties: false },
);
