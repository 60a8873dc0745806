// Changes of people after the start of a tenant, as an administrator makes them in Entra.
import { addressKeys, indexUser, type SimulatedUser, type Tenant } from './tenant.ts';

function removeFromIndex({ usersByName, usersByAddress }: Tenant, user: SimulatedUser): void {
  usersByName.delete(user.id.toLowerCase());
  usersByName.delete(user.userPrincipalName.toLowerCase());
  for (const key of addressKeys(user)) {
    const others = (usersByAddress.get(key) ?? []).filter(({ id }) => id !== user.id);
    // An address that is held by nobody is absent.
    if (others.length === 0) usersByAddress.delete(key);
    else usersByAddress.set(key, others);
  }
}

export function addUser(tenant: Tenant, user: SimulatedUser, at: number): void {
  indexUser(tenant, user);
  tenant.userChanges.push({ at, userId: user.id });
}

export function changeUser(
  tenant: Tenant,
  userId: string,
  change: Partial<Omit<SimulatedUser, 'id'>>,
  at: number,
): void {
  const user = presentUser(tenant, userId);
  removeFromIndex(tenant, user);
  addUser(tenant, { ...user, ...change }, at);
}

/** The person keeps the memberships until a permanent deletion. */
export function deleteUser(tenant: Tenant, userId: string, at: number): void {
  const user = presentUser(tenant, userId);
  removeFromIndex(tenant, user);
  tenant.deletedUsers.set(user.id, user);
  tenant.userChanges.push({ at, userId: user.id });
}

export function restoreUser(tenant: Tenant, userId: string, at: number): void {
  const user = tenant.deletedUsers.get(userId);
  if (user === undefined) throw new Error(`The simulator has no deleted person ${userId}.`);
  tenant.deletedUsers.delete(userId);
  addUser(tenant, user, at);
}

/** The person can no longer be restored. */
export function purgeUser(tenant: Tenant, userId: string, at: number): void {
  tenant.deletedUsers.delete(userId);
  tenant.userChanges.push({ at, userId });
}

function presentUser({ usersByName }: Tenant, userId: string): SimulatedUser {
  const user = usersByName.get(userId.toLowerCase());
  if (user === undefined) throw new Error(`The simulator has no person ${userId}.`);
  return user;
}
