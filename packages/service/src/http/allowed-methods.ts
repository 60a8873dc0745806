// Knows which methods an address has, for the answer 405 and its Allow header, and which address a wrong one meant.
import type { RouteOptions, FastifyInstance } from 'fastify';
import { isSlipOf } from '../ground/did-you-mean.ts';

type Route = Pick<RouteOptions, 'url' | 'method' | 'schema'>;

export interface AllowedMethods {
  add(route: Route): void;
  /** @param path as it was sent; the router reads percent-encoded characters alike */
  of(path: string): readonly string[];
  /** The address that a wrong one meant, with `{name}` for its parameters; undefined when none is near. */
  nearest(path: string): string | undefined;
}

export function createAllowedMethods(): AllowedMethods {
  const routes: (Address & { readonly methods: readonly string[] })[] = [];
  return {
    add(route) {
      const methods = [route.method].flat().map((method) => method.toUpperCase());
      routes.push({ ...addressOf(route), methods });
    },
    of(path) {
      const [root, ...segments] = decodeSegments(path) ?? [];
      const found = root === '' ? routes.filter((address) => takes(address, segments)) : [];
      return [...new Set(found.flatMap(({ methods }) => methods))].sort();
    },
    nearest(path) {
      const segments = (decodeSegments(path) ?? []).filter((segment) => segment !== '');
      if (path.length > longestCompared) return undefined;
      while (/^(?:api|v\d+(?:\.\d+)?)$/i.test(segments[0] ?? '')) segments.shift();
      // Without its last parts, an address may be one of ours.
      for (let length = segments.length; length > 0; length--) {
        const found = nearestOf(segments.slice(0, length), routes);
        if (found !== undefined) return found;
      }
      return undefined;
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

function decodeSegments(path: string): string[] | undefined {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** Longer addresses are no slips, and would cost more to compare. */
const longestCompared = 200;

/** Names of other services for parts of our addresses. */
const partsElsewhere: ReadonlyMap<string, string> = new Map([
  ['groups', 'teams'],
  ['users', 'people'],
  ['persons', 'people'],
  ['member', 'people'],
  ['members', 'people'],
  ['owners', 'people'],
  ['orgs', 'organisations'],
  ['approvals', 'tasks'],
  ['audit', 'activity'],
  ['oauth2', 'token'],
  ['health', 'readyz'],
]);

interface AddressPart {
  readonly name: string;
  /** Where any text of the form may be; undefined: the part is its name. */
  readonly form?: RegExp | true;
}

interface Address {
  readonly parts: readonly AddressPart[];
  /** Further parts follow, whatever they are. */
  readonly isOpen: boolean;
}

function addressOf(route: Route): Address {
  const forms = parameterForms(route);
  const parts = route.url.split('/').slice(1);
  const isOpen = parts.at(-1) === '*';
  if (isOpen) parts.pop();
  return {
    parts: parts.map((part) => {
      const name = part.replace(/^:/, '');
      return part.startsWith(':') ? { name, form: forms.get(name) ?? true } : { name };
    }),
    isOpen,
  };
}

function fits({ name, form }: AddressPart, segment: string): boolean {
  if (form === undefined) return segment === name;
  return segment !== '' && (form === true || form.test(segment));
}

function takes({ parts, isOpen }: Address, segments: readonly string[]): boolean {
  const isOfLength = isOpen ? segments.length > parts.length : segments.length === parts.length;
  return isOfLength && parts.every((part, index) => fits(part, segments[index] ?? ''));
}

/** The parts that every administrators' address begins with, which callers leave out. */
const administration = ['admin', 'api', '{tenantId}'];

function nearestOf(segments: readonly string[], addresses: readonly Address[]): string | undefined {
  let nearest: readonly AddressPart[] | undefined;
  let fewest = Infinity;
  for (const { parts, isOpen } of addresses) {
    const before = parts.length - segments.length;
    if (isOpen || (before !== 0 && !isBefore(parts, before))) continue;
    let slips = before;
    for (const [index, segment] of segments.entries()) {
      const part = parts[before + index] ?? { name: '' };
      const { name, form } = part;
      const isMeant =
        form !== undefined || partsElsewhere.get(segment) === name || isSlipOf(segment, name);
      if (!fits(part, segment)) slips += isMeant ? 1 : Infinity;
    }
    if (slips < fewest) [nearest, fewest] = [parts, slips];
  }
  return nearest && `/${nearest.map(inBraces).join('/')}`;
}

/** Whether callers may leave out the first parts: those of administrators, or a thing to which the rest belongs. */
function isBefore(parts: readonly AddressPart[], before: number): boolean {
  if (before === 2) return parts[0]?.form === undefined && parts[1]?.form !== undefined;
  return (
    before === administration.length &&
    administration.every((part, index) => part === inBraces(parts[index]))
  );
}

function inBraces({ name, form }: AddressPart = { name: '' }): string {
  return form === undefined ? name : `{${name}}`;
}

// The routes of a server as they were declared, from which its API description is made.
const routesByServer = new WeakMap<object, RouteOptions[]>();

/** Records the routes that a server declares from now on. */
export function collectRoutes(server: Pick<FastifyInstance, 'addHook'>): void {
  const routes: RouteOptions[] = [];
  routesByServer.set(server, routes);
  server.addHook('onRoute', (route) => {
    routes.push(route);
  });
}

export function routesOf(server: object): readonly RouteOptions[] {
  return routesByServer.get(server) ?? [];
}
