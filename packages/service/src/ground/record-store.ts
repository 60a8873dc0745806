// The table that a use case needs when it changes records of one kind.
import { DomainError } from './errors.ts';

/** It takes part in the transaction of the change. */
export interface RecordStore<R> {
  /** Locks the record until the transaction ends. */
  lock(tenantId: string, id: string): Promise<R | undefined>;
  insert(record: R, at: number): Promise<void>;
  update(record: R, at: number): Promise<void>;
}

// The version that the sender of a change has seen. A change of anything else is refused, so that no update is lost.

/** Several: one of them is enough. Undefined: any version will do. */
export type ExpectedVersion = number | readonly number[] | undefined;

/**
 * @param version undefined: there is no record
 * @param name of the record, for the message
 * @throws DomainError `version_conflict`
 */
export function requireVersion(
  version: number | undefined,
  expected: ExpectedVersion,
  name: 'group' | 'roster',
): void {
  if (isExpected(version, expected)) return;
  throw new DomainError(
    'version_conflict',
    `The ${name} was changed since you read it. Read it again, and repeat the request for its new version.`,
  );
}

export function isExpected(version: number | undefined, expected: ExpectedVersion): boolean {
  return expected === undefined || [expected].flat().some((one) => one === version);
}
