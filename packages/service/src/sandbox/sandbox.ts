// The built-in suite: a directory of people, groups and teams for trying an integration out. It keeps the
// promises of the port, lags and takes its time as its connection says, and plays the faults that certain
// aliases ask for (simulated-faults.ts).
import type { Clock } from '../ground/clock.ts';
import { AliasHeldByOwnGroup } from '../directory/alias-held.ts';
import type { SandboxConnection } from '../directory/connection.ts';
import { type Directory, DirectoryError } from '../directory/directory.ts';
import { changesTokenLivesMs, type DirectoryChanges } from '../directory/people-life.ts';
import { isGuid } from '../directory/person-reference.ts';
import { sortedChannels } from '../directory/workspace.ts';
import { createGroupLife, factsOf, mailDomain, mailOf, restorableMs } from './group-life.ts';
import type { Changes, SandboxGroup, SandboxStore } from './sandbox-store.ts';
import {
  type FaultyOperation,
  refusedInvitation,
  refusedNames,
  simulatedFaultOf,
} from './simulated-faults.ts';
import { personKey } from '../directory/person-reference.ts';

/** They are those of Microsoft 365, so that a test here has the same batches as there. */
const limits = {
  peopleAtCreation: 20,
  peoplePerCall: 200,
  peoplePerRemoval: 20,
  groupsPerObservation: 20,
  restorableMs,
  // As many as a request may name: 100 owners and 25,000 members.
  maxTeamMembers: 25_100,
  peopleAfterTeam: false,
  minPollIntervalMs: 0,
  ownersAtCreationAreMembers: true,
};
/** Each team has it. */
const generalChannel = { displayName: 'General', description: null };
/** Extra replication delay that an alias asks for. */
const laggingMs = 5_000;

export function createSandboxDirectory(deps: {
  tenantId: string;
  connection: SandboxConnection;
  store: SandboxStore;
  clock: Clock;
  newId: () => string;
}): Directory {
  const { tenantId, connection, store, clock, newId } = deps;

  /** The group, once reads may see it. */
  async function visibleGroup(
    key: { groupId: string } | { marker: string },
  ): Promise<SandboxGroup | undefined> {
    const group = await store.findGroup(tenantId, key);
    return group !== undefined && group.visibleAt.getTime() <= clock.now() ? group : undefined;
  }

  async function requireVisible(groupId: string): Promise<SandboxGroup> {
    const group = await visibleGroup({ groupId });
    if (group === undefined) {
      throw new DirectoryError('not_visible_yet', 'The sandbox does not show the group yet.');
    }
    return group;
  }

  async function simulateFault(
    marker: string,
    mailNickname: string,
    operation: FaultyOperation,
  ): Promise<void> {
    const play = simulatedFaultOf(mailNickname, operation);
    if (play === undefined) return;
    const error = play(await store.countFault(tenantId, marker, operation));
    if (error !== undefined) throw error;
  }

  async function simulateFaultFor(
    group: Pick<SandboxGroup, 'marker' | 'mailNickname'>,
    operation: FaultyOperation,
  ): Promise<void> {
    if (group.marker !== null) await simulateFault(group.marker, group.mailNickname, operation);
  }

  async function unknownPeople(personIds: readonly string[]) {
    const known = await store.findPeople(tenantId, personIds);
    return personIds
      .filter((id) => !known.has(id.toLowerCase()))
      .map((personId) => ({
        personId,
        detail: 'The sandbox no longer has this person.',
        permanent: true,
      }));
  }

  async function addPeople(
    groupId: string,
    ownerIds: readonly string[],
    memberIds: readonly string[],
  ) {
    await requireVisible(groupId);
    const refused = await unknownPeople([...ownerIds, ...memberIds]);
    const refusedIds = new Set(refused.map(({ personId }) => personId));
    const admitted = (ids: readonly string[]) => ids.filter((id) => !refusedIds.has(id));
    await store.addPeople(tenantId, groupId, {
      ownerIds: admitted(ownerIds),
      memberIds: admitted([...ownerIds, ...memberIds]),
    });
    return { refused };
  }

  async function teamState(groupId: string, readyAt: Date) {
    const inMs = readyAt.getTime() - clock.now();
    if (inMs <= 0) return { state: 'ready' } as const;
    return { state: 'pending', operation: groupId, pollAfterMs: Math.min(inMs, 30_000) } as const;
  }

  async function changesSince(
    token: string | undefined,
    read: (position: string) => Promise<Changes | undefined>,
  ): Promise<DirectoryChanges> {
    const [position = '', issuedAt] = token?.split('.') ?? [];
    const isOld = token !== undefined && clock.now() - Number(issuedAt) > changesTokenLivesMs;
    const changes = isOld ? undefined : await read(position);
    if (changes === undefined) return { state: 'expired' };
    const { changedIds, next } = changes;
    return { state: 'read', changedIds, token: `${next}.${clock.now()}`, isLast: true };
  }

  const life = createGroupLife({
    tenantId,
    connection,
    store,
    clock,
    requireVisible,
    simulateFaultFor,
  });

  const hasTeam = ({ teamReadyAt }: SandboxGroup): boolean =>
    teamReadyAt !== null && teamReadyAt.getTime() <= clock.now();

  const toDirectoryGroup = (group: SandboxGroup) => ({
    groupId: group.groupId,
    marker: group.marker ?? undefined,
    displayName: group.displayName,
    description: group.description,
    mailNickname: group.mailNickname,
    mail: mailOf(group),
    visibility: group.visibility,
    classification: group.classification ?? undefined,
    preferredLanguage: group.preferredLanguage ?? undefined,
    hasTeam: hasTeam(group),
    webUrl: `https://sandbox.example/groups/${group.groupId}`,
    isArchived: group.archivedAt !== null && group.archivedAt.getTime() <= clock.now(),
    facts: factsOf(group),
  });

  return {
    kind: 'sandbox',
    limits: {
      ...limits,
      replicationMs: Math.max(connection.replicationDelayMs, laggingMs),
      staleReadsMs: connection.replicationDelayMs,
    },

    async resolvePeople(references) {
      const people = await store.findPeople(tenantId, references);
      return references.map((reference) => ({
        reference,
        person: people.get(personKey(reference)),
      }));
    },

    searchPeople: (text, limit) => store.searchPeople(tenantId, text, limit),
    async readPeopleChanges(token) {
      return changesSince(token, (position) => store.peopleChanges(tenantId, position));
    },
    async readGroupChanges(token) {
      return changesSince(token, (position) => store.groupChanges(tenantId, position));
    },

    // Its changes have no authors outside of the service.
    readGroupAuthors: async () => undefined,

    /** A use that a person has set is one of the team, if there is one. */
    async readUsage(source, take) {
      let reportOn: string | null = null;
      for (let after: string | undefined; ;) {
        const page = await store.usage(tenantId, after);
        after = page.at(-1)?.groupId;
        if (after === undefined) return { state: 'read', reportOn };
        const uses = page
          .filter(({ hasTeam }) => hasTeam || source === 'group')
          .map(({ groupId, hasTeam, lastOn }) => ({
            groupId,
            lastOn: hasTeam === (source === 'teams') ? lastOn : null,
          }));
        reportOn = page[0]?.today ?? reportOn;
        if (reportOn !== null && uses.length > 0) await take(reportOn, uses);
      }
    },

    async readPeopleStates(ids) {
      const people = await store.peopleStates(tenantId, ids);
      return {
        people: ids.map((id) => people.get(id.toLowerCase()) ?? { state: 'deleted', id }),
        knowsLeaveDates: true,
      };
    },

    async inviteGuest(guest, { teamId }) {
      const refused = refusedInvitation(guest.email);
      if (refused !== undefined) return refused;
      const group = await store.findGroup(tenantId, { marker: teamId });
      if (group !== undefined) await simulateFaultFor(group, 'invite_guest');
      const personId = await store.inviteGuest(tenantId, newId(), guest);
      if (group !== undefined) await simulateFaultFor(group, 'answer_invite_guest');
      return { state: 'invited', personId };
    },

    async createGroup(group) {
      await simulateFault(group.marker, group.mailNickname, 'create_group');
      const createdAt = clock.now();
      const lagMs = Math.max(connection.replicationDelayMs, lagOf(group.mailNickname));
      const added = await store.addGroup(tenantId, {
        ...group,
        memberIds: [...group.ownerIds, ...group.memberIds],
        groupId: newId(),
        createdAt: new Date(createdAt),
        visibleAt: new Date(createdAt + lagMs),
      });
      if (added.marker !== group.marker) {
        const holder = await store.findGroup(tenantId, { groupId: added.groupId });
        if (holder?.marker != null) {
          throw new AliasHeldByOwnGroup(group.mailNickname, { ...holder, marker: holder.marker });
        }
        throw new DirectoryError(
          'alias_taken',
          `Another group in the directory already has the alias ${group.mailNickname}. Choose another one.`,
          { alias: { name: group.mailNickname } },
        );
      }
      await simulateFault(group.marker, group.mailNickname, 'answer_create_group');
      // The sandbox adds a group and its people at once, so they are in it whichever call made it.
      return { groupId: added.groupId, peopleIncluded: true };
    },

    addOwners: (groupId, { ownerIds, memberIds }) => addPeople(groupId, ownerIds, memberIds),
    addMembers: (groupId, { memberIds }) => addPeople(groupId, [], memberIds),

    async createTeam(groupId) {
      const group = await requireVisible(groupId);
      await simulateFaultFor(group, 'create_team');
      const now = clock.now();
      const readyAt = await store.startTeam(
        tenantId,
        groupId,
        new Date(now),
        new Date(now + connection.teamCreationMs),
      );
      return teamState(groupId, readyAt);
    },

    async readTeamCreation(groupId) {
      const group = await requireVisible(groupId);
      if (group.teamReadyAt === null) {
        throw new DirectoryError(
          'team_failed',
          'The sandbox is not creating a team from this group.',
        );
      }
      return teamState(groupId, group.teamReadyAt);
    },

    async createChannel(groupId, channel) {
      await requireVisible(groupId);
      await store.addChannel(tenantId, groupId, channel);
    },

    async listChannels(groupId) {
      const group = await visibleGroup({ groupId });
      if (group === undefined || !hasTeam(group)) return undefined;
      return sortedChannels(
        [generalChannel, ...(await store.listChannels(tenantId, groupId))].map(
          ({ displayName, description }) => ({
            channelId: `${groupId}/${displayName}`,
            displayName,
            description,
            kind: 'standard',
            webUrl: undefined,
          }),
        ),
      );
    },
    // Its groups have no site.
    async readSiteUrl() {
      return undefined;
    },

    async findGroupByMarker(marker) {
      const group = await visibleGroup({ marker });
      return group && toDirectoryGroup(group);
    },
    async listGroups(cursor) {
      const seenAt = new Date(clock.now());
      const page = await store.listGroups(tenantId, cursor);
      const visible = page.filter(({ visibleAt }) => visibleAt.getTime() <= clock.now());
      return { groups: visible.map(toDirectoryGroup), seenAt, next: page.at(-1)?.groupId };
    },

    async readGroup(groupId) {
      const group = await visibleGroup({ groupId });
      return group && toDirectoryGroup(group);
    },
    async readTeamAddress(groupId) {
      const group = await visibleGroup({ groupId });
      return group && hasTeam(group) ? toDirectoryGroup(group).webUrl : undefined;
    },
    async groupState(groupId) {
      if ((await store.findGroup(tenantId, { groupId })) !== undefined) return 'exists';
      return (await life.findDeleted(groupId)) === undefined ? 'unknown' : 'removed';
    },
    readPeople: (groupId) => store.readPeople(tenantId, groupId),
    async findMembers(group) {
      const [alias = '', domain] = group.toLowerCase().split('@');
      const found = isGuid(group)
        ? await store.findGroup(tenantId, { groupId: group })
        : domain === mailDomain
          ? await store.findGroupByAlias(tenantId, alias)
          : undefined;
      if (found === undefined) return undefined;
      return (await store.readPeople(tenantId, found.groupId)).memberIds.toSorted();
    },
    readGuestIds: (groupId) => store.readGuestIds(tenantId, groupId),
    ...life.methods,
    async validateNames({ mailNickname }, { teamId }) {
      const holder = await store.findGroupByAlias(tenantId, mailNickname);
      return {
        isAliasTaken: holder !== undefined && holder.marker !== teamId,
        refused: refusedNames(mailNickname),
      };
    },

    refusedNames: async ({ mailNickname }) => refusedNames(mailNickname),

    async testConnection() {
      const detail = 'The sandbox is built in and needs no connection.';
      return {
        ok: true,
        code: 'sandbox',
        detail,
        missing: [],
        permissions: null,
        notes: [],
      };
    },
    async close() {},
  };
}

function lagOf(mailNickname: string): number {
  return mailNickname.toLowerCase().includes('sandbox-lagging') ? laggingMs : 0;
}
