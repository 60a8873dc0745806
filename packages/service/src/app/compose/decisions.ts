// The decisions of people: approvals, tasks, reviews and renewals; and the notification of a decision.
import type { Configuration } from '../../settings/configuration/configuration.ts';
import type { Directories } from '../../settings/configuration/directories.ts';
import { createFindPeople } from '../../directory/find-people.ts';
import { createConsequences } from '../../governance/consequence.postgres.ts';
import { createReviewHandler } from '../../governance/reviews/review-handler.postgres.ts';
import type { PlanOperation } from '../../groups/change/plan-operation.ts';
import { createResponsibilityDecisions } from '../../governance/responsibility/decide-responsibility.postgres.ts';
import { createRenewHandler } from '../../governance/lifecycle/renew-handler.postgres.ts';
import { composeAcceptWithin } from './accept-within.ts';
import { composeApprovals } from './approvals.ts';
import type { Base } from './base.ts';
import type { EventParts } from './events.ts';
import { composeLifecycle, composeRenewals } from './lifecycle.ts';
import type { Peers } from './peers.ts';
import type { Provisioning } from './provisioning.ts';
import { composeReviews } from './reviews.ts';
import { composeTasks } from './tasks.ts';

/** Time limit for the directory's answer about a person whom a decision names. */
const findPeopleWithinMs = 20_000;

export function composeDecisions(
  base: Base,
  parts: {
    readonly configuration: Configuration;
    readonly directories: Directories;
    readonly planOperation: PlanOperation;
    readonly peers: Peers;
    readonly events: Pick<EventParts, 'notify'>;
    readonly provisioning: Pick<Provisioning, 'laneNotifier' | 'metrics'>;
    /** Wakes the tick of this process. */
    readonly wake: () => void;
  },
) {
  const { configuration, directories, peers, events, provisioning, wake } = parts;
  const approvals = composeApprovals(base, {
    configuration,
    directories,
    onChange(change) {
      const { tenantId, operationId, isDeclined = false } = change;
      if (isDeclined && operationId === undefined) provisioning.metrics.countDeclined();
      if (operationId === undefined) peers.watch.notify(change);
      else peers.operations.watch.notify({ tenantId, operationId });
      provisioning.laneNotifier.notify(tenantId);
      events.notify();
    },
    decide: (request) => tasks.decideTask.decide(request),
    wake,
  });
  /** After the commit. */
  const onChanged = (tenantId: string) => {
    provisioning.laneNotifier.notify(tenantId);
    peers.wakeGovernance();
    events.notify();
  };
  const renewals = composeRenewals(base, configuration);
  const { database, clock } = base;
  const consequences = createConsequences({
    people: createFindPeople({
      directoryOf: (tenantId) => directories.of(tenantId),
      deadline: () => AbortSignal.timeout(findPeopleWithinMs),
    }),
    planOperation: parts.planOperation,
    acceptOperationsIn: composeAcceptWithin(base, configuration),
  });
  const tasks = composeTasks(base, {
    handlers: [
      createRenewHandler(renewals),
      ...approvals.handlers,
      createReviewHandler({ consequences, clock }),
      ...createResponsibilityDecisions({ database, consequences }),
    ],
    onDecided: onChanged,
  });
  return {
    approvals,
    tasks,
    lifecycle: composeLifecycle(base, { renewals, onChanged }),
    reviews: composeReviews(base, { decideTask: tasks.decideTask, onChanged }),
  };
}
