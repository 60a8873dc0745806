// The tick, which applies the policies of templates to existing groups.
import type { Configuration } from '../../settings/configuration/configuration.ts';
import { type AssessNew, createAssessGroups } from '../../governance/assess-groups.postgres.ts';
import { createFailedConsequences } from '../../governance/failed-consequences.postgres.ts';
import { createChangedPolicies } from '../../governance/changed-policies.postgres.ts';
import {
  createGovernanceTick,
  type GovernanceTick,
  type GovernanceWork,
} from '../../governance/tick.ts';
import { createTimeMachine } from '../../governance/time-machine.postgres.ts';
import { createCreatedNoticesRule } from '../../governance/lifecycle/created-notices.postgres.ts';
import { createFailedNotices } from '../../governance/lifecycle/failed-notices.postgres.ts';
import { createLifecycleRule } from '../../governance/lifecycle/lifecycle-rule.postgres.ts';
import { composeAcceptWithin } from './accept-within.ts';
import type { Base } from './base.ts';
import type { ResponsibilityParts } from './responsibility.ts';
import { noticeSettingsIn } from './notices.ts';
import type { ReviewWork } from './reviews.ts';

export function composeGovernance(
  base: Base,
  parts: {
    readonly configuration: Configuration;
    /** Wakes the tenant's lane. */
    readonly onAccepted: (tenantId: string) => void;
    /** Activity was added. */
    readonly onActivity: () => void;
    /** Forms the digests of notices. */
    readonly digests: GovernanceWork;
    /** Asks for approvals, and ends those whose time is over. */
    readonly approvals: GovernanceWork;
    readonly responsibility: ResponsibilityParts;
    readonly reviews: ReviewWork;
    readonly suiteExpirations: GovernanceWork;
  },
): GovernanceTick & { readonly assessNew: AssessNew } {
  const { database, clock, newId, backgroundLog, onError } = base;
  const {
    configuration,
    onAccepted,
    onActivity,
    digests,
    approvals,
    responsibility,
    reviews,
    suiteExpirations,
  } = parts;
  const groups = createAssessGroups({
    database,
    // Each is asked about every group that is due.
    rules: [
      createFailedConsequences(),
      responsibility.rule,
      createLifecycleRule({ settingsOf: noticeSettingsIn(configuration), clock }),
      reviews.rule,
      createCreatedNoticesRule({ settingsOf: noticeSettingsIn(configuration) }),
    ],
    acceptOperationsIn: composeAcceptWithin(base, configuration),
    clock,
    newId,
    onWritten(tenantIds) {
      for (const tenantId of tenantIds) onAccepted(tenantId);
      onActivity();
    },
    onRefused: ({ tenantId, teamId }, error) =>
      backgroundLog.warn({ err: error, tenantId, teamId }, 'a policy could not be applied yet'),
    onError,
  });
  const works = [
    responsibility.people,
    createChangedPolicies(database),
    groups,
    reviews.openings,
    suiteExpirations,
    approvals,
    createFailedNotices({ database, clock }),
    digests,
  ];
  const tick = createGovernanceTick({ works, timers: clock, onError });
  const timeMachine = createTimeMachine({
    database,
    tick,
    tenantsOnTheirWay: () =>
      [...configuration.tenants()]
        .filter(({ isClockAdvancing }) => isClockAdvancing)
        .map(({ tenantId }) => tenantId),
    onMoved: () => configuration.refresh(),
    clock,
    onError,
  });
  return {
    ...tick,
    assessNew: groups.assessNew,
    start() {
      configuration.onChange(timeMachine.wake);
      tick.start();
      timeMachine.start();
    },
    async stop() {
      await Promise.all([timeMachine.stop(), tick.stop()]);
    },
  };
}
