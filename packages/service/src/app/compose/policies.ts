// The policies that apply to existing groups, and the people that they follow.
import type { Configuration } from '../../settings/configuration/configuration.ts';
import type { GovernanceWork } from '../../governance/tick.ts';
import type { Base } from './base.ts';
import { composeResponsibility } from './responsibility.ts';
import { composeGovernance } from './governance.ts';
import { composeSuiteExpirations } from './lifecycle.ts';
import type { Provisioning } from './provisioning.ts';
import { composeDirectoryWork, composeReviewWork } from './reviews.ts';

export function composePolicies(
  base: Base,
  parts: {
    readonly configuration: Configuration;
    readonly provisioning: Provisioning;
    /** Forms the digests of notices. */
    readonly digests: GovernanceWork;
    /** Asks for approvals, and ends those whose time is over. */
    readonly approvals: GovernanceWork;
    /** Activity was added. */
    readonly onActivity: () => void;
  },
) {
  const { configuration, provisioning, digests, approvals, onActivity } = parts;
  const responsibility = composeResponsibility(base, { configuration, provisioning, onActivity });
  const directoryWork = composeDirectoryWork(base, { configuration, provisioning, onActivity });
  const reviews = composeReviewWork(base, { configuration, directoryWork });
  const suiteExpirations = composeSuiteExpirations(base, directoryWork);
  const governance = composeGovernance(base, {
    configuration,
    responsibility,
    reviews,
    suiteExpirations,
    digests,
    approvals,
    onAccepted: (tenantId) => provisioning.laneNotifier.notify(tenantId),
    onActivity,
  });
  return {
    governance,
    async stop() {
      await Promise.all([
        governance.stop(),
        responsibility.people.stop(),
        reviews.openings.stop(),
        suiteExpirations.stop(),
      ]);
    },
  };
}
