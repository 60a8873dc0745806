// Interventions in creations: cancel one that has not started, and retry one that failed.
import { createInterventionStore } from '../../groups/create/intervene.postgres.ts';
import { createInterventions, type Interventions } from '../../groups/create/intervene.ts';
import type { TeamStore } from '../../groups/read/team.ts';
import type { StatusWatch } from '../../groups/read/watch-status.ts';
import type { Configuration } from '../../settings/configuration/configuration.ts';
import type { Base } from './base.ts';
import type { EventParts } from './events.ts';

/** @param parts.wake wakes the tenant's lane and the readers of activity */
export function composeInterventions(
  { database, clock, newId, transactions }: Base,
  parts: {
    readonly configuration: Configuration;
    readonly teams: TeamStore;
    readonly watch: StatusWatch;
    readonly wake: (tenantId: string) => void;
    readonly events: EventParts;
  },
): Interventions {
  const { configuration, teams, watch, wake, events } = parts;
  return createInterventions({
    store: createInterventionStore(database),
    teams,
    configuration,
    clock,
    newId,
    // With an Idempotency-Key, the answer is committed with the creation.
    onAccepted: (tenantId) => void transactions.whenCommitted(() => wake(tenantId)),
    onCancelled(tenantId, teamId) {
      watch.notify({ tenantId, teamId });
      events.notify();
    },
  });
}
