// The table that a use case needs when it changes records of one kind.

/** In the transaction of the change. */
export interface RecordStore<R> {
  /** Locks the record until the transaction ends. */
  lock(tenantId: string, id: string): Promise<R | undefined>;
  insert(record: R, at: number): Promise<void>;
  update(record: R, at: number): Promise<void>;
}

// The version that the sender of a change has seen. A change of anything else is refused, so that no update is lost.

/** Several: one of them is enough. Undefined: any version will do. */
export type ExpectedVersion = number | readonly number[] | undefined;

export function isExpected(version: number | undefined, expected: ExpectedVersion): boolean {
  return expected === undefined || [expected].flat().some((one) => one === version);
}
