// Groups: made once and found again, by the alternate key that is our marker. A group that is somebody
// else's is looked at, to say who holds the alias, and never touched.
import type { Group } from '@microsoft/microsoft-graph-types';
import {
  DirectoryError,
  type AddedPeople,
  type CallContext,
  type CreatedGroup,
  type DirectoryGroup,
  type MarkedGroups,
  type NewGroup,
} from '../directory.ts';
import {
  partsPerBatch,
  type GraphAnswer,
  type GraphCall,
  type GraphClient,
} from './graph-client.ts';
import { describeWithMarker, markerOf, plainDescription, uniqueNameOf } from './marker.ts';
import { quoted } from './people.ts';
import type { Refusals } from './refusals.ts';
import type { Sightings } from './sightings.ts';

/** A group as it is sent: with people bound to it. */
type GroupPayload = Group & {
  'owners@odata.bind'?: string[];
  'members@odata.bind'?: string[];
};

const peoplePerChange = 20;
const select =
  '$select=id,uniqueName,displayName,description,mailNickname,mail,visibility,resourceProvisioningOptions';

const holdsReferences = /added object references already exist/i;
const nicknameTaken = /same value for property mailNickname already exists/i;
/** Two writes of one marker met: the other one made the group. */
const markerTaken = /same value for property uniqueName already exists/i;
const uniqueNameRefused = /uniqueName|segment 'groups\(|alternate key/i;

type ReadGroup = Group & { resourceProvisioningOptions?: string[] | null };

function toGroup(group: ReadGroup): DirectoryGroup | undefined {
  if (typeof group.id !== 'string') return undefined;
  return {
    groupId: group.id,
    marker: markerOf(group),
    displayName: group.displayName ?? '',
    description: plainDescription(group.description),
    mailNickname: group.mailNickname ?? '',
    mail: group.mail ?? undefined,
    visibility: group.visibility?.toLowerCase() === 'public' ? 'public' : 'private',
    hasTeam: group.resourceProvisioningOptions?.includes('Team') ?? false,
    webUrl: undefined,
  };
}

function firstGroup(answer: GraphAnswer): DirectoryGroup | undefined {
  const { value } = (answer.body ?? {}) as { value?: ReadGroup[] };
  const [first] = Array.isArray(value) ? value : [];
  return first === undefined ? undefined : toGroup(first);
}

export function createGroups(client: GraphClient, sightings: Sightings, refusals: Refusals) {
  const bind = (personId: string): string => `${client.root}/users/${personId}`;
  /** Set once the tenant has refused the alternate key. */
  let usesDescription = false;

  async function readByMarker(
    marker: string,
    context: CallContext,
  ): Promise<DirectoryGroup | undefined> {
    const answer = await client.call(
      {
        name: 'groups.readByUniqueName',
        method: 'GET',
        path: `/groups(uniqueName='${uniqueNameOf(marker)}')?${select}`,
        accept: [400, 404],
      },
      context,
    );
    if (answer.status === 200) return toGroup(answer.body ?? {});
    // Perhaps it was made in the other way.
    const search = await client.call(
      {
        name: 'groups.list',
        method: 'GET',
        path: `/groups?$count=true&${select}&$search=${encodeURIComponent(`"description:${marker}"`)}`,
        headers: { ConsistencyLevel: 'eventual' },
        // Where it cannot be searched so, there is none that was made so.
        accept: [400],
      },
      context,
    );
    const found = firstGroup(search);
    return found?.marker === marker.toLowerCase() ? found : undefined;
  }

  async function holderOf(
    mailNickname: string,
    context: CallContext,
  ): Promise<DirectoryGroup | undefined> {
    const answer = await client.call(
      {
        name: 'groups.list',
        method: 'GET',
        path: `/groups?${select}&$filter=${encodeURIComponent(`mailNickname eq ${quoted(mailNickname)}`)}`,
      },
      context,
    );
    return firstGroup(answer);
  }

  function aliasTaken(
    mailNickname: string,
    holder: DirectoryGroup | undefined,
    answer: GraphAnswer,
  ): DirectoryError {
    const who =
      holder === undefined
        ? 'something that the connection cannot see (a mailbox, a contact, or a group just made or removed)'
        : `the group “${holder.displayName}” (${holder.groupId}), which this service did not make`;
    return new DirectoryError(
      'alias_taken',
      `The alias ${mailNickname} is held by ${who}. Choose another alias.`,
      answer.directoryRequestId === undefined
        ? {}
        : { directoryRequestId: answer.directoryRequestId },
    );
  }

  async function adopt(marker: string, context: CallContext): Promise<CreatedGroup> {
    const group = await readByMarker(marker, context);
    if (group !== undefined) return { groupId: group.groupId, peopleIncluded: false };
    throw new DirectoryError(
      'not_visible_yet',
      'The group was made, and Microsoft 365 does not show it yet.',
      { retryAfterMs: sightings.missed(marker) },
    );
  }

  function payload(group: NewGroup, description: string | null): GroupPayload {
    return {
      displayName: group.displayName,
      ...(description === null ? {} : { description }),
      mailNickname: group.mailNickname,
      mailEnabled: true,
      securityEnabled: false,
      groupTypes: ['Unified'],
      visibility: group.visibility === 'public' ? 'Public' : 'Private',
      'owners@odata.bind': group.ownerIds.map((id) => bind(id)),
      ...(group.memberIds.length === 0
        ? {}
        : { 'members@odata.bind': group.memberIds.map((id) => bind(id)) }),
    };
  }

  function creation(group: NewGroup): GraphCall {
    const accept = [400, 409];
    if (usesDescription) {
      const body = payload(group, describeWithMarker(group.description, group.marker));
      return { name: 'groups.create', method: 'POST', path: '/groups', body, accept };
    }
    return {
      name: 'groups.upsert',
      method: 'PATCH',
      path: `/groups(uniqueName='${uniqueNameOf(group.marker)}')`,
      body: payload(group, group.description),
      headers: { Prefer: 'create-if-missing' },
      accept,
    };
  }

  /** What to make of a refusal: ours already, somebody else's alias, or a body that will not do. */
  async function settle(
    group: NewGroup,
    answer: GraphAnswer,
    context: CallContext,
  ): Promise<CreatedGroup> {
    const { message } = answer.error;
    if (holdsReferences.test(message) || markerTaken.test(message)) {
      return adopt(group.marker, context);
    }
    if (nicknameTaken.test(message) || answer.status === 409) {
      const ours = await readByMarker(group.marker, context);
      if (ours) return { groupId: ours.groupId, peopleIncluded: false };
      const holder = await holderOf(group.mailNickname, context);
      if (holder?.marker === group.marker.toLowerCase()) {
        return { groupId: holder.groupId, peopleIncluded: false };
      }
      if (holder === undefined && !nicknameTaken.test(message)) {
        throw new DirectoryError('outcome_unknown', `Microsoft 365 says “${message}”.`);
      }
      // Without the alternate key an own group that is not shown yet looks like a stranger's.
      if (holder === undefined && usesDescription && !sightings.isOverdue(group.marker)) {
        const retryAfterMs = sightings.missed(group.marker);
        throw new DirectoryError(
          'not_visible_yet',
          'Something holds the alias that Microsoft 365 does not show yet.',
          { retryAfterMs },
        );
      }
      throw aliasTaken(group.mailNickname, holder, answer);
    }
    throw new DirectoryError(
      'refused',
      `Microsoft 365 refuses the group: “${message}”.`,
      answer.directoryRequestId === undefined
        ? {}
        : { directoryRequestId: answer.directoryRequestId },
    );
  }

  async function create(group: NewGroup, context: CallContext): Promise<CreatedGroup> {
    const answer = await client.call(creation(group), context);
    if (answer.status === 201) {
      const { id } = (answer.body ?? {}) as Group;
      if (typeof id === 'string') return { groupId: id, peopleIncluded: true };
      return adopt(group.marker, context);
    }
    if (answer.status < 300) return adopt(group.marker, context);
    const { message } = answer.error;
    const isThere = [nicknameTaken, holdsReferences, markerTaken].some((one) => one.test(message));
    if (!usesDescription && !isThere && uniqueNameRefused.test(message)) {
      usesDescription = true;
      return create(group, context);
    }
    return settle(group, answer, context);
  }

  /** One person after the other, 20 to a batch; who is in already is no fault. */
  async function addOneByOne(
    groupId: string,
    personIds: readonly string[],
    list: 'owners' | 'members',
    context: CallContext,
  ): Promise<AddedPeople> {
    const refused: AddedPeople['refused'][number][] = [];
    for (let start = 0; start < personIds.length; start += partsPerBatch) {
      const chunk = personIds.slice(start, start + partsPerBatch);
      const answers = await client.batch(
        chunk.map((id) => ({
          name: 'groups.addReference',
          method: 'POST',
          path: `/groups/${groupId}/${list}/$ref`,
          body: { '@odata.id': `${client.root}/directoryObjects/${id}` },
        })),
        context,
      );
      for (const [index, answer] of answers.entries()) {
        const personId = chunk[index];
        if (personId === undefined || answer.status < 300) continue;
        const { message } = answer.error;
        if (holdsReferences.test(message)) continue;
        if (answer.status === 404 && message.includes(groupId)) {
          throw notVisible(groupId);
        }
        if (answer.status === 403) {
          const detail =
            'The connection may not add people: the Entra application lacks the permission Group.ReadWrite.All, or consent to it.';
          throw new DirectoryError('permission_missing', detail);
        }
        const isFinal = answer.status === 400 || answer.status === 422;
        refused.push(
          refusals.refuse(groupId, personId, message || `status ${answer.status}`, isFinal),
        );
      }
    }
    return { refused };
  }

  function notVisible(groupId: string): DirectoryError {
    return new DirectoryError('not_visible_yet', 'Microsoft 365 does not show the new group yet.', {
      retryAfterMs: sightings.missed(groupId),
    });
  }

  async function addMembers(
    groupId: string,
    personIds: readonly string[],
    context: CallContext,
  ): Promise<AddedPeople> {
    const refused: AddedPeople['refused'][number][] = [];
    for (let start = 0; start < personIds.length; start += peoplePerChange) {
      const chunk = personIds.slice(start, start + peoplePerChange);
      const body: GroupPayload = { 'members@odata.bind': chunk.map((id) => bind(id)) };
      const answer = await client.call(
        {
          name: 'groups.change',
          method: 'PATCH',
          path: `/groups/${groupId}`,
          body,
          accept: [400, 404],
        },
        context,
      );
      if (answer.status === 404 && answer.error.message.includes(groupId)) {
        throw notVisible(groupId);
      }
      if (answer.status < 300) continue;
      // All or nothing: one who is in already, or cannot be, keeps out all 20.
      refused.push(...(await addOneByOne(groupId, chunk, 'members', context)).refused);
    }
    return { refused };
  }

  async function readPeople(
    groupId: string,
    list: 'owners' | 'members',
    context: CallContext,
  ): Promise<string[]> {
    const ids: string[] = [];
    let path: string | undefined = `/groups/${groupId}/${list}?$select=id&$top=999`;
    while (path !== undefined) {
      const answer: GraphAnswer = await client.call(
        { name: 'groups.people', method: 'GET', path, accept: [404] },
        context,
      );
      if (answer.status === 404) throw notVisible(groupId);
      const body = (answer.body ?? {}) as { value?: { id?: string }[]; '@odata.nextLink'?: string };
      for (const { id } of body.value ?? []) if (id !== undefined) ids.push(id);
      const next = body['@odata.nextLink'];
      // Only this service's own pages are followed: the token goes with the call.
      path = next?.startsWith(`${client.root}/`) ? next.slice(client.root.length) : undefined;
    }
    return ids;
  }

  return {
    create,
    findByMarker: readByMarker,

    async addOwners(
      groupId: string,
      personIds: readonly string[],
      context: CallContext,
    ): Promise<AddedPeople> {
      const owners = await addOneByOne(groupId, personIds, 'owners', context);
      const out = new Set(owners.refused.map(({ personId }) => personId));
      const members = await addMembers(
        groupId,
        personIds.filter((id) => !out.has(id)),
        context,
      );
      return { refused: [...owners.refused, ...members.refused] };
    },
    addMembers,

    async read(groupId: string, context: CallContext): Promise<DirectoryGroup | undefined> {
      const answer = await client.call(
        { name: 'groups.read', method: 'GET', path: `/groups/${groupId}?${select}`, accept: [404] },
        context,
      );
      return answer.status === 404 ? undefined : toGroup(answer.body ?? {});
    },

    async readPeople(
      groupId: string,
      context: CallContext,
    ): Promise<{ ownerIds: readonly string[]; memberIds: readonly string[] }> {
      return {
        ownerIds: await readPeople(groupId, 'owners', context),
        memberIds: await readPeople(groupId, 'members', context),
      };
    },

    async remove(groupId: string, marker: string, context: CallContext): Promise<void> {
      const read = await client.call(
        { name: 'groups.read', method: 'GET', path: `/groups/${groupId}?${select}`, accept: [404] },
        context,
      );
      if (read.status === 404) {
        const deleted = await client.call(
          {
            name: 'groups.readDeleted',
            method: 'GET',
            path: `/directory/deletedItems/${groupId}`,
            accept: [404],
          },
          context,
        );
        // One that is neither here nor there may be one that is not shown yet.
        if (deleted.status === 404 && !sightings.isOverdue(groupId)) throw notVisible(groupId);
        return;
      }
      const group = toGroup(read.body ?? {});
      if (group?.marker !== marker.toLowerCase()) {
        throw new DirectoryError(
          'refused',
          `The group ${groupId} was not made by this service and is left alone.`,
        );
      }
      await client.call(
        { name: 'groups.delete', method: 'DELETE', path: `/groups/${groupId}`, accept: [404] },
        context,
      );
    },

    async isAliasTaken(mailNickname: string, context: CallContext): Promise<boolean> {
      const answer = await client.call(
        {
          name: 'directoryObjects.validateProperties',
          method: 'POST',
          path: '/directoryObjects/validateProperties',
          body: { entityType: 'Group', mailNickname },
          accept: [422],
        },
        context,
      );
      if (answer.status !== 422) return false;
      const { error } = (answer.body ?? {}) as {
        error?: { details?: { target?: string; code?: string; message?: string }[] };
      };
      const details = error?.details ?? [];
      return details.some(
        ({ target, code, message }) =>
          target === 'mailNickname' &&
          /conflict|exist|taken/i.test(`${code ?? ''} ${message ?? ''}`),
      );
    },

    async listMarked(cursor: string | undefined, context: CallContext): Promise<MarkedGroups> {
      const filter = encodeURIComponent("groupTypes/any(c:c eq 'Unified')");
      const path = cursor ?? `/groups?$count=true&$top=999&${select}&$filter=${filter}`;
      const answer = await client.call(
        { name: 'groups.list', method: 'GET', path, headers: { ConsistencyLevel: 'eventual' } },
        context,
      );
      const body = (answer.body ?? {}) as { value?: ReadGroup[]; '@odata.nextLink'?: string };
      const groups = (body.value ?? []).flatMap((one) => {
        const group = toGroup(one);
        const marker = group?.marker;
        return group === undefined || marker === undefined ? [] : [{ ...group, marker }];
      });
      const next = body['@odata.nextLink'];
      return {
        groups,
        next: next?.startsWith(`${client.root}/`) ? next.slice(client.root.length) : undefined,
      };
    },
  };
}
