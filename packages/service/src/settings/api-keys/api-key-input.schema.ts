import { guidPattern } from '../../ground/schema/parts.schema.ts';
import { Type, type Static } from 'typebox';
import { optionalMoment } from '../../ground/schema/moment.schema.ts';
import { nameSchema } from '../../ground/schema/name.schema.ts';
import { sourceSchema } from '../../ground/schema/external-key.schema.ts';
import { ScopeSchema, scopes } from '../../ground/schema/scope.schema.ts';

const maxOrganisations = 100;
const maxTemplates = 100;

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

const templateIdsOfKey = Type.Union(
  [
    Type.Array(Type.String({ pattern: guidPattern }), { minItems: 1, maxItems: maxTemplates }),
    Type.Null(),
  ],
  {
    description:
      'The templates that the key is limited to, by id. Each belongs to one of organisationIds; if those are null, the key is limited to the organisations of the templates. null: no limit.',
  },
);

const maxIpRanges = 100;

const ipRangesOfKey = Type.Union(
  [
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      minItems: 1,
      maxItems: maxIpRanges,
    }),
    Type.Null(),
  ],
  {
    description:
      'The addresses that the key may be used from: IPv4 and IPv6 ranges in CIDR notation, such as 192.0.2.0/24 or 2001:db8::/32, or single addresses. null: from everywhere.',
  },
);

const sourceOfKey = Type.Union(
  [
    sourceSchema(
      'The source whose external ids and rosters the key may set, such as erp. A request under another source is refused. null: any.',
    ),
    Type.Null(),
  ],
  { description: 'The source that the key is bound to. null: any.' },
);

const ownerOfKey = nullableText(200, 'The person or team to ask about the key.');
const purposeOfKey = nullableText(500, 'The system that uses the key, and what it does with it.');

function nullableText(maxLength: number, description: string) {
  return Type.Union([Type.String({ maxLength }), Type.Null()], { description });
}

/** An administrator's input for an API key. */
export const ApiKeyInput = Type.Object(
  {
    name: nameSchema(100, 'Descriptive name of the key.'),
    expiresAt: optionalMoment('Expiry of the key. Null: none.'),
    scopes: Type.Optional(
      Type.Array(ScopeSchema, {
        ...scopesOfKey,
        description: 'The scopes of the key. Default: groups:create and groups:read.',
      }),
    ),
    organisationIds: Type.Optional(organisationIdsOfKey),
    templateIds: Type.Optional(templateIdsOfKey),
    ipRanges: Type.Optional(ipRangesOfKey),
    source: Type.Optional(sourceOfKey),
    owner: Type.Optional(ownerOfKey),
    purpose: Type.Optional(purposeOfKey),
  },
  { additionalProperties: false },
);
export type ApiKeyInput = Static<typeof ApiKeyInput>;

/** The access of a key, replaced as a whole; templates, ranges and a source that are absent stay as they are. */
export const KeyAccessInput = Type.Object(
  {
    scopes: scopesOfKey,
    organisationIds: organisationIdsOfKey,
    templateIds: Type.Optional(templateIdsOfKey),
    ipRanges: Type.Optional(ipRangesOfKey),
    source: Type.Optional(sourceOfKey),
  },
  { additionalProperties: false },
);
export type KeyAccessInput = Static<typeof KeyAccessInput>;

/** The name, owner and purpose of a key, replaced as a whole. */
export const KeyDetailsInput = Type.Object(
  {
    name: nameSchema(100, 'Descriptive name of the key.'),
    owner: ownerOfKey,
    purpose: purposeOfKey,
  },
  { additionalProperties: false },
);
export type KeyDetailsInput = Static<typeof KeyDetailsInput>;
