// Tenants, API keys, organisations, templates and signing keys, held in memory and brought up to date by
// a revision that is checked several times a second while requests come. Nothing is answered from a copy that could not be
// shown to be fresh: a key that was revoked elsewhere is dead here within a second.
import type { Timers } from '../../ground/clock.ts';
import { DomainError } from '../../ground/errors.ts';
import { createPoller } from '../../ground/poller.ts';
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
  /**
   * The database had this position at that time, by `monotonicNow`: where the copy has another one, it is checked
   * now. So it is also kept fresh while nobody asks.
   */
  notice(position: ConfigurationPosition, at: number): void;
  /** Calls back after each change of the copy. */
  onChange(listener: () => void): void;
  /** Starts to check, several times a second while requests come. */
  start(): void;
  /** Resolves when the check in progress is done. */
  stop(): Promise<void>;
}

const freshForMs = 800;
const checkEveryMs = 200;
/** After this time without a request, only `notice` has it checked, and the next request. */
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
  const listeners: (() => void)[] = [];

  async function check(): Promise<void> {
    const startedAt = monotonicNow();
    const changes = await source.readChanges(copy.position());
    confirmedAt = Math.max(confirmedAt, startedAt);
    if (changes === undefined) return;
    copy.apply(changes);
    for (const listener of listeners) listener();
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
    everyMs: Number.POSITIVE_INFINITY,
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
    notice({ revision, history }, at) {
      const known = copy.position();
      if (known?.revision !== revision || known.history !== history) poller.wake();
      else confirmedAt = Math.max(confirmedAt, at);
    },
    onChange: (listener) => void listeners.push(listener),
    start: () => poller.start(),
    stop: () => poller.stop(),
  };
}
