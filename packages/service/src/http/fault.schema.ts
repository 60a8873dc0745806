import { Type } from 'typebox';

export const FaultAnswer = Type.Object(
  {
    pointer: Type.Optional(Type.String({ description: 'Where in the body (RFC 6901).' })),
    parameter: Type.Optional(
      Type.String({ description: 'Which parameter of the query, or which header.' }),
    ),
    code: Type.String({
      description: 'For programs, for example required, too_long or alias_reserved.',
    }),
    detail: Type.String({ description: 'A sentence for people.' }),
  },
  { $id: 'Fault', description: 'One fault of the input, with either pointer or parameter.' },
);
