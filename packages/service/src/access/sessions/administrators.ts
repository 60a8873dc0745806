// The tenant's list of administrators, and what removing one of them entails: every session ends with them.
import type { ExpectedVersion } from '../../ground/record-store.ts';
import type { Actor } from '../../audit/activity.ts';
import type { Clock } from '../../ground/clock.ts';
import { DomainError } from '../../ground/errors.ts';
import { type Administrator, type AdministratorRole, normaliseEmail } from './administrator.ts';

/** A role, and the organisations to which it is limited. */
export interface Grant {
  readonly role: AdministratorRole;
  /** null: no limit. Undefined: as before; for a new person and for an owner, no limit. */
  readonly organisationIds?: readonly string[] | null | undefined;
}

export interface AdministratorStore {
  listAdministrators(tenantId: string): Promise<readonly Administrator[]>;
  /** Adds the person to the list; undefined: no such tenant. @throws DomainError `validation_failed` */
  putAdministrator(person: {
    readonly tenantId: string;
    readonly newAdministratorId: string;
    readonly email: string;
    readonly grant: Grant;
    /** The action for a person who is on the list with another role or another limit. */
    readonly ifKnown: 'change' | 'leave' | 'refuse';
    readonly at: Date;
    readonly actor: Actor;
  }): Promise<Administrator | undefined>;
  /** Undefined when there is none; `version_conflict` when it is not at `expectedVersion`. */
  changeRole(
    tenantId: string,
    administratorId: string,
    grant: Grant,
    options: {
      readonly expectedVersion: ExpectedVersion;
      readonly at: Date;
      readonly actor: Actor;
    },
  ): Promise<Administrator | undefined>;
  /** Undefined when there is none; `version_conflict` when it is not at `expectedVersion`. */
  resetAccount(
    tenantId: string,
    administratorId: string,
    options: {
      readonly expectedVersion: ExpectedVersion;
      readonly at: Date;
      readonly actor: Actor;
    },
  ): Promise<Administrator | undefined>;
  /** Undefined when there is none; `version_conflict` when it is not at `expectedVersion`. */
  removeAdministrator(
    tenantId: string,
    administratorId: string,
    options: {
      readonly expectedVersion?: ExpectedVersion;
      readonly at: Date;
      readonly actor: Actor;
    },
  ): Promise<Administrator | undefined>;
}

export interface Administrators {
  list(tenantId: string): Promise<readonly Administrator[]>;
  /** @param ifKnown the action for a person who is on the list with another role: by default, the role changes */
  put(
    tenantId: string,
    person: { readonly email: string } & Grant,
    actor: Actor,
    ifKnown?: 'change' | 'refuse',
  ): Promise<Administrator>;
  changeRole(
    tenantId: string,
    administratorId: string,
    grant: Grant,
    options: { expectedVersion: ExpectedVersion; actor: Actor },
  ): Promise<Administrator>;
  /** The next account of the sign-in provider with the address is bound. */
  resetAccount(
    tenantId: string,
    administratorId: string,
    options: { expectedVersion: ExpectedVersion; actor: Actor },
  ): Promise<Administrator>;
  remove(
    tenantId: string,
    administratorId: string,
    options: { expectedVersion?: ExpectedVersion; actor: Actor },
  ): Promise<void>;
}

export function createAdministrators(deps: {
  store: AdministratorStore;
  clock: Clock;
  newId: () => string;
}): Administrators {
  const { store, clock, newId } = deps;
  return {
    list: (tenantId) => store.listAdministrators(tenantId),

    async put(tenantId, { email, ...grant }, actor, ifKnown = 'change') {
      const administrator = await store.putAdministrator({
        tenantId,
        newAdministratorId: newId(),
        email: normaliseEmail(email),
        grant,
        ifKnown,
        at: new Date(clock.now()),
        actor,
      });
      if (administrator === undefined) {
        throw new DomainError('not_found', `There is no tenant ${tenantId}.`);
      }
      return administrator;
    },

    async changeRole(tenantId, administratorId, grant, options) {
      const at = new Date(clock.now());
      const changed = await store.changeRole(tenantId, administratorId, grant, { ...options, at });
      if (changed === undefined) throw notThere();
      return changed;
    },

    async resetAccount(tenantId, administratorId, options) {
      const at = new Date(clock.now());
      const reset = await store.resetAccount(tenantId, administratorId, { ...options, at });
      if (reset === undefined) throw notThere();
      return reset;
    },

    async remove(tenantId, administratorId, options) {
      const at = new Date(clock.now());
      const removed = await store.removeAdministrator(tenantId, administratorId, {
        ...options,
        at,
      });
      if (removed === undefined) throw notThere();
    },
  };
}

function notThere(): DomainError {
  return new DomainError('not_found', 'This administrator no longer exists.');
}
