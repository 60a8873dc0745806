// team roster: sets the people whom a source names in a group, as a CSV file lists them.
import type { RosterBody, RosterMember, RosterPlan, TeamHandle } from '@groupwright/client';
import { ProblemError } from '@groupwright/client';
import type { Command } from 'commander';
import type { Context } from '../context/context.ts';
import { exitCodes } from '../context/exit-codes.ts';
import { CommandError, named } from '../context/failure.ts';
import { findTeamId } from '../context/find-team.ts';
import { readInput } from '../context/read-input.ts';
import type { Run } from '../context/run.ts';
import { createMomentOf } from '../context/tenant-day.ts';
import { FileFaults } from '../groups-file/group-entry.ts';
import { InputFileError } from '../groups-file/read-groups-file.ts';
import { type PersonEntry, readPeople } from '../groups-file/read-people.ts';
import { followOperation } from '../operations/follow-operation.ts';
import { counted } from '../output/counted.ts';
import { printable } from '../output/printable.ts';

interface RosterOptions {
  readonly source: string;
  readonly file?: string;
  readonly plan?: boolean;
  readonly end?: boolean;
  readonly allowRemovals?: boolean;
  readonly wait: boolean;
  readonly ifMatch?: string;
  readonly idempotencyKey?: string;
}

const help = `
The file is CSV with a heading row; columns other than these are ignored:
  person,role,until,guest

role is member (default) or owner. until is a day of the tenant, such as 2027-12-31, or a moment. guest is the name
of a person who is invited if the directory does not know the address. Without a file, the command shows the roster. Send the file as often as you like: an equal one changes nothing.`;

export function addRosterCommand(team: Command, run: Run): void {
  team
    .command('roster')
    .summary('set the people whom a system names')
    .description(
      'Sets everyone whom a source such as HR names in a group. Nobody whom a colleague added by hand, or whom another source names, leaves by it.',
    )
    .argument('<team>', 'team id or alias')
    .requiredOption('--source <source>', 'the system whose roster it is, such as hr')
    .option('-f, --file <file>', 'CSV; - reads from standard input')
    .option('--plan', 'only show who would come and who would leave')
    .option('--end', 'end the roster: its people leave')
    .option('--allow-removals', 'remove people although they are many')
    .option('--if-match <etag>', 'etag of the roster: refuse if it has changed')
    .option('--idempotency-key <key>', 'calls with the same key are one operation')
    .option('--no-wait', 'return as soon as the operation is accepted')
    .addHelpText('after', help)
    .action(run(roster));
}

async function roster(context: Context, options: RosterOptions, key: string): Promise<void> {
  const { signal } = context;
  const { source, file, end = false } = options;
  const client = await context.client();
  const team = client.team(await findTeamId(context, client, key));
  if (file === undefined && !end) {
    await show(context, team, source);
    return;
  }
  if (end) {
    if (file !== undefined || options.plan === true) {
      throw new CommandError(exitCodes.usage, 'usage', 'Use --end without --file and --plan.');
    }
    const removals = options.allowRemovals === true ? ({ removals: 'allow' } as const) : {};
    const ended = team.rosters.delete(source, { ...writeOptions(context, options), ...removals });
    await finish(context, options, team, await named(`roster ${source}`, ended));
    return;
  }
  const entries = await readFile(context, file ?? '-');
  const momentOf = createMomentOf(client, signal);
  const members: RosterBody['members'][number][] = [];
  for (const { member } of entries) {
    const { until } = member;
    members.push({ ...member, ...(until != null && { until: await momentOf(until) }) });
  }
  const body = { members, ...(options.allowRemovals === true && { removals: { allow: true } }) };
  if (options.plan === true) {
    const { ifMatch } = options;
    const asked = { signal, ...(ifMatch !== undefined && { ifMatch }) };
    const plan = await named(`group ${key}`, team.rosters.plan(source, body, asked));
    const { error, faults } = plan;
    if (context.json || error === null) context.print(plan, () => printable(planText(plan)));
    if (faults.length > 0) throw faultyFile(file ?? '-', entries, faults);
    if (error !== null) throw new CommandError(exitCodes.refused, error.code, error.detail);
    return;
  }
  const put = team.rosters.put(source, body, writeOptions(context, options));
  try {
    await finish(context, options, team, await put);
  } catch (error) {
    if (error instanceof ProblemError && error.faults.length > 0) {
      throw faultyFile(file ?? '-', entries, error.faults);
    }
    throw error;
  }
}

function writeOptions({ signal }: Context, { ifMatch, idempotencyKey }: RosterOptions) {
  return {
    signal,
    ...(ifMatch !== undefined && { ifMatch }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
}

async function finish(
  context: Context,
  { source, wait, end = false }: RosterOptions,
  team: TeamHandle,
  accepted: Awaited<ReturnType<TeamHandle['rosters']['put']>>,
): Promise<void> {
  const { signal } = context;
  const { status, changed, operationId, statusUrl, teamId } = accepted;
  if (operationId === null || !wait) {
    const same = end
      ? `Nothing changes: ${source} has no roster in this group.`
      : 'Nothing changes: the roster says the same.';
    context.print({ status, teamId, changed, operationId, statusUrl }, () =>
      changed ? `${status}: ${operationId ?? ''}` : same,
    );
    return;
  }
  await followOperation(context, team, operationId);
  if (context.json) return;
  // A roster whose end is held still exists.
  const rosters = end ? await team.rosters.list({ signal }) : [];
  if (end && !rosters.some((one) => one.source === source.toLowerCase())) {
    context.print({}, () => `${source}: ended`);
    return;
  }
  await show(context, team, source);
}

async function show(context: Context, team: TeamHandle, source: string): Promise<void> {
  const { signal } = context;
  const found = await named(`roster ${source}`, team.rosters.get(source, { signal }));
  const people: RosterMember[] = [];
  for await (const person of team.rosters.members(source, { signal })) people.push(person);
  const { items: _, nextLink: __, ...roster } = found;
  context.print({ ...roster, items: people }, () => {
    const { state, count, held } = roster;
    const lines = people
      .filter(({ result, code }) => code !== null || (result !== 'kept' && result !== 'added'))
      .map(
        ({ person, result, code, detail }) =>
          `  ${person}: ${result ?? 'pending'}${code === null ? '' : ` (${code})`}${sentence(detail)}`,
      );
    const waits = held > 0 ? `, ${counted(held, 'removal')} held` : '';
    return printable(
      [`${source}: ${state}, ${counted(count, 'person', 'people')}${waits}`, ...lines].join('\n'),
    );
  });
}

const sentence = (detail: string | null) => (detail === null ? '' : `\n    ${detail}`);

function planText({
  added,
  invited,
  kept,
  removed,
  waiting,
  refused,
  held,
  people,
}: RosterPlan): string {
  const lines = people
    .filter(({ result }) => result !== 'kept')
    .map(
      ({ person, result, code, detail }) =>
        `  ${result} ${person}${code === null ? '' : ` (${code})`}${sentence(detail)}`,
    );
  const guests = invited === 0 ? '' : `, ${invited} invited`;
  const numbers = `${added} added${guests}, ${kept} kept, ${removed} removed, ${waiting} waiting, ${refused} refused`;
  const waits =
    held > 0
      ? [
          `${counted(held, 'removal')} would wait until someone confirms ${held === 1 ? 'it' : 'them'}.`,
        ]
      : [];
  return [numbers, ...lines, ...waits].join('\n');
}

async function readFile(context: Context, file: string): Promise<PersonEntry[]> {
  const text = await readInput(context, file);
  try {
    return readPeople(text);
  } catch (error) {
    if (!(error instanceof FileFaults)) throw error;
    throw new InputFileError(file, error.faults);
  }
}

/** The faults of the service at the places of the file. */
function faultyFile(
  file: string,
  entries: readonly PersonEntry[],
  faults: readonly { readonly pointer?: string; readonly detail: string }[],
): InputFileError {
  const located = faults.map(({ pointer = '', detail }) => {
    const [, , index = '', name = ''] = pointer.split('/');
    const place = entries[Number(index)]?.locationOf(name) ?? { line: 1, column: 1 };
    return { ...place, detail };
  });
  return new InputFileError(file, located, exitCodes.refused);
}
