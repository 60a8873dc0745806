// Reads groups as Microsoft 365 shows them, 20 to a request. Whether a team is archived takes a request for each team.
import type { Team } from '@microsoft/microsoft-graph-types';
import type { CallContext } from '../directory/call-context.ts';
import type { ObservedGroup, ObservedPart } from '../directory/group-life.ts';
import { readInBatches } from './batched-reads.ts';
import type { GraphResponse } from './graph-response.ts';
import type { BatchPart, GraphClient } from './graph-client.ts';
import { statusFailure } from './graph-failures.ts';
import { isProbeMarker, type Marking } from './marker.ts';
import type { CallName } from './graph-calls.ts';
import {
  anyMarkerOf,
  deletedItemPath,
  groupPath,
  toGroup,
  withTeam,
  type GraphGroup,
  type ReadGroup,
} from './read-group.ts';

const eventual = { ConsistencyLevel: 'eventual' } as const;

/** Answers with the number in `@odata.count`, and one entry: `$count` alone answers in plain text. */
function countPart(groupId: string, rest: string): BatchPart {
  const path = `/groups/${groupId}/members${rest}$count=true&$top=1&$select=id`;
  return { method: 'GET', path, headers: eventual };
}

const guestFilter = encodeURIComponent("userType eq 'Guest'");

/** A group may have at most 100 owners, so that one page holds all. */
function ownersPart(groupId: string): BatchPart {
  return { method: 'GET', path: `/groups/${groupId}/owners?$select=id&$top=999` };
}

export function createGroupObservation(deps: {
  client: GraphClient;
  marking: () => Promise<Marking>;
  readTeam: (groupId: string, context: CallContext) => Promise<Team | undefined>;
}) {
  const { client, readTeam } = deps;

  /** Answers other than 200 and 404 are failures of the whole; groups with a 404 are absent from the result. */
  async function readEach<T>(
    name: CallName,
    groupIds: readonly string[],
    partOf: (groupId: string) => BatchPart,
    convert: (answer: GraphResponse) => T,
    context: CallContext,
  ): Promise<Map<string, T>> {
    const read = new Map<string, T>();
    await readInBatches(
      client,
      name,
      groupIds,
      'groups',
      partOf,
      (groupId, answer) => {
        // Where a tenant does not count, the rest of the observation is worth having.
        const isUncounted = answer.status === 400 && name === 'groups.count';
        if (answer.status === 404 || isUncounted) return;
        if (answer.status >= 300) {
          const pause = {
            now: client.clock.now(),
            pausedMs: client.rateLimiter.blockedForMs(name),
          };
          throw statusFailure(name, answer, pause);
        }
        read.set(groupId, convert(answer));
      },
      context,
    );
    return read;
  }

  const countOf = ({ body }: GraphResponse): number | undefined => {
    const count = ((body ?? {}) as { '@odata.count'?: unknown })['@odata.count'];
    return typeof count === 'number' ? count : undefined;
  };
  const idsOf = ({ body }: GraphResponse): string[] => {
    const { value } = (body ?? {}) as { value?: { id?: string }[] };
    return (Array.isArray(value) ? value : []).flatMap(({ id }) => id ?? []);
  };

  async function readTeams(
    groups: Iterable<GraphGroup>,
    context: CallContext,
  ): Promise<Map<string, Team>> {
    const teams = new Map<string, Team>();
    await Promise.all(
      [...groups].map(async ({ groupId, hasTeam }) => {
        const team = hasTeam ? await readTeam(groupId, context) : { isArchived: false };
        // A team that is not shown yet says nothing.
        if (team !== undefined) teams.set(groupId, team);
      }),
    );
    return teams;
  }

  return async (
    groupIds: readonly string[],
    parts: readonly ObservedPart[],
    context: CallContext,
  ): Promise<readonly ObservedGroup[]> => {
    const marking = await deps.marking();
    const seenAt = new Date(client.clock.now());
    const group = (answer: GraphResponse) => toGroup(answer.body, marking);
    const path = (pathOf: (groupId: string) => string) => (groupId: string) =>
      ({ method: 'GET', path: pathOf(groupId) }) as const;
    const groups = await readEach('groups.read', groupIds, path(groupPath), group, context);
    const present = [...groups.values()].filter((one) => one !== undefined);
    const ids = groupIds.filter((groupId) => groups.get(groupId) !== undefined);
    const absent = groupIds.filter((groupId) => !groups.has(groupId));
    const has = (part: ObservedPart): readonly string[] => (parts.includes(part) ? ids : []);

    const deleted = await readEach(
      'groups.readDeleted',
      absent,
      path(deletedItemPath),
      ({ body }) => (body as ReadGroup | undefined)?.deletedDateTime ?? undefined,
      context,
    );
    const owners = await readEach('groups.people', has('owners'), ownersPart, idsOf, context);
    const counts = has('counts');
    const members = await readEach(
      'groups.count',
      counts,
      (groupId) => countPart(groupId, '?'),
      countOf,
      context,
    );
    const guests = await readEach(
      'groups.count',
      counts,
      (groupId) => countPart(groupId, `/microsoft.graph.user?$filter=${guestFilter}&`),
      countOf,
      context,
    );
    const teams = await readTeams(parts.includes('archived') ? present : [], context);

    return groupIds.map((groupId): ObservedGroup => {
      const seen = groups.get(groupId);
      if (isProbeMarker(seen?.marker)) return { state: 'unknown', groupId, seenAt };
      if (seen === undefined) {
        if (!deleted.has(groupId)) return { state: 'unknown', groupId, seenAt };
        const at = deleted.get(groupId);
        const deletedAt = at === undefined ? undefined : new Date(at);
        return { state: 'removed', groupId, seenAt, deletedAt };
      }
      const { displayName, description, mailNickname, mail, visibility, hasTeam } = seen;
      const team = teams.get(seen.groupId);
      return {
        state: 'exists',
        groupId,
        seenAt,
        marker: anyMarkerOf(seen),
        displayName,
        description,
        mailNickname,
        mail,
        visibility,
        hasTeam,
        facts: team === undefined ? seen.facts : withTeam(seen.facts, team),
        ownerIds: owners.get(groupId),
        memberCount: members.get(groupId),
        guestCount: guests.get(groupId),
        isArchived: team && (team.isArchived ?? false),
      };
    });
  };
}
