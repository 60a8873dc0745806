import { Type } from 'typebox';

export const FieldErrorSchema = Type.Object(
  {
    pointer: Type.Optional(
      Type.String({ description: 'Place in the body, as a JSON Pointer (RFC 6901).' }),
    ),
    parameter: Type.Optional(
      Type.String({ description: 'Name of the query parameter or header.' }),
    ),
    code: Type.String({
      description: 'Code for programs, for example required, too_long or alias_reserved.',
    }),
    detail: Type.String({ description: 'Explanation for people, as a sentence.' }),
  },
  { $id: 'Fault', description: 'One fault of the input, with either pointer or parameter.' },
);
