// Groups in the admin center: their requests, operations, decisions and people.
import { createInterventionStore } from '../../groups/create/intervene.postgres.ts';
import { createAcceptanceStore } from '../../groups/create/create-team.postgres.ts';
import { createRenderAlias, createTeamCreation } from '../../groups/create/create-team.ts';
import { createBulkCreation } from '../../groups/create/create-teams.ts';
import { createInterventions } from '../../groups/create/intervene.ts';
import type { Base } from './base.ts';
import { createLifecycleOf } from './lifecycle.ts';
import { noticeSettingsIn } from './notices.ts';
import type { AdminDeps } from '../../admin/admin.routes.ts';
import type { AdminParts } from './admin-parts.ts';

export function composeAdminGroups(base: Base, parts: AdminParts) {
  const { database, clock, newId, rest } = base;
  const { configuration, teams, watch, onAccepted, onActivity } = parts;
  const { whenCommitted } = base.transactions;
  const wakeWhenCommitted = (tenantId: string) => void whenCommitted(() => onAccepted(tenantId));
  return {
    teams,
    watch,
    people: parts.people,
    changeLifecycle: parts.lifecycle,
    lifecycleOf: createLifecycleOf(base.records),
    timeZoneOf: (tenantId) => noticeSettingsIn(configuration)(tenantId)?.timeZone ?? 'UTC',
    planTeam: parts.creation.planTeam,
    createTeams: createBulkCreation({
      // Each answer is committed with its groups, in the transaction of its request.
      createTeam: createTeamCreation({
        configuration,
        store: createAcceptanceStore(database),
        clock,
        newId,
        checkAdmission: parts.creation.checkAdmission,
        onAccepted: wakeWhenCommitted,
      }),
      renderAlias: createRenderAlias({ configuration, clock }),
      rest,
      onError: base.onError,
    }),
    interventions: createInterventions({
      store: createInterventionStore(database),
      teams,
      configuration,
      clock,
      newId,
      onAccepted: wakeWhenCommitted,
      onCancelled(tenantId, teamId) {
        watch.notify({ tenantId, teamId });
        onActivity();
      },
    }),
  } satisfies Partial<AdminDeps>;
}
