// Creates the group with its first people. The directory recognises the group by its marker, our teamId,
// so a repeated call finds it instead of making another.
import type { ResolvedPeople } from './creation.ts';
import { isUnsigned } from './ledger.ts';
import { type Step, requirePeople } from './step.ts';

export const createGroup: Step = {
  name: 'create_group',
  writes: true,
  isNeeded: () => true,
  isSatisfied: ({ facts }) => facts.groupId !== undefined,
  intent: (creation, now) => ({
    groupUncertainSince: now,
    ...(isUnsigned(creation) && { isUnsigned: true }),
  }),
  async run(creation, directory, call) {
    const first = firstPeople(requirePeople(creation), directory.limits.peopleAtCreation);
    const { groupId, peopleIncluded } = await directory.createGroup(
      {
        marker: creation.teamId,
        displayName: creation.displayName,
        description: creation.description,
        mailNickname: creation.mailNickname,
        visibility: creation.policy.visibility,
        welcomeMail: creation.policy.welcomeMail,
        isUnsigned: isUnsigned(creation),
        ...first,
      },
      call,
    );
    const ownersMade = peopleIncluded ? first.ownerIds.length : 0;
    return {
      kind: 'done',
      facts: {
        groupId,
        ownersAtCreation: ownersMade,
        ownersAdded: directory.limits.ownersAtCreationAreMembers ? ownersMade : 0,
        membersAdded: peopleIncluded ? first.memberIds.length : 0,
      },
    };
  },
};

/** As many as one call takes, owners first. */
function firstPeople({ ownerIds, memberIds }: ResolvedPeople, atMost: number): ResolvedPeople {
  const owners = ownerIds.slice(0, atMost);
  return { ownerIds: owners, memberIds: memberIds.slice(0, atMost - owners.length) };
}
