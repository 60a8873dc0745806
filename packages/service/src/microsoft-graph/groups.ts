// Groups: found again by our marker, read, listed and removed. Making them and their people are apart, in
// group-creation.ts and group-people.ts.
import type { CallContext } from '../directory/call-context.ts';
import type { GroupState, OwnGroup } from '../directory/group-life.ts';
import type {
  DirectoryGroup,
  ListedGroups,
  GroupNames,
  NamesValidation,
  RefusedName,
} from '../directory/directory.ts';
import { type FindAliasHolder, conflictOf } from './conflicts.ts';
import type { GraphClient } from './graph-client.ts';
import { createGroupCreation } from './group-creation.ts';
import { createGroupPeople } from './group-people.ts';
import { isProbeMarker, type Marking } from './marker.ts';
import { listedGroups, nextPageOf, select, toGroup, anyMarkerOf } from './read-group.ts';
import type { OwnGroups, FoundGroup } from './own-group.ts';
import type { ReplicationWait } from './replication-wait.ts';
import type { GraphResponse } from './graph-response.ts';
import type { Group, GroupSetting } from '@microsoft/microsoft-graph-types';

export function createGroups(deps: {
  client: GraphClient;
  marking: () => Promise<Marking>;
  replicationWait: ReplicationWait;
  own: OwnGroups;
  findAliasHolder: FindAliasHolder;
}) {
  const { client, replicationWait, own, findAliasHolder } = deps;

  async function findByMarker(
    marker: string,
    context: CallContext,
  ): Promise<DirectoryGroup | undefined> {
    const marking = await deps.marking();
    const name = marking.uniqueNameOf(marker);
    const answer = await client.call(
      {
        name: 'groups.readByUniqueName',
        method: 'GET',
        path: `/groups(uniqueName='${name}')?${select}`,
        accept: [400, 404],
      },
      context,
    );
    if (answer.status === 200) return toGroup(answer.body, marking);
    // Perhaps it was made in the other way.
    const search = await client.call(
      {
        name: 'groups.list',
        method: 'GET',
        path: `/groups?$count=true&${select}&$search=${encodeURIComponent(`"description:${marker}"`)}`,
        headers: { ConsistencyLevel: 'eventual' },
        // If this search is not supported, no group was created this way.
        accept: [400],
      },
      context,
    );
    // Others can have the same text in their descriptions.
    return listedGroups(search, marking).find((group) => group.marker === marker.toLowerCase());
  }

  const validateNames = createNamesValidation(client);
  const hasNamingPolicy = createNamingPolicyRead(client);

  return {
    create: createGroupCreation({
      client,
      marking: deps.marking,
      replicationWait,
      findAliasHolder,
      findByMarker,
    }),
    people: createGroupPeople({
      client,
      notVisible: (groupId, context) => own.notVisible(groupId, context),
    }),
    findByMarker,

    async read(groupId: string, context: CallContext): Promise<DirectoryGroup | undefined> {
      return (await own.read(groupId, context))?.group;
    },

    async groupState(groupId: string, context: CallContext): Promise<GroupState> {
      return (await own.look(groupId, context)).state;
    },

    async remove(group: OwnGroup, context: CallContext): Promise<void> {
      const { groupId } = group;
      const seen = await own.look(groupId, context);
      if (seen.state === 'removed') return;
      if (seen.state === 'unknown') {
        // One that is neither here nor there may be one that is not shown yet.
        if (!replicationWait.isPastReplicationWindow(groupId, context)) {
          throw own.notVisible(groupId, context);
        }
        return;
      }
      own.requireMarker(seen.found, group);
      await client.call(
        { name: 'groups.delete', method: 'DELETE', path: `/groups/${groupId}`, accept: [404] },
        context,
      );
    },

    validateNames,

    async refusedNames(names: GroupNames, context: CallContext): Promise<readonly RefusedName[]> {
      if (!(await hasNamingPolicy(context))) return [];
      return (await validateNames(names, context)).refused;
    },

    async list(cursor: string | undefined, context: CallContext): Promise<ListedGroups> {
      const marking = await deps.marking();
      const filter = encodeURIComponent("groupTypes/any(c:c eq 'Unified')");
      const seenAt = new Date(client.clock.now());
      const path = cursor ?? `/groups?$count=true&$top=999&${select}&$filter=${filter}`;
      const answer = await client.call(
        { name: 'groups.list', method: 'GET', path, headers: { ConsistencyLevel: 'eventual' } },
        context,
      );
      return {
        groups: listedGroups(answer, marking).filter(({ marker }) => !isProbeMarker(marker)),
        seenAt,
        next: nextPageOf(answer, client.root),
      };
    },
  };
}

// Asks the tenant what it has against the names of a new group, before the group is made: another object has the
// alias, or the naming policy refuses a name.

/** The tenant, or the gateway before it, has no such call. */
const endpointMissing = [404, 405, 501];
const labels = { displayName: 'display name', mailNickname: 'alias' } as const;

function createNamesValidation(client: GraphClient) {
  return async (names: GroupNames, context: CallContext): Promise<NamesValidation> => {
    const { displayName, mailNickname } = names;
    const answer = await client.call(
      {
        name: 'directoryObjects.validateProperties',
        method: 'POST',
        path: '/directoryObjects/validateProperties',
        body: {
          entityType: 'Group',
          ...(displayName === undefined ? {} : { displayName }),
          mailNickname,
        },
        accept: [400, 422, ...endpointMissing],
      },
      context,
    );
    if (answer.status < 300 || endpointMissing.includes(answer.status)) {
      return { isAliasTaken: false, refused: [] };
    }
    if (conflictOf(answer) === 'alias') return { isAliasTaken: true, refused: [] };
    return { isAliasTaken: false, refused: refusedNames(answer, names) };
  };
}

/** Read once for the creations of these minutes. A policy that is newer refuses the group itself. */
const policyKnownForMs = 5 * 60_000;
const namingSettings = new Set(['PrefixSuffixNamingRequirement', 'CustomBlockedWordsList']);

/** Whether the tenant may have a naming policy: also where its settings cannot be read. */
function createNamingPolicyRead(client: GraphClient) {
  let known: { readonly answer: Promise<boolean>; readonly until: number } | undefined;

  async function read(context: CallContext): Promise<boolean> {
    const answer = await client.call(
      {
        name: 'groups.settings.read',
        method: 'GET',
        path: '/groupSettings',
        accept: [400, 403, ...endpointMissing],
      },
      context,
    );
    const { value } = (answer.body ?? {}) as { value?: readonly GroupSetting[] };
    if (answer.status >= 300 || !Array.isArray(value)) return true;
    return (value as readonly GroupSetting[]).some(({ values = [] }) =>
      values?.some(({ name, value: set }) => namingSettings.has(name ?? '') && Boolean(set)),
    );
  }

  return (context: CallContext): Promise<boolean> => {
    const now = client.clock.now();
    if (known === undefined || known.until <= now) {
      const answer = read(context).catch(() => {
        known = undefined;
        return true;
      });
      known = { answer, until: now + policyKnownForMs };
    }
    return known.answer;
  };
}

/**
 * One for each property that Graph names. An error without a property is no refusal of a name: the creation of the
 * group interprets it.
 */
function refusedNames({ error }: GraphResponse, names: GroupNames): RefusedName[] {
  const refused = error.details.flatMap(({ target, message, prefix, suffix }) => {
    const property = propertyOf(target);
    return property === undefined ? [] : [{ property, message, prefix, suffix }];
  });
  const inSentence = propertyOf(/\b(displayName|mailNickname)\b/i.exec(error.message)?.[1] ?? '');
  if (refused.length === 0 && inSentence !== undefined) {
    refused.push({ property: inSentence, message: error.message, prefix: '', suffix: '' });
  }
  return refused.map(({ property, message, prefix, suffix }) => ({
    property,
    detail: [
      `Microsoft 365 refuses the ${labels[property]} “${names[property] ?? ''}”: “${message || error.message}”.`,
      ...(prefix === '' ? [] : [`It must begin with “${prefix}”.`]),
      ...(suffix === '' ? [] : [`It must end with “${suffix}”.`]),
    ].join(' '),
  }));
}

function propertyOf(name: string): RefusedName['property'] | undefined {
  const wanted = name.toLowerCase();
  return (['displayName', 'mailNickname'] as const).find((one) => one.toLowerCase() === wanted);
}

// Writes our marker on a group that exists. Microsoft 365 accepts a `uniqueName` only while the group has none, and keeps
// it for ever. A group whose name another tool has taken, or that refuses one, stays as it is.
export function createGroupMarking(deps: {
  client: GraphClient;
  marking: () => Promise<Marking>;
  own: OwnGroups;
}) {
  const { client, marking, own } = deps;

  return async (group: OwnGroup, context: CallContext): Promise<boolean> => {
    const { groupId, marker } = group;
    const found = await own.require({ ...group, isUnmarked: true }, context);
    if (anyMarkerOf(found.group) === marker.toLowerCase()) return true;
    if (found.answered.uniqueName) return false;
    if (await writeUniqueName(client, await marking(), group, context)) return true;
    // An earlier call may have written it, although the read above did not show it yet.
    const again = await own.read(groupId, context);
    return again !== undefined && anyMarkerOf(again.group) === marker.toLowerCase();
  };
}

/** Answers false where Microsoft 365 refuses it. */
export async function writeUniqueName(
  client: GraphClient,
  marking: Marking,
  { groupId, marker }: OwnGroup,
  context: CallContext,
): Promise<boolean> {
  const body: Group = { uniqueName: marking.uniqueNameOf(marker) };
  const path = `/groups/${groupId}`;
  const answer = await client.call(
    { name: 'groups.change', method: 'PATCH', path, body, accept: [400, 422] },
    context,
  );
  return answer.status < 300;
}

// The expiration of groups by the tenant's own policy (groupLifecyclePolicy). It deletes groups, whatever ours says.
export function createGroupExpiration({
  client,
  own,
}: {
  readonly client: GraphClient;
  readonly own: OwnGroups;
}) {
  const expirationOf = ({ answered: { expirationDateTime } }: FoundGroup): Date | null =>
    expirationDateTime == null ? null : new Date(expirationDateTime);

  const read = async (group: OwnGroup, context: CallContext): Promise<Date | null> =>
    expirationOf(await own.require(group, context));

  return {
    readExpiration: read,

    async renewGroup(group: OwnGroup, context: CallContext): Promise<Date | null> {
      // Graph refuses to renew a group that no policy covers.
      if ((await read(group, context)) === null) return null;
      const path = `/groups/${group.groupId}/renew`;
      await client.call({ name: 'groups.renew', method: 'POST', path }, context);
      return read(group, context);
    },
  };
}
