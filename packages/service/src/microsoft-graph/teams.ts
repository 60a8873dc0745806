// Creates teams from groups, with their people and channels. The directory works asynchronously; between calls, the
// service remembers the address of the operation, or the number of polls for the team.
import type {
  AadUserConversationMember,
  Channel as GraphChannel,
  Team,
} from '@microsoft/microsoft-graph-types';
import type { CallContext } from '../directory/call-context.ts';
import {
  DirectoryError,
  type AddedPeople,
  type Channel,
  type TeamState,
} from '../directory/directory.ts';
import type { GraphResponse } from './graph-response.ts';
import { isMissingPermission, statusFailure } from './graph-failures.ts';
import type { GraphCall, GraphClient } from './graph-client.ts';
import { refusePerson } from './member-errors.ts';
import { kindOf } from './graph-calls.ts';
import type { ReplicationWait } from './replication-wait.ts';
import { betweenPolls, betweenPollsMs, isOperationPath, readOperation } from './team-operation.ts';

type TeamPayload = Team & { 'template@odata.bind': string; 'group@odata.bind': string };
type MemberPayload = Pick<AadUserConversationMember, 'roles'> & {
  '@odata.type': 'microsoft.graph.aadUserConversationMember';
  'user@odata.bind': string;
};

const firstPollMs = 10_000;
/**
 * After so many looks for a team, Microsoft 365 is asked for it again: its first operation may have failed unseen.
 * While one is at work, the repetition meets 409 and does nothing.
 */
const pollsPerRequest = 3;
const maxPolls = 30;

const isForbidden = /^Forbidden$/i;
const noOne: ReadonlySet<string> = new Set();

const pollPattern = /^look:(\d+)$/;

const channelExists = /channel name already existed|already exists|NameAlreadyExists/i;
const passingErrors =
  /TooManyRequests|ServiceUnavailable|InternalServerError|Timeout|NotFound|Conflict|^$/i;

function pollLater(count: number): TeamState {
  return { state: 'pending', operation: `look:${count}`, pollAfterMs: betweenPollsMs };
}

/** Its address need not be read again. */
const readyTeam = ({ webUrl }: Team): TeamState => ({
  state: 'ready',
  ...(webUrl != null && webUrl !== '' && { webUrl }),
});

/** Guests, whom Teams may refuse to let in by an application; their group takes them. */
export interface Guests {
  among(personIds: readonly string[], context: CallContext): Promise<ReadonlySet<string>>;
  add(groupId: string, personIds: readonly string[], context: CallContext): Promise<AddedPeople>;
}

export function createTeams(client: GraphClient, replicationWait: ReplicationWait, guests: Guests) {
  function notVisible(groupId: string, what: string, context: CallContext): DirectoryError {
    return new DirectoryError(
      'not_visible_yet',
      `Microsoft 365 does not show the new ${what} yet.`,
      {
        retryAfterMs: replicationWait.missed(`${what} ${groupId}`, context),
      },
    );
  }

  async function readTeam(groupId: string, context: CallContext): Promise<Team | undefined> {
    const answer = await client.call(
      {
        name: 'teams.read',
        method: 'GET',
        path: `/teams/${groupId}?$select=id,webUrl,isArchived,specialization`,
        groupId,
        accept: [404],
      },
      context,
    );
    return answer.status === 404 ? undefined : (answer.body ?? {});
  }

  /** @param polls number of polls that did not find the team */
  async function create(groupId: string, context: CallContext, polls = 0): Promise<TeamState> {
    const accept = [400, 403, 404, 409];
    const body: TeamPayload = {
      'template@odata.bind': `${client.root}/teamsTemplates('standard')`,
      'group@odata.bind': `${client.root}/groups('${groupId}')`,
    };
    // Two ways lead to the same team, each with a separate limit: take the one that has room.
    const ways: readonly GraphCall[] = [
      { name: 'teams.create', method: 'POST', path: '/teams', body, accept },
      {
        name: 'teams.put',
        method: 'PUT',
        path: `/groups/${groupId}/team`,
        body: {},
        groupId,
        accept,
      },
    ];
    const [way, answer] = await client.callAny(ways, context);
    if (answer.status === 404) throw notVisible(groupId, 'group', context);
    if (answer.status === 409 || isTeamAlready(answer)) {
      const team = polls === 0 ? await readTeam(groupId, context) : undefined;
      return team === undefined ? pollLater(polls + 1) : readyTeam(team);
    }
    if (answer.status >= 400) throw refusedTeam(client, answer);
    if (way.name === 'teams.put') return readyTeam(answer.body ?? {});
    const operation = answer.headers['location'] ?? '';
    // An answer without the address of its operation: the team itself tells.
    if (!isOperationPath(operation)) return pollLater(polls + 1);
    return { state: 'pending', operation, pollAfterMs: firstPollMs };
  }

  async function pollOperation(
    groupId: string,
    operation: string,
    context: CallContext,
  ): Promise<TeamState> {
    const read = await readOperation(client, groupId, operation, context);
    switch (read.status) {
      case 'succeeded':
        return { state: 'ready' };
      case 'failed':
        throw new DirectoryError(
          'team_failed',
          `Microsoft 365 could not create the team${read.said}.`,
        );
      case 'absent':
        return pollLater(1);
      case 'unclear': {
        // The team itself may exist.
        const team = await readTeam(groupId, context);
        if (team !== undefined) return readyTeam(team);
        return { state: 'pending', operation, pollAfterMs: betweenPollsMs };
      }
      case 'at_work':
        return { state: 'pending', operation, pollAfterMs: betweenPollsMs };
      default:
        return read satisfies never;
    }
  }

  async function readCreation(
    groupId: string,
    operation: string,
    context: CallContext,
  ): Promise<TeamState> {
    const polls = pollPattern.exec(operation)?.[1];
    if (polls !== undefined || !isOperationPath(operation)) {
      const team = await readTeam(groupId, context);
      if (team !== undefined) return readyTeam(team);
      const count = Number(polls ?? 0);
      if (count >= maxPolls) {
        throw new DirectoryError('team_failed', 'A requested team was not created.');
      }
      return (count + 1) % pollsPerRequest === 0
        ? create(groupId, context, count)
        : pollLater(count + 1);
    }
    return betweenPolls(() => pollOperation(groupId, operation, context));
  }

  /** All in one call, each with a role. */
  async function addPeople(
    groupId: string,
    ownerIds: readonly string[],
    memberIds: readonly string[],
    context: CallContext,
  ): Promise<AddedPeople> {
    const personIds = [...ownerIds, ...memberIds];
    const values = personIds.map((id, index): MemberPayload => ({
      '@odata.type': 'microsoft.graph.aadUserConversationMember',
      roles: index < ownerIds.length ? ['owner'] : [],
      'user@odata.bind': `${client.root}/users('${id}')`,
    }));
    const answer = await client.call(
      {
        name: 'teams.addMembers',
        method: 'POST',
        path: `/teams/${groupId}/members/add`,
        body: { values },
        groupId,
        accept: [403, 404],
      },
      context,
    );
    if (answer.status === 404) throw notVisible(groupId, 'team', context);
    if (answer.status === 403)
      return addWithoutGuests(groupId, ownerIds, memberIds, answer, context);
    const { value } = (answer.body ?? {}) as {
      value?: { userId?: string; error?: { code?: string; message?: string } | null }[];
    };
    const results = new Map(
      (Array.isArray(value) ? value : []).map((one) => [one.userId?.toLowerCase(), one]),
    );
    const refused: AddedPeople['refused'][number][] = [];
    const forbidden = memberIds.filter((id) =>
      isForbidden.test(results.get(id.toLowerCase())?.error?.code ?? ''),
    );
    const guestIds = forbidden.length === 0 ? noOne : await guests.among(forbidden, context);
    if (guestIds.size > 0) {
      refused.push(...(await guests.add(groupId, [...guestIds], context)).refused);
    }
    for (const personId of personIds) {
      const result = results.get(personId.toLowerCase());
      if (guestIds.has(personId) || (result === undefined && answer.status === 200)) continue;
      if (result !== undefined && (result.error === null || result.error === undefined)) continue;
      const code = result?.error?.code ?? '';
      const said = result?.error?.message || code || 'nothing about this person';
      refused.push(
        refusePerson({ groupId, personId }, { said, isFinal: !passingErrors.test(code) }, context),
      );
    }
    return { refused };
  }

  /** A refusal of the whole call: a guest among the members may be its cause. */
  async function addWithoutGuests(
    groupId: string,
    ownerIds: readonly string[],
    memberIds: readonly string[],
    answer: GraphResponse,
    context: CallContext,
  ): Promise<AddedPeople> {
    const name = 'teams.addMembers';
    if (isMissingPermission(answer)) {
      throw client.denied('add people to teams', kindOf(name).permission, answer);
    }
    const guestIds = memberIds.length === 0 ? noOne : await guests.among(memberIds, context);
    if (guestIds.size === 0) {
      throw statusFailure(name, answer, { now: client.clock.now(), pausedMs: 0 });
    }
    const others = memberIds.filter((id) => !guestIds.has(id));
    const isAnyoneLeft = ownerIds.length + others.length > 0;
    const added = isAnyoneLeft
      ? await addPeople(groupId, ownerIds, others, context)
      : { refused: [] };
    const { refused } = await guests.add(groupId, [...guestIds], context);
    return { refused: [...added.refused, ...refused] };
  }

  return {
    create,
    readCreation,
    readTeam,
    notVisible,
    addPeople,

    async createChannel(groupId: string, channel: Channel, context: CallContext): Promise<void> {
      const body: GraphChannel = {
        displayName: channel.displayName,
        ...(channel.description === null ? {} : { description: channel.description }),
        membershipType: 'standard',
      };
      const answer = await client.call(
        {
          name: 'teams.channels.create',
          method: 'POST',
          path: `/teams/${groupId}/channels`,
          body,
          groupId,
          accept: [400, 404, 409],
        },
        context,
      );
      if (answer.status === 404) throw notVisible(groupId, 'team', context);
      const { code, message } = answer.error;
      if (answer.status < 300 || channelExists.test(`${code} ${message}`)) return;
      if (answer.status === 409) {
        throw new DirectoryError('outcome_unknown', `Microsoft 365 says “${message}”.`);
      }
      throw new DirectoryError(
        'refused',
        `Microsoft 365 refuses the channel “${channel.displayName}”: “${message}”.`,
      );
    },
  };
}

function isTeamAlready({ status, error }: GraphResponse): boolean {
  return status === 400 && /already (?:provisioned|exists|has a team)/i.test(error.message);
}

function refusedTeam(client: GraphClient, answer: GraphResponse): DirectoryError {
  const { code, message } = answer.error;
  if (answer.status === 403 && !/licen[sc]e/i.test(message)) {
    return client.denied('create teams', 'Team.Create', answer);
  }
  const { directoryRequestId } = answer;
  return new DirectoryError('refused', `Microsoft 365 refuses the team: “${message || code}”.`, {
    directoryRequestId,
  });
}
