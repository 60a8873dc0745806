// The assumptions of the connection about Microsoft 365, as data: what it assumes, what the simulator plays, and how a probe
// sees it. The order is that of the probe: a new group with its team, its deletion, and a group that gets its marker later.
// No text here, and none that an observation answers, has a name or an id.
import type { AadUserConversationMember } from '@microsoft/microsoft-graph-types';
import { DirectoryError, type TeamState } from '../../directory/directory.ts';
import type { GroupSettings } from '../../directory/group-settings.ts';
import { counted } from '../../ground/counted.ts';
import { listByAlias } from '../conflicts.ts';
import { writeUniqueName } from '../groups.ts';
import { replicationMs } from '../replication-wait.ts';
import type { Life } from './life.ts';
import { probeAlias } from './probe-groups.ts';

export interface Seen {
  readonly state: 'as_assumed' | 'changed' | 'not_seen';
  readonly seen: string;
}

export interface Assumption {
  readonly name: string;
  /** It needs the new group with its unique name, that group deleted, or the group without a unique name. */
  readonly of: 'connection' | 'new_group' | 'deleted_group' | 'existing_group';
  readonly needs?: 'owner' | 'guest';
  readonly assumed: string;
  readonly simulated: string;
  observe(this: void, life: Life): Promise<Seen>;
}

const asAssumed = (seen: string): Seen => ({ state: 'as_assumed', seen });
const changed = (seen: string): Seen => ({ state: 'changed', seen });
const notSeen = (seen: string): Seen => ({ state: 'not_seen', seen });

const minuteMs = 60_000;
const staleReadsMs = 30 * minuteMs;
const teamMs = 30 * minuteMs;

function after(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 1) return 'at once';
  return seconds < 120 ? `after ${seconds} s` : `after ${Math.round(seconds / 60)} min`;
}

/** @param limitMs the time that the connection allows for it */
function shown(elapsedMs: number | undefined, limitMs: number): Seen {
  if (elapsedMs === undefined) return changed(`not within ${limitMs / minuteMs} min`);
  return elapsedMs > limitMs ? changed(after(elapsedMs)) : asAssumed(after(elapsedMs));
}

/** A setting is written by the connection's own call, and read until it shows. */
async function settingOf(life: Life, settings: GroupSettings): Promise<Seen> {
  const { directory, looking } = life;
  const group = life.group();
  const names = Object.keys(settings) as (keyof GroupSettings)[];
  const refused = await looking.persist((call) => directory.applySettings(group, settings, call));
  if (refused.some(({ detail }) => detail.startsWith('The connection may not '))) {
    return notSeen('a permission is missing');
  }
  if (refused.length > 0) return changed('refused');
  const { groupId } = group;
  const elapsed = await looking.appears(staleReadsMs, async (call) => {
    const [read = {}] = await directory.readSettings([{ groupId, names }], call);
    return names.every((name) => read[name] === settings[name]);
  });
  return shown(elapsed, staleReadsMs);
}

async function makeTeam({ directory, looking }: Life, groupId: string): Promise<void> {
  let team = await looking.persist((call) => directory.createTeam(groupId, call));
  while (team.state === 'pending') {
    await looking.pause(team.pollAfterMs);
    team = await looking.persist(async (call): Promise<TeamState> => {
      const { operation } = team as Extract<TeamState, { state: 'pending' }>;
      try {
        return await directory.readTeamCreation(groupId, operation, call);
      } catch (error) {
        const hasFailed = error instanceof DirectoryError && error.code === 'team_failed';
        if (!hasFailed) throw error;
        return directory.createTeam(groupId, call);
      }
    });
  }
}

const plainGroup = {
  displayName: 'Groupwright connection probe',
  description: 'A probe of the connection, which removes the group within minutes.',
  mailNickname: probeAlias,
  visibility: 'private',
  welcomeMail: false,
  memberIds: [],
} as const;

export const assumptions: readonly Assumption[] = [
  {
    name: 'marker_on_new_group',
    of: 'connection',
    assumed: 'One call creates a group with our marker as its unique name.',
    simulated: 'created with its unique name',
    async observe(life) {
      const { directory, looking } = life;
      const begun = await looking
        .persist((call) => directory.readGroupChanges(undefined, call))
        .catch((error: unknown) => life.orTime(error, undefined));
      life.changesToken = begun?.state === 'read' ? begun.token : undefined;
      const marker = life.newMarker();
      const ownerIds = life.ownerId === undefined ? [] : [life.ownerId];
      const group = { ...plainGroup, marker, ownerIds };
      const { groupId } = await life.create((call) => directory.createGroup(group, call));
      life.begin({ groupId, marker });
      const { found } = await life.read();
      life.hasUniqueName = found.answered.uniqueName != null;
      return life.hasUniqueName
        ? asAssumed('created with its unique name')
        : changed('created, but without its unique name');
    },
  },
  {
    name: 'group_shown',
    of: 'new_group',
    assumed: 'A new group is shown within 20 minutes.',
    simulated: 'within 15 min',
    async observe(life) {
      const { directory, looking, createdAt } = life;
      const { groupId } = life.group();
      const elapsed = await looking.appears(replicationMs, async (call) => {
        return (await directory.readGroup(groupId, call)) !== undefined;
      });
      if (elapsed === undefined) return shown(elapsed, replicationMs);
      return shown(life.now() - createdAt, replicationMs);
    },
  },
  {
    name: 'group_listed',
    of: 'new_group',
    assumed: 'A group that is shown is found by its alias within 20 minutes.',
    simulated: 'within 15 min',
    async observe(life) {
      const { client, marking, looking } = life;
      const { groupId } = life.group();
      const elapsed = await looking.appears(replicationMs, async (call) => {
        const { groups } = await listByAlias(client, marking, probeAlias, call);
        return groups.some((group) => group.groupId === groupId);
      });
      return shown(elapsed, replicationMs);
    },
  },
  {
    name: 'creation_repeated',
    of: 'new_group',
    assumed: 'The same call again finds the group and creates none.',
    simulated: 'the same group',
    async observe(life) {
      const { directory, looking } = life;
      const { groupId, marker } = life.group();
      const again = await looking.persist((call) =>
        directory.createGroup({ ...plainGroup, marker, ownerIds: [] }, call),
      );
      if (again.groupId === groupId) return asAssumed('the same group');
      life.alsoMade({ groupId: again.groupId, marker });
      return changed('another group');
    },
  },
  {
    name: 'marker_kept',
    of: 'new_group',
    assumed: 'A unique name that a group has cannot be changed.',
    simulated: 'refused',
    async observe(life) {
      if (!life.hasUniqueName) return notSeen('the group has no unique name');
      const { client, looking } = life;
      const other = { groupId: life.group().groupId, marker: life.newMarker() };
      const marking = await life.marking();
      const isWritten = await looking.persist((call) =>
        writeUniqueName(client, marking, other, call),
      );
      if (!isWritten) return asAssumed('refused');
      life.begin(other);
      return changed('accepted');
    },
  },
  {
    name: 'alias_checked',
    of: 'new_group',
    assumed: 'The check of names before a creation says that the alias is taken.',
    simulated: 'taken',
    async observe({ directory, looking }) {
      const names = { mailNickname: probeAlias };
      const elapsed = await looking.appears(replicationMs, async (call) => {
        return (await directory.validateNames(names, call)).isAliasTaken;
      });
      return shown(elapsed, replicationMs);
    },
  },
  {
    name: 'changes_followed',
    of: 'new_group',
    assumed: 'The list of changes (delta query) has a new group within 20 minutes.',
    simulated: 'at once',
    async observe(life) {
      const { directory, looking } = life;
      if (life.changesToken === undefined) return notSeen('changes cannot be read');
      const groupId = life.group().groupId.toLowerCase();
      let token = life.changesToken;
      const elapsed = await looking.appears(replicationMs, async (call) => {
        for (;;) {
          const page = await directory.readGroupChanges(token, call);
          if (page.state === 'expired') return false;
          if (page.changedIds.includes(groupId)) return true;
          ({ token } = page);
          if (page.isLast) return false;
        }
      });
      if (elapsed === undefined) return shown(elapsed, replicationMs);
      return shown(life.now() - life.createdAt, replicationMs + staleReadsMs);
    },
  },
  {
    name: 'change_shown',
    of: 'new_group',
    assumed: 'A change of a group is shown within 30 minutes.',
    simulated: 'within 15 min',
    async observe(life) {
      const { directory, looking } = life;
      const group = life.group();
      const description = 'A probe of the connection. It has changed this text.';
      await looking.persist((call) => directory.updateGroup(group, { description }, call));
      const elapsed = await looking.appears(staleReadsMs, async (call) => {
        return (await directory.readGroup(group.groupId, call))?.description === description;
      });
      return shown(elapsed, staleReadsMs);
    },
  },
  {
    name: 'owner_at_creation',
    of: 'new_group',
    needs: 'owner',
    assumed: 'An owner who is given at the creation is an owner of the group.',
    simulated: 'an owner',
    async observe(life) {
      const { directory, looking, ownerId = '' } = life;
      const { groupId } = life.group();
      const elapsed = await looking.appears(replicationMs, async (call) => {
        return (await directory.readPeople(groupId, call)).ownerIds.includes(ownerId);
      });
      life.hasOwner = elapsed !== undefined;
      return elapsed === undefined ? changed('no owner') : asAssumed('an owner');
    },
  },
  {
    name: 'team_of_group',
    of: 'new_group',
    needs: 'owner',
    assumed: 'A group with an owner becomes a team.',
    simulated: 'within 30 min',
    async observe(life) {
      if (!life.hasOwner) return notSeen('the group has no owner');
      const startedAt = life.now();
      await makeTeam(life, life.group().groupId);
      life.hasTeam = true;
      const elapsed = life.now() - startedAt;
      return shown(elapsed > teamMs ? undefined : elapsed, teamMs);
    },
  },
  {
    name: 'owner_in_team',
    of: 'new_group',
    needs: 'owner',
    assumed: 'An owner who is added through the team is its owner at once.',
    simulated: 'an owner of the team',
    async observe(life) {
      const { directory, looking, client, ownerId = '' } = life;
      if (!life.hasTeam) return notSeen('there is no team');
      const { groupId } = life.group();
      const people = { ownerIds: [ownerId], alreadyOwnerIds: [ownerId], memberIds: [] };
      await looking.appears(replicationMs, async (call) => {
        return (await directory.addOwners(groupId, people, 'team', call)).refused.length === 0;
      });
      const path = `/teams/${groupId}/members?$top=999`;
      const elapsed = await looking.appears(minuteMs, async (call) => {
        const answer = await client.call(
          { name: 'teams.members', method: 'GET', path, groupId },
          call,
        );
        const { value = [] } = (answer.body ?? {}) as { value?: AadUserConversationMember[] };
        return value.some(
          ({ userId, roles }) =>
            userId?.toLowerCase() === ownerId.toLowerCase() && roles?.includes('owner'),
        );
      });
      return elapsed === undefined
        ? changed('no owner of the team')
        : asAssumed('an owner of the team');
    },
  },
  {
    name: 'guest_by_application',
    of: 'new_group',
    needs: 'guest',
    assumed: 'A guest comes in through the team, or else through its group.',
    simulated: 'a member, through the team or its group',
    async observe(life) {
      const { directory, looking, headers, guestId = '' } = life;
      if (!life.hasTeam) return notSeen('there is no team');
      const { groupId } = life.group();
      const people = { memberIds: [guestId], mayBeOwners: false };
      let isFinal = false;
      const added = await looking.appears(replicationMs, async (call) => {
        const { refused } = await directory.addMembers(groupId, people, 'team', call);
        isFinal = refused.some(({ permanent }) => permanent);
        return refused.length === 0 || isFinal;
      });
      if (added === undefined || isFinal) return changed('refused by the team and by its group');
      const door = headers.lastAddition === 200 ? 'the team' : 'its group; the team refuses guests';
      const shownMs = await looking.appears(replicationMs, async (call) =>
        (await directory.readGuestIds(groupId, call)).includes(guestId),
      );
      return shownMs === undefined
        ? changed(`added through ${door}, and not shown`)
        : asAssumed(`a member, through ${door}`);
    },
  },
  {
    name: 'team_settings',
    of: 'new_group',
    needs: 'owner',
    assumed: 'Settings of a team are shown within 30 minutes.',
    simulated: 'within 15 min',
    observe: async (life) =>
      life.hasTeam
        ? settingOf(life, { 'members.createChannels': false })
        : notSeen('there is no team'),
  },
  {
    name: 'guest_setting',
    of: 'new_group',
    assumed: 'A group can say whether its owners may add guests.',
    simulated: 'at once',
    observe: (life) => settingOf(life, { guests: 'deny' }),
  },
  {
    name: 'hidden_group',
    of: 'new_group',
    assumed: 'A group is hidden from Outlook by a call that has nothing else.',
    simulated: 'at once',
    observe: (life) => settingOf(life, { hideFromOutlook: true }),
  },
  {
    name: 'label_by_graph',
    of: 'new_group',
    assumed: 'Microsoft Graph refuses sensitivity labels from applications.',
    simulated: 'refused',
    async observe(life) {
      const { client, looking } = life;
      const labelId = await life.labelId();
      if (labelId === undefined) return notSeen('no label can be listed');
      const path = `/groups/${life.group().groupId}`;
      const body = { assignedLabels: [{ labelId }] };
      const accept = [400, 401, 403, 422];
      const { status } = await looking.persist((call) =>
        client.call({ name: 'groups.change', method: 'PATCH', path, body, accept }, call),
      );
      return status < 300 ? changed('accepted') : asAssumed('refused');
    },
  },
  {
    name: 'label_by_sharepoint',
    of: 'new_group',
    assumed: 'A label that SharePoint takes is shown on the group within 30 minutes.',
    simulated: 'within 15 min',
    async observe(life) {
      if (!life.hasSharePoint) return notSeen('there is no second credential');
      const labelId = await life.labelId();
      if (labelId === undefined) return notSeen('no label can be listed');
      return settingOf(life, { sensitivityLabel: labelId });
    },
  },
  {
    name: 'deletion_kept',
    of: 'deleted_group',
    assumed: 'A deleted group is among the deleted ones, with its marker.',
    simulated: 'kept, with its marker',
    async observe(life) {
      const { looking, own } = life;
      const { groupId, marker } = life.group();
      let hasMarker = false;
      const elapsed = await looking.appears(replicationMs, async (call) => {
        const found = await own.readDeleted(groupId, call);
        hasMarker = found?.group.marker === marker;
        return found !== undefined;
      });
      if (elapsed === undefined) return changed('not kept');
      return hasMarker ? asAssumed('kept, with its marker') : changed('kept, without its marker');
    },
  },
  {
    name: 'deletion_completed',
    of: 'deleted_group',
    assumed: 'A deleted group can be removed completely, before its 30 days are over.',
    simulated: 'removed',
    async observe(life) {
      return (await life.purge()) ? asAssumed('removed') : changed('kept for 30 days');
    },
  },
  {
    name: 'alias_freed',
    of: 'deleted_group',
    assumed: 'The alias of a deleted group is free at once.',
    simulated: 'at once',
    async observe(life) {
      const startedAt = life.now();
      const marker = life.newMarker();
      const group = { ...plainGroup, marker, ownerIds: [] };
      const { groupId } = await life.create((call) => life.createWithNote(group, call));
      const elapsed = life.now() - startedAt;
      life.begin({ groupId, marker });
      return elapsed > 5 * minuteMs ? changed(after(elapsed)) : asAssumed(after(elapsed));
    },
  },
  {
    name: 'marker_on_existing_group',
    of: 'existing_group',
    assumed: 'A group without a unique name takes our marker later.',
    simulated: 'taken',
    async observe(life) {
      const { client, looking, directory } = life;
      const group = life.group();
      await life.read();
      const marking = await life.marking();
      const isTaken = await looking.persist((call) =>
        writeUniqueName(client, marking, group, call),
      );
      const { found } = await life.read();
      const isThere = found.answered.uniqueName != null;
      if (!isTaken && !isThere) return changed('refused');
      const elapsed = await looking.appears(replicationMs, async (call) => {
        const byName = await directory.findGroupByMarker(group.marker, call);
        return byName?.groupId === group.groupId;
      });
      return elapsed === undefined ? changed('taken, and not found by it') : asAssumed('taken');
    },
  },
  {
    name: 'team_needs_owner',
    of: 'existing_group',
    assumed: 'A group without an owner does not become a team.',
    simulated: 'refused',
    async observe(life) {
      const { directory, looking } = life;
      const { groupId } = life.group();
      try {
        await looking.persist((call) => directory.createTeam(groupId, call));
      } catch (error) {
        if (error instanceof DirectoryError && error.code === 'refused')
          return asAssumed('refused');
        throw error;
      }
      return changed('accepted');
    },
  },
  {
    name: 'limit_headers',
    of: 'connection',
    assumed:
      'Answers have an id and a time, a wait that can be read, and the share of a limit from 0.8 on.',
    simulated: 'the same; some throttled answers have no wait',
    async observe({ headers }) {
      const { answers, unidentified, unreadable, throttled, withoutWait, announced } = headers;
      const seen = [
        counted(answers, 'answer'),
        `${throttled} throttled (${withoutWait} without a wait)`,
        `${announced} near a limit`,
        ...(unidentified === 0 ? [] : [`${unidentified} without id or time`]),
        ...(unreadable === 0 ? [] : [`${unreadable} with other headers`]),
      ].join(', ');
      return unidentified + unreadable > 0 ? changed(seen) : asAssumed(seen);
    },
  },
];
