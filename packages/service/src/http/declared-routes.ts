// The routes of a server as they were declared, from which its API description is made.
import type { FastifyInstance, RouteOptions } from 'fastify';

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
