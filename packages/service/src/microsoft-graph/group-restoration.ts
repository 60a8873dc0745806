// Restores a deleted group. Microsoft 365 keeps deleted groups for 30 days; a restored one is shown later, and its team
// and content up to 24 hours later.
import type { CallContext } from '../directory/call-context.ts';
import { DirectoryError } from '../directory/directory.ts';
import type { OwnGroup } from '../directory/group-life.ts';
import { type FindAliasHolder, conflictOf } from './conflicts.ts';
import type { GraphResponse } from './graph-response.ts';
import type { GraphClient } from './graph-client.ts';
import type { FoundGroup, OwnGroups } from './own-group.ts';
import { replicationMs, type ReplicationWait } from './replication-wait.ts';

const dayMs = 24 * 60 * 60 * 1000;
export const restorableMs = 30 * dayMs;
/** Two writes may meet in a conflict that names no property; after this time the alias is the cause. */
const ownConflictMs = 60_000;

export function createGroupRestoration(deps: {
  client: GraphClient;
  own: OwnGroups;
  replicationWait: ReplicationWait;
  findAliasHolder: FindAliasHolder;
}) {
  const { client, own, replicationWait, findAliasHolder } = deps;
  function notVisible(groupId: string, context: CallContext): DirectoryError {
    return new DirectoryError(
      'not_visible_yet',
      'Microsoft 365 does not show the restored group yet.',
      { retryAfterMs: replicationWait.missed(`restored ${groupId}`, context) },
    );
  }

  /** Neither among the groups nor among the deleted ones: restored a moment ago, or no longer kept. */
  function absent(
    groupId: string,
    deletedAt: Date | undefined,
    context: CallContext,
  ): DirectoryError {
    const ageMs = deletedAt === undefined ? undefined : client.clock.now() - deletedAt.getTime();
    const isOver = ageMs === undefined || ageMs > restorableMs;
    const patienceMs = isOver ? replicationMs : dayMs;
    // A record may be a little late; a day beyond the window proves it.
    const isProven = ageMs !== undefined && ageMs > restorableMs + dayMs;
    const key = `restored ${groupId}`;
    if (!isProven && !replicationWait.isPastReplicationWindow(key, context, patienceMs)) {
      return notVisible(groupId, context);
    }
    return new DirectoryError(
      'restore_window_over',
      `Microsoft 365 no longer has the deleted group ${groupId}. It keeps deleted groups for 30 days.`,
    );
  }

  async function settle(
    deleted: FoundGroup,
    answer: GraphResponse,
    context: CallContext,
  ): Promise<void> {
    const { groupId, mailNickname } = deleted.group;
    const conflict = conflictOf(answer);
    const { message } = answer.error;
    if (conflict === undefined || conflict === 'marker') {
      throw new DirectoryError(
        'refused',
        `Microsoft 365 refuses to restore the group: “${message}”.`,
      );
    }
    const holder = await findAliasHolder(mailNickname, context);
    // An earlier call, whose answer was lost, restored it.
    if (holder?.groupId === groupId) return;
    const key = `restore conflict ${groupId}`;
    const mayPass = conflict === 'unnamed' && holder === undefined;
    if (mayPass && !replicationWait.isPastReplicationWindow(key, context, ownConflictMs)) {
      throw new DirectoryError('outcome_unknown', `Microsoft 365 says “${message}”.`, {
        retryAfterMs: replicationWait.missed(key, context),
      });
    }
    const held =
      holder === undefined
        ? 'something that the connection cannot see'
        : `the group “${holder.displayName}” (${holder.groupId})`;
    throw new DirectoryError(
      'alias_taken',
      `The group cannot be restored, because its alias ${mailNickname} now belongs to ${held}.`,
      { alias: { name: mailNickname } },
    );
  }

  /** Undefined: Graph has no such deleted group. */
  async function send(groupId: string, context: CallContext): Promise<GraphResponse | undefined> {
    const answer = await client.call(
      {
        name: 'groups.restore',
        method: 'POST',
        path: `/directory/deletedItems/${groupId}/restore`,
        accept: [400, 404, 409, 422],
      },
      context,
    );
    return answer.status === 404 ? undefined : answer;
  }

  return async (
    group: OwnGroup,
    deletedAt: Date | undefined,
    context: CallContext,
    wasSeenRemoved = false,
  ): Promise<void> => {
    const { groupId } = group;
    const deleted = await own.readDeleted(groupId, context);
    if (deleted === undefined) {
      const found = await own.read(groupId, context);
      if (found === undefined) throw absent(groupId, deletedAt, context);
      own.requireMarker(found, group);
      // A read may still show what was deleted minutes ago.
      const ageMs = client.clock.now() - (deletedAt?.getTime() ?? 0);
      if (ageMs < replicationMs) {
        // Graph has accepted a restoration, unless a write still finds what was seen as deleted.
        const answer = wasSeenRemoved ? await send(groupId, context) : undefined;
        if (!wasSeenRemoved || (answer !== undefined && answer.status < 300)) {
          throw notVisible(groupId, context);
        }
        if (answer !== undefined) return settle(found, answer, context);
      }
      replicationWait.seen(`restored ${groupId}`, context);
      return;
    }
    replicationWait.seen(`restored ${groupId}`, context);
    own.requireMarker(deleted, group);
    const answer = await send(groupId, context);
    if (answer === undefined) throw notVisible(groupId, context);
    if (answer.status >= 400) return settle(deleted, answer, context);
    if ((await own.read(groupId, context)) === undefined) throw notVisible(groupId, context);
  };
}
