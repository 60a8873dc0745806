// Moments and days in requests. The check of each body and query reads them with `ground/moment.ts`.
import { Type } from 'typebox';

/** A keyword: an empty text is replaced by null. */
export const emptyIsNull = 'x-empty-is-null';

const momentForm = { format: 'date-time', examples: ['2027-12-31T00:00:00Z'] } as const;

export const momentInput = (description: string) => Type.String({ ...momentForm, description });

export const optionalMoment = (description: string) =>
  Type.Optional(
    Type.Union([Type.String({ ...momentForm, [emptyIsNull]: true }), Type.Null()], { description }),
  );

const dayForm = { format: 'date', examples: ['2027-12-31'] } as const;

export const dayInput = (description: string) => Type.String({ ...dayForm, description });

export const optionalDay = (description: string) =>
  Type.Optional(
    Type.Union([Type.String({ ...dayForm, [emptyIsNull]: true }), Type.Null()], { description }),
  );
