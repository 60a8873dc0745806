// Groups in the admin center: their requests, operations, decisions and people.
import { noticeSettingsIn } from './notices.ts';
import type { AdminDeps } from '../../admin/admin.routes.ts';
import type { AdminParts } from './admin-parts.ts';

export function composeAdminGroups(parts: AdminParts) {
  const { configuration, teams } = parts;
  return {
    teams,
    people: parts.people,
    changeLifecycle: parts.lifecycle,
    lifecycleOf: parts.lifecycleOf,
    assessNew: parts.assessNew,
    timeZoneOf: (tenantId) => noticeSettingsIn(configuration)(tenantId)?.timeZone ?? 'UTC',
    planTeam: parts.creation.planTeam,
  } satisfies Partial<AdminDeps>;
}
