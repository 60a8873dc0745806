// The common part of all changes of configuration: actor, time, and the detection of concurrent changes.
import type { ActivityLog } from '../activity/activity.ts';
import type { Clock } from '../foundation/clock.ts';
import { DomainError, type Fault } from '../foundation/errors.ts';
import type { CreateId } from '../foundation/identifiers.ts';

/** The dependencies of a change: everything belongs to one transaction. */
export interface ChangeDeps {
  readonly activity: ActivityLog;
  readonly clock: Clock;
  readonly createId: CreateId;
}

/** @param what for example "organisation" */
export function notFound(what: string): DomainError {
  return new DomainError('not_found', `There is no such ${what}.`);
}

/**
 * @param expected the version that the caller has seen; undefined where the caller does not mind
 * @throws DomainError `version_conflict`
 */
export function expectVersion(
  what: string,
  found: { readonly version: number },
  expected: number | undefined,
): void {
  if (expected === undefined || found.version === expected) return;
  throw new DomainError(
    'version_conflict',
    `Someone else changed the ${what} in the meantime. Read it again, then repeat your change.`,
  );
}

/** Faults of a part of an input, with pointers into the whole. */
export function faultsWithin(pointer: string, faults: readonly Fault[]): Fault[] {
  return faults.map(({ code, detail, pointer: inner = '' }) => {
    return { pointer: pointer + inner, code, detail };
  });
}
