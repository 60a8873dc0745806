// Tasks for people.
import type { Task } from '@groupwright/client';
import type { Paint } from './paint.ts';
import { formatFacts, formatTable } from './table.ts';

const minuteOf = (time: string | null): string => (time ?? '').slice(0, 16).replace('T', ' ');

const nameOf = ({ displayName, email, personId }: Task['people'][number]): string =>
  [displayName, `<${email ?? personId}>`].filter((part) => part !== null).join(' ');

export function taskTable(paint: Paint, tasks: readonly Task[]): string {
  return formatTable(
    paint,
    ['GROUP', 'TASK', 'STATE', 'DUE', 'ASSIGNEES', 'TASK ID'],
    tasks.map(({ mailNickName, kind, state, dueAt, assignees, taskId }) => [
      mailNickName,
      kind,
      state,
      minuteOf(dueAt),
      assignees.map(({ email, personId }) => email ?? personId).join(', '),
      taskId,
    ]),
  );
}

export function taskText(paint: Paint, task: Task): string {
  return formatFacts(paint, [
    ['Task', task.kind],
    ['State', task.state],
    ['Group', task.displayName],
    ['Alias', task.mailNickName],
    ['Assignees', task.assignees.map(nameOf).join(', ')],
    ['Decisions', task.decisions.map(decisionText).join(', ')],
    ['People', task.people.map((person) => `${nameOf(person)} ${person.personId}`).join(', ')],
    ['Opened', minuteOf(task.openedAt)],
    ['Due', minuteOf(task.dueAt)],
    ['Outcome', task.outcome],
    ['Reason', task.reason],
    ['Decided by', task.decidedBy?.id],
    ['Decided via', task.decidedVia],
    ['Ended', minuteOf(task.decidedAt)],
    ['Rule', task.cause?.rule],
    ['Team id', task.teamId],
    ['Task id', task.taskId],
  ]);
}

const options: Readonly<Record<string, string>> = {
  person: '--person',
  decisions: '--keep, --remove or --unsure for each person',
  display_name: '--name',
};

/** The decision with the options that it takes. */
function decisionText({ decision, reason, asks }: Task['decisions'][number]): string {
  const taken = [
    ...(reason === 'required' ? ['--reason'] : []),
    ...(asks === undefined ? [] : [options[asks] ?? asks]),
  ];
  return [decision, ...taken].join(' ');
}
