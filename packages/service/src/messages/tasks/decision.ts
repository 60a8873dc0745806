// The decisions that a task offers, and the check of one as it is sent.
import type { Actor } from '../../audit/activity.ts';
import { isPersonReference } from '../../directory/person-reference.ts';
import {
  type FaultCode,
  type FaultValues,
  type FieldError,
  validationFailed,
} from '../../ground/errors.ts';
import type { DecidedVia, Task } from './task.ts';

/** One of the choices. Its name is that of the API: `renew`, `reject`. */
export interface DecisionOption {
  readonly decision: string;
  readonly reason: 'optional' | 'required';
  /** `person`: names someone. `decisions`: decides about each person of the task. */
  readonly asks?: 'person' | 'decisions' | 'display_name';
}

/** A decision as it is sent. */
export interface DecisionInput {
  readonly decision: string;
  readonly reason?: string | null;
  /** User id or e-mail address. */
  readonly person?: string;
  readonly decisions?: readonly PersonDecision[];
  readonly displayName?: string;
}

export const personDecisions = ['keep', 'remove', 'unsure'] as const;
export type PersonDecisionName = (typeof personDecisions)[number];

/** The decision about one person of a task. */
export interface PersonDecision {
  readonly personId: string;
  readonly decision: PersonDecisionName;
}

export interface Decision extends DecisionInput {
  readonly reason: string | null;
  readonly actor: Actor;
  readonly via: DecidedVia;
  /** It belongs to `person`: the id in the directory, in lower case; absent where the directory could not be asked. */
  readonly personId?: string | undefined;
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
  /** It belongs to a review. */
  readonly role?: 'owner' | 'guest';
}

export function peopleOf({ data }: Pick<Task, 'data'>): readonly TaskPerson[] {
  return (data['people'] as readonly TaskPerson[] | undefined) ?? [];
}

const members = { person: 'person', decisions: 'decisions', display_name: 'displayName' } as const;

/** @throws DomainError `validation_failed` with every fault */
export function requireValidDecision(
  task: Pick<Task, 'data'>,
  options: readonly DecisionOption[],
  input: DecisionInput,
): void {
  const faults: FieldError[] = [];
  const fault = (pointer: string, code: FaultCode, detail: string, values?: FaultValues) =>
    void faults.push({ pointer, code, detail, ...(values && { values }) });
  const option = options.find(({ decision }) => decision === input.decision);
  if (option === undefined) {
    const choices = options.map(({ decision }) => decision);
    const detail = `This task can be decided with ${choices.join(' or ')}.`;
    fault('/decision', 'unknown_decision', detail, { choices });
  }
  if (option?.reason === 'required' && (input.reason ?? '').trim() === '') {
    fault('/reason', 'required', `A reason is required with ${option.decision}.`, {
      name: 'reason',
    });
  }
  for (const [asks, member] of Object.entries(members)) {
    if (option === undefined || option.asks === asks || input[member] === undefined) continue;
    const detail = `${member} has no meaning with ${option.decision}.`;
    fault(`/${member}`, 'not_asked', detail, { name: member });
  }
  if (option?.asks === 'person' && !isPersonReference(input.person ?? '')) {
    fault('/person', 'required', 'person must be a user ID or an e-mail address.');
  }
  if (option?.asks === 'display_name' && (input.displayName ?? '') === '') {
    fault('/displayName', 'required', `displayName is required with ${option.decision}.`, {
      name: 'displayName',
    });
  }
  if (option?.asks === 'decisions')
    faults.push(...personDecisionFaults(task, input.decisions, true));
  if (faults.length > 0) throw validationFailed(faults);
}

/** @param needsAll whether each person needs a decision */
export function personDecisionFaults(
  task: Pick<Task, 'data'>,
  decisions: readonly PersonDecision[] = [],
  needsAll: boolean,
): FieldError[] {
  const open = new Set(peopleOf(task).map(({ personId }) => personId));
  const known = new Set(open);
  const faults = decisions.flatMap(({ personId }, n): FieldError[] => {
    const pointer = `/decisions/${n}/personId`;
    if (open.delete(personId)) return [];
    return known.has(personId)
      ? [{ pointer, code: 'duplicate', detail: 'There is another decision about this person.' }]
      : [
          {
            pointer,
            code: 'unknown_person',
            detail: 'This person is not part of the task.',
          },
        ];
  });
  if (needsAll && open.size > 0) {
    const detail = `A decision about each person is required; ${open.size} are missing.`;
    faults.push({ pointer: '/decisions', code: 'required', detail });
  }
  return faults;
}
