// Reads a group from Microsoft Graph: the properties to select, and their conversion.
import type { Group, Team } from '@microsoft/microsoft-graph-types';
import { isUnproven, type DirectoryGroup, type UnprovenGroup } from '../directory/directory.ts';
import type { GroupFacts } from '../directory/group-facts.ts';
import type { GraphResponse } from './graph-response.ts';
import { carriesMarker, plainDescription, type Mark, type Marking } from './marker.ts';

const selected = [
  'id',
  'uniqueName',
  'displayName',
  'description',
  'mailNickname',
  'mail',
  'visibility',
  'classification',
  'preferredLanguage',
  'resourceProvisioningOptions',
  'createdDateTime',
  'expirationDateTime',
  'groupTypes',
  'onPremisesSyncEnabled',
  'isAssignableToRole',
  'membershipRule',
  'assignedLabels',
];

export const select = `$select=${selected.join(',')}`;

/** A GUID, and an alias with room to spare: longer ones are not from Microsoft. */
const longestId = 64;
const longestAlias = 256;

export type ReadGroup = Group & { resourceProvisioningOptions?: string[] | null };

export function groupPath(groupId: string): string {
  return `/groups/${groupId}?${select}`;
}

/** Any deleted item has these two properties. */
export function deletedItemPath(groupId: string): string {
  return `/directory/deletedItems/${groupId}?$select=id,deletedDateTime`;
}

/** `unprovenMarker` is absent where the group carries nothing like a marker, or a proven one. */
export type GraphGroup = DirectoryGroup | UnprovenGroup;

export function toGroup(body: unknown, marking: Marking): GraphGroup | undefined {
  const group = (body ?? {}) as ReadGroup;
  if (typeof group.id !== 'string' || group.id.length > longestId) return undefined;
  const mark = marking.read(group);
  return {
    groupId: group.id,
    marker: mark?.isProven ? mark.marker : undefined,
    ...(mark === undefined || mark.isProven ? {} : { unprovenMarker: mark.marker }),
    displayName: group.displayName ?? '',
    description: plainDescription(group.description),
    mailNickname: (group.mailNickname ?? '').slice(0, longestAlias),
    mail: group.mail ?? undefined,
    visibility: group.visibility?.toLowerCase() === 'public' ? 'public' : 'private',
    classification: group.classification || undefined,
    preferredLanguage: group.preferredLanguage || undefined,
    hasTeam: group.resourceProvisioningOptions?.includes('Team') ?? false,
    webUrl: undefined,
    facts: factsOf(group, mark),
  };
}

function factsOf(group: ReadGroup, mark: Mark | undefined): GroupFacts {
  const groupTypes = group.groupTypes ?? ['Unified'];
  return {
    createdAt: dateOf(group.createdDateTime),
    isMicrosoft365Group: groupTypes.includes('Unified'),
    isSynchronised: group.onPremisesSyncEnabled === true,
    hasDynamicMembership: groupTypes.includes('DynamicMembership') || Boolean(group.membershipRule),
    isRoleAssignable: group.isAssignableToRole === true,
    hasHiddenMembership: group.visibility?.toLowerCase() === 'hiddenmembership',
    isClassTeam: false,
    hasForeignMarker: mark === undefined ? carriesMarker(group) : !mark.isProven,
    label: group.assignedLabels?.[0]?.displayName || undefined,
    suiteExpiresAt: dateOf(group.expirationDateTime),
  };
}

/** The facts with those that only the team of the group has. */
export function withTeam(facts: GroupFacts, { specialization }: Team): GroupFacts {
  return { ...facts, isClassTeam: specialization?.startsWith('education') ?? false };
}

function dateOf(text: string | null | undefined): Date | undefined {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? undefined : new Date(at);
}

/** The marker of a group that a record of ours names by its id. */
export function anyMarkerOf(group: GraphGroup): string | undefined {
  return isUnproven(group) ? group.unprovenMarker : group.marker;
}

/** The groups under `value`; a body without it is an empty list. */
export function listedGroups({ body }: GraphResponse, marking: Marking): GraphGroup[] {
  const { value } = (body ?? {}) as { value?: unknown };
  return (Array.isArray(value) ? (value as unknown[]) : []).flatMap((one) => {
    const group = toGroup(one, marking);
    return group === undefined ? [] : [group];
  });
}

/** The next page's path below the root. Only Graph's own pages are followed: the token goes with the call. */
export function nextPageOf({ body }: GraphResponse, root: string): string | undefined {
  const next = ((body ?? {}) as { '@odata.nextLink'?: string })['@odata.nextLink'];
  return next?.startsWith(`${root}/`) ? next.slice(root.length) : undefined;
}
