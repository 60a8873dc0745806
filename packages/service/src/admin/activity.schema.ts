import { Type } from 'typebox';
import { exact, nullable } from './common.schema.ts';

export const activityFilterQuery = {
  actorKind: Type.Optional(Type.Enum(['api_key', 'administrator', 'operator', 'service'])),
  actor: Type.Optional(Type.String({ maxLength: 320, description: 'Part of who it was.' })),
  action: Type.Optional(
    Type.String({ maxLength: 100, description: 'An action, or its part before the dot.' }),
  ),
  subjectId: Type.Optional(Type.String({ maxLength: 320 })),
  from: Type.Optional(
    Type.String({ format: 'date', pattern: '^\\d{4}-\\d\\d-\\d\\d$', 'x-fault': 'must be a date' }),
  ),
  until: Type.Optional(
    Type.String({
      format: 'date',
      pattern: '^\\d{4}-\\d\\d-\\d\\d$',
      'x-fault': 'must be a date',
      description: 'This day included.',
    }),
  ),
};

export const ActivityPage = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          activityId: Type.Integer(),
          occurredAt: Type.String(),
          actor: Type.Object(
            { kind: Type.String(), id: Type.String(), name: Type.String() },
            exact,
          ),
          address: nullable(Type.String()),
          requestId: nullable(Type.String()),
          action: Type.String(),
          subject: Type.Object(
            { kind: Type.String(), id: Type.String(), name: nullable(Type.String()) },
            exact,
          ),
          data: Type.Record(Type.String(), Type.Unknown()),
        },
        exact,
      ),
    ),
    nextLink: Type.Optional(Type.String({ format: 'uri' })),
  },
  exact,
);

export const ActivityProof = Type.Object(
  {
    whole: Type.Boolean(),
    entries: Type.Integer({ description: 'How many entries the chain holds.' }),
    hash: Type.String({ description: 'Of the last entry, hexadecimal: note it down elsewhere.' }),
    detail: nullable(Type.String({ description: 'Where and how the chain is broken.' })),
  },
  exact,
);
