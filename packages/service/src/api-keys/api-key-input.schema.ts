import { Type, type Static } from 'typebox';
import { guidPattern } from '../schema/guid.schema.ts';
import { nameSchema } from '../schema/name.schema.ts';
import { ScopeSchema, scopes } from '../schema/scope.schema.ts';

const maxOrganisations = 100;

const scopesOfKey = Type.Array(ScopeSchema, {
  minItems: 1,
  maxItems: scopes.length,
  description: 'The scopes of the key: what it may do.',
});

const organisationIdsOfKey = Type.Union(
  [
    Type.Array(Type.String({ pattern: guidPattern }), {
      minItems: 1,
      maxItems: maxOrganisations,
    }),
    Type.Null(),
  ],
  { description: 'The organisations that the key is limited to, by id. null: no limit.' },
);

/** An administrator's input for an API key. */
export const ApiKeyInput = Type.Object(
  {
    name: nameSchema(100, 'Descriptive name of the key.'),
    expiresAt: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Null()], {
        description: 'Expiry of the key, ISO 8601 with time zone.',
      }),
    ),
    scopes: Type.Optional(
      Type.Array(ScopeSchema, {
        ...scopesOfKey,
        description: 'The scopes of the key. Default: groups:create and groups:read.',
      }),
    ),
    organisationIds: Type.Optional(organisationIdsOfKey),
  },
  { additionalProperties: false },
);
export type ApiKeyInput = Static<typeof ApiKeyInput>;

/** The access of a key, replaced as a whole. */
export const KeyAccessInput = Type.Object(
  { scopes: scopesOfKey, organisationIds: organisationIdsOfKey },
  { additionalProperties: false },
);
export type KeyAccessInput = Static<typeof KeyAccessInput>;
