// team plan, create, status, list, show: one group at a time.
import {
  CreationFailedError,
  isFinal,
  type Client,
  type Team,
  type TeamRequest,
  type TeamFilter,
  type TeamStatus,
} from '@groupwright/client';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { findings, responsibilityStates, teamStates, teamStatuses } from '../choices/choices.ts';
import { whileRead } from '../context/closed-output.ts';
import type { Context } from '../context/context.ts';
import { exitCodes } from '../context/exit-codes.ts';
import { CommandError, named } from '../context/failure.ts';
import { findTeamId } from '../context/find-team.ts';
import { collect, firstOf, readLimit } from '../context/options.ts';
import { createMomentOf, readDayOrMoment } from '../context/tenant-day.ts';
import { comparisonText, readComparison } from '../output/comparison-text.ts';
import { planText } from '../output/plan-text.ts';
import { counted } from '../output/counted.ts';
import { formatFacts, formatTable } from '../output/table.ts';
import { createStatusPrinter, statusText } from '../output/status-text.ts';
import type { Run } from '../context/run.ts';
import { addRosterCommand } from './roster.commands.ts';
import { addAdoptCommand } from './adopt.commands.ts';
import { addApplyCommand } from './apply.commands.ts';
import { addDiscoverCommand } from './discover.commands.ts';
import { addLifecycleCommands } from './lifecycle.commands.ts';
import { addNoticesCommand } from './notices.commands.ts';
import { addWhyCommand } from './why.commands.ts';
import { addOperationCommands } from './operation.commands.ts';
import { addOperationsCommands } from './operations.commands.ts';

interface TeamOptions {
  readonly alias?: string;
  readonly name?: string;
  readonly property: Readonly<Record<string, string>>;
  readonly description?: string;
  readonly expires?: string;
  readonly requestedBy?: string;
  readonly reason?: string;
  readonly responsible: string;
  readonly deputy?: string;
  readonly organisation: string;
  readonly template: string;
  readonly owner: readonly string[];
  readonly member: readonly string[];
}

interface CreateOptions extends TeamOptions {
  readonly idempotencyKey?: string;
  readonly wait: boolean;
  readonly plan?: boolean;
}

interface ListOptions {
  readonly search?: string;
  readonly sort?: string;
  readonly organisation?: string;
  readonly template?: string;
  readonly status?: string;
  readonly alias?: string;
  readonly property: Readonly<Record<string, string>>;
  readonly source?: string;
  readonly externalId?: string;
  readonly state?: string;
  readonly finding?: NonNullable<TeamFilter['finding']>;
  readonly expiresBefore?: string;
  readonly changedSince?: string;
  readonly idleBefore?: string;
  readonly responsibility?: NonNullable<TeamFilter['responsibility']>;
  readonly responsible?: string;
  readonly deputy?: string;
  readonly owner?: string;
  readonly member?: string;
  readonly limit: string;
}

export function addTeamCommands(program: Command, run: Run): void {
  const team = program
    .command('team')
    .alias('teams')
    .summary('create, change, follow and list groups')
    .description('Groups, one at a time or from a file.');

  withTeamOptions(team.command('plan'))
    .summary('show what create would do, without doing it')
    .description(
      'Checks everything that create would check, including people, and changes nothing.',
    )
    .action(run(plan));
  withTeamOptions(team.command('create'))
    .summary('create a group and follow it to its end')
    .description('Creates a group from a template and waits until it exists in the directory.')
    .option('--idempotency-key <key>', 'calls with the same key create one group')
    .option('--no-wait', 'return as soon as the request is accepted')
    .option('--plan', 'show what would happen, as team plan does, without doing it')
    .action(run(create));
  addApplyCommand(team, run);
  addAdoptCommand(team, run);
  addRosterCommand(team, run);
  team
    .command('status')
    .description('Show the progress of a creation.')
    .argument('<team>', 'team id or alias')
    .option('-f, --follow', 'wait until it is final')
    .action(run(status));
  team
    .command('list')
    .description('List groups: newest first, or best matches of a search first.')
    .option('--search <text>', 'only groups with these words in any field, or with this id')
    .option(
      '--sort <order>',
      'displayName, mailNickName or createdAt; with - in front descending; relevance',
    )
    .option('--organisation <id>', 'only groups of this organisation')
    .option('--template <id>', 'only groups of this template')
    .addOption(
      new Option('--status <status>', 'only groups with this status').choices(teamStatuses),
    )
    .option('--alias <alias>', 'only the group with this mailNickName')
    .option(
      '--property <name=value>',
      'only groups with this value of a property; repeatable',
      collectProperty,
      {},
    )
    .addOption(new Option('--state <state>', 'only groups in this state').choices(teamStates))
    .addOption(
      new Option(
        '--responsibility <state>',
        'only groups whose responsible and deputy are in this state',
      ).choices(responsibilityStates),
    )
    .option('--source <source>', 'only groups with an external id of this system, such as erp')
    .option('--external-id <id>', 'with --source: the group that has this id')
    .option('--responsible <person>', 'only groups of this responsible person')
    .option('--deputy <person>', 'only groups of this deputy')
    .option('--owner <person>', 'only groups with this owner')
    .option('--member <person>', 'only groups with this member')
    .addOption(
      new Option(
        '--finding <finding>',
        'only groups that differ from their record, or that have it',
      ).choices(findings),
    )
    .option(
      '--expires-before <time>',
      'only groups that expire before that time: a day of the tenant, or a time with its zone',
      readDayOrMoment,
    )
    .option(
      '--changed-since <time>',
      'only groups that changed since then: a day of the tenant, or a time with its zone',
      readDayOrMoment,
    )
    .option(
      '--idle-before <day>',
      'only groups that were not used on that day or since, such as 2027-03-28',
    )
    .option('--limit <count>', 'maximum number; 0 lists all', '50')
    .action(run(list));
  team
    .command('show')
    .description('Show a group.')
    .argument('<team>', 'team id or alias')
    .action(run(show));
  team
    .command('compare')
    .summary('compare a group with the directory now')
    .description('Compares a group with the directory now, and shows what differs.')
    .argument('<team>', 'team id or alias')
    .action(run(compare));
  addDiscoverCommand(team, run);
  addOperationCommands(team, run);
  addOperationsCommands(team, run);
  addLifecycleCommands(team, run);
  addNoticesCommand(team, run);
  addWhyCommand(team, run);
}

function collectProperty(
  text: string,
  before: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new InvalidArgumentError('Write it as name=value.');
  }
  return { ...before, [name]: value };
}

function withTeamOptions(command: Command): Command {
  return command
    .option('--alias <alias>', 'mailNickName: the alias of its e-mail address')
    .option('--name <name>', 'displayName')
    .option(
      '--property <name=value>',
      'a property, from which names that you leave out are rendered; repeatable',
      collectProperty,
      {},
    )
    .requiredOption('--responsible <person>', 'e-mail address or id of the responsible person')
    .requiredOption('--organisation <id>', 'organisation, by id or identifier')
    .requiredOption('--template <id>', 'template, by id or identifier')
    .option('--description <text>', 'purpose')
    .option(
      '--expires <time>',
      'expiry, where the template permits it: a day of the tenant, or a time with its zone',
      readDayOrMoment,
    )
    .option('--requested-by <person>', 'the person for whom you ask, for the approvers')
    .option('--reason <text>', 'why the group is needed, for the approvers and the audit log')
    .option('--deputy <person>', 'e-mail address or id of the deputy')
    .option('--owner <person>', 'an additional owner; repeatable', collect, [])
    .option('--member <person>', 'a member; repeatable', collect, []);
}

async function requestOf(
  options: TeamOptions,
  client: Client,
  signal: AbortSignal,
): Promise<TeamRequest> {
  const momentOf = createMomentOf(client, signal);
  return {
    ...(options.name !== undefined && { displayName: options.name }),
    description: options.description ?? null,
    ...(options.alias !== undefined && { mailNickName: options.alias }),
    responsible: options.responsible,
    deputy: options.deputy ?? null,
    organisationIdOrIdentifier: options.organisation,
    templateIdOrIdentifier: options.template,
    owners: options.owner,
    members: options.member,
    ...(Object.keys(options.property).length > 0 && { properties: options.property }),
    ...(options.expires !== undefined && { expiresAt: await momentOf(options.expires) }),
    ...(options.requestedBy !== undefined && { requestedBy: options.requestedBy }),
    ...(options.reason !== undefined && { reason: options.reason }),
  };
}

async function plan(context: Context, options: TeamOptions): Promise<void> {
  const client = await context.client();
  const { signal } = context;
  const found = await client.planTeam(await requestOf(options, client, signal), { signal });
  context.print(found, () => planText(context.paint, found));
  if (!found.conforms) context.endWith(exitCodes.refused);
}

async function create(context: Context, options: CreateOptions): Promise<void> {
  if (options.plan === true) return plan(context, options);
  const { signal } = context;
  const client = await context.client();
  const creation = await client.createTeam(await requestOf(options, client, signal), {
    ...(options.idempotencyKey !== undefined && { idempotencyKey: options.idempotencyKey }),
    signal,
  });
  if (!options.wait) {
    const { teamId, status: accepted, statusUrl } = creation;
    context.print({ teamId, status: accepted, statusUrl }, () =>
      [
        `${context.paint.status(accepted)}: ${teamId}`,
        `groupwright team status --follow ${teamId}`,
      ].join('\n'),
    );
    return;
  }
  await follow(context, creation.teamId);
}

async function status(
  context: Context,
  { follow: stay = false }: { readonly follow?: boolean },
  team: string,
): Promise<void> {
  const client = await context.client();
  const teamId = await findTeamId(context, client, team);
  if (stay) return whileRead(context.stdout, () => follow(context, teamId, { each: true }));
  const { signal } = context;
  const found = await named(`group ${team}`, client.getTeamStatus(teamId, { signal }));
  context.print(found, () => statusText(context.paint, found));
  throwUnlessGood(found);
}

/** Prints each change for people, and for machines the last one, or with `each` all. */
async function follow(
  context: Context,
  teamId: string,
  printing?: { readonly each: boolean },
): Promise<void> {
  const client = await context.client();
  const printer = createStatusPrinter(context, printing);
  const { signal } = context;
  let last: TeamStatus | undefined;
  try {
    for await (const change of client.followTeam(teamId, { signal })) {
      last = change;
      printer.print(change);
    }
  } catch (error) {
    if (!signal.aborted) return await named(`group ${teamId}`, Promise.reject(error as Error));
    const detail = `Interrupted. The creation continues: groupwright team status --follow ${teamId}`;
    throw new CommandError(exitCodes.interrupted, 'interrupted', detail, { cause: error });
  }
  if (last !== undefined) throwUnlessGood(last);
}

function throwUnlessGood(found: TeamStatus): void {
  if (isFinal(found) && found.status !== 'succeeded') throw new CreationFailedError(found);
}

async function list(context: Context, options: ListOptions): Promise<void> {
  const limit = readLimit(options.limit);
  const { organisation, template, alias, state, finding, responsibility, expiresBefore } = options;
  const { responsible, deputy, owner, member, search, sort } = options;
  const client = await context.client();
  const filter: TeamFilter = {
    ...(search !== undefined && { search }),
    ...(sort !== undefined && { sort }),
    ...(organisation !== undefined && { organisation }),
    ...(template !== undefined && { template }),
    ...(options.status !== undefined && { status: options.status }),
    ...(alias !== undefined && { mailNickName: alias }),
    ...(Object.keys(options.property).length > 0 && { properties: options.property }),
    ...(options.source !== undefined && { source: options.source }),
    ...(options.externalId !== undefined && { externalId: options.externalId }),
    ...(state !== undefined && { state }),
    ...(finding !== undefined && { finding }),
    ...(options.idleBefore !== undefined && { idleBefore: options.idleBefore }),
    ...(expiresBefore !== undefined && {
      expiresBefore: await createMomentOf(client, context.signal)(expiresBefore),
    }),
    ...(options.changedSince !== undefined && {
      changedSince: await createMomentOf(client, context.signal)(options.changedSince),
    }),
    ...(responsibility !== undefined && { responsibility }),
    ...(responsible !== undefined && { responsible }),
    ...(deputy !== undefined && { deputy }),
    ...(owner !== undefined && { owner }),
    ...(member !== undefined && { member }),
    signal: context.signal,
  };
  const found = await firstOf(limit, client.listTeams(filter));
  const { paint } = context;
  const isSearch = search !== undefined;
  const comparison = finding === undefined ? undefined : await readComparison(client, filter);
  if (comparison !== undefined) context.stderr.write(`${comparisonText(comparison)}\n`);
  context.print(found, () =>
    formatTable(
      paint,
      ['ALIAS', 'NAME', 'STATUS', 'STATE', 'CREATED', 'TEAM ID'].concat(isSearch ? 'FOUND IN' : []),
      found.map((one) =>
        [
          one.mailNickName,
          one.displayName,
          paint.status(one.status),
          one.state,
          one.createdAt.slice(0, 16).replace('T', ' '),
          one.teamId,
        ].concat(isSearch ? (one.match?.fields.map(({ field }) => field).join(', ') ?? '') : []),
      ),
    ),
  );
}

async function show(context: Context, _options: unknown, key: string): Promise<void> {
  const client = await context.client();
  const teamId = await findTeamId(context, client, key);
  printTeam(
    context,
    await named(`group ${key}`, client.getTeam(teamId, { signal: context.signal })),
  );
}

async function compare(context: Context, _options: unknown, key: string): Promise<void> {
  const client = await context.client();
  const teamId = await findTeamId(context, client, key);
  printTeam(
    context,
    await named(`group ${key}`, client.compareTeam(teamId, { signal: context.signal })),
  );
}

function printTeam(context: Context, team: Team): void {
  const { paint } = context;
  context.print(team, () =>
    formatFacts(paint, [
      ['Name', team.displayName],
      ['Description', team.description],
      ['Alias', team.mailNickName],
      ['Status', paint.status(team.status)],
      ['State', team.state],
      ['Team id', team.teamId],
      ['Mail', team.directory?.mail],
      ['Address', team.directory?.webUrl],
      ['Directory id', team.directory?.groupId],
      ['Visibility', team.visibility],
      ['Responsible', team.responsible ?? 'nobody'],
      ['Deputy', team.deputy],
      ['Responsibility', team.responsibility?.state],
      ['Expires', team.lifecycle?.expiresAt],
      ['Last used', team.activity?.lastOn],
      ['Idle since', team.activity?.idleSince],
      ['Settings', settingsText(team.observed?.settings)],
      ['On hold', team.lifecycle?.hold?.reason],
      ['Owners', team.owners.join(', ')],
      ['Members', team.members.join(', ')],
      ['Compared', comparedText(team)],
      ['Differs in', team.drift?.map(({ property }) => property).join(', ')],
      ['Findings', team.findings?.join(', ')],
      ...Object.entries(team.properties).map(([name, value]) => [`  ${name}`, value] as const),
      ...team.externalIds.map(({ source, externalId }) => [`Id of ${source}`, externalId] as const),
      ...team.managed.map(
        ({ source, members }) => [`Set by ${source}`, members.join(', ')] as const,
      ),
      ['Rosters', team.rosters.map(rosterText).join(', ')],
      ['Created', team.createdAt],
      ['Completed', team.completedAt],
    ]),
  );
}

/** The settings that the template decides, by the names that differences have. */
function settingsText(settings: object = {}): string {
  const named = (name: string, value: unknown): readonly string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([inner, one]) => named(`${name}.${inner}`, one))
      : [`${name} ${String(value)}`];
  return Object.entries(settings)
    .flatMap(([name, value]) => named(name, value))
    .join(', ');
}

const rosterText = ({ source, state, count }: Team['rosters'][number]): string =>
  `${source} (${state}, ${counted(count, 'person', 'people')})`;

function comparedText({ state, drift, observed }: Team): string | undefined {
  if (state !== 'active' && state !== 'archived') return undefined;
  if (drift === null || observed === null) return 'not since its last change';
  return observed.detailsSeenAt;
}
