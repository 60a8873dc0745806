// Parts of many schemas.
import { type TSchema, Type } from 'typebox';

export const guidPattern = '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

/** A user ID or an e-mail address, as directory/person-reference.ts reads it. */
export const personPattern =
  '^(?:[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[^\\s@\\p{Cc}]{1,64}@[^\\s@\\p{Cc}.][^\\s@\\p{Cc}]*)$';

export const exact = { additionalProperties: false } as const;

export const nullable = <Schema extends TSchema>(schema: Schema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

/** A Date in the record, ISO 8601 in the answer. */
export const moment = (description?: string) =>
  Type.Unsafe<Date | string>(
    Type.String({ format: 'date-time', ...(description !== undefined && { description }) }),
  );
export const nullableMoment = (description: string) => nullable(moment(), description);

export const TeamParams = Type.Object({
  teamId: Type.String({ pattern: guidPattern, description: 'Identifier of the team.' }),
});
