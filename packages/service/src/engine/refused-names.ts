// Turns the directory's refusal of a group's names into the failure of its creation.
import type { CallContext } from '../directory/call-context.ts';
import {
  DirectoryError,
  type Directory,
  type GroupNames,
  type RefusedName,
} from '../directory/directory.ts';
import type { FieldError } from '../ground/errors.ts';
import { StepFailure } from './step.ts';

const pointers = { displayName: '/displayName', mailNickname: '/mailNickName' } as const;

/**
 * Asks the directory before a creation. None where it may not be asked: the creation of the group decides. That the
 * alias is taken is left to the creation as well, which knows the group that it made in an earlier attempt.
 */
export async function findRefusedNames(
  names: GroupNames,
  directory: Directory,
  call: CallContext,
): Promise<readonly RefusedName[]> {
  try {
    return await directory.refusedNames(names, call);
  } catch (error) {
    if (error instanceof DirectoryError && error.permanent) return [];
    throw error;
  }
}

export function refusedNameFaults(refused: readonly RefusedName[]): FieldError[] {
  return refused.map(({ property, detail }) => ({
    pointer: pointers[property],
    code: 'name_refused',
    detail,
  }));
}

/** People and names in one failure, so that one correction is enough; the people's code comes first. */
export function withRefusedNames(
  people: StepFailure | undefined,
  refused: readonly RefusedName[],
): StepFailure | undefined {
  if (refused.length === 0) return people;
  const faults = refusedNameFaults(refused);
  const sentence = refused.map(({ detail }) => detail).join(' ');
  if (people === undefined) return new StepFailure('directory_name_refused', sentence, faults);
  return new StepFailure(people.code, `${people.message} ${sentence}`, [
    ...people.faults,
    ...faults,
  ]);
}
