// The tick, which applies the policies of templates to existing groups.
import type { Configuration } from '../configuration/configuration.ts';
import { createAssessGroups } from '../governance/assess-groups.postgres.ts';
import {
  createGovernanceTick,
  type GovernanceTick,
  type GovernanceWork,
} from '../governance/tick.ts';
import { createTimeMachine } from '../governance/time-machine.postgres.ts';
import { createAcceptOperations } from '../operations/accept-operation.ts';
import { acceptWithin } from '../operations/accept-operation.postgres.ts';
import type { Base } from './base.ts';
import type { ContinuityParts } from './continuity.ts';

export function composeGovernance(
  { database, clock, newId, backgroundLog, onError }: Base,
  parts: {
    readonly configuration: Configuration;
    /** Wakes the tenant's lane. */
    readonly onAccepted: (tenantId: string) => void;
    /** Activity was added. */
    readonly onActivity: () => void;
    /** Forms the digests of notices. */
    readonly digests: GovernanceWork;
    readonly continuity: ContinuityParts;
  },
): GovernanceTick {
  const { configuration, onAccepted, onActivity, digests, continuity } = parts;
  const groups = createAssessGroups({
    database,
    // Each is asked about every group that is due.
    rules: [continuity.rule],
    acceptOperationsIn: (transaction) =>
      createAcceptOperations({
        accept: acceptWithin(transaction),
        organisationOf: (tenantId, organisationId) =>
          configuration.organisation(tenantId, organisationId),
        blockedWordsOf: (tenantId) => configuration.tenant(tenantId)?.blockedWords ?? [],
        clock,
        newId,
        // The lane learns of it after the commit.
        onAccepted: () => undefined,
      }),
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
  const works = [continuity.people, groups, digests];
  const tick = createGovernanceTick({ works, timers: clock, onError });
  const timeMachine = createTimeMachine({
    database,
    works,
    tick,
    tenantsOnTheirWay: () =>
      [...configuration.tenants()]
        .filter(({ isClockAdvancing }) => isClockAdvancing)
        .map(({ tenantId }) => tenantId),
    clock,
    onError,
  });
  return {
    ...tick,
    start() {
      tick.start();
      timeMachine.start();
    },
    async stop() {
      await Promise.all([timeMachine.stop(), tick.stop()]);
    },
  };
}
