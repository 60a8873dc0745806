// People of a simulated tenant who can have every role in a group.
import type { SimulatedUser, Tenant } from '@groupwright/graph-simulator/tenant.ts';

/** An owner of a team needs an account of the tenant that is enabled and has a licence for Teams. */
export function isAble({ accountEnabled, licensed, userType }: SimulatedUser): boolean {
  return accountEnabled && licensed && userType === 'Member';
}

type AddressedUser = SimulatedUser & { readonly mail: string };

/** The able people who have an address. */
export function ableUsers({ users }: Tenant): readonly AddressedUser[] {
  return users.filter((user): user is AddressedUser => isAble(user) && user.mail !== null);
}
