// Cancels a creation that has not begun, and retries one that failed.
// A failed creation stays final; the retry is a creation with a new id, by the present rules.
import { type GroupLimit, requireWithin } from '../../ground/group-limit.ts';
import type { Actor } from '../../audit/activity.ts';
import type { Clock } from '../../ground/clock.ts';
import type { Configuration } from '../../settings/configuration/configuration.ts';
import { DomainError, maxFaults, notFound } from '../../ground/errors.ts';
import type { CreationStatus, NewGroup } from '../../engine/creation.ts';
import { checkRequest } from './check-request.ts';
import { type ReceivedRequest, requestMembers } from './receive-request.ts';
import { type AliasHolders, aliasTaken, creatorOf, holderOf, newGroup } from './create-team.ts';
import type { Team, TeamStore } from '../read/team.ts';
import type { TeamRequest } from '../read/teams.schema.ts';

export interface CancelOrRetryStore {
  findRequest(
    tenantId: string,
    teamId: string,
  ): Promise<
    | {
        readonly organisationId: string;
        readonly templateId: string;
        /** `creatorOf` gives its form. */
        readonly createdBy: string;
      }
    | undefined
  >;
  /** Cancels it if it has not begun, with its alias released. Undefined when there is none. */
  cancel(
    group: { readonly tenantId: string; readonly teamId: string; readonly at: Date },
    actor: Actor,
  ): Promise<{ readonly cancelled: boolean; readonly status: CreationStatus } | undefined>;
  /** False when another group holds the alias. */
  accept(retry: NewGroup): Promise<boolean>;
}

export interface CancelOrRetryTarget {
  readonly tenantId: string;
  readonly teamId: string;
  /** A group elsewhere does not exist for the actor. */
  readonly within: GroupLimit;
}

export type CancelOrRetry = ReturnType<typeof createCancelOrRetry>;

export function createCancelOrRetry(deps: {
  store: CancelOrRetryStore;
  teams: TeamStore;
  configuration: Configuration;
  clock: Clock;
  newId: () => string;
  /** Throws where the tenant has to wait. */
  checkAdmission: (tenantId: string) => void;
  aliases: AliasHolders;
  /** Called after the commit. */
  onAccepted: (tenantId: string) => void;
  onCancelled: (tenantId: string, teamId: string) => void;
}) {
  const { store, teams, configuration, clock, newId, checkAdmission, aliases } = deps;
  const { onAccepted, onCancelled } = deps;

  return {
    /**
     * @param ofOthers whether the actor may cancel what others requested
     * @throws DomainError `not_found`, `scope_missing`, `in_use`
     */
    async cancel(
      { tenantId, teamId, within }: CancelOrRetryTarget,
      actor: Actor,
      ofOthers: boolean,
    ): Promise<void> {
      const { createdBy } = requireWithin(within, await store.findRequest(tenantId, teamId));
      if (!ofOthers && createdBy !== creatorOf(actor)) {
        throw new DomainError(
          'scope_missing',
          'Another key or person requested this group. To cancel it, this API key lacks the scope groups:intervene.',
        );
      }
      const at = new Date(clock.now());
      const result = await store.cancel({ tenantId, teamId, at }, actor);
      if (result === undefined) throw notFound();
      if (!result.cancelled) {
        // A repetition has no effect.
        if (result.status === 'cancelled') return;
        throw new DomainError(
          'in_use',
          `This creation can no longer be cancelled: it is ${result.status}. You can cancel a creation only before it starts.`,
        );
      }
      onCancelled(tenantId, teamId);
    },

    /**
     * Answers the id of the creation that retries the failed one.
     * @param edited the request that is made instead of the failed one
     */
    async retry(
      { tenantId, teamId: failedTeamId, within }: CancelOrRetryTarget,
      actor: Actor,
      edited?: ReceivedRequest,
    ): Promise<string> {
      const now = clock.now();
      const check = (received: ReceivedRequest) =>
        checkRequest({
          configuration,
          tenantId,
          within,
          received,
          maxFaults,
          now,
          isNumbered: true,
        });
      // A body of the wrong shape is refused whether or not there is such a group.
      if (edited?.conforms === false) check(edited);
      const failed = requireWithin(within, await teams.readTeam(tenantId, failedTeamId));
      if (failed.status !== 'failed') {
        throw new DomainError(
          'in_use',
          `You can retry only a failed creation; this one is ${failed.status}.`,
        );
      }
      if (failed.origin === 'adopted') {
        throw new DomainError(
          'in_use',
          'An adoption cannot be retried: a retry would create a new group. Adopt the group again with POST /teams/adoption.',
        );
      }
      const checked = check(edited ?? { conforms: true, request: requestOf(failed) });
      checkAdmission(tenantId);
      const retry = newGroup(checked, {
        tenantId,
        teamId: newId(),
        createdAt: new Date(now),
        createdBy: creatorOf(actor),
        retryOf: failedTeamId,
        actor,
      });
      if (!(await store.accept(retry))) {
        const holder = await holderOf(aliases, retry);
        throw new DomainError(
          'mail_nickname_taken',
          `Another group now has the alias ${retry.mailNickname}, perhaps from an earlier retry of this creation.`,
          { faults: aliasTaken(retry.mailNickname, within, holder).faults },
        );
      }
      onAccepted(tenantId);
      return retry.teamId;
    },
  };
}

/** The request that a group was made from. */
export function requestOf(team: Team): TeamRequest {
  const { organisationId: organisationIdOrIdentifier, templateId: templateIdOrIdentifier } = team;
  const expiresAt = team.requestedExpiry?.toISOString();
  const externalIds = team.externalIds.length === 0 ? undefined : team.externalIds;
  const ids = { organisationIdOrIdentifier, templateIdOrIdentifier, externalIds };
  const members = { ...team, ...ids, expiresAt };
  return Object.fromEntries(requestMembers.map((name) => [name, members[name]])) as TeamRequest;
}
