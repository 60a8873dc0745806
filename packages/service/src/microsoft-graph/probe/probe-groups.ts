// The groups of probes: created under one reserved alias, found by it and by their proven marker, and removed without a
// trace. A group that lacks either is never touched.
import type { CallContext } from '../../directory/call-context.ts';
import { DirectoryError, type Directory } from '../../directory/directory.ts';
import { listByAlias } from '../conflicts.ts';
import type { GraphClient } from '../graph-client.ts';
import { isProbeMarker, type Marking } from '../marker.ts';
import { readPages } from '../pages.ts';
import { listedGroups, select, type GraphGroup } from '../read-group.ts';
import type { Looking } from './looking.ts';

export const probeAlias = 'groupwright-probe';

/** No probe created the group that has the alias. */
export class AliasOfOthers extends DirectoryError {
  constructor() {
    super(
      'alias_taken',
      `The alias ${probeAlias} belongs to a group that no probe created. Nothing was changed. Give the group another alias first.`,
    );
  }
}

export interface ProbeGroup {
  readonly groupId: string;
  readonly marker: string;
}

/** Microsoft 365 may need a while to list a deleted group among the deleted ones. */
const deletionShownMs = 5 * 60_000;

export function createProbeGroups(deps: {
  client: GraphClient;
  marking: () => Promise<Marking>;
  directory: Pick<Directory, 'deleteGroup'>;
}) {
  const { client, marking } = deps;

  function ofProbe({ groupId, marker, mailNickname }: GraphGroup): ProbeGroup[] {
    const isOurs = isProbeMarker(marker) && mailNickname.toLowerCase() === probeAlias;
    return isOurs && marker !== undefined ? [{ groupId, marker }] : [];
  }

  /** @returns false if Microsoft 365 keeps it among the deleted groups */
  async function purge(groupId: string, { appears }: Looking): Promise<boolean> {
    let isUnclear = false;
    const path = `/directory/deletedItems/${groupId}`;
    try {
      const purgedMs = await appears(deletionShownMs, async (context) => {
        try {
          const answer = await client.call(
            { name: 'groups.purge', method: 'DELETE', path, accept: [404] },
            context,
          );
          return answer.status < 300 || isUnclear;
        } catch (error) {
          if (error instanceof DirectoryError && !error.nothingMade) isUnclear = true;
          throw error;
        }
      });
      return purgedMs !== undefined;
    } catch (error) {
      if (error instanceof DirectoryError) return false;
      throw error;
    }
  }

  return {
    /** Deletes the group, which can then be restored. */
    delete: (group: ProbeGroup, { persist }: Looking) =>
      persist((call) => deps.directory.deleteGroup(group, call)),
    purge,

    /**
     * Removes the groups that earlier probes left behind.
     * @param ownGroupIds groups of this probe
     * @throws DirectoryError `alias_taken` if a group that no probe created has the alias
     */
    async removeLeftovers(looking: Looking, ownGroupIds: readonly string[] = []): Promise<number> {
      const { groups } = await looking.persist((call) =>
        listByAlias(client, marking, probeAlias, call),
      );
      const found = groups.flatMap((group) => ofProbe(group));
      if (found.length < groups.length) {
        throw new AliasOfOthers();
      }
      const living = found.filter(({ groupId }) => !ownGroupIds.includes(groupId));
      for (const group of living) await this.delete(group, looking);
      const deleted = await looking.persist((call) => readDeleted(call));
      const leftovers = new Set([...living, ...deleted].map(({ groupId }) => groupId));
      for (const groupId of ownGroupIds) leftovers.delete(groupId);
      for (const groupId of leftovers) await purge(groupId, looking);
      return leftovers.size;
    },
  };

  async function readDeleted(context: CallContext): Promise<ProbeGroup[]> {
    const found: ProbeGroup[] = [];
    const path = `/directory/deletedItems/microsoft.graph.group?${select}&$top=999`;
    // Without this list, a killed probe's deleted group ends after 30 days.
    const list = { name: 'groups.listDeleted', method: 'GET', path, accept: [400, 403] } as const;
    for await (const answer of readPages(client, list, context)) {
      found.push(...listedGroups(answer, await marking()).flatMap((group) => ofProbe(group)));
    }
    return found;
  }
}

export type ProbeGroups = ReturnType<typeof createProbeGroups>;
