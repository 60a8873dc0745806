// The statement that finds work which nobody announced to this process, and the parts that it wakes.
import { askForUnsealed } from '../../audit/chain-appender.postgres.ts';
import { askForPosition } from '../../settings/configuration/configuration.postgres.ts';
import { createSharedPoll } from '../../postgres/jobs/shared-poll.postgres.ts';
import { askForDigests } from '../../messages/notices/digests.postgres.ts';
import { askForComparisons } from '../../reconciliation/reconciliation.postgres.ts';
import { askForCandidates } from '../../engine/lanes.postgres.ts';
import { askForEndpoints } from '../../events/webhooks/dispatch.postgres.ts';
import type { Base } from './base.ts';
import type { ConfigurationParts } from './configuration.ts';
import type { EventParts } from './events.ts';
import type { NoticeParts } from './notices.ts';
import type { Provisioning } from './provisioning.ts';

export function composeSharedPoll(
  base: Base,
  parts: {
    readonly state: Pick<ConfigurationParts, 'configuration'>;
    readonly provisioning: Provisioning;
    readonly events: EventParts;
    readonly notices: NoticeParts['notices'];
  },
) {
  const { provisioning, events, notices } = parts;
  const { configuration } = parts.state;
  const questions = [
    askForPosition((position, askedAt) => configuration.notice(position, askedAt)),
  ];
  if (base.hasRole('worker')) {
    questions.push(
      askForCandidates(provisioning.look),
      askForComparisons(provisioning.compare),
      ...questionsOfEvents(events),
      askForDigests(notices.wake),
    );
  }
  return createSharedPoll({ ...base, timers: base.clock, questions });
}

export const questionsOfEvents = ({ sealNow, webhooks }: EventParts) => [
  askForUnsealed(sealNow),
  askForEndpoints(webhooks.notify),
];
