// The permissions of each role in the admin center. Each route of the admin API requires one permission, which the session
// guard checks; pages show the controls that the permissions of the session allow.
import type { Administrator, AdministratorRole } from './administrator.ts';

export const permissions = [
  'view',
  /** Retry and cancel what was requested. */
  'groups:intervene',
  /** Request, change and delete groups, and decide about them. */
  'groups:manage',
  /** Templates and naming rules. */
  'templates:manage',
  /** All other settings: organisations, API keys, webhooks, the connection, notices. */
  'settings:manage',
  'administrators:manage',
] as const;
export type Permission = (typeof permissions)[number];

/** Only owners change owners, as soon as there is one: `administrator-rights.postgres.ts`. */
const permissionsByRole: Readonly<Record<AdministratorRole, readonly Permission[]>> = {
  owner: permissions,
  administrator: permissions,
  operator: ['view', 'groups:intervene'],
  template_editor: ['view', 'templates:manage'],
  reader: ['view'],
};

/** They concern the whole tenant, so nobody who is limited to organisations has them. */
const tenantWide: ReadonlySet<Permission> = new Set(['settings:manage', 'administrators:manage']);

type RoleAndLimit = Pick<Administrator, 'role' | 'organisationIds'>;

/** A role that a newer release stored may do nothing. */
export function permissionsOf({ role, organisationIds }: RoleAndLimit): readonly Permission[] {
  const all = permissionsByRole[role] ?? [];
  return organisationIds === null ? all : all.filter((one) => !tenantWide.has(one));
}

/** A decision link in an outbox decides any task of the tenant in the name of its recipient. */
export function maySeeLinks(administrator: RoleAndLimit): boolean {
  return administrator.organisationIds === null && isAllowed(administrator, 'groups:manage');
}

export function isAllowed(administrator: RoleAndLimit, permission: Permission): boolean {
  return permissionsOf(administrator).includes(permission);
}
