// Removes owners and members, through the group or through its team, with a result for each person. Removing people
// twice does no harm: a person who is not there counts as removed.
import type { CallContext } from '../directory/call-context.ts';
import type {
  PeopleThrough,
  OwnGroup,
  RefusedRemoval,
  RemovedPeople,
} from '../directory/group-life.ts';
import { partsPerBatch, type GraphClient } from './graph-client.ts';
import { isMissingPermission } from './graph-failures.ts';
import {
  refusePerson,
  isOwnerRequired,
  ownerRemovalReason,
  refusalOf,
  type Refusal,
} from './member-errors.ts';
import type { OwnGroups } from './own-group.ts';
import type { TeamMemberships } from './team-memberships.ts';

/** `members/remove` takes no more. */
export const peoplePerRemoval = 20;

interface Target {
  readonly groupId: string;
  /** Whether replication of the group may be in progress. */
  readonly isRecent: boolean;
}

export function createPeopleRemoval(deps: {
  client: GraphClient;
  own: OwnGroups;
  memberships: TeamMemberships;
  readOwners: (groupId: string, context: CallContext) => Promise<readonly string[]>;
}) {
  const { client, own, memberships, readOwners } = deps;

  async function removeReferences(
    { groupId, isRecent }: Target,
    list: 'owners' | 'members',
    personIds: readonly string[],
    context: CallContext,
  ): Promise<Refusal[]> {
    const refused: Refusal[] = [];
    for (let start = 0; start < personIds.length; start += partsPerBatch) {
      const chunk = personIds.slice(start, start + partsPerBatch);
      const answers = await client.batch(
        'groups.removeReference',
        chunk.map((id) => ({ method: 'DELETE', path: `/groups/${groupId}/${list}/${id}/$ref` })),
        context,
      );
      for (const [index, answer] of answers.entries()) {
        const personId = chunk[index];
        if (personId === undefined) continue;
        // Elsewhere a 404 means the person, whichever id it names.
        const isOfGroup = isRecent && answer.error.message.includes(groupId);
        if (answer.status === 404 && isOfGroup) throw own.notVisible(groupId, context);
        if (answer.status === 403 && isMissingPermission(answer)) {
          throw client.denied('remove people', 'Group.ReadWrite.All', answer);
        }
        const refusal = refusalOf(personId, answer);
        if (refusal !== undefined) refused.push(refusal);
      }
    }
    return refused;
  }

  /** A person who stays an owner stays a member too. */
  async function removeFromGroup(
    target: Target,
    personIds: readonly string[],
    context: CallContext,
  ): Promise<Refusal[]> {
    const owners = new Set(
      (await readOwners(target.groupId, context)).map((ownerId) => ownerId.toLowerCase()),
    );
    const ownersAmong = personIds.filter((id) => owners.has(id.toLowerCase()));
    const staying = await removeReferences(target, 'owners', ownersAmong, context);
    const stayingIds = new Set(staying.map(({ personId }) => personId));
    const others = personIds.filter((id) => !stayingIds.has(id));
    return [...staying, ...(await removeReferences(target, 'members', others, context))];
  }

  async function toResult(
    groupId: string,
    refused: readonly Refusal[],
    context: CallContext,
  ): Promise<RemovedPeople> {
    const mayBeLast = refused.some(isOwnerRequired);
    const ownerIds = mayBeLast ? await readOwners(groupId, context) : [];
    return {
      refused: refused.map((refusal): RefusedRemoval => {
        const { personId, said, retry } = refusal;
        // Only refusals count: a call that failed says nothing about the person.
        const verdict =
          retry === 'later'
            ? { personId, detail: `Microsoft 365 says “${said}”.`, permanent: false }
            : refusePerson({ groupId, personId }, { said, isFinal: retry === 'never' }, context);
        const reason = isOwnerRequired(refusal) ? ownerRemovalReason(personId, ownerIds) : 'other';
        return { ...verdict, reason };
      }),
    };
  }

  type Removal<Of> = (
    of: Of,
    personIds: readonly string[],
    context: CallContext,
  ) => Promise<Refusal[]>;

  const removing =
    (ways: { readonly team: Removal<string>; readonly group: Removal<Target> }) =>
    async (
      group: OwnGroup,
      personIds: readonly string[],
      through: PeopleThrough,
      context: CallContext,
    ): Promise<RemovedPeople> => {
      const { groupId } = group;
      const isRecent = own.isRecent(await own.require(group, context));
      const refused =
        through === 'team'
          ? await ways.team(groupId, personIds, context)
          : await ways.group({ groupId, isRecent }, personIds, context);
      return await toResult(groupId, refused, context);
    };

  return {
    removeOwners: removing({
      team: (id, personIds, context) => memberships.demote(id, personIds, context),
      group: (target, personIds, context) => removeReferences(target, 'owners', personIds, context),
    }),
    removeMembers: removing({
      team: (id, personIds, context) => memberships.remove(id, personIds, context),
      group: removeFromGroup,
    }),
  };
}
