// The table that a use case needs when it changes records of one kind.

/** In the transaction of the change. */
export interface RecordStore<R> {
  /** Locks the record until the transaction ends. */
  lock(tenantId: string, id: string): Promise<R | undefined>;
  insert(record: R, at: number): Promise<void>;
  update(record: R, at: number): Promise<void>;
}
