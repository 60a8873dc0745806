/** The time of day, handed to everything that needs it, so that a test supplies its own Tuesday. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
