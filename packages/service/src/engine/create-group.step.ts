// Creates the group with its first people. The directory recognises the group by its marker, our teamId,
// so a repeated call finds it instead of making another.
import { AliasHeldByOwnGroup } from '../directory/alias-held.ts';
import type { CreatedGroup } from '../directory/directory.ts';
import { applyLabel, applySettings } from './apply-settings.step.ts';
import type { Creation, ResolvedPeople } from './creation.ts';
import { type Step, type StepOutput, requirePeople } from './step.ts';
import { takeOver } from './take-over.ts';

export const createGroup: Step = {
  name: 'create_group',
  writes: true,
  isNeeded: () => true,
  isSatisfied: ({ facts }) => facts.groupId !== undefined,
  intent: (_creation, now) => ({ groupUncertainSince: now }),
  async run(creation, directory, call) {
    const first = firstPeople(creation, directory.limits.peopleAtCreation);
    const group = {
      marker: creation.teamId,
      displayName: creation.displayName,
      description: creation.description,
      mailNickname: creation.mailNickname,
      visibility: creation.policy.visibility,
      classification: creation.policy.classification,
      preferredLanguage: creation.policy.preferredLanguage,
      welcomeMail: creation.policy.welcomeMail,
      ...first,
    };
    let created: CreatedGroup;
    let adopted: Pick<StepOutput, 'facts' | 'detail'> = {};
    try {
      created = await directory.createGroup(group, call);
    } catch (error) {
      if (!(error instanceof AliasHeldByOwnGroup)) throw error;
      created = await takeOver(creation, first, error, directory, call);
      adopted = { facts: { adoptedMarker: error.holder.marker }, detail: takenOverDetail };
    }
    const { groupId, peopleIncluded, mail } = created;
    const ownersMade = peopleIncluded ? first.ownerIds.length : 0;
    return {
      kind: 'done',
      ...adopted,
      facts: {
        ...adopted.facts,
        groupId,
        ...(mail !== undefined && { mail }),
        ownersAtCreation: ownersMade,
        ownersAdded: directory.limits.ownersAtCreationAreMembers ? ownersMade : 0,
        membersAdded: peopleIncluded ? first.memberIds.length : 0,
      },
    };
  },
};

const takenOverDetail =
  'The group already existed: an earlier request, whose record was lost, created it.';

/**
 * As many as one call takes, owners first. A group whose settings are required has only the responsible until it has them:
 * a team needs an owner.
 */
function firstPeople(creation: Creation, atMost: number): ResolvedPeople {
  const { ownerIds, memberIds } = requirePeople(creation);
  const { protection } = creation.policy;
  const isProtected = [applyLabel, applySettings].some((step) => step.isNeeded(creation.policy));
  if (protection?.required === true && isProtected) {
    return { ownerIds: ownerIds.slice(0, 1), memberIds: [] };
  }
  const owners = ownerIds.slice(0, atMost);
  return { ownerIds: owners, memberIds: memberIds.slice(0, atMost - owners.length) };
}
