// The call that creates a group, with its owners and members. The directory keeps the marker in it unique.
import type { NewGroup } from '../directory/directory.ts';
import type { GraphCall } from './graph-client.ts';
import type { GroupPayload } from './group-people.ts';
import type { Marking } from './marker.ts';

/** @param usesDescription true where the tenant refuses the alternate key, so that the marker is in the description */
export function creationCall(
  group: NewGroup,
  marking: Marking,
  { root, usesDescription }: { root: string; usesDescription: boolean },
): GraphCall {
  const accept = [400, 409];
  if (usesDescription) {
    const body = payload(group, marking.describe(group.description, group), root);
    return { name: 'groups.create', method: 'POST', path: '/groups', body, accept };
  }
  return {
    name: 'groups.upsert',
    method: 'PATCH',
    path: `/groups(uniqueName='${marking.uniqueNameOf(group.marker)}')`,
    body: payload(group, group.description, root),
    headers: { Prefer: 'create-if-missing' },
    accept,
  };
}

function payload(group: NewGroup, description: string | null, root: string): GroupPayload {
  const bind = (personId: string): string => `${root}/users/${personId}`;
  return {
    displayName: group.displayName,
    // Graph refuses an empty text; no description means the same.
    ...(description === null || description.trim() === '' ? {} : { description }),
    mailNickname: group.mailNickname,
    mailEnabled: true,
    securityEnabled: false,
    groupTypes: ['Unified'],
    visibility: group.visibility === 'public' ? 'Public' : 'Private',
    ...(group.classification !== undefined && { classification: group.classification }),
    ...(group.preferredLanguage !== undefined && { preferredLanguage: group.preferredLanguage }),
    ...(group.welcomeMail ? {} : { resourceBehaviorOptions: ['WelcomeEmailDisabled'] }),
    'owners@odata.bind': group.ownerIds.map((id) => bind(id)),
    ...(group.memberIds.length === 0
      ? {}
      : { 'members@odata.bind': group.memberIds.map((id) => bind(id)) }),
  };
}
