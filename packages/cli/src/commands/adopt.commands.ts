// team adopt: takes groups of the directory into governance, as a CSV file lists them. A plan shows first what would become
// of each.
import { type AdoptionPlan, type BatchGroup, governanceOf } from '@groupwright/client';
import { Option, type Command } from 'commander';
import { type AdoptionVerdict, adoptionVerdicts } from '../apply/adoption-verdicts.ts';
import { confirm } from '../context/confirm.ts';
import type { Context } from '../context/context.ts';
import { exitCodes } from '../context/exit-codes.ts';
import { readInput } from '../context/read-input.ts';
import type { Run } from '../context/run.ts';
import { type FileFault, FileFaults } from '../groups-file/group-entry.ts';
import { type AdoptionEntry, readAdoptions } from '../groups-file/read-adoptions.ts';
import { InputFileError } from '../groups-file/read-groups-file.ts';
import { counted } from '../output/counted.ts';
import { followBatch } from './batch.commands.ts';
import { createPaint } from '../output/paint.ts';
import { printable } from '../output/printable.ts';
import { createProgress } from '../output/progress.ts';

interface AdoptOptions {
  readonly file: string;
  readonly plan?: boolean;
  readonly yes?: boolean;
  readonly skipRefused?: boolean;
  readonly organisation?: string;
  readonly template?: string;
  readonly names?: 'keep' | 'conform';
}

const help = `
The file is CSV with a heading row. groupId is the id of the group in the directory:
  groupId,organisation,template,responsible,deputy,names,expiresAt,properties.<name>,externalIds.<source>

Without a responsible person, the first owner who can be one is responsible, and nobody where there is none; “nobody”
asks for that. The service then looks for a person who takes the group over. Other columns are ignored, so you can send
the list of the groups of the directory back, after you removed rows and filled in others.`;

export function addAdoptCommand(team: Command, run: Run): void {
  team
    .command('adopt')
    .summary('adopt groups that exist in the directory')
    .description(
      `Shows for each group of the file what its adoption would change, or why it cannot be adopted. Then it adopts them: each
gets a record, our marker and its responsible person as an owner, and keeps all else. The groups are a batch, which continues
if you interrupt the command, and which “batch undo” gives back. Run it again at any time: groups that are governed already
are refused.`,
    )
    .requiredOption('-f, --file <file>', 'CSV; - reads from standard input')
    .option('--plan', 'only show what would become of each group')
    .option('-y, --yes', 'do not ask for a confirmation')
    .option('--organisation <id>', 'organisation for groups that name none')
    .option('--template <id>', 'template for groups that name none')
    .addOption(
      new Option(
        '--names <choice>',
        'keep the names, or make the display name conform; default: as the template says',
      ).choices(['keep', 'conform']),
    )
    .option('--skip-refused', 'adopt the others although some would be refused')
    .addHelpText('after', help)
    .action(run(adopt));
}

interface Planned {
  readonly entry: AdoptionEntry;
  readonly plan: AdoptionPlan;
  readonly verdict: AdoptionVerdict;
}

/** The groups are planned in parts, so that the progress is seen. */
const plansPerRequest = 100;

/** One batch takes no more. */
const mostOfBatch = 5_000;

async function adopt(context: Context, options: AdoptOptions): Promise<void> {
  const { json } = context;
  const planned = await planAll(context, await readFile(context, options));
  const sound = planned.filter(({ verdict }) => verdict === 'adopt');
  const faults = planned.flatMap(faultsOf);
  if (!json) context.stdout.write(`${printable(planText(context, planned))}\n`);
  if (options.plan === true) {
    const groups = planned.map(({ entry, plan, verdict }) => ({
      line: entry.start.line,
      verdict,
      ...plan,
    }));
    const counts = { adopt: sound.length, refuse: planned.length - sound.length };
    if (json) context.print({ ...counts, groups }, () => '');
  }
  const mayGoOn = options.skipRefused === true && options.plan !== true;
  if (faults.length > 0 && !mayGoOn) {
    throw new InputFileError(options.file, faults, exitCodes.refused);
  }
  if (options.plan === true || sound.length === 0) return;
  if (options.yes !== true) {
    await confirm(context, {
      question: `Adopt ${counted(sound.length, 'group')}?`,
      withoutTerminal: 'Use --yes to adopt the groups, or --plan to show the plan only.',
      declined: 'Nothing was adopted.',
    });
  }
  await adoptAll(context, sound);
}

async function planAll(context: Context, entries: readonly AdoptionEntry[]): Promise<Planned[]> {
  const { signal, json, stderr } = context;
  const client = await context.client();
  const progress = createProgress(stderr, createPaint(stderr), 'Checking', entries.length);
  const plans: AdoptionPlan[] = [];
  for (let start = 0; start < entries.length; start += plansPerRequest) {
    const part = entries.slice(start, start + plansPerRequest);
    const requests = part.map(({ request }) => request);
    plans.push(...(await client.planAdoptions(requests, { signal })).items);
    if (!json) progress.update(plans.length);
  }
  progress.end();
  const pairs = entries.flatMap((entry, at) => {
    const plan = plans[at];
    return plan === undefined ? [] : [{ entry, plan, groupId: entry.request.groupId }];
  });
  const verdicts = adoptionVerdicts(pairs);
  return pairs.map(({ entry, plan }, at) => ({ entry, plan, verdict: verdicts[at] ?? 'refused' }));
}

async function readFile(context: Context, options: AdoptOptions): Promise<AdoptionEntry[]> {
  const { file, organisation, template, names } = options;
  const text = await readInput(context, file);
  try {
    return readAdoptions(text, {
      ...(names !== undefined && { names }),
      ...(organisation !== undefined && { organisation }),
      ...(template !== undefined && { template }),
    });
  } catch (error) {
    if (!(error instanceof FileFaults)) throw error;
    throw new InputFileError(file, error.faults);
  }
}

function faultsOf({ entry, plan, verdict }: Planned): FileFault[] {
  if (verdict === 'adopt') return [];
  if (verdict === 'repeated') {
    const detail = 'An earlier row of the file is for the same group. Remove one of them.';
    return [{ ...entry.locationOf('/groupId'), detail }];
  }
  if (verdict === 'beyond_room') {
    const detail = `The template adopts ${counted(plan.room ?? 0, 'more group')} for now. Adopt the others tomorrow, or ask an administrator to raise perDay of the template.`;
    return [{ ...entry.start, detail }];
  }
  if (plan.faults.length === 0) {
    return [{ ...entry.start, detail: plan.error?.detail ?? 'The group cannot be adopted.' }];
  }
  return plan.faults.map(({ pointer, detail }) => ({
    ...entry.locationOf(pointer ?? ''),
    detail,
  }));
}

const maxShown = 200;

function planText({ paint }: Context, planned: readonly Planned[]): string {
  const lines = planned.map(({ entry, plan, verdict }) => {
    const { groupId } = entry.request;
    const name =
      plan.group === null ? groupId : `${plan.group.mailNickName}  ${plan.group.displayName}`;
    if (verdict !== 'adopt') return paint.bad(`! ${name}`);
    const renamed =
      plan.before !== null &&
      plan.after !== null &&
      plan.before.displayName !== plan.after.displayName
        ? `  → ${plan.after.displayName}`
        : '';
    const vacant = plan.responsible === null ? '  (nobody responsible)' : '';
    return paint.good(`+ ${name}${renamed}${vacant}`);
  });
  const adopted = planned.filter(({ verdict }) => verdict === 'adopt').length;
  const hidden = lines.length - maxShown;
  return [
    ...lines.slice(0, maxShown),
    ...(hidden > 0 ? [paint.faint(`  … and ${hidden} more`)] : []),
    `${adopted} to adopt, ${planned.length - adopted} cannot be adopted.`,
  ].join('\n');
}

async function adoptAll(context: Context, planned: readonly Planned[]): Promise<void> {
  const { signal, paint } = context;
  const governance = governanceOf(await context.client());
  const groups: BatchGroup[] = [];
  const batchIds: string[] = [];
  for (let start = 0; start < planned.length; start += mostOfBatch) {
    const part = planned.slice(start, start + mostOfBatch);
    const adoptions = part.map(({ entry }) => entry.request);
    const { batchId } = await governance.startBatch({ kind: 'adopt', adoptions }, { signal });
    batchIds.push(batchId);
    await followBatch(context, batchId);
    for await (const group of governance.listBatchGroups(batchId, { signal })) groups.push(group);
  }
  const left = groups.filter(({ status }) => status !== 'succeeded');
  const adopted = groups.length - left.length;
  const shown = groups.map(({ groupId, teamId, status, error }) => ({
    groupId,
    teamId,
    status,
    detail: error === null ? undefined : `${error.code}: ${error.detail}`,
  }));
  context.print({ adopted, failed: left.length, batchIds, groups: shown }, () =>
    [
      ...left.map(({ groupId, displayName, status, error }) =>
        paint.bad(`${status} ${displayName ?? groupId ?? ''}: ${error?.detail ?? ''}`),
      ),
      `${adopted} adopted, ${left.length} not.`,
    ].join('\n'),
  );
  if (left.length > 0) context.endWith(exitCodes.creationFailed);
}
