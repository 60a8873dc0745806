// The people of a group, through the group itself: before it has a team, and where it gets none.
import type { Group } from '@microsoft/microsoft-graph-types';
import type { CallContext } from '../directory/call-context.ts';
import type { AddedPeople, DirectoryError, NewOwners, Directory } from '../directory/directory.ts';
import { isGuid } from '../directory/person-reference.ts';
import { partsPerBatch, type GraphClient } from './graph-client.ts';
import { refusePerson } from './member-errors.ts';
import { readPages } from './pages.ts';
import type { GraphResponse } from './graph-response.ts';
import { quoted } from './people.ts';

/** A group as it is sent: with people bound to it. */
export type GroupPayload = Group & {
  'owners@odata.bind'?: string[];
  'members@odata.bind'?: string[];
};

const peoplePerChange = 20;

/** An advanced query, which needs the count and the header. */
const eventual = { ConsistencyLevel: 'eventual' } as const;
const guestsOfMembers = `members/microsoft.graph.user?$filter=${encodeURIComponent("userType eq 'Guest'")}&$count=true&`;

export const holdsReferences = /added object references already exist/i;

export function createGroupPeople(deps: {
  client: GraphClient;
  notVisible: (groupId: string, context: CallContext) => DirectoryError;
}) {
  const { client, notVisible } = deps;
  const bind = (personId: string): string => `${client.root}/users/${personId}`;

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
        'groups.addReference',
        chunk.map((id) => ({
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
          throw notVisible(groupId, context);
        }
        if (answer.status === 403) {
          throw client.denied('add people', 'Group.ReadWrite.All', answer);
        }
        const isFinal = answer.status === 400 || answer.status === 422;
        refused.push(
          refusePerson(
            { groupId, personId },
            { said: message || `status ${answer.status}`, isFinal },
            context,
          ),
        );
      }
    }
    return { refused };
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
        throw notVisible(groupId, context);
      }
      if (answer.status < 300) continue;
      // All or nothing: one who is in already, or cannot be, keeps out all 20.
      refused.push(...(await addOneByOne(groupId, chunk, 'members', context)).refused);
    }
    return { refused };
  }

  async function readList(
    groupId: string,
    list: string,
    context: CallContext,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<string[]> {
    const ids: string[] = [];
    const path = `/groups/${groupId}/${list}$select=id&$top=999`;
    const call = { name: 'groups.people', method: 'GET', path, accept: [404], headers } as const;
    for await (const answer of readPages(client, call, context)) {
      if (answer.status === 404) throw notVisible(groupId, context);
      const { value = [] } = (answer.body ?? {}) as { value?: { id?: string }[] };
      for (const { id } of value) if (id !== undefined && isGuid(id)) ids.push(id);
    }
    return ids;
  }

  return {
    async addOwners(
      groupId: string,
      { ownerIds, alreadyOwnerIds, memberIds }: NewOwners,
      context: CallContext,
    ): Promise<AddedPeople> {
      const already = new Set(alreadyOwnerIds);
      const missing = ownerIds.filter((id) => !already.has(id));
      const owners = await addOneByOne(groupId, missing, 'owners', context);
      const out = new Set(owners.refused.map(({ personId }) => personId));
      const admitted = ownerIds.filter((id) => !out.has(id));
      const members = await addMembers(groupId, [...admitted, ...memberIds], context);
      return { refused: [...owners.refused, ...members.refused] };
    },
    addMembers,
    /** Each by a separate reference. */
    addEach: (groupId: string, personIds: readonly string[], context: CallContext) =>
      addOneByOne(groupId, personIds, 'members', context),
    readOwners: (groupId: string, context: CallContext) => readList(groupId, 'owners?', context),

    readGuests: (groupId: string, context: CallContext) =>
      readList(groupId, guestsOfMembers, context, eventual),

    async read(
      groupId: string,
      context: CallContext,
    ): Promise<{ ownerIds: readonly string[]; memberIds: readonly string[] }> {
      return {
        ownerIds: await readList(groupId, 'owners?', context),
        memberIds: await readList(groupId, 'members?', context),
      };
    },
  };
}

// The members of any group of the directory, named by its id or its address; people in nested groups are among them.
// https://learn.microsoft.com/en-us/graph/api/group-list-transitivemembers
interface Entry {
  readonly id?: string;
  readonly '@odata.type'?: string;
}

const entriesOf = ({ body }: GraphResponse): readonly Entry[] =>
  ((body ?? {}) as { value?: readonly Entry[] }).value ?? [];

export function createFindMembers(client: GraphClient): Directory['findMembers'] {
  /** Undefined where no group has the address, or several do: the service must not guess. */
  async function findId(address: string, context: CallContext): Promise<string | undefined> {
    const filter = encodeURIComponent(`mail eq ${quoted(address)}`);
    const path = `/groups?$select=id&$filter=${filter}`;
    const answer = await client.call({ name: 'groups.list', method: 'GET', path }, context);
    const [found, ...others] = entriesOf(answer);
    return others.length === 0 ? found?.id : undefined;
  }

  return async (group, context) => {
    const groupId = isGuid(group) ? group : await findId(group, context);
    if (groupId === undefined) return undefined;
    const ids: string[] = [];
    const path = `/groups/${groupId}/transitiveMembers?$select=id&$top=999`;
    const list = { name: 'groups.people', method: 'GET', path, accept: [404] } as const;
    for await (const answer of readPages(client, list, context)) {
      if (answer.status === 404) return undefined;
      for (const { id, '@odata.type': type } of entriesOf(answer)) {
        if (id !== undefined && isGuid(id) && type === '#microsoft.graph.user') ids.push(id);
      }
    }
    return ids.toSorted();
  };
}
