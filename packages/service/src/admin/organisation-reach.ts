// Keeps administrators who are limited to organisations within them. They may call only the routes that declare a reach,
// and a thing of another organisation that the address names is absent for them, whatever the route does afterwards.
import type { RouteOptions } from 'fastify';
import type { Administrator } from '../access/sessions/administrator.ts';
import { refused } from '../access/sessions/refusals.ts';
import { notFound } from '../audit/changes/change.ts';
import { isGuid } from '../directory/person-reference.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Admits administrators who are limited to organisations. `organisations`: the route shows and changes only what is
     * within the `limit` of its sender, or what its address names. `everyone`: it has nothing of an organisation.
     * `tenant`, which is the default of routes of the admin API alone: the route concerns the whole tenant, and they are
     * refused.
     */
    reach?: 'organisations' | 'everyone' | 'tenant';
  }
}

export type SubjectKind = 'group' | 'template' | 'organisation' | 'task' | 'review';

/** The organisation that a thing of the tenant belongs to. Undefined: there is no such thing. */
export type OrganisationOf = (
  tenantId: string,
  kind: SubjectKind,
  id: string,
) => Promise<string | undefined>;

const subjects: Readonly<Record<string, SubjectKind>> = {
  teamId: 'group',
  templateId: 'template',
  organisationId: 'organisation',
  taskId: 'task',
  reviewId: 'review',
};
/**
 * They name a part of a thing that the address names, too, a person of the directory, or a group or a batch that the
 * route looks up within the `limit` of its sender.
 */
const parts: ReadonlySet<string> = new Set([
  'tenantId',
  'operationId',
  'batchId',
  'version',
  'idOrEmail',
  'source',
  'externalId',
]);

type Params = Readonly<Record<string, string | undefined>>;
/** @throws DomainError `forbidden` or `not_found` */
export type RequireWithinReach = (administrator: Administrator, params: Params) => Promise<void>;

/** @throws Error if the address of the route names something whose organisation is not known */
export function createReach(
  route: RouteOptions,
  organisationOf: OrganisationOf,
): RequireWithinReach {
  const reach = route.config?.reach;
  const names = [...route.url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const unknown = names.filter((name) => !(name in subjects) && !parts.has(name));
  if (reach === 'organisations' && unknown.length > 0) {
    throw new Error(`${route.url}: the organisation of ${unknown.join()} is not known.`);
  }

  return async function requireWithinReach({ tenantId, organisationIds }, params) {
    if (organisationIds === null || reach === 'everyone') return;
    if (reach === undefined || reach === 'tenant') throw refused('beyondLimit');
    for (const name of names) {
      const kind = subjects[name];
      const id = params[name]?.toLowerCase() ?? '';
      // The schema of the address refuses everything that is no id.
      if (kind === undefined || !isGuid(id)) continue;
      const organisationId = await organisationOf(tenantId, kind, id);
      if (organisationId === undefined || !organisationIds.includes(organisationId)) {
        throw notFound(kind);
      }
    }
  };
}
