import { Type, type Static } from 'typebox';
import { nameSchema } from '../../ground/schema/name.schema.ts';
import { identifierExpression } from '../naming/identifier.ts';

export const IdentifierInput = Type.String({
  pattern: identifierExpression,
  description: 'Short identifier: a to z, digits and inner hyphens, 1 to 63 characters.',
  'x-fault': 'must be 1 to 63 of the letters a to z, digits and inner hyphens',
});

/** An administrator's input for an organisation. */
export const OrganisationInput = Type.Object(
  {
    name: nameSchema(256, 'Name of the organisation.'),
    identifier: IdentifierInput,
    steward: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: 320 }), Type.Null()], {
        description:
          'User ID or e-mail address of the person who is asked about groups that no other person can answer for. If you omit it, the present steward stays. Null: none.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type OrganisationInput = Static<typeof OrganisationInput>;
