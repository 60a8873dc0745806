// The availability of people, and its consequences for the responsibility for groups.
import type { Configuration } from '../../settings/configuration/configuration.ts';
import { createFollowPeople } from '../../governance/responsibility/follow-people.ts';
import { createFollowStore } from '../../governance/responsibility/follow-people.postgres.ts';
import {
  checkAllEveryMs,
  createFollowSchedule,
  type FollowSchedule,
  followEveryMs,
} from '../../governance/responsibility/people-schedule.ts';
import { createFollowScheduleStore } from '../../governance/responsibility/people-schedule.postgres.ts';
import { createResponsibilityRule } from '../../governance/responsibility/responsibility-rule.postgres.ts';
import type { GovernanceRule } from '../../governance/assess-groups.postgres.ts';
import { createRetry } from '../../engine/retry.ts';
import type { Base } from './base.ts';
import type { Provisioning } from './provisioning.ts';

export interface ResponsibilityParts {
  readonly people: FollowSchedule;
  readonly rule: GovernanceRule;
}

export function composeResponsibility(
  { database, clock, random, backgroundLog, onError }: Base,
  parts: {
    readonly configuration: Configuration;
    readonly provisioning: Pick<Provisioning, 'runExclusive' | 'apiPriority'>;
    readonly onActivity: () => void;
  },
): ResponsibilityParts {
  const { configuration, provisioning, onActivity } = parts;
  const retry = createRetry(clock);
  const store = createFollowStore(database, {
    clock,
    // Neither all tenants nor all processes at the same time.
    everyMs: () => followEveryMs * (0.9 + 0.2 * random()),
    checkAllEveryMs,
    onWritten: onActivity,
  });
  const people = createFollowSchedule({
    store: createFollowScheduleStore(database),
    runExclusive: provisioning.runExclusive,
    follow: (tenantId, directory, call) =>
      createFollowPeople({
        tenantId,
        directory,
        store,
        stewards: new Map(
          configuration
            .organisations(tenantId)
            .flatMap(({ organisationId, steward }) =>
              steward === null ? [] : [[organisationId, steward] as const],
            ),
        ),
        retry,
        yieldToCallers: provisioning.apiPriority.betweenPages(),
      })(call),
    isSandbox: (tenantId) => configuration.tenant(tenantId)?.directory.kind === 'sandbox',
    clock,
    onFailed: (tenantId, error) =>
      backgroundLog.warn({ err: error, tenantId }, 'the people of a tenant could not be followed'),
    onError,
  });
  const organisationOf = (tenantId: string, organisationId: string) =>
    configuration.organisation(tenantId, organisationId);
  return { people, rule: createResponsibilityRule({ organisationOf }) };
}
