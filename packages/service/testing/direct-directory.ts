// The people of groups in a tenant of the Graph simulator without requests between: the calls of rosters and of changes of
// people, in a tenth of the time. A call has its whole effect, or none, and its answer may be lost.
import type { GraphSimulator } from '@groupwright/graph-simulator/simulator.ts';
import type { SimulatedGroup, SimulatedUser, Tenant } from '@groupwright/graph-simulator/tenant.ts';
import { createSeededRandom } from '@groupwright/graph-simulator/seeded-random.ts';
import { type Directory, DirectoryError, type PersonLookup } from '../src/directory/directory.ts';
import type { Person } from '../src/directory/people-life.ts';
import type { WireHooks } from './simulated-graph.ts';

type Called = Pick<
  Directory,
  | 'limits'
  | 'resolvePeople'
  | 'readPeople'
  | 'verifyGroup'
  | 'addOwners'
  | 'addMembers'
  | 'removeOwners'
  | 'removeMembers'
  | 'inviteGuest'
>;

/** The outcome of a call about a group: one that is lost has its effect and no answer, and one that is refused has neither. */
export type Fate = 'answered' | 'lost' | 'refused';

export function connectDirectly(
  simulator: Pick<GraphSimulator, 'addUser'>,
  tenant: Tenant,
  limits: Directory['limits'],
  hooks: WireHooks,
  fateOf: (groupId: string, writes: boolean) => Fate,
): Directory {
  const call = async <T>(effect: () => T): Promise<T> => {
    await hooks.before();
    const answer = effect();
    await hooks.after();
    return answer;
  };
  const groupOf = (groupId: string): SimulatedGroup => {
    const group = tenant.groups.get(groupId);
    if (group === undefined) throw new DirectoryError('group_gone', 'There is no such group.');
    return group;
  };
  const none = { refused: [] };
  const aboutGroup = async <T>(
    groupId: string,
    writes: boolean,
    effect: (group: SimulatedGroup) => T,
  ): Promise<T> => {
    const fate = fateOf(groupId, writes);
    if (fate === 'refused') {
      throw new DirectoryError('permission_missing', 'The permission was withdrawn.');
    }
    const answer = await call(() => effect(groupOf(groupId)));
    if (fate === 'lost') throw new DirectoryError('unavailable', 'There was no answer.');
    return answer;
  };
  const called: Called = {
    limits,
    resolvePeople: (references) =>
      call(() =>
        references.map((reference): PersonLookup => {
          const key = reference.toLowerCase();
          const user = tenant.usersByName.get(key) ?? tenant.usersByAddress.get(key)?.[0];
          return { reference, person: user && personOf(user) };
        }),
      ),
    readPeople: (groupId) =>
      aboutGroup(groupId, false, ({ owners, members }) => {
        return { ownerIds: [...owners], memberIds: [...members] };
      }),
    verifyGroup: ({ groupId }) => aboutGroup(groupId, false, () => undefined),
    addOwners: (groupId, { ownerIds, memberIds }) =>
      aboutGroup(groupId, true, ({ owners, members }) => {
        for (const id of ownerIds) owners.add(id);
        for (const id of [...ownerIds, ...memberIds]) members.add(id);
        return none;
      }),
    addMembers: (groupId, { memberIds }) =>
      aboutGroup(groupId, true, ({ members }) => {
        for (const id of memberIds) members.add(id);
        return none;
      }),
    removeOwners: ({ groupId }, personIds) =>
      aboutGroup(groupId, true, ({ owners }) => {
        for (const id of personIds) owners.delete(id);
        return none;
      }),
    removeMembers: ({ groupId }, personIds) =>
      aboutGroup(groupId, true, ({ owners, members }) => {
        for (const id of personIds) {
          owners.delete(id);
          members.delete(id);
        }
        return none;
      }),
    inviteGuest: ({ email, displayName, sponsorId }) =>
      call(() => {
        const [known] = tenant.usersByAddress.get(email.toLowerCase()) ?? [];
        const id = known?.id ?? createSeededRandom(email).guid('guest');
        if (known === undefined) {
          simulator.addUser(tenant.tenantId, {
            id,
            userPrincipalName: email,
            mail: email,
            proxyAddresses: [`SMTP:${email}`],
            displayName,
            accountEnabled: true,
            userType: 'Guest',
            licensed: false,
            externalUserState: 'PendingAcceptance',
            sponsorIds: sponsorId === undefined ? [] : [sponsorId],
          });
        }
        return { state: 'invited', personId: id };
      }),
  };
  return called as Directory;
}

function personOf(user: SimulatedUser): Person {
  return {
    id: user.id,
    email: user.mail ?? user.userPrincipalName,
    displayName: user.displayName,
    kind: user.userType === 'Guest' ? 'guest' : 'member',
    enabled: user.accountEnabled,
    licensed: user.licensed,
    isPending: user.externalUserState === 'PendingAcceptance',
  };
}
