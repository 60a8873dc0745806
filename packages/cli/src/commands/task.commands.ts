// task list, show, decide: the decisions that people have to make about groups.
import { governanceOf, type Decision, type TaskFilter } from '@groupwright/client';
import { Option, type Command } from 'commander';
import { taskKinds, taskStates } from '../choices/choices.ts';
import type { Context } from '../context/context.ts';
import { named } from '../context/failure.ts';
import { findTeamId } from '../context/find-team.ts';
import { collect, firstOf, readLimit } from '../context/options.ts';
import type { Run } from '../context/run.ts';
import { taskTable, taskText } from '../output/task-text.ts';

interface ListOptions {
  readonly kind?: NonNullable<TaskFilter['kind']>;
  /** `all` for no filter. */
  readonly state: string;
  readonly team?: string;
  readonly assignee?: string;
  readonly limit: string;
}

interface DecideOptions {
  readonly reason?: string;
  readonly person?: string;
  readonly keep: readonly string[];
  readonly remove: readonly string[];
  readonly unsure: readonly string[];
  readonly name?: string;
}

export function addTaskCommands(program: Command, run: Run): void {
  const task = program
    .command('task')
    .alias('tasks')
    .summary('list and decide the tasks of people')
    .description('Tasks: decisions that people have to make about groups.');
  task
    .command('list')
    .summary('list open tasks')
    .description('Lists tasks, newest first: the open ones, unless --state says otherwise.')
    .addOption(new Option('--kind <kind>', 'only tasks of this kind').choices(taskKinds))
    .addOption(
      new Option('--state <state>', 'only tasks in this state; all lists every task')
        .choices([...taskStates, 'all'])
        .default('open'),
    )
    .option('--team <team>', 'only tasks of this group, by team id or alias')
    .option('--assignee <person>', 'only tasks that this person may decide')
    .option('--limit <count>', 'maximum number; 0 lists all', '50')
    .action(run(list));
  task
    .command('show')
    .description('Show a task with its possible decisions.')
    .argument('<task>', 'task id')
    .action(run(show));
  task
    .command('decide')
    .summary('decide an open task')
    .description(
      'Decides an open task for all its assignees. The decision is final. task show lists the possible decisions.',
    )
    .argument('<task>', 'task id')
    .argument('<decision>', 'one of the decisions of the task, for example renew or reject')
    .option('--reason <text>', 'why; some decisions require it')
    .option('--person <person>', 'e-mail address or user id, for a decision that asks for a person')
    .option('--keep <id>', 'this person of the task stays, by user id; repeatable', collect, [])
    .option('--remove <id>', 'this person leaves; repeatable', collect, [])
    .option(
      '--unsure <id>',
      'this person stays, and the answer is recorded; repeatable',
      collect,
      [],
    )
    .option('--name <name>', 'displayName, for a decision that asks for it')
    .action(run(decide));
}

async function list(context: Context, options: ListOptions): Promise<void> {
  const limit = readLimit(options.limit);
  const { signal, paint } = context;
  const { kind, state, team, assignee } = options;
  const client = await context.client();
  const tasks = governanceOf(client).listTasks({
    ...(kind !== undefined && { kind }),
    ...(state !== 'all' && { state }),
    ...(team !== undefined && { teamId: await findTeamId(context, client, team) }),
    ...(assignee !== undefined && { assignee }),
    signal,
  });
  const found = await firstOf(limit, tasks);
  context.print(found, () => taskTable(paint, found));
}

async function show(context: Context, _options: unknown, taskId: string): Promise<void> {
  const { signal, paint } = context;
  const governance = governanceOf(await context.client());
  const task = await named(`task ${taskId}`, governance.getTask(taskId, { signal }));
  context.print(task, () => taskText(paint, task));
}

async function decide(
  context: Context,
  { reason, person, name, ...people }: DecideOptions,
  taskId: string,
  decision: string,
): Promise<void> {
  const { signal, paint } = context;
  const decisions = (['keep', 'remove', 'unsure'] as const).flatMap((about) =>
    people[about].map((personId) => ({ personId, decision: about })),
  );
  const body: Decision = {
    decision,
    ...(reason !== undefined && { reason }),
    ...(person !== undefined && { person }),
    ...(decisions.length > 0 && { decisions }),
    ...(name !== undefined && { displayName: name }),
  };
  const governance = governanceOf(await context.client());
  const task = await named(`task ${taskId}`, governance.decideTask(taskId, body, { signal }));
  context.print(task, () => taskText(paint, task));
}
