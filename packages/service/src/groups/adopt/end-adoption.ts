// Ends the adoption of a group: the service governs it no longer. The group stays in the directory as it is.
import type { Actor } from '../../audit/activity.ts';
import type { Clock } from '../../ground/clock.ts';
import { DomainError, notFound } from '../../ground/errors.ts';
import { type GroupLimit, requireWithin } from '../../ground/group-limit.ts';
import type { Team } from '../read/team.ts';

export interface EndedAdoption {
  readonly tenantId: string;
  readonly teamId: string;
  readonly within: GroupLimit;
  readonly actor: Actor;
}

export type EndAdoption = (ended: EndedAdoption) => Promise<void>;

export function createEndAdoption(deps: {
  readonly readTeam: (tenantId: string, teamId: string) => Promise<Team | undefined>;
  /** False if the group is not an adopted one that exists, or an operation on it has not ended. */
  readonly end: (
    group: { readonly tenantId: string; readonly teamId: string; readonly at: Date },
    actor: Actor,
  ) => Promise<boolean>;
  readonly clock: Clock;
  /** Called after the commit. */
  readonly onEnded: (tenantId: string) => void;
}): EndAdoption {
  const { readTeam, end, clock, onEnded } = deps;

  return async ({ tenantId, teamId, within, actor }) => {
    const team = requireWithin(within, await readTeam(tenantId, teamId));
    if (team === undefined) throw notFound();
    // A repetition has no effect.
    if (team.state === 'ended') return;
    if (team.origin !== 'adopted') {
      throw new DomainError(
        'in_use',
        'The service created this group, so it has no adoption that could end. Delete the group if nobody needs it.',
      );
    }
    if (await end({ tenantId, teamId, at: new Date(clock.now()) }, actor)) {
      onEnded(tenantId);
      return;
    }
    const isThere = team.state === 'active' || team.state === 'archived';
    throw isThere || team.state === 'being_created'
      ? new DomainError(
          'in_use',
          'The adoption, or an operation on the group, has not ended. Send the request again once it has.',
        )
      : new DomainError('group_not_active', 'The group does not exist, so nothing is governed.');
  };
}
