import type { FastifyInstance } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';

/**
 * A reference to a schema that has an `$id` and was added to the server, typed as what it refers to: a
 * handler that answers anything else does not compile.
 */
export function refTo<Schema extends TSchema & { $id?: string }>(schema: Schema) {
  if (schema.$id === undefined)
    throw new TypeError('Only a schema with an $id can be referred to.');
  return Type.Unsafe<Static<Schema>>(Type.Ref(schema.$id));
}

/** Adds the schemas of routes that may be mounted twice: the second mount has those of the first. */
export function shareSchemas(
  server: Pick<FastifyInstance, 'getSchema' | 'addSchema'>,
  schemas: readonly (TSchema & { $id?: string })[],
): void {
  for (const schema of schemas) {
    if (server.getSchema(schema.$id ?? '') === undefined) server.addSchema(schema);
  }
}
