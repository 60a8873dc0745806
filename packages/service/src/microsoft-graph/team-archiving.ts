// Archives teams and unarchives them, each as an operation that is polled. The option that also makes the site read-only
// is never sent: Graph refuses it from applications.
import type { Team } from '@microsoft/microsoft-graph-types';
import type { CallContext } from '../directory/call-context.ts';
import { DirectoryError } from '../directory/directory.ts';
import type { ArchivingState, OwnGroup } from '../directory/group-life.ts';
import type { GraphResponse } from './graph-response.ts';
import type { GraphClient } from './graph-client.ts';
import { isMissingPermission } from './graph-failures.ts';
import type { FoundGroup, OwnGroups } from './own-group.ts';
import { betweenPolls, betweenPollsMs, isOperationPath, readOperation } from './team-operation.ts';

/** The operation that the caller keeps between polls: the aim, and Graph's operation or the number of looks without it. */
const pendingPattern = /^(archive|unarchive) (?:look:(\d+)|(\/\S+))$/;
/** After this number of looks, the call is repeated, because the operation may have failed unseen. */
const looksPerRequest = 3;
const maxLooks = 30;

type Aim = 'archive' | 'unarchive';

function pending(aim: Aim, operation: string): ArchivingState {
  return { state: 'pending', operation: `${aim} ${operation}`, pollAfterMs: betweenPollsMs };
}

export function createTeamArchiving(deps: {
  client: GraphClient;
  own: OwnGroups;
  readTeam: (groupId: string, context: CallContext) => Promise<Team | undefined>;
  readOwners: (groupId: string, context: CallContext) => Promise<readonly string[]>;
  notVisible: (groupId: string, context: CallContext) => DirectoryError;
}) {
  const { client, own, readTeam, readOwners, notVisible } = deps;

  async function isReached(aim: Aim, groupId: string, context: CallContext): Promise<boolean> {
    const team = await readTeam(groupId, context);
    return team !== undefined && (team.isArchived ?? false) === (aim === 'archive');
  }

  /** Interprets a refusal: reached already, another operation at work, or a reason. */
  async function settle(
    aim: Aim,
    found: FoundGroup,
    answer: GraphResponse,
    looks: number,
    context: CallContext,
  ): Promise<ArchivingState> {
    const { groupId, hasTeam } = found.group;
    const { code, message } = answer.error;
    if (answer.status === 404 && !hasTeam && !own.isRecent(found)) {
      throw new DirectoryError('archive_needs_team', `The group ${groupId} has no team.`);
    }
    // An operation at work: an early look would show the state before it.
    if (answer.status === 409) return pending(aim, `look:${looks + 1}`);
    if (answer.status === 403 && isMissingPermission(answer)) {
      throw client.denied(`${aim} teams`, 'TeamSettings.ReadWrite.All', answer);
    }
    // Users report 404 for calls that were carried out.
    if (await isReached(aim, groupId, context)) return { state: 'done' };
    if (answer.status === 404 && own.isRecent(found)) throw notVisible(groupId, context);
    if ((await readOwners(groupId, context)).length === 0) {
      throw new DirectoryError(
        'archive_needs_owner',
        `The group ${groupId} has no owner, and Microsoft 365 does not ${aim} such teams.`,
      );
    }
    if (answer.status === 404) throw notVisible(groupId, context);
    throw new DirectoryError(
      'refused',
      `Microsoft 365 refuses to ${aim} the team: “${message || code}”.`,
    );
  }

  /** The call is made even where a read shows the aim: the read may lag behind the opposite operation. */
  async function begin(
    aim: Aim,
    group: OwnGroup,
    context: CallContext,
    looks = 0,
  ): Promise<ArchivingState> {
    const found = await own.require(group, context);
    const { groupId } = group;
    const answer = await client.call(
      {
        name: 'teams.archive',
        method: 'POST',
        path: `/teams/${groupId}/${aim}`,
        groupId,
        accept: [400, 403, 404, 409],
      },
      context,
    );
    if (answer.status >= 400) return settle(aim, found, answer, looks, context);
    const operation = answer.headers['location'] ?? '';
    return pending(aim, isOperationPath(operation) ? operation : `look:${looks + 1}`);
  }

  async function look(
    aim: Aim,
    group: OwnGroup,
    looks: number,
    context: CallContext,
  ): Promise<ArchivingState> {
    if (await isReached(aim, group.groupId, context)) return { state: 'done' };
    if (looks >= maxLooks) {
      throw new DirectoryError('archiving_failed', `Microsoft 365 did not ${aim} the team.`);
    }
    return (looks + 1) % looksPerRequest === 0
      ? begin(aim, group, context, looks)
      : pending(aim, `look:${looks + 1}`);
  }

  async function poll(
    aim: Aim,
    groupId: string,
    operation: string,
    context: CallContext,
  ): Promise<ArchivingState> {
    const read = await readOperation(client, groupId, operation, context);
    switch (read.status) {
      case 'succeeded':
        return { state: 'done' };
      case 'failed':
        throw new DirectoryError(
          'archiving_failed',
          `Microsoft 365 could not ${aim} the team${read.said}.`,
        );
      case 'absent':
        return pending(aim, 'look:1');
      case 'unclear':
        return (await isReached(aim, groupId, context))
          ? { state: 'done' }
          : pending(aim, operation);
      case 'at_work':
        return pending(aim, operation);
      default:
        return read satisfies never;
    }
  }

  return {
    archive: (group: OwnGroup, context: CallContext) => begin('archive', group, context),
    unarchive: (group: OwnGroup, context: CallContext) => begin('unarchive', group, context),

    read(group: OwnGroup, operation: string, context: CallContext): Promise<ArchivingState> {
      const [, aim, looks, path] = pendingPattern.exec(operation) ?? [];
      if (aim !== 'archive' && aim !== 'unarchive') {
        throw new Error(`No archiving has the operation ${operation}.`);
      }
      return path !== undefined && isOperationPath(path)
        ? betweenPolls(() => poll(aim, group.groupId, path, context))
        : look(aim, group, Number(looks ?? 0), context);
    },
  };
}
