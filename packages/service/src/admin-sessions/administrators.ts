// The tenant's list of administrators, and what removing one of them entails: every session ends with them.
import type { Actor } from '../activity/activity.ts';
import type { Clock } from '../clock.ts';
import { DomainError } from '../errors.ts';
import { type Administrator, type AdministratorRole, normaliseEmail } from './administrator.ts';

export interface AdministratorStore {
  listAdministrators(tenantId: string): Promise<readonly Administrator[]>;
  /** Adds the person to the list, or changes the role; undefined: no such tenant. */
  putAdministrator(person: {
    readonly tenantId: string;
    readonly newAdministratorId: string;
    readonly email: string;
    readonly role: AdministratorRole;
    readonly at: Date;
    readonly actor: Actor;
  }): Promise<Administrator | undefined>;
  /** Undefined when there is none; `version_conflict` when it is not at `expectedVersion`. */
  removeAdministrator(
    tenantId: string,
    administratorId: string,
    options: { readonly expectedVersion?: number; readonly at: Date; readonly actor: Actor },
  ): Promise<Administrator | undefined>;
}

export interface Administrators {
  list(tenantId: string): Promise<readonly Administrator[]>;
  put(
    tenantId: string,
    person: { email: string; role: AdministratorRole },
    actor: Actor,
  ): Promise<Administrator>;
  remove(
    tenantId: string,
    administratorId: string,
    options: { expectedVersion?: number; actor: Actor },
  ): Promise<void>;
}

export function createAdministrators(world: {
  store: AdministratorStore;
  clock: Clock;
  newId: () => string;
}): Administrators {
  const { store, clock, newId } = world;
  return {
    list: (tenantId) => store.listAdministrators(tenantId),

    async put(tenantId, { email, role }, actor) {
      const administrator = await store.putAdministrator({
        tenantId,
        newAdministratorId: newId(),
        email: normaliseEmail(email),
        role,
        at: new Date(clock.now()),
        actor,
      });
      if (administrator === undefined) {
        throw new DomainError('not_found', `There is no tenant ${tenantId}.`);
      }
      return administrator;
    },

    async remove(tenantId, administratorId, options) {
      const at = new Date(clock.now());
      const removed = await store.removeAdministrator(tenantId, administratorId, {
        ...options,
        at,
      });
      if (removed === undefined) {
        throw new DomainError('not_found', 'This administrator is not there any more.');
      }
    },
  };
}
