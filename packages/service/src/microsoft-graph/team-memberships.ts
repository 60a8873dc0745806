// Takes people out of a team, and the ownership from people who stay. Teams removes 20 people in a call, where it has
// that call; elsewhere each membership is found and deleted by itself.
import type { AadUserConversationMember } from '@microsoft/microsoft-graph-types';
import type { CallContext } from '../directory/call-context.ts';
import type { DirectoryError } from '../directory/directory.ts';
import type { GraphResponse } from './graph-response.ts';
import type { GraphCall, GraphClient } from './graph-client.ts';
import { isMissingPermission } from './graph-failures.ts';
import { isOwnerRequired, refusalOf, type Refusal } from './member-errors.ts';
import { readPages } from './pages.ts';

type Membership = Pick<AadUserConversationMember, 'id' | 'roles' | 'userId'>;

const memberType = 'microsoft.graph.aadUserConversationMember';
const endpointMissing = /segment|not supported|no HTTP resource|unrecognized/i;
/** An error of one person in an answer about several, after which another call may help. */
const passingErrors = /TooManyRequests|ServiceUnavailable|InternalServerError|Timeout|Conflict|^$/i;

export interface TeamMemberships {
  /** Answers the refused ones; so does `demote`. */
  remove(groupId: string, personIds: readonly string[], context: CallContext): Promise<Refusal[]>;
  demote(groupId: string, personIds: readonly string[], context: CallContext): Promise<Refusal[]>;
}

export function createTeamMemberships(deps: {
  client: GraphClient;
  notVisible: (groupId: string, context: CallContext) => DirectoryError;
}): TeamMemberships {
  const { client, notVisible } = deps;
  /** False once this cloud has refused to remove several people in one call. */
  let removesSeveral = true;

  /** The memberships of these people; a person who has none is not in the team. */
  async function find(
    groupId: string,
    personIds: readonly string[],
    context: CallContext,
  ): Promise<Membership[]> {
    const wanted = new Set(personIds.map((id) => id.toLowerCase()));
    const filter = personIds.map((id) => `${memberType}/userId eq '${id}'`).join(' or ');
    const all = `/teams/${groupId}/members`;
    const read = (path: string): GraphCall => ({
      name: 'teams.members',
      method: 'GET',
      path,
      groupId,
      accept: [400, 404],
    });
    const found = new Map<string, Membership>();
    // Where the filter is not supported, the whole list is read.
    for (const query of [`$filter=${encodeURIComponent(`(${filter})`)}`, '$top=999']) {
      let isSupported = true;
      for await (const answer of readPages(client, read(`${all}?${query}`), context)) {
        if (answer.status === 404) throw notVisible(groupId, context);
        isSupported = answer.status !== 400;
        const { value = [] } = (answer.body ?? {}) as { value?: Membership[] };
        for (const membership of value) {
          const userId = membership.userId?.toLowerCase() ?? '';
          if (wanted.has(userId)) found.set(userId, membership);
        }
      }
      if (isSupported) break;
    }
    return [...found.values()];
  }

  /** One call for each membership, with the result of its person. */
  async function each(
    groupId: string,
    memberships: readonly Membership[],
    change: Pick<GraphCall, 'name' | 'method' | 'body'>,
    context: CallContext,
  ): Promise<Refusal[]> {
    const refused: Refusal[] = [];
    for (const { id, userId } of memberships) {
      if (id == null || userId == null) continue;
      const path = `/teams/${groupId}/members/${encodeURIComponent(id)}`;
      const accept = [400, 403, 404];
      const answer = await client.call({ ...change, path, groupId, accept }, context);
      if (answer.status === 403 && isMissingPermission(answer)) {
        throw client.denied('remove people from teams', 'TeamMember.ReadWrite.All', answer);
      }
      const refusal = refusalOf(userId, answer);
      if (refusal !== undefined) refused.push(refusal);
    }
    return refused;
  }

  async function removeEach(
    groupId: string,
    personIds: readonly string[],
    context: CallContext,
  ): Promise<Refusal[]> {
    const memberships = await find(groupId, personIds, context);
    return each(groupId, memberships, { name: 'teams.removeMember', method: 'DELETE' }, context);
  }

  return {
    async remove(groupId, personIds, context) {
      if (personIds.length === 0) return [];
      if (!removesSeveral) return removeEach(groupId, personIds, context);
      const values = personIds.map((id) => ({
        '@odata.type': memberType,
        'user@odata.bind': `${client.root}/users('${id}')`,
      }));
      const answer = await client.call(
        {
          name: 'teams.removeMembers',
          method: 'POST',
          path: `/teams/${groupId}/members/remove`,
          body: { values },
          groupId,
          accept: [400, 404, 405, 501],
        },
        context,
      );
      const { status, error } = answer;
      if (status === 404 && !endpointMissing.test(error.message))
        throw notVisible(groupId, context);
      if (status >= 400) {
        const isMissing = status !== 400 || endpointMissing.test(error.message);
        if (isMissing) removesSeveral = false;
        // One person may be the cause of a 400 for all.
        return removeEach(groupId, personIds, context);
      }
      return status === 207 ? refusedOf(answer, personIds) : [];
    },

    async demote(groupId, personIds, context) {
      if (personIds.length === 0) return [];
      const memberships = await find(groupId, personIds, context);
      const owners = memberships.filter(({ roles }) => roles?.includes('owner'));
      const body = { '@odata.type': `#${memberType}`, roles: [] };
      return each(groupId, owners, { name: 'teams.changeMember', method: 'PATCH', body }, context);
    },
  };
}

/** The people of a 207 who are still in; one of whom it says nothing may be. */
function refusedOf({ body }: GraphResponse, personIds: readonly string[]): Refusal[] {
  type Part = { userId?: string; error?: { code?: string; message?: string } | null };
  const { value } = (body ?? {}) as { value?: Part[] };
  const parts = new Map(
    (Array.isArray(value) ? value : []).map((part) => [part.userId?.toLowerCase(), part]),
  );
  return personIds.flatMap((personId): Refusal[] => {
    const part = parts.get(personId.toLowerCase());
    if (part !== undefined && (part.error === null || part.error === undefined)) return [];
    const code = part?.error?.code ?? '';
    if (/NotFound/i.test(code)) return [];
    const said = part?.error?.message || code || 'nothing about this person';
    const mayPass = passingErrors.test(code) || isOwnerRequired({ said });
    return [{ personId, said, retry: mayPass ? 'perhaps' : 'never' }];
  });
}
