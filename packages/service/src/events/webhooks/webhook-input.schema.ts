import { guidPattern } from '../../ground/schema/parts.schema.ts';
import { Type, type Static } from 'typebox';
import { eventTypes } from '../event.ts';

/** Each filter has it. */
export const maxFiltered = 100;

function idFilter(description: string) {
  return Type.Optional(
    Type.Union(
      [
        Type.Array(Type.String({ pattern: guidPattern }), { minItems: 1, maxItems: maxFiltered }),
        Type.Null(),
      ],
      { description },
    ),
  );
}

/** An administrator's input for an endpoint. */
export const WebhookInput = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: 2_000,
      description: 'Address that receives the events.',
    }),
    description: Type.Optional(
      Type.String({ maxLength: 256, description: 'Purpose of the endpoint.' }),
    ),
    types: Type.Optional(
      Type.Union(
        [Type.Array(Type.Enum([...eventTypes]), { minItems: 1, uniqueItems: true }), Type.Null()],
        {
          description: 'Only events of these types; null for every type.',
        },
      ),
    ),
    organisationIds: idFilter(
      'Only events about these organisations, their templates and their groups; null for every organisation.',
    ),
    templateIds: idFilter(
      'Only events about these templates and the groups made from them; null for every template.',
    ),
  },
  { additionalProperties: false },
);
export type WebhookInput = Static<typeof WebhookInput>;

export const SigningKindInput = Type.Union([Type.Literal('hmac'), Type.Literal('ed25519')], {
  description:
    'hmac: both sides share a secret (v1). ed25519: the receiver gets a public key (v1a).',
});
