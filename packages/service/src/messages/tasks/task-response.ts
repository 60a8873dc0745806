// A task as the API answers it: without the language of its people and the data of its kind.
import { type DecisionOption, peopleOf, type TaskPerson } from './decision.ts';
import { factsOf, type Task } from './task.ts';
import { requestOf } from './task-request.ts';

export interface TaskOfGroup extends Task {
  readonly displayName: string;
  readonly mailNickname: string;
  readonly templateId: string;
}

export function taskResponse(task: TaskOfGroup, options: readonly DecisionOption[]) {
  const request = requestOf(task);
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
    // An approval has its facts in the request.
    facts: request === undefined ? factsOf(task) : [],
    ...(request !== undefined && { request }),
  };
}

function shownPerson({ personId, email, displayName, role }: TaskPerson): TaskPerson {
  const person = { personId, email, displayName };
  return role === undefined ? person : { ...person, role };
}
