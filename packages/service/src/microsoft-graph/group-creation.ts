// Creates a group exactly once, however often the call is repeated. The directory keeps our marker unique. A group
// that is not ours is only read, to report the holder of the alias, and never changed.
import type { Group } from '@microsoft/microsoft-graph-types';
import { AliasHeldByOwnGroup } from '../directory/alias-held.ts';
import type { CallContext } from '../directory/call-context.ts';
import {
  isUnproven,
  DirectoryError,
  type CreatedGroup,
  type DirectoryGroup,
  type NewGroup,
} from '../directory/directory.ts';
import { conflictOf, type Conflict, type AliasHolder, type FindAliasHolder } from './conflicts.ts';
import type { GraphResponse } from './graph-response.ts';
import type { GraphClient, GraphCall } from './graph-client.ts';
import type { Marking } from './marker.ts';
import { holdsReferences, type GroupPayload } from './group-people.ts';
import type { ReplicationWait } from './replication-wait.ts';

const optionsRefused = /resourceBehaviorOptions/i;
const uniqueNameRefused = /uniqueName|segment 'groups\(|alternate key/i;
/** A refusal quotes what it refuses: a group's own words say nothing about the property that Graph means. */
function withoutWordsOf(group: NewGroup, message: string): string {
  let rest = message;
  for (const words of [group.displayName, group.description, group.mailNickname]) {
    if (words !== null && (uniqueNameRefused.test(words) || optionsRefused.test(words))) {
      rest = rest.replaceAll(words, '');
    }
  }
  return rest;
}

/**
 * Two writes of one marker can meet in a conflict that names no property. The alternate key finds our own group
 * within seconds, so after this time the conflict means that another object has the alias.
 */
const ownConflictMs = 60_000;

export function createGroupCreation(deps: {
  client: GraphClient;
  marking: () => Promise<Marking>;
  replicationWait: ReplicationWait;
  findAliasHolder: FindAliasHolder;
  findByMarker: (marker: string, context: CallContext) => Promise<DirectoryGroup | undefined>;
  /** True: the marker is in the description from the beginning. */
  usesDescription?: boolean;
}) {
  const { client, replicationWait, findAliasHolder, findByMarker } = deps;
  /** Set once the tenant has refused the alternate key. */
  let { usesDescription = false } = deps;

  /** The group exists, regardless of the result of the search. */
  async function adopt({ marker }: NewGroup, context: CallContext): Promise<CreatedGroup> {
    let group: DirectoryGroup | undefined;
    try {
      group = await findByMarker(marker, context);
    } catch (error) {
      if (!(error instanceof DirectoryError) || !error.nothingMade) throw error;
      throw new DirectoryError(error.code, error.message, {
        retryAfterMs: error.retryAfterMs,
        directoryRequestId: error.directoryRequestId,
        nothingMade: false,
        cause: error.cause,
      });
    }
    if (group !== undefined) return { groupId: group.groupId, peopleIncluded: false };
    throw new DirectoryError(
      'not_visible_yet',
      'The group was created, but Microsoft 365 does not show it yet.',
      { retryAfterMs: replicationWait.missed(marker, context) },
    );
  }

  /** Interprets a refusal: the group exists already, another object has the alias, or the body is invalid. */
  async function settle(
    group: NewGroup,
    answer: GraphResponse,
    context: CallContext,
  ): Promise<CreatedGroup> {
    const { message } = answer.error;
    const conflict = conflictOf(answer);
    if (holdsReferences.test(message) || conflict === 'marker') {
      return adopt(group, context);
    }
    if (conflict !== undefined) return settleConflict(group, conflict, answer, context);
    const { directoryRequestId } = answer;
    throw new DirectoryError('refused', `Microsoft 365 refuses the group: “${message}”.`, {
      directoryRequestId,
    });
  }

  async function settleConflict(
    group: NewGroup,
    conflict: Conflict,
    answer: GraphResponse,
    context: CallContext,
  ): Promise<CreatedGroup> {
    const ours = await findByMarker(group.marker, context);
    if (ours) return { groupId: ours.groupId, peopleIncluded: false };
    const holder = await findAliasHolder(group.mailNickname, context);
    if (holder?.marker === group.marker.toLowerCase()) {
      return { groupId: holder.groupId, peopleIncluded: false };
    }
    const unnamed = `conflict ${group.marker}`;
    if (
      holder === undefined &&
      conflict === 'unnamed' &&
      !replicationWait.isPastReplicationWindow(unnamed, context, ownConflictMs)
    ) {
      throw new DirectoryError('outcome_unknown', `Microsoft 365 says “${answer.error.message}”.`, {
        retryAfterMs: replicationWait.missed(unnamed, context),
        // This call was refused; the ledger knows of any other that may have made the group.
        nothingMade: true,
      });
    }
    // Without the alternate key, an own group that is not shown yet looks like a stranger's.
    if (
      holder === undefined &&
      usesDescription &&
      !replicationWait.isPastReplicationWindow(group.marker, context)
    ) {
      const retryAfterMs = replicationWait.missed(group.marker, context);
      throw new DirectoryError(
        'not_visible_yet',
        'An object that Microsoft 365 does not show yet has the alias.',
        { retryAfterMs, nothingMade: true },
      );
    }
    if (holder?.marker !== undefined) {
      const { groupId, displayName, marker } = holder;
      const held = { groupId, displayName, marker };
      throw new AliasHeldByOwnGroup(group.mailNickname, held, answer.directoryRequestId);
    }
    throw aliasTaken(group.mailNickname, holder, answer);
  }

  async function create(group: NewGroup, context: CallContext): Promise<CreatedGroup> {
    const marking = await deps.marking();
    const call = creationCall(group, marking, { root: client.root, usesDescription });
    const answer = await client.call(call, context);
    if (answer.status === 201) {
      const { id, mail } = (answer.body ?? {}) as Group;
      if (typeof id === 'string') {
        return { groupId: id, peopleIncluded: true, mail: mail || undefined };
      }
      return adopt(group, context);
    }
    if (answer.status < 300) return adopt(group, context);
    const { message } = answer.error;
    const refusal = withoutWordsOf(group, message);
    const isThere = holdsReferences.test(message) || conflictOf(answer) !== undefined;
    if (!usesDescription && !isThere && uniqueNameRefused.test(refusal)) {
      usesDescription = true;
      return create(group, context);
    }
    // A repetition may be refused for what is taken at creation only; the group keeps what it was created with.
    if (!group.welcomeMail && optionsRefused.test(refusal)) {
      return create({ ...group, welcomeMail: true }, context);
    }
    return settle(group, answer, context);
  }

  return create;
}

function aliasTaken(
  mailNickname: string,
  holder: AliasHolder | undefined,
  { directoryRequestId }: GraphResponse,
): DirectoryError {
  const who =
    holder === undefined
      ? 'an object that the connection cannot see (a mailbox, a contact, or a group just created or removed)'
      : `the group “${holder.displayName}” (${holder.groupId}), which this service did not create`;
  return new DirectoryError(
    'alias_taken',
    `The alias ${mailNickname} belongs to ${who}. Choose another alias.`,
    {
      directoryRequestId,
      // One that claims to be ours may be the group that an attempt made.
      holderCreatedAt: holder === undefined || isUnproven(holder) ? undefined : holder.createdAt,
      alias: { name: mailNickname },
    },
  );
}

// The call that creates a group, with its owners and members. The directory keeps the marker in it unique.

/** @param usesDescription true where the tenant refuses the alternate key, so that the marker is in the description */
function creationCall(
  group: NewGroup,
  marking: Marking,
  { root, usesDescription }: { root: string; usesDescription: boolean },
): GraphCall {
  const accept = [400, 409];
  if (usesDescription) {
    const body = payload(group, marking.describe(group.description, group), root);
    return { name: 'groups.create', method: 'POST', path: '/groups', body, accept };
  }
  return {
    name: 'groups.upsert',
    method: 'PATCH',
    path: `/groups(uniqueName='${marking.uniqueNameOf(group.marker)}')`,
    body: payload(group, group.description, root),
    headers: { Prefer: 'create-if-missing' },
    accept,
  };
}

function payload(group: NewGroup, description: string | null, root: string): GroupPayload {
  const bind = (personId: string): string => `${root}/users/${personId}`;
  return {
    displayName: group.displayName,
    // Graph refuses an empty text; no description means the same.
    ...(description === null || description.trim() === '' ? {} : { description }),
    mailNickname: group.mailNickname,
    mailEnabled: true,
    securityEnabled: false,
    groupTypes: ['Unified'],
    visibility: group.visibility === 'public' ? 'Public' : 'Private',
    ...(group.classification !== undefined && { classification: group.classification }),
    ...(group.preferredLanguage !== undefined && { preferredLanguage: group.preferredLanguage }),
    ...(group.welcomeMail ? {} : { resourceBehaviorOptions: ['WelcomeEmailDisabled'] }),
    ...(group.ownerIds.length === 0
      ? {}
      : { 'owners@odata.bind': group.ownerIds.map((id) => bind(id)) }),
    ...(group.memberIds.length === 0
      ? {}
      : { 'members@odata.bind': group.memberIds.map((id) => bind(id)) }),
  };
}
