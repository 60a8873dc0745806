// Renewals and holds of groups, and the decisions about renewals.
import type { Configuration } from '../../settings/configuration/configuration.ts';
import type { AssessNew } from '../../governance/assess-groups.postgres.ts';
import {
  type ChangeLifecycle,
  createChangeLifecycle,
  type RenewalDeps,
} from '../../governance/lifecycle/change-lifecycle.postgres.ts';
import { lifecycleResponse } from '../../governance/lifecycle/lifecycle.schema.ts';
import { readLifespan } from '../../governance/lifecycle/lifecycles.postgres.ts';
import { createSuiteExpirations } from '../../governance/lifecycle/suite-expiration.ts';
import { createSuiteExpirationStore } from '../../governance/lifecycle/suite-expiration.postgres.ts';
import type { DirectoryWork, DirectoryWorkDeps } from '../../governance/directory-work.ts';
import { createGovernanceClock } from '../../settings/tenants/governance-clock.ts';
import { composeAcceptWithin } from './accept-within.ts';
import type { Base } from './base.ts';
import { noticeSettingsIn } from './notices.ts';

export function composeRenewals(base: Base, configuration: Configuration): RenewalDeps {
  const { clock } = base;
  const governanceClock = createGovernanceClock({
    tenantOf: (tenantId) => configuration.tenant(tenantId),
    clock,
  });
  return {
    clock,
    settingsOf: noticeSettingsIn(configuration),
    now: governanceClock.now,
    acceptOperationsIn: composeAcceptWithin(base, configuration),
  };
}

/** The reads of lifecycles by the routes of groups. */
export interface LifecycleReads {
  /** Null: the template of the group has no lifecycle, and the group is on no hold. */
  readonly lifecycleOf: (
    tenantId: string,
    teamId: string,
  ) => Promise<ReturnType<typeof lifecycleResponse>>;
  readonly assessNew: AssessNew;
}

export function composeLifecycleReads(
  { records }: Base,
  { assessNew }: Pick<LifecycleReads, 'assessNew'>,
): LifecycleReads {
  return {
    assessNew,
    async lifecycleOf(tenantId, teamId) {
      const key = { tenantId, teamId };
      let lifespan = await readLifespan(records, key);
      if (lifespan.isNew) {
        await assessNew(tenantId, teamId);
        lifespan = await readLifespan(records, key);
      }
      const { state, hold, suiteExpiresAt } = lifespan;
      return lifecycleResponse(state, hold, suiteExpiresAt);
    },
  };
}

export function composeLifecycle(
  { database, keptAnswers }: Base,
  parts: {
    readonly renewals: RenewalDeps;
    /** Wakes the tenant's lane, the tick and the readers of activity; after the commit. */
    readonly onChanged: (tenantId: string) => void;
  },
): ChangeLifecycle {
  const { renewals, onChanged } = parts;
  return createChangeLifecycle({ ...renewals, database, keptAnswers, onChanged });
}

export function composeSuiteExpirations(
  { database, clock, backgroundLog }: Base,
  deps: DirectoryWorkDeps,
): DirectoryWork {
  return createSuiteExpirations({
    ...deps,
    store: createSuiteExpirationStore(database, { clock }),
    onFailed: ({ tenantId, teamId }, error) =>
      backgroundLog.warn({ err: error, tenantId, teamId }, 'an expiration of the suite is unknown'),
  });
}
