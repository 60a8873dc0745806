// The names of kinds of tasks, of their decisions, and of people, and the columns of lists of tasks. An unknown kind or
// decision of a newer service shows as it is.
import type { TaskItem } from '../api/types.ts';
import type { Column } from '../components/data-table.tsx';
import { Status } from '../components/status.tsx';
import { Moment } from '../components/time.tsx';

const kinds: Readonly<Record<string, string>> = {
  renew: 'Renew the group',
  attest: 'Review owners and guests',
  approve: 'Approve the group',
  approve_change: 'Approve the change',
  approve_delete: 'Approve the deletion',
  name_deputy: 'Name a deputy',
  take_over: 'Take over the group',
  add_owner: 'Name another owner',
  hand_back: 'Hand the group back',
  accept_responsibility: 'Accept the responsibility',
  accept_deputy_role: 'Accept the deputy role',
};

export const taskKinds = [
  'renew',
  'attest',
  'approve',
  'approve_change',
  'approve_delete',
  'name_deputy',
  'take_over',
  'add_owner',
  'hand_back',
  'accept_responsibility',
  'accept_deputy_role',
] as const;

export function kindLabel(kind: string): string {
  return kinds[kind] ?? kind;
}

const decisions: Readonly<Record<string, string>> = {
  renew: 'Renew',
  let_expire: 'Let expire',
  confirm: 'Confirm',
  approve: 'Approve',
  amend: 'Approve with another name',
  reject: 'Reject',
  name: 'Name a deputy',
  add: 'Name an owner',
  hand_back: 'Hand back',
  keep: 'Keep',
  pass_on: 'Pass on',
  accept: 'Accept',
  decline: 'Decline',
};

export function decisionLabel(decision: string): string {
  return decisions[decision] ?? decision;
}

export function nameOf({ displayName, email, personId }: TaskItem['assignees'][number]): string {
  return displayName ?? email ?? personId;
}

export const assigneesColumn: Column<TaskItem> = {
  title: 'Assignees',
  cell: ({ assignees }) =>
    assignees.length === 0 ? (
      <span className="muted">Nobody</span>
    ) : (
      <div className="wrap">
        {assignees.map((person) => (
          <div key={person.personId}>{nameOf(person)}</div>
        ))}
      </div>
    ),
};

export const dueColumn: Column<TaskItem> = {
  title: 'Due',
  cell: ({ dueAt }) => <Moment iso={dueAt} absent="Never" />,
};

export const outcomeColumn: Column<TaskItem> = {
  title: 'State',
  cell: ({ state, outcome, decidedBy, reason }) => (
    <div className="wrap">
      <Status status={state} />
      {state !== 'done' || outcome === null ? null : (
        <div className="muted small">
          {decisionLabel(outcome)}
          {decidedBy === null ? '' : `, by ${decidedBy.id}`}
          {reason === null || reason === '' ? '' : `: ${reason}`}
        </div>
      )}
    </div>
  ),
};
