// Finds the group that an argument names, by its id or its alias.
import type { Client, TeamSummary } from '@groupwright/client';
import type { Context } from './context.ts';
import { exitCodes } from './exit-codes.ts';
import { CommandError } from './failure.ts';

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id as it is; of an alias the group that has it, else the latest that wanted it. */
export async function findTeamId(
  { signal }: Pick<Context, 'signal'>,
  client: Client,
  key: string,
): Promise<string> {
  if (guid.test(key)) return key;
  const found: TeamSummary[] = [];
  for await (const team of client.listTeams({ mailNickName: key, signal })) found.push(team);
  const team = found.find(holdsAlias) ?? found[0];
  if (team === undefined) {
    const detail = `No group has the id or alias ${key}.`;
    throw new CommandError(exitCodes.notFound, 'not_found', detail);
  }
  return team.teamId;
}

/** The group that has the alias now; undefined: none that this key may read. */
export async function findHolder(
  client: Client,
  mailNickName: string,
  signal: AbortSignal,
): Promise<TeamSummary | undefined> {
  for await (const team of client.listTeams({ mailNickName, signal })) {
    if (holdsAlias(team)) return team;
  }
  return undefined;
}

/**
 * Whether the alias of the group is taken: a failed creation never had it, and a group that was deleted, or whose adoption
 * ended, gave it back. */
export function holdsAlias({ status, state }: TeamSummary): boolean {
  return status !== 'failed' && status !== 'cancelled' && state !== 'deleted' && state !== 'ended';
}
