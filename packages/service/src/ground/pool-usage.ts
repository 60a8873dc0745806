/** The connections of one pool at this moment. */
export interface PoolUsage {
  readonly pool: string;
  readonly busy: number;
  readonly idle: number;
  /** Statements that wait for a connection. */
  readonly waiting: number;
}
