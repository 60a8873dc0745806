// The decisions that a task offers, and the check of one as it is sent.
import type { Actor } from '../activity/activity.ts';
import { isPersonReference } from '../directory/person-reference.ts';
import { type FieldError, validationFailed } from '../foundation/errors.ts';
import type { DecidedVia, Task } from './task.ts';

/** One of the choices. Its name is that of the API: `renew`, `reject`. */
export interface DecisionOption {
  readonly decision: string;
  readonly reason: 'optional' | 'required';
  /** `person`: names someone. `people`: may name people of the task, for example guests to remove. */
  readonly asks?: 'person' | 'people' | 'display_name';
}

/** A decision as it is sent. */
export interface DecisionInput {
  readonly decision: string;
  readonly reason?: string | null;
  /** User id or e-mail address. */
  readonly person?: string;
  /** Ids of people of the task. */
  readonly people?: readonly string[];
  readonly displayName?: string;
}

export interface Decision extends DecisionInput {
  readonly reason: string | null;
  readonly actor: Actor;
  readonly via: DecidedVia;
  /** Absent: a system or an administrator decides for the assignees. */
  readonly assigneeId?: string | undefined;
}

/** One of the assignees, or another for them: a system or an administrator. */
export type Decider = 'assignee' | 'other';

/** A person whom the task is about: a guest to review, or a proposal for a deputy. In `data.people` of the task. */
export interface TaskPerson {
  readonly personId: string;
  readonly email: string | null;
  readonly displayName: string | null;
}

export function peopleOf({ data }: Pick<Task, 'data'>): readonly TaskPerson[] {
  return (data['people'] as readonly TaskPerson[] | undefined) ?? [];
}

const members = { person: 'person', people: 'people', display_name: 'displayName' } as const;

/** @throws DomainError `validation_failed` with every fault */
export function requireValidDecision(
  task: Pick<Task, 'data'>,
  options: readonly DecisionOption[],
  input: DecisionInput,
): void {
  const faults: FieldError[] = [];
  const fault = (pointer: string, code: string, detail: string) =>
    void faults.push({ pointer, code, detail });
  const option = options.find(({ decision }) => decision === input.decision);
  if (option === undefined) {
    const offered = options.map(({ decision }) => decision).join(' or ');
    fault('/decision', 'unknown_decision', `This task can be decided with ${offered}.`);
  }
  if (option?.reason === 'required' && (input.reason ?? '').trim() === '') {
    fault('/reason', 'required', `A reason is required with ${option.decision}.`);
  }
  for (const [asks, member] of Object.entries(members)) {
    if (option === undefined || option.asks === asks || input[member] === undefined) continue;
    fault(`/${member}`, 'not_asked', `${member} has no meaning with ${option.decision}.`);
  }
  if (option?.asks === 'person' && !isPersonReference(input.person ?? '')) {
    fault('/person', 'required', 'person must be a user ID or an e-mail address.');
  }
  if (option?.asks === 'display_name' && (input.displayName ?? '') === '') {
    fault('/displayName', 'required', `displayName is required with ${option.decision}.`);
  }
  if (option?.asks === 'people') {
    const known = new Set(peopleOf(task).map(({ personId }) => personId));
    for (const [n, personId] of (input.people ?? []).entries()) {
      if (known.has(personId)) continue;
      fault(`/people/${n}`, 'unknown_person', 'This person is none of the people of the task.');
    }
  }
  if (faults.length > 0) throw validationFailed(faults);
}
