// Parts that the schemas of the admin API share.
import { guidPattern } from '../ground/schema/parts.schema.ts';
import { countedPageQuery } from '../http/paging.ts';
import { Type, type TSchema } from 'typebox';

export const guidOf = (description: string) => Type.String({ pattern: guidPattern, description });

/** The ids of an address, with their descriptions: that of the tenant, and those of what it has. */
/** @param names a description for each GUID; in an object that of any other text */
export function idParams<Name extends string = never>(
  names: Readonly<Record<Name, string | { readonly description: string }>>,
) {
  const all = { tenantId: 'The tenant.', ...names };
  const properties = Object.entries<string | { readonly description: string }>(all).map(
    ([name, of]) => [name, typeof of === 'string' ? guidOf(of) : Type.String(of)],
  );
  return Type.Unsafe<Record<Name | 'tenantId', string>>(
    Type.Object(Object.fromEntries(properties) as Record<string, TSchema>),
  );
}
export const TenantParams = idParams({});

const guidOptions = { pattern: guidPattern, 'x-fault': 'must be a GUID' } as const;
export const guidQuery = Type.String(guidOptions);

export const etag = Type.Unsafe<number | string>(
  Type.String({ description: 'Value for If-Match.' }),
);

export const noContent = { 204: Type.Null() };

/** The query of a counted list without filters. */
export const listQuery = Type.Object(countedPageQuery);
