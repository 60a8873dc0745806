// Probes connections by itself: each night at the hour of the tenant, and at once when a person asks. The lock of the tenant
// and the row of its night keep it to one process and one probe. A process that ends leaves an open row, by which the next
// one first removes what is left; that night has no other probe.
import type { ProbeOptions } from '../../directory/connection-report.ts';
import type { Directory } from '../../directory/directory.ts';
import type { Timers } from '../../ground/clock.ts';
import { addDays, atLocalHour, localTime } from '../../ground/zoned-time.ts';
import type { Tenant } from '../../settings/tenants/tenant.ts';
import { tenantDaysOf } from '../../settings/tenants/notice-settings.ts';
import { type ProbeDeps, removeRemains, runProbe } from './probe-connection.ts';

const hourMs = 3_600_000;
/** A service that was away at the hour still probes, but not during the day. */
const nightMs = 6 * hourMs;
const probesWithinMs = hourMs;
/** Each needs a connection to the database. */
const maxInFlight = 2;
/** A stop waits for the removal of the groups at most this long. */
const removesWithinMs = 10_000;

const probeActor = { kind: 'service', id: 'probe' } as const;

/** The day of the tenant on which the present night began; undefined: it is none. */
export function nightOf(hour: number, timeZone: string, now: Date): string | undefined {
  const { date } = localTime(now, timeZone);
  return [date, addDays(date, -1)].find((day) => {
    const elapsedMs = now.getTime() - atLocalHour(day, hour, timeZone).getTime();
    return elapsedMs >= 0 && elapsedMs < nightMs;
  });
}

export function createNightlyProbes(
  deps: ProbeDeps & {
    readonly tenants: () => Iterable<Tenant>;
    readonly directoryOf: (tenantId: string) => Directory;
    readonly timers: Timers;
    readonly onProbed: (tenantId: string) => void;
    readonly onFailed: (tenantId: string, error: unknown) => void;
    readonly onError: (error: unknown) => void;
  },
) {
  const { store, clock, tenants, directoryOf, timers, onProbed, onFailed, onError } = deps;
  const inFlight = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  const removalEnds = new AbortController();

  /** @param night undefined: only what is open is done */
  async function attend({ tenantId, nightlyProbe }: Tenant, night: string | undefined) {
    await store.whileAlone(tenantId, async () => {
      const { owner, guest } = nightlyProbe ?? {};
      const of = { tenantId, directory: directoryOf(tenantId), actor: probeActor };
      const open =
        (await store.open(tenantId)) ??
        (night === undefined
          ? undefined
          : await store.add(tenantId, 'night', new Date(clock.now()), night));
      if (open === undefined) return;
      if (open.startedAt !== null) return removeRemains(deps, of, open, stopping.signal);
      const options: ProbeOptions = {
        owner,
        guest,
        withinMs: probesWithinMs,
        removalEnds: removalEnds.signal,
      };
      await runProbe(deps, { ...of, options }, open, stopping.signal);
      onProbed(tenantId);
    });
  }

  function begin(tenant: Tenant, night: string | undefined): void {
    const { tenantId } = tenant;
    const task = attend(tenant, night)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) onFailed(tenantId, error);
      })
      .finally(() => inFlight.delete(tenantId));
    inFlight.set(tenantId, task);
  }

  async function look(): Promise<void> {
    const now = new Date(clock.now());
    const known = new Map<string, Tenant>();
    const nights: { tenantId: string; night: string }[] = [];
    for (const tenant of tenants()) {
      const { tenantId, nightlyProbe, directory } = tenant;
      known.set(tenantId, tenant);
      if (nightlyProbe === null || directory.kind === 'sandbox') continue;
      const night = nightOf(nightlyProbe.hour, tenantDaysOf(tenant).timeZone, now);
      if (night !== undefined) nights.push({ tenantId, night });
    }
    const due = new Map<string, string | undefined>();
    for (const tenantId of await store.tenantsWithOpen()) due.set(tenantId, undefined);
    for (const { tenantId, night } of await store.withoutProbe(nights)) {
      if (!due.has(tenantId)) due.set(tenantId, night);
    }
    for (const [tenantId, night] of due) {
      const tenant = known.get(tenantId);
      if (stopping.signal.aborted || inFlight.size >= maxInFlight) return;
      if (tenant !== undefined && !inFlight.has(tenantId)) begin(tenant, night);
    }
  }

  return {
    /** Begins those that are due. */
    look,
    /** A person may have asked for one. */
    wake: () => void look().catch(onError),
    /** Probes in progress remove their groups, as far as that is quick. */
    async stop(this: void) {
      stopping.abort();
      const cancel = timers.after(removesWithinMs, () => removalEnds.abort());
      await Promise.all(inFlight.values());
      cancel();
    },
  };
}
