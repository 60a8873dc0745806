// Writes answers by their schemas, so that nothing leaves the service that its schema does not name.
// A writer is compiled when its answer is first given: compiling all of them would take a third of a
// second and 30 MB of every start.
import fastJsonStringify from '@fastify/fast-json-stringify-compiler';

type Serialize = (data: unknown) => string;

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
  sharedSchemas: () => Readonly<Record<string, unknown>>,
): (route: Route) => Serialize {
  const build = fastJsonStringify();
  return ({ schema, method, url, httpStatus = '200' }) => {
    let serialize: Serialize | undefined;
    return (data) => {
      serialize ??= build(sharedSchemas())({ schema, method, url, httpStatus });
      return serialize(data);
    };
  };
}
