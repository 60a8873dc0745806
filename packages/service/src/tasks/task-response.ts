// A task as the API answers it: without the language of its people and the data of its kind.
import { type DecisionOption, peopleOf, type TaskPerson } from './decision.ts';
import type { Task } from './task.ts';

export interface TaskOfGroup extends Task {
  readonly displayName: string;
  readonly mailNickname: string;
  readonly templateId: string;
}

export function taskResponse(task: TaskOfGroup, options: readonly DecisionOption[]) {
  const { data: _, decisions: __, tenantId: ___, version: ____, mailNickname, ...shown } = task;
  return {
    ...shown,
    mailNickName: mailNickname,
    assignees: task.assignees.map(({ personId, email, displayName }) => ({
      personId,
      email,
      displayName,
    })),
    decisions: options,
    people: peopleOf(task).map(shownPerson),
  };
}

function shownPerson({ personId, email, displayName, role }: TaskPerson): TaskPerson {
  const person = { personId, email, displayName };
  return role === undefined ? person : { ...person, role };
}
