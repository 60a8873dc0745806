// Writes answers by their schemas: nothing leaves the service that its schema does not name, dates are written as
// ISO 8601, and an absent value of a nullable member is written as null.
// A writer is compiled when its answer is first given: compiling all of them would take a third of a
// second and 30 MB of every start.
import fastJsonStringify from '@fastify/fast-json-stringify-compiler';

import { referredSchemas } from './referred-schemas.ts';

type Serialize = (data: unknown) => string;
type Schema = Readonly<Record<string, unknown>>;
type Schemas = Readonly<Record<string, unknown>>;

interface Route {
  readonly schema: unknown;
  readonly method: string;
  readonly url: string;
  readonly httpStatus?: string;
}

/**
 * The argument of Fastify's `setSerializerCompiler`.
 * @param sharedSchemas those that others refer to by `$id`
 */
export function createSerializerCompiler(
  sharedSchemas: () => Schemas,
): (route: Route) => Serialize {
  const build = fastJsonStringify();
  return ({ schema, method, url, httpStatus = '200' }) => {
    let serialize: Serialize | undefined;
    return (data) => {
      serialize ??= compile(schema, sharedSchemas(), { method, url, httpStatus });
      return serialize(data);
    };
  };

  function compile(schema: unknown, shared: Schemas, route: Omit<Required<Route>, 'schema'>) {
    const prepared = withNulls(schema, shared);
    const referred = [...referredSchemas(prepared, shared)].map(([$id, one]) => [
      $id,
      { ...(withNulls(one, shared) as object), $id },
    ]);
    return build(Object.fromEntries(referred) as Schemas)({ ...route, schema: prepared });
  }
}

/**
 * The schema with `default: null` on required members that may be null. `nullable` replaces `anyOf` with null:
 * fast-json-stringify validates a value against each branch of `anyOf`, which takes three times as long, refuses
 * members that the schema does not name, and does not apply defaults.
 */
function withNulls(schema: unknown, shared: Schemas): unknown {
  if (Array.isArray(schema)) return schema.map((one) => withNulls(one, shared));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $id: _, anyOf, properties, ...rest } = schema as Schema;
  const made: Record<string, unknown> = mapValues(rest, (one) => withNulls(one, shared));
  if (properties !== undefined) {
    const required = new Set(rest['required'] as readonly string[] | undefined);
    made['properties'] = mapValues(properties as Schemas, (one, name) => {
      const member = withNulls(one, shared) as Schema;
      return required.has(name) && mayBeNull(member) ? { default: null, ...member } : member;
    });
  }
  if (anyOf === undefined) return made;
  const branches = withNulls(anyOf, shared) as readonly Schema[];
  const [value, ...others] = branches.filter(({ type }) => type !== 'null');
  const reference = value?.['$ref'];
  const target =
    typeof reference === 'string' ? (withNulls(shared[reference], shared) as Schema) : value;
  const isNullable = others.length === 0 && target?.['type'] !== undefined && branches.length === 2;
  return isNullable ? { ...target, ...made, nullable: true } : { ...made, anyOf: branches };
}

function mayBeNull({ nullable, type, anyOf = [] }: Schema): boolean {
  return (
    nullable === true ||
    [type].flat().includes('null') ||
    (anyOf as readonly Schema[]).some((branch) => mayBeNull(branch))
  );
}

function mapValues(
  all: Schemas,
  change: (value: unknown, name: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(all).map(([name, value]) => [name, change(value, name)]),
  );
}
