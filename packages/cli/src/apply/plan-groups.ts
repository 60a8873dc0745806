// Plans the creation of a file's groups: the missing ones, the existing ones, and those that would be
// refused.
import type { Client, TeamPlan, TeamRequest, TeamSummary } from '@groupwright/client';
import type { FileFault, GroupEntry } from '../groups-file/group-entry.ts';
import { each } from './run-concurrently.ts';

/** A group whose alias is known: it tells whether the group exists. */
export interface NamedEntry extends GroupEntry {
  readonly request: TeamRequest & Pick<Required<TeamRequest>, 'mailNickName' | 'displayName'>;
}

export type PlannedGroup = { readonly entry: NamedEntry } & (
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
  const named = await nameEntries(client, entries, options);
  const sound = named.flatMap(({ entry, faults }) => (faults.length === 0 ? [entry] : []));
  const known = await findTeams(client, sound, options);
  const planned = named.map(({ entry, faults }): PlannedGroup => {
    if (faults.length > 0) return { entry, action: 'refuse', faults };
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

/** With the names that the service renders for groups that have none in the file. */
async function nameEntries(
  client: Client,
  entries: readonly GroupEntry[],
  { concurrency, signal }: PlanOptions,
): Promise<{ readonly entry: NamedEntry; readonly faults: readonly FileFault[] }[]> {
  const named = entries.map((entry) => {
    const { mailNickName = '(no alias)', displayName = '(no name)' } = entry.request;
    const request = { ...entry.request, mailNickName, displayName };
    return { entry: { ...entry, request }, faults: [] as FileFault[] };
  });
  const unnamed = entries.flatMap(({ request: { mailNickName, displayName } }, index) =>
    mailNickName === undefined || displayName === undefined ? [index] : [],
  );
  await each(unnamed, concurrency, signal, async (index) => {
    const entry = entries[index] as GroupEntry;
    const { request } = entry;
    const one = named[index] as (typeof named)[number];
    const { names, faults, error } = await client.planTeam(request, { signal });
    if (names === null) {
      one.faults = faultsIn(entry, faults, error?.detail ?? 'The group would have no names.');
    } else if (names.provisional) {
      const detail =
        'The service assigns a number to this group, so a file cannot say whether it exists. Create it with “groupwright team create”.';
      one.faults = faultsIn(entry, [], detail);
    } else {
      const { mailNickName, displayName } = names;
      one.entry = { ...one.entry, request: { ...request, mailNickName, displayName } };
    }
  });
  return named;
}

/** All creations of the aliases of the file, by the alias in lower case. */
async function findTeams(
  client: Client,
  entries: readonly NamedEntry[],
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
function differencesOf({ request }: NamedEntry, team: TeamSummary): string[] {
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
    const whole = plan.error?.detail ?? 'The group would be refused.';
    planned[index] = { entry, action: 'refuse', faults: faultsIn(entry, plan.faults, whole) };
  });
}

/** The faults with their places in the file; without any, the sentence about the group as a whole. */
function faultsIn(entry: GroupEntry, faults: TeamPlan['faults'], whole: string): FileFault[] {
  const listed = faults.length > 0 ? faults : [{ detail: whole }];
  return listed.map((fault) => {
    const pointer = 'pointer' in fault ? fault.pointer : undefined;
    const { line, column } = entry.locationOf(pointer ?? '');
    return { line, column, detail: fault.detail };
  });
}
