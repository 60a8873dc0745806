// Compares a file's groups with what exists: groups to create, groups to change, groups that are as the file says, and
// those that would be refused.
import {
  type Client,
  type GroupChange,
  type OperationPlan,
  type TeamPlan,
  type TeamRecord,
  type TeamRequest,
  type TeamSummary,
} from '@groupwright/client';
import { holdsAlias } from '../context/find-team.ts';
import type { FileFault, GroupEntry } from '../groups-file/group-entry.ts';
import { changeOf, fixedMembers, keptExpiry, withoutHeld } from './change-of.ts';
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
  | {
      readonly action: 'change';
      readonly team: TeamRecord;
      readonly change: GroupChange;
      /** The members that would change, as they are; of lists, the people who would be removed. */
      readonly before: Readonly<Record<string, unknown>>;
      readonly after: Readonly<Record<string, unknown>>;
      readonly notes: readonly string[];
    }
  /** It is as the file says, or someone removed it in the directory. */
  | {
      readonly action: 'keep';
      readonly team: TeamSummary;
      /** Members of the file that have no effect on a group that exists. */
      readonly notes: readonly string[];
    }
  | { readonly action: 'refuse'; readonly faults: readonly FileFault[] }
);

export interface PlanOptions {
  readonly concurrency: number;
  /** Ask the service about each group to create or change, so that refusals are known beforehand. */
  readonly check: boolean;
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** For fewer groups than this each alias is looked up; for more, whole organisations are listed. */
const lookUpBelow = 100;

/** The plans are in the order of the file. */
export async function planGroups(
  client: Client,
  entries: readonly GroupEntry[],
  options: PlanOptions,
): Promise<PlannedGroup[]> {
  const { concurrency, signal, onProgress } = options;
  const named = await nameEntries(client, entries, options);
  const sound = named.flatMap(({ entry, faults }) => (faults.length === 0 ? [entry] : []));
  const known = await findTeams(client, sound, options);
  const placeOf = createPlaces(client, signal);
  const planned: PlannedGroup[] = [];
  let done = 0;
  await each([...named.entries()], concurrency, signal, async ([index, { entry, faults }]) => {
    const teams = known.get(entry.request.mailNickName.toLowerCase()) ?? [];
    planned[index] =
      faults.length > 0
        ? { entry, action: 'refuse', faults }
        : await planGroup(client, entry, teams, { ...options, placeOf });
    done += 1;
    onProgress?.(done, entries.length);
  });
  return planned;
}

/** It includes the names that the service renders for groups that have none in the file. */
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

async function planGroup(
  client: Client,
  entry: NamedEntry,
  teams: readonly TeamSummary[],
  { check, signal, placeOf }: PlanOptions & { readonly placeOf: ReturnType<typeof createPlaces> },
): Promise<PlannedGroup> {
  const team = teams.find(holdsAlias);
  if (team === undefined) {
    const plan = check ? await client.planTeam(entry.request, { signal }) : undefined;
    if (plan?.conforms === false) return { entry, action: 'refuse', faults: faultsOf(entry, plan) };
    return { entry, action: 'create', failedBefore: teams.map(({ teamId }) => teamId).sort() };
  }
  // Nothing can be changed of a group that is not there.
  if (team.state === 'gone') return { entry, action: 'keep', team, notes: [] };
  const record = await client.getTeam(team.teamId, { signal });
  const fixed = fixedMembers(entry, await placeOf(record));
  if (fixed.length > 0) return { entry, action: 'refuse', faults: faultsIn(entry, fixed, '') };
  const notes = keptExpiry(entry, record);
  let change = changeOf(entry, record);
  if (change === undefined) return { entry, action: 'keep', team, notes };
  let plan = check ? await client.team(team.teamId).plan(change, { signal }) : undefined;
  if (plan?.conforms === false && record.rosters.length > 0) {
    change = withoutHeld(change, plan.faults);
    if (change === undefined) return { entry, action: 'keep', team, notes };
    plan = await client.team(team.teamId).plan(change, { signal });
  }
  if (plan?.conforms === false) {
    return { entry, action: 'refuse', faults: faultsOf(entry, plan) };
  }
  const { before, after } = plan?.changed === true ? plan : differenceOf(change, record);
  return { entry, action: 'change', team: record, change, before, after, notes };
}

/** The organisation and the template of a group with their identifiers; each organisation is read once. */
function createPlaces(client: Client, signal: AbortSignal) {
  type Named = { readonly id: string; readonly identifier: string };
  const named = async (list: AsyncIterable<Named> | PromiseLike<readonly Named[]>) => {
    const found = new Map<string, string>();
    for await (const { id, identifier } of await list) found.set(id, identifier);
    return (id: string) => ({ id, identifier: found.get(id) ?? id });
  };
  let organisations: ReturnType<typeof named> | undefined;
  const templates = new Map<string, ReturnType<typeof named>>();
  return async ({ organisationId, templateId }: TeamRecord) => {
    organisations ??= named(client.listOrganisations({ signal }));
    const ofOrganisation =
      templates.get(organisationId) ?? named(client.listTemplates(organisationId, { signal }));
    templates.set(organisationId, ofOrganisation);
    const [organisation, template] = await Promise.all([organisations, ofOrganisation]);
    return { organisation: organisation(organisationId), template: template(templateId) };
  };
}

/** Lists hold the people who are removed and those who are added. */
function differenceOf(
  change: GroupChange,
  team: TeamRecord,
): Pick<OperationPlan, 'before' | 'after'> {
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const name of ['displayName', 'description', 'responsible', 'deputy'] as const) {
    if (change[name] === undefined) continue;
    before[name] = team[name];
    after[name] = change[name];
  }
  for (const name of ['owners', 'members'] as const) {
    const { add = [], remove = [] } = change[name] ?? {};
    if (remove.length > 0) before[name] = remove;
    if (add.length > 0) after[name] = add;
  }
  return { before, after };
}

function faultsOf(entry: GroupEntry, { faults, error }: TeamPlan | OperationPlan): FileFault[] {
  return faultsIn(entry, faults, error?.detail ?? 'The group would be refused.');
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
/** The faults with their places in the file; without any, the sentence about the group as a whole. */
function faultsIn(
  entry: GroupEntry,
  faults: readonly { readonly detail: string; readonly pointer?: string }[],
  whole: string,
): FileFault[] {
  const listed: typeof faults = faults.length > 0 ? faults : [{ detail: whole }];
  return listed.map((fault) => {
    const { line, column } = entry.locationOf(fault.pointer ?? '');
    return { line, column, detail: fault.detail };
  });
}
