// team apply: groups as code. A plan shows the difference between the file and what exists; then missing groups are
// created, and groups that differ are changed. Run it again after anything, and only what still differs is applied.
import { Option, type Command } from 'commander';
import type { Context } from '../context/context.ts';
import type { ApplyPlan, Client } from '@groupwright/client';
import { applySource, idFaults, planSource, requireOneRequest } from '../apply/apply-source.ts';
import { applyGroups, type GroupResult } from '../apply/apply-groups.ts';
import { planGroups, type PlannedGroup } from '../apply/plan-groups.ts';
import { confirm } from '../context/confirm.ts';
import { exitCodes } from '../context/exit-codes.ts';
import { CommandError } from '../context/failure.ts';
import { readWholeNumber } from '../context/options.ts';
import { createMomentOf } from '../context/tenant-day.ts';
import { withMoments, type Defaults, type GroupEntry } from '../groups-file/group-entry.ts';
import { InputFileError, readGroupsFile } from '../groups-file/read-groups-file.ts';
import { differenceLines } from '../output/difference-text.ts';
import { counted } from '../output/counted.ts';
import { createPaint } from '../output/paint.ts';
import { printable } from '../output/printable.ts';
import { createProgress } from '../output/progress.ts';
import type { Run } from '../context/run.ts';

interface ApplyOptions extends Defaults {
  readonly file: string;
  readonly plan?: boolean;
  readonly yes?: boolean;
  readonly check: boolean;
  readonly skipRefused?: boolean;
  readonly wait: boolean;
  readonly concurrency: string;
  readonly source?: string;
  readonly missing?: 'report' | 'archive';
  readonly confirm?: string;
}

const help = `
The file is YAML (or JSON):
  defaults:
    organisation: nordlicht-energy
    template: project
    responsible: ingrid.solberg@nordlicht.example
  groups:
    - mailNickName: prj-4711
      displayName: Project 4711
      members: [amara.okafor@nordlicht.example]

or CSV with a heading row, people separated by semicolons, commas or line breaks:
  mailNickName,displayName,responsible,organisation,template,members

Members of a group: mailNickName, displayName, description, responsible, deputy, organisation, template,
owners, members, properties, expiresAt (of new groups, where the template permits it). With properties you can leave out
names that the template's patterns yield; in CSV, the headings are properties.<name>. Members of an existing group that the file does not name stay as
they are. The lists of owners and members are whole: people who are not in them leave the group.

With --source, each group has an externalId: your own id of it. The service finds the group by it, so names may change,
and compares each with its record. Run it as often as you like.`;

export function addApplyCommand(team: Command, run: Run): void {
  team
    .command('apply')
    .summary('create and change groups, so that they are as a file says')
    .description(
      `Compares a file of groups with the existing groups and shows the difference. Then it creates missing groups and
changes those that differ. It deletes no group. You can interrupt it and run it again at any time.`,
    )
    .requiredOption('-f, --file <file>', 'YAML, JSON or CSV; - reads YAML from standard input')
    .option('--plan', 'only show the differences')
    .option('-y, --yes', 'do not ask for a confirmation')
    .option('--organisation <id>', 'organisation for groups that name none')
    .option('--template <id>', 'template for groups that name none')
    .option('--skip-refused', 'apply the others although some would be refused')
    .option('--no-check', 'do not check each group with the service first')
    .option('--no-wait', 'return as soon as all groups are accepted')
    .option('--source <source>', 'the system whose ids the groups have as externalId, such as erp')
    .addOption(
      new Option(
        '--missing <what>',
        'with --source: report its groups that the file does not name, or archive them',
      ).choices(['report', 'archive']),
    )
    .option('--confirm <count>', 'the number of missing groups that you agree to archive')
    .addOption(new Option('--concurrency <count>', 'number of groups at a time').default('8'))
    .addHelpText('after', help)
    .action(run(apply));
}

async function apply(context: Context, options: ApplyOptions): Promise<void> {
  const { signal, json, stderr, paint } = context;
  const concurrency = readWholeNumber('--concurrency', options.concurrency, 1, 100);
  const { organisation, template } = options;
  const written = await readGroupsFile(
    options.file,
    {
      ...(organisation !== undefined && { organisation }),
      ...(template !== undefined && { template }),
    },
    context,
  );
  const client = await context.client();
  const entries = await withMoments(written, createMomentOf(client, signal));
  if (options.source !== undefined) {
    await applyOfSource(context, options, { client, entries, source: options.source });
    return;
  }
  const identified = entries.find(({ externalId }) => externalId !== undefined);
  if (identified !== undefined) {
    const detail = 'externalId needs --source: the system whose id it is.';
    throw new InputFileError(options.file, [{ ...identified.locationOf(''), detail }]);
  }
  const errorPaint = createPaint(stderr);
  const checking = createProgress(stderr, errorPaint, 'Checking', entries.length);
  const planned = await planGroups(client, entries, {
    concurrency,
    check: options.check,
    signal,
    onProgress: (done) => {
      if (!json) checking.update(done);
    },
  });
  checking.end();

  const counts = countActions(planned);
  if (!json) context.stdout.write(`${printable(differenceText(context, planned))}\n`);
  const faults = planned.flatMap((group) => (group.action === 'refuse' ? group.faults : []));
  if (options.plan === true) {
    if (json) context.print({ ...counts, groups: planned.map(plannedJson) }, () => '');
    if (faults.length > 0) throw new InputFileError(options.file, faults, exitCodes.refused);
    return;
  }
  if (faults.length > 0 && options.skipRefused !== true) {
    throw new InputFileError(options.file, faults, exitCodes.refused);
  }
  if (options.yes !== true) await confirmApply(context, counts);

  const applying = createProgress(stderr, errorPaint, 'Applying', entries.length);
  const tally = { done: 0, failed: 0, accepted: 0 };
  const showProgress = (): void => {
    const waiting = Math.max(0, tally.accepted - tally.done);
    const notes = [
      ...(waiting > 0 ? [`${waiting} in progress`] : []),
      ...(tally.failed > 0 ? [errorPaint.bad(`${tally.failed} failed`)] : []),
    ];
    if (!json) applying.update(tally.done, notes.join(', '));
  };
  const results = await applyGroups(client, planned, {
    concurrency,
    wait: options.wait,
    signal,
    onAccepted: () => {
      tally.accepted += 1;
      showProgress();
    },
    onResult: ({ outcome }) => {
      tally.done += 1;
      if (outcome === 'failed' || outcome === 'refused') tally.failed += 1;
      showProgress();
    },
  }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    const known = `${tally.accepted} accepted, ${tally.done} of ${entries.length} final`;
    const detail = `Interrupted: ${known}. Run the command again to continue.`;
    throw new CommandError(exitCodes.interrupted, 'interrupted', detail, { cause: error });
  });
  applying.end();
  report(context, results);
  const failed = results.some(({ outcome }) => outcome === 'failed');
  const refused = results.some(({ outcome }) => outcome === 'refused');
  if (failed) context.endWith(exitCodes.creationFailed);
  else if (refused) context.endWith(exitCodes.refused);
  else if (!json && counts.create + counts.change === 0)
    context.stdout.write(paint.good('Nothing differs.\n'));
}

/** The service compares each group with its record, and finds what is missing. */
async function applyOfSource(
  context: Context,
  { file, missing, confirm: agreed, plan, yes, skipRefused }: ApplyOptions,
  {
    client,
    entries,
    source,
  }: {
    readonly client: Client;
    readonly entries: readonly GroupEntry[];
    readonly source: string;
  },
): Promise<void> {
  const { signal, json, paint } = context;
  const faults = idFaults(entries);
  if (faults.length > 0) throw new InputFileError(file, faults);
  requireOneRequest(entries, missing);
  const options = {
    signal,
    ...(missing !== undefined && { missing }),
    ...(agreed !== undefined && {
      confirm: readWholeNumber('--confirm', agreed, 0, 1_000_000),
    }),
  };
  const planned = await planSource(client, source, entries, options);
  const refused = planned.items.flatMap(({ index, error }) => {
    const { line, column } = entries[index]?.locationOf('') ?? { line: 1, column: 1 };
    if (error === null) return [];
    const details = error.errors?.map(({ detail }) => detail) ?? [error.detail];
    return details.map((detail) => ({ line, column, detail }));
  });
  if (!json) context.stdout.write(`${printable(sourceText(context, planned, missing))}\n`);
  if (plan === true && json) context.print(planned, () => '');
  if (refused.length > 0 && (plan === true || skipRefused !== true)) {
    throw new InputFileError(file, refused, exitCodes.refused);
  }
  if (plan === true) return;
  const archives = planned.missing.items.filter(({ changed }) => changed).length;
  if (planned.created + planned.changed + archives === 0) {
    if (json) context.print(planned, () => '');
    else context.stdout.write(paint.good('Nothing differs.\n'));
    return;
  }
  if (yes !== true) {
    await confirm(context, {
      question: `Create ${planned.created}, change ${planned.changed} and archive ${archives}?`,
      withoutTerminal: 'Use --yes to apply the file, or --plan to show the differences only.',
      declined: 'Nothing was created or changed.',
    });
  }
  const applied = await applySource(client, source, entries, options);
  context.print(
    applied,
    () =>
      `${applied.created} created, ${applied.changed} changed, ${applied.unchanged} unchanged, ${applied.refused} refused, ${applied.missing.items.filter(({ changed }) => changed).length} archived.`,
  );
  if (applied.refused > 0) context.endWith(exitCodes.refused);
}

function sourceText(
  { paint }: Context,
  { items, missing, ...counts }: ApplyPlan,
  wanted: ApplyOptions['missing'],
): string {
  const lines = items.flatMap(({ externalId, created, changed, before, after, error }) => {
    const id = externalId ?? '(no externalId)';
    if (error !== null) return [paint.bad(`! ${id}`)];
    const { displayName } = after;
    const name = typeof displayName === 'string' ? displayName : '';
    if (created) return [paint.good(`+ ${id}  ${name}`)];
    if (!changed) return [];
    const differences = differenceLines(paint, before, after).map((line) => `    ${line}`);
    return [[paint.warn(`~ ${id}`), ...differences].join('\n')];
  });
  const gone = missing.items.map(({ externalId, displayName, changed }) => {
    const act = changed ? 'is archived' : missing.held ? 'stays, see --confirm' : 'stays';
    return paint.warn(`- ${externalId}  ${displayName}  ${act}`);
  });
  const isHeld = wanted === 'archive' && missing.held;
  const held = isHeld
    ? [`${missing.items.length} are missing. Archive them with --confirm ${missing.items.length}.`]
    : [];
  const shown = [...lines, ...gone];
  const { created, changed, unchanged, refused } = counts;
  return [
    ...shown.slice(0, maxShown),
    ...(shown.length > maxShown ? [paint.faint(`  … and ${shown.length - maxShown} more`)] : []),
    ...held,
    `${created} to create, ${changed} to change, ${unchanged} unchanged, ${refused} would be refused.`,
  ].join('\n');
}

function countActions(planned: readonly PlannedGroup[]) {
  const count = (action: PlannedGroup['action']) =>
    planned.filter((group) => group.action === action).length;
  return {
    create: count('create'),
    change: count('change'),
    keep: count('keep'),
    refuse: count('refuse'),
  };
}

function plannedJson(group: PlannedGroup): object {
  const { action, entry } = group;
  const { mailNickName, displayName } = entry.request;
  const common = { action, mailNickName, displayName, ...entry.locationOf('') };
  switch (group.action) {
    case 'create':
      return common;
    case 'change': {
      const { team, before, after } = group;
      return { ...common, teamId: team.teamId, before, after, notes: group.notes };
    }
    case 'keep':
      return {
        ...common,
        teamId: group.team.teamId,
        state: group.team.state,
        notes: group.notes,
      };
    case 'refuse':
      return { ...common, faults: group.faults };
    default:
      throw new TypeError(`Unknown action: ${JSON.stringify(group satisfies never)}`);
  }
}

const maxShown = 200;

/** Groups that match the file are only counted. */
function differenceText({ paint }: Context, planned: readonly PlannedGroup[]): string {
  const lines = planned.flatMap((group): string[] => {
    const { mailNickName, displayName, templateIdOrIdentifier } = group.entry.request;
    const name = `${mailNickName}  ${displayName}  ${paint.faint(templateIdOrIdentifier)}`;
    switch (group.action) {
      case 'create': {
        const again = group.failedBefore.length > 0 ? paint.faint('  failed before') : '';
        return [paint.good(`+ ${name}`) + again];
      }
      case 'refuse':
        return [paint.bad(`! ${name}`)];
      case 'change': {
        const lines = [...differenceLines(paint, group.before, group.after), ...group.notes];
        return [[paint.warn(`~ ${name}`), ...lines.map((line) => `    ${line}`)].join('\n')];
      }
      case 'keep':
        return group.team.state === 'gone'
          ? [paint.warn(`? ${name}  was removed in the directory, stays`)]
          : group.notes.map((note) => paint.warn(`? ${name}  ${note}`));
      default:
        throw new TypeError(`Unknown action: ${JSON.stringify(group satisfies never)}`);
    }
  });
  const { create, change, keep, refuse } = countActions(planned);
  const hidden = lines.length - maxShown;
  return [
    ...lines.slice(0, maxShown),
    ...(hidden > 0 ? [paint.faint(`  … and ${hidden} more`)] : []),
    `${create} to create, ${change} to change, ${keep} existing, ${refuse} would be refused.`,
  ].join('\n');
}

async function confirmApply(
  context: Context,
  { create, change }: { readonly create: number; readonly change: number },
): Promise<void> {
  const parts = [
    ...(create > 0 ? [`create ${counted(create, 'group')}`] : []),
    ...(change > 0 ? [`change ${counted(change, 'group')}`] : []),
  ];
  if (parts.length === 0) return;
  const question = `${parts.join(' and ')}?`.replace(/^./, (letter) => letter.toUpperCase());
  await confirm(context, {
    question,
    withoutTerminal: 'Use --yes to apply the file, or --plan to show the differences only.',
    declined: 'Nothing was created or changed.',
  });
}

function report(context: Context, results: readonly GroupResult[]): void {
  const { paint } = context;
  const count = (outcome: GroupResult['outcome']) =>
    results.filter((result) => result.outcome === outcome).length;
  const counts = {
    created: count('created'),
    changed: count('changed'),
    there: count('there'),
    accepted: count('accepted'),
    failed: count('failed'),
    refused: count('refused'),
  };
  const groups = results.map(({ entry, ...result }) => ({
    mailNickName: entry.request.mailNickName,
    line: entry.locationOf('').line,
    ...result,
  }));
  context.print({ ...counts, groups }, () => {
    const lines = results.flatMap((result) => {
      if (result.outcome !== 'failed' && result.outcome !== 'refused') return [];
      const { entry, outcome, code, detail } = result;
      const { mailNickName } = entry.request;
      return [
        paint.bad(
          `${outcome} ${mailNickName} (line ${entry.locationOf('').line}): ${code}: ${detail}`,
        ),
      ];
    });
    const parts = Object.entries(counts).filter(([, number]) => number > 0);
    return [...lines, `${parts.map(([name, number]) => `${number} ${name}`).join(', ')}.`].join(
      '\n',
    );
  });
}
