import { Type, type Static } from 'typebox';
import { nameSchema } from '../schema/name.schema.ts';

/** An administrator's input for a tenant, besides its directory connection. */
export const TenantInput = Type.Object(
  { name: nameSchema(100, 'Name of the tenant.') },
  { additionalProperties: false },
);
export type TenantInput = Static<typeof TenantInput>;
