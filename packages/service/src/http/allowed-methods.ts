// Knows which methods an address has, for the answer 405 and its Allow header.
import type { RouteOptions } from 'fastify';

type Route = Pick<RouteOptions, 'url' | 'method' | 'schema'>;

export interface AllowedMethods {
  add(route: Route): void;
  /** @param path as it was sent; the router reads percent-encoded characters alike */
  of(path: string): readonly string[];
}

export function createAllowedMethods(): AllowedMethods {
  const routes: { takes: (path: readonly string[]) => boolean; methods: readonly string[] }[] = [];
  return {
    add(route) {
      const methods = [route.method].flat().map((method) => method.toUpperCase());
      routes.push({ takes: pathCheck(route), methods });
    },
    of(path) {
      const segments = decodeSegments(path);
      if (segments === undefined) return [];
      const found = routes.filter(({ takes }) => takes(segments));
      return [...new Set(found.flatMap(({ methods }) => methods))].sort();
    },
  };
}

/** The parameters of a route's address that have a pattern, by their names. */
export function parameterForms({ schema }: Pick<Route, 'schema'>): ReadonlyMap<string, RegExp> {
  const { properties = {} } = (schema?.params ?? {}) as {
    properties?: Readonly<Record<string, { readonly pattern?: string }>>;
  };
  return new Map(
    Object.entries(properties).flatMap(([name, { pattern }]) =>
      pattern === undefined ? [] : [[name, new RegExp(pattern, 'u')] as const],
    ),
  );
}

function pathCheck(route: Route): (path: readonly string[]) => boolean {
  const forms = parameterForms(route);
  const wanted = route.url.split('/');
  const isOpen = wanted.at(-1) === '*';
  if (isOpen) wanted.pop();
  return (path) =>
    (isOpen ? path.length > wanted.length : path.length === wanted.length) &&
    wanted.every((segment, index) => {
      const given = path[index] ?? '';
      if (!segment.startsWith(':')) return segment === given;
      return given !== '' && (forms.get(segment.slice(1))?.test(given) ?? true);
    });
}

function decodeSegments(path: string): readonly string[] | undefined {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
