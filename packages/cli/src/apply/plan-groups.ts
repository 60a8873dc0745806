// Plans the creation of a file's groups: the missing ones, the existing ones, and those that would be
// refused.
import type { Client, TeamSummary } from '@groupwright/client';
import type { FileFault, GroupEntry } from '../groups-file/group-entry.ts';
import { each } from './run-concurrently.ts';

export type PlannedGroup = { readonly entry: GroupEntry } & (
  | {
      readonly action: 'create';
      /** Earlier failed creations of the alias, to distinguish this one from them. */
      readonly failedBefore: readonly string[];
    }
  /** It exists, or is in creation. */
  | { readonly action: 'keep'; readonly team: TeamSummary; readonly differences: readonly string[] }
  | { readonly action: 'refuse'; readonly faults: readonly FileFault[] }
);

export interface PlanOptions {
  readonly concurrency: number;
  /** Ask the service about each missing group, so that what it would refuse is known beforehand. */
  readonly check: boolean;
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** For fewer groups than this each alias is looked up; for more, whole organisations are listed. */
const lookUpBelow = 100;

/** In the order of the file. */
export async function planGroups(
  client: Client,
  entries: readonly GroupEntry[],
  options: PlanOptions,
): Promise<PlannedGroup[]> {
  const known = await findTeams(client, entries, options);
  const planned = entries.map((entry): PlannedGroup => {
    const teams = known.get(entry.request.mailNickName.toLowerCase()) ?? [];
    const team = teams.find(({ status }) => status !== 'failed' && status !== 'cancelled');
    if (team === undefined) {
      return { entry, action: 'create', failedBefore: teams.map(({ teamId }) => teamId).sort() };
    }
    return { entry, action: 'keep', team, differences: differencesOf(entry, team) };
  });
  if (options.check) await checkMissing(client, planned, options);
  return planned;
}

/** All creations of the aliases of the file, by the alias in lower case. */
async function findTeams(
  client: Client,
  entries: readonly GroupEntry[],
  { concurrency, signal }: PlanOptions,
): Promise<Map<string, TeamSummary[]>> {
  const wanted = new Set(entries.map(({ request }) => request.mailNickName.toLowerCase()));
  const found = new Map<string, TeamSummary[]>();
  const take = (team: TeamSummary): void => {
    const alias = team.mailNickName.toLowerCase();
    if (wanted.has(alias)) found.set(alias, [...(found.get(alias) ?? []), team]);
  };
  if (entries.length < lookUpBelow) {
    await each([...wanted], concurrency, signal, async (mailNickName) => {
      for await (const team of client.listTeams({ mailNickName, signal })) take(team);
    });
  } else {
    const organisations = new Set(
      entries.map(({ request }) => request.organisationIdOrIdentifier.toLowerCase()),
    );
    await each([...organisations], concurrency, signal, async (organisation) => {
      for await (const team of client.listTeams({ organisation, signal })) take(team);
    });
  }
  return found;
}

/** Applying a file never changes a group, so differences are reported. */
function differencesOf({ request }: GroupEntry, team: TeamSummary): string[] {
  if (request.displayName === team.displayName) return [];
  return [`displayName is ${JSON.stringify(team.displayName)} there`];
}

async function checkMissing(
  client: Client,
  planned: PlannedGroup[],
  { concurrency, signal, onProgress }: PlanOptions,
): Promise<void> {
  const missing = planned.flatMap((group, index) => (group.action === 'create' ? [index] : []));
  let done = 0;
  await each(missing, concurrency, signal, async (index) => {
    const { entry } = planned[index] as PlannedGroup;
    const plan = await client.planTeam(entry.request, { signal });
    done += 1;
    onProgress?.(done, missing.length);
    if (plan.conforms) return;
    const faults = plan.faults.map(({ pointer = '', detail }) => ({
      ...entry.locationOf(pointer),
      detail,
    }));
    const whole = {
      ...entry.locationOf(''),
      detail: plan.error?.detail ?? 'The group would be refused.',
    };
    planned[index] = { entry, action: 'refuse', faults: faults.length > 0 ? faults : [whole] };
  });
}
