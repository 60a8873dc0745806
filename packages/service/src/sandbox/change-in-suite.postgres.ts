// Changes of a sandbox group as people make them in the suite, past this service: to rehearse what follows from them.
import type { Clock } from '../ground/clock.ts';
import type { Database } from '../postgres/database.ts';
import { restorableMs } from './group-life.ts';
import { createSandboxStore } from './sandbox.postgres.ts';

export interface ChangeInSuite {
  readonly displayName?: string;
  readonly description?: string | null;
  readonly visibility?: 'private' | 'public';
  readonly archived?: boolean;
  /** Takes the ownership of all owners, who stay members. */
  readonly removeOwners?: boolean;
}

export type ChangesInSuite = ReturnType<typeof createChangesInSuite>;

/** Each answers false if the sandbox has no such group. */
export function createChangesInSuite(database: Database, clock: Clock) {
  const store = createSandboxStore(database);
  return {
    async change(tenantId: string, groupId: string, change: ChangeInSuite): Promise<boolean> {
      const { displayName, description, visibility, archived, removeOwners } = change;
      const rows = await database.query(changeGroup, [
        tenantId,
        groupId,
        displayName ?? null,
        description !== undefined,
        description ?? null,
        visibility ?? null,
        archived ?? null,
        removeOwners ?? false,
        new Date(clock.now()),
      ]);
      return rows.length > 0;
    },

    async remove(tenantId: string, groupId: string): Promise<boolean> {
      const [group] = await database.query<{ marker: string | null }>(
        'select marker from sandbox_groups where tenant_id = $1 and group_id = $2',
        [tenantId, groupId],
      );
      if (group === undefined) return false;
      const { marker } = group;
      const now = clock.now();
      const keptSince = new Date(now - restorableMs);
      const own = { groupId, marker: marker ?? groupId, isUnmarked: marker === null };
      await store.deleteGroup(tenantId, own, new Date(now), keptSince);
      return true;
    },
  };
}

const changeGroup = `
  update sandbox_groups
  set display_name = coalesce($3, display_name),
    description = case when $4::boolean then $5 else description end,
    visibility = coalesce($6, visibility),
    archived_at = case $7::boolean when true then coalesce(archived_at, $9) when false then null else archived_at end,
    member_ids = case when $8::boolean then array(select unnest(member_ids) union select unnest(owner_ids)) else member_ids end,
    owner_ids = case when $8::boolean then '{}' else owner_ids end
  where tenant_id = $1 and group_id = $2
  returning group_id`;
