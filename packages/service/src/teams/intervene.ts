// Interventions of an administrator in a creation: cancel one that has not begun, and retry one that failed.
// A failed creation stays final; the retry is a creation with a new id, by the present rules.
import type { Actor } from '../activity/activity.ts';
import type { Clock } from '../foundation/clock.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { DomainError, maxFaults, soundShape } from '../foundation/errors.ts';
import type { CreationStatus } from '../provisioning/creation.ts';
import { type CheckedRequest, checkRequest } from './check-request.ts';
import { aliasKey } from '../organisations/mail-nickname.ts';
import type { TeamStore } from './team.ts';

interface Repetition extends CheckedRequest {
  readonly tenantId: string;
  readonly teamId: string;
  readonly aliasKey: string;
  readonly createdAt: Date;
  readonly retryOf: string;
  readonly actor: Actor;
}

export interface InterventionStore {
  /** Cancels it if it has not begun, with its alias released. Undefined when there is none. */
  cancel(
    tenantId: string,
    teamId: string,
    at: Date,
    actor: Actor,
  ): Promise<{ readonly cancelled: boolean; readonly status: CreationStatus } | undefined>;
  /** False when another group holds the alias. */
  accept(repetition: Repetition): Promise<boolean>;
}

export interface Interventions {
  cancel(tenantId: string, teamId: string, actor: Actor): Promise<void>;
  /** Answers the id of the creation that repeats the failed one. */
  retry(tenantId: string, teamId: string, actor: Actor): Promise<string>;
}

export function createInterventions(deps: {
  store: InterventionStore;
  teams: TeamStore;
  configuration: Configuration;
  clock: Clock;
  newId: () => string;
  /** Called after the commit. */
  onAccepted: (tenantId: string) => void;
  onCancelled: (tenantId: string, teamId: string) => void;
}): Interventions {
  const { store, teams, configuration, clock, newId, onAccepted, onCancelled } = deps;

  return {
    async cancel(tenantId, teamId, actor) {
      const result = await store.cancel(tenantId, teamId, new Date(clock.now()), actor);
      if (result === undefined) throw notFound();
      if (!result.cancelled) {
        throw new DomainError(
          'in_use',
          `This creation can no longer be cancelled: it is ${result.status}. You can cancel a creation only before it starts.`,
        );
      }
      onCancelled(tenantId, teamId);
    },

    async retry(tenantId, failedTeamId, actor) {
      const failed = await teams.readTeam(tenantId, failedTeamId);
      if (failed === undefined) throw notFound();
      if (failed.status !== 'failed') {
        throw new DomainError(
          'in_use',
          `You can retry only a failed creation; this one is ${failed.status}.`,
        );
      }
      const now = clock.now();
      const { people } = failed;
      const checked = checkRequest({
        configuration,
        tenantId,
        request: {
          displayName: failed.displayName,
          description: failed.description,
          mailNickName: failed.mailNickname,
          responsible: people.responsible,
          deputy: people.deputy,
          organisationIdOrIdentifier: failed.organisationId,
          templateIdOrIdentifier: failed.templateId,
          owners: people.owners,
          members: people.members,
        },
        shape: soundShape,
        maxFaults,
        now,
      });
      const teamId = newId();
      const accepted = await store.accept({
        ...checked,
        tenantId,
        teamId,
        aliasKey: aliasKey(checked.mailNickname),
        createdAt: new Date(now),
        retryOf: failedTeamId,
        actor,
      });
      if (!accepted) {
        throw new DomainError(
          'mail_nickname_taken',
          `Another group now has the alias ${checked.mailNickname}, perhaps from an earlier retry of this creation.`,
        );
      }
      onAccepted(tenantId);
      return teamId;
    },
  };
}

function notFound(): DomainError {
  return new DomainError('not_found', 'There is no such group.');
}
