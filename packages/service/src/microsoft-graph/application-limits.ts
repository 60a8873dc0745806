// The published limits of an Entra application across all its tenants, shared by the connections of this process
// that use the application. Connections that wait for the same limit take turns, so that a tenant with a backlog
// does not hold up another.
import { createRateLimit, type RateLimit } from './rate-limit.ts';
import { applicationLimits, type LimitName, type Limit } from './graph-calls.ts';

export interface SharedLimit extends Pick<RateLimit, 'readyAt' | 'take'> {
  /** True while another connection comes first. */
  isReserved(): boolean;
  /** The tenant is in line until calls are taken. The first in line is woken. */
  setWaiting(isWaiting: boolean): void;
}

/** One connection's share of its application's limits. */
export interface ApplicationShare {
  rateLimit(name: LimitName): SharedLimit | undefined;
  all(): Iterable<SharedLimit>;
  close(): void;
}

export interface Application {
  /** Absent: the system-assigned identity of the host. */
  readonly clientId?: string;
  readonly graphBaseUrl: string;
}

export interface ApplicationLimits {
  /**
   * @param limits of the connection itself: where one is higher than the application's, the latter is not kept
   * @param wake called when the connection has become the first in a line
   */
  join(
    application: Application,
    limits: Readonly<Record<LimitName, Limit>>,
    wake: () => void,
  ): ApplicationShare;
}

/** The connections that wait, in the order of their turns; by what wakes them. */
interface Line {
  readonly rateLimit: RateLimit;
  readonly waiting: Set<() => void>;
}

export function createApplicationLimits(): ApplicationLimits {
  const applications = new Map<string, { lines: Map<LimitName, Line>; connections: number }>();

  return {
    join({ clientId = 'system-assigned', graphBaseUrl }, limits, wake) {
      const key = `${clientId.toLowerCase()} ${new URL(graphBaseUrl).host}`;
      const application = applications.get(key) ?? { lines: createLines(), connections: 0 };
      applications.set(key, application);
      application.connections += 1;

      const shares = new Map<LimitName, SharedLimit>();
      for (const [name, line] of application.lines) {
        const whole = applicationLimits[name];
        const own = limits[name];
        if (whole === undefined || own.calls / own.perMs > whole.calls / whole.perMs) continue;
        shares.set(name, shareOf(line, wake));
      }
      return {
        rateLimit: (name) => shares.get(name),
        all: () => shares.values(),
        close() {
          for (const share of shares.values()) share.setWaiting(false);
          application.connections -= 1;
          if (application.connections === 0) applications.delete(key);
        },
      };
    },
  };
}

function createLines(): Map<LimitName, Line> {
  const entries = Object.entries(applicationLimits) as [LimitName, Limit][];
  return new Map(
    entries.map(([name, limit]) => [
      name,
      { rateLimit: createRateLimit(limit), waiting: new Set() },
    ]),
  );
}

function shareOf({ rateLimit, waiting }: Line, wake: () => void): SharedLimit {
  const first = (): (() => void) | undefined => waiting.values().next().value;

  function leave(): void {
    const wasFirst = first() === wake;
    waiting.delete(wake);
    if (wasFirst) first()?.();
  }

  return {
    readyAt: (cost) => rateLimit.readyAt(cost),
    isReserved: () => waiting.size > 0 && first() !== wake,
    take(now, cost) {
      const sent = rateLimit.take(now, cost);
      leave();
      return sent;
    },
    setWaiting(isWaiting) {
      if (isWaiting) waiting.add(wake);
      else leave();
    },
  };
}
