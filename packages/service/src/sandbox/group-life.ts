// Changes of existing groups of the sandbox. It keeps deleted groups as long as Microsoft 365 does, and archives only
// groups with a team and an owner.
import type { Clock } from '../ground/clock.ts';
import type { SandboxConnection } from '../directory/connection.ts';
import { DirectoryError, type Directory } from '../directory/directory.ts';
import { ordinaryGroup, type GroupFacts } from '../directory/group-facts.ts';
import type {
  ArchivingState,
  ObservedGroup,
  OwnGroup,
  RemovedPeople,
} from '../directory/group-life.ts';
import {
  type GroupSettings,
  isSettingOfTeam,
  labelSetting,
  namesIn,
  noLabel,
  pickSettings,
  type RefusedSettings,
  type SettingName,
} from '../directory/group-settings.ts';
import { findLabel, listLabels, refusedByLabel, unknownLabel } from './labels.ts';
import type { DeletedSandboxGroup, SandboxGroup, SandboxStore } from './sandbox-store.ts';
import {
  archivingMsOf,
  type FaultyOperation,
  ignoresLabel,
  refusesMarker,
  suiteLifetimeMsOf,
} from './simulated-faults.ts';

export const restorableMs = 30 * 24 * 60 * 60 * 1000;

/** A group that nobody changed has them, as in Microsoft 365. */
const untouchedSettings: Required<GroupSettings> = {
  guests: 'allow',
  'members.createChannels': true,
  'members.createPrivateChannels': true,
  'members.deleteChannels': true,
  'members.addApps': true,
  'members.tabs': true,
  'members.connectors': true,
  'guestMembers.createChannels': false,
  'guestMembers.deleteChannels': false,
  'messages.edit': true,
  'messages.delete': true,
  'messages.ownerDelete': true,
  'messages.teamMentions': true,
  'messages.channelMentions': true,
  'fun.giphy': 'moderate',
  'fun.stickers': true,
  'fun.memes': true,
  hideFromOutlook: false,
  hideFromAddressLists: false,
  sensitivityLabel: noLabel,
};

export const mailDomain = 'sandbox.example';

export function mailOf({ mailNickname }: Pick<SandboxGroup, 'mailNickname'>): string {
  return `${mailNickname}@${mailDomain}`;
}

export function factsOf({ createdAt, facts, settings }: SandboxGroup): GroupFacts {
  const { hidesOwners: _, lastUsedOn: __, ...wild } = facts;
  const label = findLabel(settings[labelSetting])?.name;
  return { ...ordinaryGroup, createdAt, ...wild, ...(label !== undefined && { label }) };
}

export function createGroupLife(deps: {
  tenantId: string;
  connection: SandboxConnection;
  store: SandboxStore;
  clock: Clock;
  requireVisible: (groupId: string) => Promise<SandboxGroup>;
  /** @throws DirectoryError where the group's alias has a simulated fault for the operation */
  simulateFaultFor: (
    group: Pick<SandboxGroup, 'marker' | 'mailNickname'>,
    operation: FaultyOperation,
  ) => Promise<void>;
}) {
  const { tenantId, connection, store, clock, requireVisible, simulateFaultFor } = deps;
  const keptSince = () => new Date(clock.now() - restorableMs);

  async function findDeleted(groupId: string): Promise<DeletedSandboxGroup | undefined> {
    return (await store.findDeleted(tenantId, [groupId], keptSince()))[0];
  }

  function requireMarker(
    { marker, facts }: Pick<SandboxGroup, 'marker'> & Partial<Pick<SandboxGroup, 'facts'>>,
    { groupId, marker: ours, isUnmarked = false }: OwnGroup,
  ): void {
    if (marker === ours) return;
    if (isUnmarked && marker === null && facts?.hasForeignMarker !== true) return;
    throw new DirectoryError(
      'refused',
      `This service did not create the group ${groupId} and does not change it.`,
    );
  }

  async function requireOwn(group: OwnGroup): Promise<SandboxGroup> {
    const { groupId } = group;
    const isThere = (await store.findGroup(tenantId, { groupId })) !== undefined;
    // Without replication between its reads, the sandbox knows at once.
    if (!isThere) {
      throw new DirectoryError('group_gone', `The sandbox no longer has the group ${groupId}.`);
    }
    const found = await requireVisible(groupId);
    requireMarker(found, group);
    return found;
  }

  async function remove(
    group: OwnGroup,
    ownerIds: readonly string[],
    memberIds: readonly string[],
  ): Promise<RemovedPeople> {
    const found = await requireOwn(group);
    const before = await store.readPeople(tenantId, group.groupId);
    const leaving = ownerIds.filter((id) => before.ownerIds.includes(id));
    if (leaving.length > 0) {
      try {
        await simulateFaultFor(found, 'remove_owners');
      } catch (error) {
        if (!(error instanceof DirectoryError)) throw error;
        const detail = error.message;
        const refused = leaving.map((personId) => ({
          personId,
          reason: 'owner_stays' as const,
          detail,
          permanent: false,
        }));
        const others = memberIds.filter((id) => !leaving.includes(id));
        await store.removePeople(tenantId, group.groupId, { ownerIds: [], memberIds: others });
        return { refused };
      }
    }
    const { stayingIds } = await store.removePeople(tenantId, group.groupId, {
      ownerIds,
      memberIds,
    });
    return {
      refused: stayingIds.map((personId) => ({
        personId,
        reason: 'last_owner' as const,
        detail: 'The sandbox keeps the last owner of a group.',
        permanent: true,
      })),
    };
  }

  function archivingState(archivedAt: Date | null): ArchivingState {
    const inMs = (archivedAt?.getTime() ?? 0) - clock.now();
    if (inMs <= 0) return { state: 'done' };
    return { state: 'pending', operation: 'archive', pollAfterMs: Math.min(inMs, 30_000) };
  }

  async function setArchived(group: OwnGroup, isArchived: boolean): Promise<ArchivingState> {
    const found = await requireOwn(group);
    const now = clock.now();
    if (found.teamReadyAt === null || found.teamReadyAt.getTime() > now) {
      const detail = `The group ${group.groupId} has no team.`;
      throw new DirectoryError('archive_needs_team', detail);
    }
    const { ownerIds } = await store.readPeople(tenantId, group.groupId);
    if (isArchived && ownerIds.length === 0) {
      const detail = `The group ${group.groupId} has no owner.`;
      throw new DirectoryError('archive_needs_owner', detail);
    }
    const archivedAt = isArchived ? new Date(now + archivingMsOf(found.mailNickname)) : null;
    return archivingState(await store.setArchived(tenantId, group.groupId, archivedAt));
  }

  async function expirationOf(group: OwnGroup, renewedAt?: Date): Promise<Date | null> {
    const { mailNickname } = await requireOwn(group);
    const lifetimeMs = suiteLifetimeMsOf(mailNickname);
    if (lifetimeMs === undefined) return null;
    const from = await store.renewedAt(tenantId, group.groupId, renewedAt);
    return from && new Date(from.getTime() + lifetimeMs);
  }

  /** A fault that lasts is a refusal of these settings. */
  async function refusedBy(
    found: SandboxGroup,
    operation: FaultyOperation,
    names: readonly SettingName[],
  ): Promise<RefusedSettings[]> {
    if (names.length === 0) return [];
    try {
      await simulateFaultFor(found, operation);
      return [];
    } catch (error) {
      if (!(error instanceof DirectoryError) || !error.permanent) throw error;
      return [{ names, detail: error.message }];
    }
  }

  const methods = {
    deleteGroup: (group) => store.deleteGroup(tenantId, group, new Date(clock.now()), keptSince()),

    async verifyGroup(group) {
      await requireOwn(group);
    },

    async markGroup(group) {
      const { mailNickname } = await requireOwn({ ...group, isUnmarked: true });
      return refusesMarker(mailNickname) ? false : store.mark(tenantId, group);
    },

    async updateGroup(group, change) {
      await requireOwn(group);
      const { description } = change;
      const isBlank = typeof description === 'string' && description.trim() === '';
      await store.update(tenantId, group.groupId, {
        ...change,
        ...(isBlank ? { description: null } : {}),
      });
    },

    async applySettings(group, settings) {
      const found = await requireOwn(group);
      const labelId = settings[labelSetting];
      const given = labelId === undefined ? undefined : findLabel(labelId);
      const refused: RefusedSettings[] = [
        ...(await refusedBy(found, 'apply_settings', namesIn(settings).filter(isSettingOfTeam))),
        ...(labelId === undefined ? [] : await refusedBy(found, 'apply_label', [labelSetting])),
        ...(labelId !== undefined && labelId !== noLabel && given === undefined
          ? [unknownLabel(labelId)]
          : []),
        ...refusedByLabel(settings, given ?? findLabel(found.settings[labelSetting])),
      ];
      const taken = namesIn(settings).filter(
        (name) =>
          !refused.some(({ names }) => names.includes(name)) &&
          !(name === labelSetting && ignoresLabel(found.mailNickname)),
      );
      const { guests, visibility } = taken.includes(labelSetting) ? (given ?? {}) : {};
      await store.changeSettings(tenantId, group.groupId, {
        ...pickSettings(settings, taken),
        ...(guests !== undefined && { guests }),
      });
      if (visibility !== undefined) await store.update(tenantId, group.groupId, { visibility });
      return refused;
    },

    listLabels: async () => listLabels(),

    async readSettings(reads) {
      const ids = reads.map(({ groupId }) => groupId);
      const groups = await store.observe(tenantId, ids);
      const now = clock.now();
      return reads.map(({ groupId, names }) => {
        const found = groups.find((one) => one.groupId === groupId.toLowerCase());
        if (found === undefined || found.visibleAt.getTime() > now) return {};
        const hasTeam = found.teamReadyAt !== null && found.teamReadyAt.getTime() <= now;
        const shown = names.filter((name) => hasTeam || !isSettingOfTeam(name));
        return pickSettings({ ...untouchedSettings, ...found.settings }, shown);
      });
    },

    removeOwners: (group, personIds) => remove(group, personIds, []),
    removeMembers: (group, personIds) => remove(group, personIds, personIds),

    readExpiration: (group) => expirationOf(group),
    renewGroup: (group) => expirationOf(group, new Date(clock.now())),

    archiveTeam: (group) => setArchived(group, true),
    unarchiveTeam: (group) => setArchived(group, false),
    readArchiving: async (group) => archivingState((await requireOwn(group)).archivedAt),

    async restoreGroup(group) {
      const { groupId } = group;
      const deleted = await findDeleted(groupId);
      if (deleted === undefined) {
        if ((await store.findGroup(tenantId, { groupId })) === undefined) {
          const detail = `The sandbox no longer has the deleted group ${groupId}. It keeps deleted groups for 30 days.`;
          throw new DirectoryError('restore_window_over', detail);
        }
        requireMarker(await requireVisible(groupId), group);
        return;
      }
      requireMarker(deleted, group);
      await simulateFaultFor(deleted, 'restore_group');
      const visibleAt = new Date(clock.now() + connection.replicationDelayMs);
      if (!(await store.restoreGroup(tenantId, groupId, visibleAt))) {
        // Another call may have restored it meanwhile.
        if ((await findDeleted(groupId)) !== undefined) {
          throw new DirectoryError(
            'alias_taken',
            `The group cannot be restored, because its alias ${deleted.mailNickname} now belongs to another group.`,
            { alias: { name: deleted.mailNickname } },
          );
        }
      }
      await requireVisible(groupId);
    },

    async observeGroups(groupIds, parts) {
      const now = clock.now();
      const seenAt = new Date(now);
      const found = await store.observe(tenantId, groupIds);
      const visible = found.filter(({ visibleAt }) => visibleAt.getTime() <= now);
      const groups = new Map(visible.map((group) => [group.groupId, group]));
      const others = groupIds.filter((groupId) => !groups.has(groupId.toLowerCase()));
      const deleted = new Map(
        others.length === 0
          ? []
          : (await store.findDeleted(tenantId, others, keptSince())).map((one) => [
              one.groupId,
              one,
            ]),
      );
      return groupIds.map((groupId): ObservedGroup => {
        const group = groups.get(groupId.toLowerCase());
        if (group === undefined) {
          const deletedAt = deleted.get(groupId.toLowerCase())?.deletedAt;
          return deletedAt === undefined
            ? { state: 'unknown', groupId, seenAt }
            : { state: 'removed', groupId, seenAt, deletedAt };
        }
        const { displayName, description, mailNickname, visibility } = group;
        const isDone = (at: Date | null) => at !== null && at.getTime() <= now;
        return {
          state: 'exists',
          groupId,
          seenAt,
          marker: group.marker ?? undefined,
          displayName,
          description,
          mailNickname,
          mail: mailOf(group),
          visibility,
          facts: factsOf(group),
          hasTeam: isDone(group.teamReadyAt),
          ownerIds: parts.includes('owners') ? group.ownerIds : undefined,
          memberCount: parts.includes('counts') ? group.memberCount : undefined,
          guestCount: parts.includes('counts') ? group.guestCount : undefined,
          isArchived: parts.includes('archived') ? isDone(group.archivedAt) : undefined,
        };
      });
    },
  } satisfies Partial<Directory>;

  return { methods, findDeleted };
}
