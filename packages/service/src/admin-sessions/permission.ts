// The permissions of each role in the admin center. Each route of the admin API requires one permission, which the session
// guard checks; pages show the controls that the permissions of the session allow.
import type { AdministratorRole } from './administrator.ts';

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
export const permissionsOf: Readonly<Record<AdministratorRole, readonly Permission[]>> = {
  owner: permissions,
  administrator: permissions,
  operator: ['view', 'groups:intervene'],
  template_editor: ['view', 'templates:manage'],
  reader: ['view'],
};

/** A role that a newer release stored may do nothing. */
export function isAllowed(role: AdministratorRole, permission: Permission): boolean {
  return (permissionsOf[role] ?? []).includes(permission);
}
