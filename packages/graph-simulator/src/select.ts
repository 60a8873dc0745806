// `$select`: only properties that exist may be named, and only those named are answered.
import { badRequest } from './response.ts';
import { readableProperties } from './properties.ts';

export function select(
  query: URLSearchParams,
  entity: keyof typeof readableProperties,
  object: Readonly<Record<string, unknown>>,
  standard: readonly string[],
): Record<string, unknown> {
  const asked = query.get('$select');
  const names = asked === null ? standard : asked.split(',');
  const unknown = names.find((name) => !readableProperties[entity].includes(name));
  if (unknown !== undefined) {
    throw badRequest(
      'unknown_property',
      `Could not find a property named '${unknown}' on type 'microsoft.graph.${entity}'.`,
    );
  }
  return Object.fromEntries([...new Set(['id', ...names])].map((name) => [name, object[name]]));
}
