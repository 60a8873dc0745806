// The tick: looks twice a minute for what is due by the governance clock, and does it until nothing is.
import type { Timers } from '../ground/clock.ts';
import { createPoller } from '../ground/poller.ts';

/** A kind of work that has dates by the governance clock. */
export interface GovernanceWork {
  readonly name: string;
  /** Does a bounded part of what is due, of all tenants. Answers how much that was; 0: nothing is due. */
  runDue(this: void): Promise<number>;
  /** The earliest date of the tenant, also a past one. */
  nextDueAt(this: void, tenantId: string): Promise<Date | undefined>;
}

export interface GovernanceTick {
  start(this: void): void;
  /** Something may have become due. */
  wake(this: void): void;
  /**
   * Does what is due now, instead of within half a minute, and resolves when nothing is.
   * @param signal ends it before
   */
  runDue(this: void, signal?: AbortSignal): Promise<void>;
  /** The earliest date of the tenant for any kind of work, also a past one. */
  nextDueAt(this: void, tenantId: string): Promise<Date | undefined>;
  /** Resolves when the run in progress has ended. */
  stop(this: void): Promise<void>;
}

const everyMs = 30_000;
const firstAfterMs = 5_000;
/** It bounds one kind of work in one run, so that work that is always due cannot keep out the others. */
const maxParts = 1_000;

export function createGovernanceTick(deps: {
  /** They run in this order: an act of one of them may be due for a later one. */
  readonly works: readonly GovernanceWork[];
  readonly timers: Timers;
  readonly onError: (error: unknown) => void;
}): GovernanceTick {
  const { works, timers, onError } = deps;

  async function runDue(signal?: AbortSignal): Promise<void> {
    const isStopped = () => signal?.aborted === true;
    for (let found = true; found && !isStopped();) {
      found = false;
      for (const work of works) {
        try {
          for (let part = 0; part < maxParts && !isStopped(); part += 1) {
            if ((await work.runDue()) === 0) break;
            found = true;
          }
        } catch (error) {
          onError(error);
        }
      }
    }
  }

  /**
   * Asks one after the other, in their order: what another tick does meanwhile is not due any more for an earlier kind of
   * work only once it is due for a later one.
   */
  async function nextDueAt(tenantId: string): Promise<Date | undefined> {
    let next: Date | undefined;
    for (const work of works) {
      const date = await work.nextDueAt(tenantId);
      if (date !== undefined && (next === undefined || date < next)) next = date;
    }
    return next;
  }

  const poller = createPoller({ run: runDue, everyMs, firstAfterMs, timers, onError });
  return { ...poller, runDue, nextDueAt };
}
