import { Type, type Static } from 'typebox';
import { nameSchema } from '../schema/name.schema.ts';

/** What an administrator says of a tenant, besides its directory connection. */
export const TenantInput = Type.Object(
  { name: nameSchema(100, 'Name of the tenant.') },
  { additionalProperties: false },
);
export type TenantInput = Static<typeof TenantInput>;
