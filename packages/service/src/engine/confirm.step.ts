// Reads the group back: for its addresses, and to compare the settings that only a creation gives. The write succeeded
// even if a read lags behind, so a group that stays invisible causes a warning and not a failure. The addresses of a team
// may be in the answers that created it, and people have been added to it since: only what is missing is read.
import { DirectoryError, type DirectoryGroup } from '../directory/directory.ts';
import type { TemplatePolicy } from '../settings/organisations/template.ts';
import { foldedGroup } from '../ground/folded-text.ts';
import type { Creation, FoundValues, Warning } from './creation.ts';
import { type Step, requireGroupId } from './step.ts';

/** Replication takes up to 15 minutes (Graph: "Create team from group"). */
const unseenForMs = 20 * 60_000;

export const confirm: Step = {
  name: 'confirm',
  writes: false,
  isNeeded: () => true,
  isSatisfied: (creation) => isKnownTeam(creation) && creation.facts.webUrl !== undefined,
  async run(creation, directory, call) {
    const groupId = requireGroupId(creation);
    if (isKnownTeam(creation)) {
      const webUrl = await directory.readTeamAddress(groupId, call);
      if (webUrl !== undefined) return { kind: 'done', facts: { webUrl } };
    }
    const group = await directory.readGroup(groupId, call, true);
    if (group === undefined) {
      const startedAt = creation.steps.find(({ name }) => name === 'confirm')?.startedAt;
      if (startedAt != null && call.now - Date.parse(startedAt) > unseenForMs) {
        return {
          kind: 'done',
          warnings: [
            {
              code: 'not_visible_yet',
              detail: 'The group was created, but the directory does not show it yet.',
            },
          ],
        };
      }
      throw new DirectoryError('not_visible_yet', 'The directory does not show the new group yet.');
    }
    return {
      kind: 'done',
      warnings: differences(creation.policy, group),
      facts: {
        ...(group.mail !== undefined && { mail: group.mail }),
        ...(group.webUrl !== undefined && { webUrl: group.webUrl }),
        ...foundValues(creation, group),
      },
    };
  },
};

/** All but the address of the team is known, and the template gives no setting that has to be compared. */
function isKnownTeam({ policy, facts: { adoption, mail } }: Creation): boolean {
  const { kind, classification, preferredLanguage } = policy;
  const comparesNothing = classification === undefined && preferredLanguage === undefined;
  return kind === 'team' && adoption === undefined && mail !== undefined && comparesNothing;
}

/** The record of an adopted group begins as the group is: people may have changed it since the acceptance. */
function foundValues(
  { facts: { adoption }, policy, ...recorded }: Creation,
  { displayName, description, visibility, hasTeam, isArchived = false }: DirectoryGroup,
): Creation['facts'] {
  if (adoption === undefined) return {};
  const isRenamed = adoption.displayName === undefined && displayName !== recorded.displayName;
  const kind = hasTeam ? 'team' : 'group';
  const { properties = {} } = adoption;
  const { foldedName, foldedDetails } = foldedGroup({ displayName, description, properties });
  const found: FoundValues = {
    ...(isRenamed && { displayName, foldedName }),
    ...(description !== recorded.description && { description, foldedDetails }),
    ...((kind !== policy.kind || visibility !== policy.visibility) && {
      policy: { kind, visibility },
    }),
  };
  return {
    ...(isArchived && { isArchived }),
    ...(Object.keys(found).length > 0 && { found }),
  };
}

/** Nothing writes these settings later, so that a person has to. */
function differences(policy: TemplatePolicy, group: DirectoryGroup): Warning[] {
  const settings = [
    ['classification', policy.classification, group.classification],
    ['preferred language', policy.preferredLanguage, group.preferredLanguage],
  ] as const;
  return settings.flatMap(([name, wanted, present]) =>
    wanted === undefined || wanted.toLowerCase() === present?.toLowerCase()
      ? []
      : [
          {
            code: 'setting_not_applied',
            detail: `The template gives the ${name} “${wanted}”, but the directory has ${present === undefined ? 'none' : `“${present}”`}.`,
          },
        ],
  );
}
