// team apply: groups as code. A plan shows the difference between the file and what is there, then what is
// missing is created. Run it again after anything, and only what is still missing is created.
import { createInterface } from 'node:readline/promises';
import { Option, type Command } from 'commander';
import type { Context } from '../context/context.ts';
import { createGroups, type GroupResult } from '../apply/create-groups.ts';
import { planGroups, type PlannedGroup } from '../apply/plan-groups.ts';
import { exitCodes } from '../context/exit-codes.ts';
import { CommandError } from '../context/failure.ts';
import type { Defaults } from '../groups-file/group-entry.ts';
import { InputFileError, readGroupsFile } from '../groups-file/read-groups-file.ts';
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
}

const help = `
The file is YAML (or JSON):
  defaults:
    organisation: nordlicht-energy
    template: project
    responsible: ada@example.org
  groups:
    - mailNickName: prj-apollo
      displayName: Project apollo
      members: [grace@example.org]

or CSV with a heading row, people separated by semicolons:
  mailNickName,displayName,responsible,organisation,template,members

Members of a group: mailNickName, displayName, description, responsible, deputy, organisation, template,
owners, members, properties. With properties you can leave out names that the template's patterns yield; in
CSV, the headings are properties.<name>.`;

export function addApplyCommand(team: Command, run: Run): void {
  team
    .command('apply')
    .summary('create the groups of a file that are missing')
    .description(
      `Compares a file of groups with what is there, shows the difference, and creates what is missing.
Groups that are there stay as they are. It may be interrupted and run again at any time.`,
    )
    .requiredOption('-f, --file <file>', 'YAML, JSON or CSV; - reads YAML from standard input')
    .option('--plan', 'only show the differences')
    .option('-y, --yes', 'do not ask before creating')
    .option('--organisation <id>', 'organisation for groups that name none')
    .option('--template <id>', 'template for groups that name none')
    .option('--skip-refused', 'create the others although some would be refused')
    .option('--no-check', 'do not check each group with the service first')
    .option('--no-wait', 'return as soon as all groups are accepted')
    .addOption(new Option('--concurrency <count>', 'number of groups at a time').default('8'))
    .addHelpText('after', help)
    .action(run(apply));
}

async function apply(context: Context, options: ApplyOptions): Promise<void> {
  const { signal, json, stderr, paint } = context;
  const concurrency = Number(options.concurrency);
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 100) {
    throw new CommandError(exitCodes.usage, 'usage', '--concurrency must be from 1 to 100.');
  }
  const { organisation, template } = options;
  const entries = await readGroupsFile(
    options.file,
    {
      ...(organisation !== undefined && { organisation }),
      ...(template !== undefined && { template }),
    },
    context.stdin,
  );
  const client = await context.client();
  const errorPaint = createPaint(stderr);
  const checking = createProgress(stderr, errorPaint, 'Checking', entries.length);
  const planned = await planGroups(client, entries, {
    concurrency,
    check: options.check,
    signal,
    onProgress: (done, total) => {
      if (!json) checking.update(entries.length - total + done);
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
  if (counts.create > 0 && options.yes !== true) await confirm(context, counts.create);

  const creating = createProgress(stderr, errorPaint, 'Creating', entries.length);
  const tally = { done: 0, failed: 0, accepted: 0 };
  const showProgress = (): void => {
    const waiting = Math.max(0, tally.accepted - tally.done);
    const notes = [
      ...(waiting > 0 ? [`${waiting} in progress`] : []),
      ...(tally.failed > 0 ? [errorPaint.bad(`${tally.failed} failed`)] : []),
    ];
    if (!json) creating.update(tally.done, notes.join(', '));
  };
  const results = await createGroups(client, planned, {
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
  creating.end();
  report(context, results);
  const failed = results.some(({ outcome }) => outcome === 'failed');
  const refused = results.some(({ outcome }) => outcome === 'refused');
  if (failed) process.exitCode = exitCodes.creationFailed;
  else if (refused) process.exitCode = exitCodes.refused;
  else if (!json && counts.create === 0) context.stdout.write(paint.good('Nothing was missing.\n'));
}

function countActions(planned: readonly PlannedGroup[]) {
  const count = (action: PlannedGroup['action']) =>
    planned.filter((group) => group.action === action).length;
  return { create: count('create'), keep: count('keep'), refuse: count('refuse') };
}

function plannedJson(group: PlannedGroup): object {
  const { action, entry } = group;
  const { mailNickName, displayName } = entry.request;
  const common = { action, mailNickName, displayName, ...entry.locationOf('') };
  if (group.action === 'keep') {
    return { ...common, teamId: group.team.teamId, differences: group.differences };
  }
  return group.action === 'refuse' ? { ...common, faults: group.faults } : common;
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
      case 'keep':
        return group.differences.map((difference) => paint.warn(`~ ${name}  ${difference}, stays`));
      default:
        throw new TypeError(`Unknown action: ${JSON.stringify(group satisfies never)}`);
    }
  });
  const { create, keep, refuse } = countActions(planned);
  const hidden = lines.length - maxShown;
  return [
    ...lines.slice(0, maxShown),
    ...(hidden > 0 ? [paint.faint(`  … and ${hidden} more`)] : []),
    `${create} to create, ${keep} existing, ${refuse} would be refused.`,
  ].join('\n');
}

async function confirm({ stdin, stderr, signal }: Context, count: number): Promise<void> {
  if (!stdin.isTTY) {
    const detail =
      'There is no terminal for the confirmation. Use --yes to create the groups, or --plan to show the differences only.';
    throw new CommandError(exitCodes.usage, 'not_confirmed', detail);
  }
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    const groups = count === 1 ? 'one group' : `${count} groups`;
    const answer = await lines.question(`Create ${groups}? [y/N] `, { signal });
    if (/^y(es)?$/i.test(answer.trim())) return;
    throw new CommandError(exitCodes.interrupted, 'not_confirmed', 'Nothing was created.');
  } finally {
    lines.close();
  }
}

function report(context: Context, results: readonly GroupResult[]): void {
  const { paint } = context;
  const count = (outcome: GroupResult['outcome']) =>
    results.filter((result) => result.outcome === outcome).length;
  const counts = {
    created: count('created'),
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
