import { Type, type Static } from 'typebox';
import { nameSchema } from '../schema/name.schema.ts';

/** An administrator's input for an API key. */
export const ApiKeyInput = Type.Object(
  {
    name: nameSchema(100, 'Descriptive name of the key.'),
    expiresAt: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Null()], {
        description: 'Expiry of the key, ISO 8601 with time zone.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type ApiKeyInput = Static<typeof ApiKeyInput>;
