// Parts that the schemas of the admin API share.
import { Type, type TSchema } from 'typebox';
import { guidPattern } from '../schema/guid.schema.ts';

export const exact = { additionalProperties: false } as const;

export const tenantIdParam = Type.String({ pattern: guidPattern, description: 'The tenant.' });
export const TenantParams = Type.Object({ tenantId: tenantIdParam });
export const guidParam = (description: string) =>
  Type.String({ pattern: guidPattern, description });

export const guidQuery = Type.String({ pattern: guidPattern, 'x-fault': 'must be a GUID' });

export const nullable = <Schema extends TSchema>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

/** The members of the query of a list that can be entered anywhere, as a scroll bar does. */
export const offsetQuery = {
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 10_000_000,
      default: 0,
      description: 'Number of items to skip.',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
};

export function offsetPageSchema<Schema extends TSchema>(item: Schema) {
  return Type.Object(
    {
      items: Type.Array(item),
      total: Type.Integer({ description: 'Number of items on all pages.' }),
      nextLink: Type.Optional(Type.String({ format: 'uri' })),
    },
    exact,
  );
}
