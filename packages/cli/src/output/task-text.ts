// Tasks for people.
import type { Task } from '@groupwright/client';
import { counted } from './counted.ts';
import type { Paint } from './paint.ts';
import { formatFacts, formatTable } from './table.ts';

type TaskRequest = NonNullable<Task['request']>;

const minuteOf = (time: string | null): string => (time ?? '').slice(0, 16).replace('T', ' ');

const nameOf = ({ displayName, email, personId }: Task['people'][number]): string =>
  [displayName, `<${email ?? personId}>`].filter((part) => part !== null).join(' ');

export function taskTable(paint: Paint, tasks: readonly Task[]): string {
  return formatTable(
    paint,
    ['GROUP', 'TASK', 'REQUEST', 'STATE', 'DUE', 'ASSIGNEES', 'TASK ID'],
    tasks.map(({ mailNickName, kind, request, state, dueAt, assignees, taskId }) => [
      mailNickName,
      kind,
      request === undefined ? '' : requestText(request),
      state,
      minuteOf(dueAt),
      assignees.map(({ email, personId }) => email ?? personId).join(', '),
      taskId,
    ]),
  );
}

/** The request and its author, in a few words. */
function requestText({
  kind,
  changes,
  visibility,
  people,
  guests,
  requestedBy,
}: TaskRequest): string {
  return [
    kind === 'change'
      ? changes.map((name) => (name === 'visibility' ? visibility : name)).join(' and ')
      : visibility,
    counted(people, 'person', 'people'),
    ...(guests > 0 ? [counted(guests, 'guest')] : []),
    `by ${requestedBy.name}`,
  ].join(', ');
}

function requestFacts(request: TaskRequest): Parameters<typeof formatFacts>[1] {
  const { kind, displayName, visibility, people, guests, added, removed, changes } = request;
  const { requestedBy, sentBy } = request;
  return [
    ['Request', kind === 'change' ? `change of ${changes.join(', ')}` : kind],
    ['Requested by', requestedBy.name],
    ['Sent by', sentBy.id === requestedBy.id ? undefined : sentBy.name],
    ['Requested', minuteOf(request.requestedAt)],
    ['Request reason', request.reason],
    ['Name', displayName],
    ['Description', request.description],
    ['Visibility', visibility],
    ['Responsible', request.responsible ?? 'nobody'],
    ['Deputy', request.deputy],
    ['Size', counted(people, 'person', 'people')],
    ['Guests', guests === 0 ? undefined : String(guests)],
    ['Adds', added.join(', ')],
    ['Removes', removed.join(', ')],
    ['Stage', `${request.stage} of ${request.of}`],
    [
      'Not asked',
      request.notAsked === 0 ? undefined : counted(request.notAsked, 'person', 'people'),
    ],
    ['Operation id', request.operationId],
  ];
}

export function taskText(paint: Paint, task: Task): string {
  return formatFacts(paint, [
    ['Task', task.kind],
    ['State', task.state],
    ['Group', task.displayName],
    ['Alias', task.mailNickName],
    ...(task.request === undefined ? [] : requestFacts(task.request)),
    ['Assignees', task.assignees.map(nameOf).join(', ')],
    ['Decisions', task.decisions.map(decisionText).join(', ')],
    ...task.facts.map(({ name, value }) => [label(name), value] as const),
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

const label = (name: string) =>
  `${name.slice(0, 1).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`;

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
