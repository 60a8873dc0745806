// Reads from a refusal which of a group's values another object already has. Graph names the property in
// `error.details` (target and code), in its sentence, or not at all.
import type { GraphResponse } from './graph-response.ts';
import type { CallContext } from '../directory/call-context.ts';
import type { GraphClient } from './graph-client.ts';
import type { Marking } from './marker.ts';
import { quoted } from './people.ts';
import { listedGroups, select, type GraphGroup, type ReadGroup } from './read-group.ts';

/**
 * `marker`: our own uniqueName. `alias`: the alias or an address made from it. `unnamed`: a conflict whose property
 * Graph does not name.
 */
export type Conflict = 'marker' | 'alias' | 'unnamed';

const conflictCode = /conflict|exist|taken|duplicate/i;
const namedInSentence = /same value for property (\w+) already exists/i;
const kinds: Readonly<Record<string, Conflict>> = {
  uniquename: 'marker',
  mailnickname: 'alias',
  mail: 'alias',
  proxyaddresses: 'alias',
};

const kindOf = (property: string | undefined): Conflict | undefined =>
  kinds[property?.toLowerCase() ?? ''];

/** The conflict that a refused creation reports; undefined for any other refusal. */
export function conflictOf({ status, error }: GraphResponse): Conflict | undefined {
  const named = new Set([
    kindOf(namedInSentence.exec(error.message)?.[1]),
    ...error.details
      .filter(({ code, message }) => conflictCode.test(`${code} ${message}`))
      .map(({ target }) => kindOf(target)),
  ]);
  // Our own marker explains every other conflict: the group is ours.
  if (named.has('marker')) return 'marker';
  if (named.has('alias')) return 'alias';
  return status === 409 ? 'unnamed' : undefined;
}

// Finds the group that holds an alias.
export type AliasHolder = GraphGroup & { readonly createdAt: Date | undefined };

/** Undefined where a mailbox or a contact holds it, or a group that is not shown yet. */
export type FindAliasHolder = (
  mailNickname: string,
  context: CallContext,
) => Promise<AliasHolder | undefined>;

export function createFindAliasHolder(
  client: GraphClient,
  marking: () => Promise<Marking>,
): FindAliasHolder {
  return async (mailNickname, context) => {
    const { answer, groups } = await listByAlias(client, marking, mailNickname, context);
    const [holder] = groups;
    return holder && { ...holder, createdAt: createdAtOf(answer, holder.groupId) };
  };
}

export async function listByAlias(
  client: GraphClient,
  marking: () => Promise<Marking>,
  mailNickname: string,
  context: CallContext,
): Promise<{ readonly answer: GraphResponse; readonly groups: readonly GraphGroup[] }> {
  const filter = encodeURIComponent(`mailNickname eq ${quoted(mailNickname)}`);
  const path = `/groups?${select}&$filter=${filter}`;
  const answer = await client.call({ name: 'groups.list', method: 'GET', path }, context);
  return { answer, groups: listedGroups(answer, await marking()) };
}

function createdAtOf({ body }: GraphResponse, groupId: string): Date | undefined {
  const { value } = body as { value: ReadGroup[] };
  const createdAt = Date.parse(value.find(({ id }) => id === groupId)?.createdDateTime ?? '');
  return Number.isNaN(createdAt) ? undefined : new Date(createdAt);
}
