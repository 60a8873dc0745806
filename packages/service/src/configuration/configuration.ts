// Tenants, API keys, organisations, templates and signing keys, held in memory and brought up to date by
// a revision that is checked several times a second. Nothing is answered from a copy that could not be
// shown to be fresh: a key that was revoked elsewhere is dead here within a second.
import type { Timers } from '../foundation/clock.ts';
import { DomainError } from '../foundation/errors.ts';
import { createPoller } from '../foundation/poller.ts';
import {
  type ConfigurationChanges,
  type ConfigurationPosition,
  type ConfigurationReads,
  createConfigurationCopy,
} from './configuration-copy.ts';

export interface ConfigurationSource {
  /**
   * The changes since a position, or undefined without any. Everything without a position, and where the
   * database has another history or an earlier revision, as after a failover that lost the last changes.
   */
  readChanges(since: ConfigurationPosition | undefined): Promise<ConfigurationChanges | undefined>;
}

export interface Configuration extends ConfigurationReads {
  /**
   * Returns at once while the copy is known to be fresh; otherwise a promise of a check.
   * @throws DomainError `unavailable` (by the promise) when it cannot be checked
   */
  ensureFresh(): Promise<void> | undefined;
  /** Checks now; what was committed before the call is seen after it. */
  refresh(): Promise<void>;
  /**
   * The same for a caller who waits, before the service answers that something does not exist.
   * @throws DomainError `unavailable` if it cannot be checked in time
   */
  catchUp(): Promise<void>;
  /** Starts to check: several times a second while requests come, once a second without any. */
  start(): void;
  /** Resolves when the check in progress is done. */
  stop(): Promise<void>;
}

const freshForMs = 800;
const checkEveryMs = 200;
/** While nobody asks: the first request after a pause has it checked. */
const checkWhenIdleEveryMs = 1_000;
const idleAfterMs = 2_000;
const defaultCheckTimeoutMs = 1_500;

/** @param deps.monotonicNow milliseconds that never go back, also not when the clock is set */
export function createConfiguration(deps: {
  source: ConfigurationSource;
  monotonicNow: () => number;
  timers: Timers;
  /** How long a caller waits for a check; default 1.5 s. */
  checkTimeoutMs?: number | undefined;
  onError: (error: unknown) => void;
}): Configuration {
  const { source, monotonicNow, timers, checkTimeoutMs = defaultCheckTimeoutMs, onError } = deps;
  const copy = createConfigurationCopy();
  let confirmedAt = Number.NEGATIVE_INFINITY;
  let askedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | undefined;

  async function check(): Promise<void> {
    const startedAt = monotonicNow();
    const changes = await source.readChanges(copy.position());
    if (changes !== undefined) copy.apply(changes);
    confirmedAt = startedAt;
  }

  function checkOnce(): Promise<void> {
    checking ??= check().finally(() => {
      checking = undefined;
    });
    return checking;
  }

  async function refresh(): Promise<void> {
    // A check in progress may have read before the caller's commit; its result is not enough.
    if (checking !== undefined) await checking.catch(() => undefined);
    await checkOnce();
  }

  async function inTime(checked: Promise<void>): Promise<void> {
    const { promise, reject } = Promise.withResolvers<never>();
    const cancelTimeout = timers.after(checkTimeoutMs, () =>
      reject(new Error(`no answer within ${checkTimeoutMs} ms`)),
    );
    try {
      await Promise.race([checked, promise]);
    } catch (cause) {
      throw new DomainError('unavailable', 'The service cannot reach its database right now.', {
        retryAfterMs: 1_000,
        cause,
      });
    } finally {
      cancelTimeout();
    }
  }

  const isIdle = () => monotonicNow() - askedAt > idleAfterMs;

  const poller = createPoller({
    async run() {
      await checkOnce();
      return isIdle() ? undefined : checkEveryMs;
    },
    everyMs: checkWhenIdleEveryMs,
    firstAfterMs: checkEveryMs,
    errorPauseMs: checkEveryMs,
    timers,
    onError,
  });

  return {
    ...copy.reads,
    ensureFresh() {
      if (isIdle()) poller.wake();
      askedAt = monotonicNow();
      return askedAt - confirmedAt <= freshForMs ? undefined : inTime(checkOnce());
    },
    refresh,
    catchUp: () => inTime(refresh()),
    start: () => poller.start(),
    stop: () => poller.stop(),
  };
}
