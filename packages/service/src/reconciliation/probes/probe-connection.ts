// One probe of a tenant's connection, recorded: by the service at night or because a person asked, or by the operator.
import type { Actor } from '../../audit/activity.ts';
import type { ProbeOptions, ProbeReport } from '../../directory/connection-report.ts';
import { type Directory, DirectoryError } from '../../directory/directory.ts';
import type { Clock } from '../../ground/clock.ts';
import { DomainError } from '../../ground/errors.ts';
import type { OpenProbe, ProbeStore } from './probe-store.ts';

export interface ProbeDeps {
  readonly store: ProbeStore;
  readonly clock: Clock;
}

const call = (signal: AbortSignal) => ({ signal, teamId: 'connection probe' });

/** The sandbox has none. */
export function probeOf({ probe }: Directory): NonNullable<Directory['probe']> {
  if (probe !== undefined) return probe;
  const detail =
    'The sandbox is part of the service, which assumes nothing about it: probe a tenant with Microsoft 365.';
  throw new DomainError('in_use', detail);
}

/**
 * While the caller has the lock of the tenant. If the signal ends it, the row stays open: another process removes what is
 * left and closes it.
 * @throws DirectoryError
 */
export async function runProbe(
  { store, clock }: ProbeDeps,
  {
    tenantId,
    directory,
    actor,
    options,
  }: { tenantId: string; directory: Directory; actor: Actor; options: ProbeOptions },
  { probeId }: Pick<OpenProbe, 'probeId'>,
  signal: AbortSignal,
): Promise<ProbeReport> {
  const now = () => new Date(clock.now());
  await store.start(tenantId, probeId, now());
  try {
    const report = await probeOf(directory)(options, call(signal));
    await store.finish(tenantId, probeId, { report, actor, at: now() });
    return report;
  } catch (error) {
    if (!signal.aborted) {
      const failure = error instanceof DirectoryError ? error.code : 'failed';
      await store.end(tenantId, probeId, { at: now(), outcome: 'failed', failure });
    }
    throw error;
  }
}

/** A process ended while it probed: removes its groups before anything else, and closes the row. */
export async function removeRemains(
  { store, clock }: ProbeDeps,
  { tenantId, directory }: { tenantId: string; directory: Directory },
  { probeId }: Pick<OpenProbe, 'probeId'>,
  signal: AbortSignal,
): Promise<void> {
  const end = (more: { failure?: string; leftoversRemoved?: number }) =>
    store.end(tenantId, probeId, {
      at: new Date(clock.now()),
      outcome: 'interrupted',
      ...more,
    });
  if (directory.probe === undefined) return end({});
  try {
    const options = { withinMs: removesWithinMs, removesOnly: true };
    const { leftoversRemoved } = await directory.probe(options, call(signal));
    return await end({ leftoversRemoved });
  } catch (error) {
    // It is tried again; a permanent failure is left to the next probe.
    if (!(error instanceof DirectoryError && error.permanent)) throw error;
    return end({ failure: error.code });
  }
}

const removesWithinMs = 30 * 60_000;

/** @throws DomainError `in_use` while another process probes the tenant, or if a group of others has the alias */
export async function probeForOperator(
  deps: ProbeDeps,
  of: Parameters<typeof runProbe>[1],
  signal: AbortSignal,
): Promise<ProbeReport> {
  const { store, clock } = deps;
  const { tenantId } = of;
  probeOf(of.directory);
  const add = () => store.add(tenantId, 'operator', new Date(clock.now()));
  const probed = await store.whileAlone(tenantId, async () => {
    const left = await store.open(tenantId);
    // The probe itself removes what a killed one left.
    if (left?.startedAt != null) {
      await store.end(tenantId, left.probeId, {
        at: new Date(clock.now()),
        outcome: 'interrupted',
      });
    }
    const open = (await add()) ?? (await add());
    if (open === undefined) throw new Error('A probe that was added is gone.');
    try {
      return await runProbe(deps, of, open, signal);
    } catch (error) {
      if (!(error instanceof DirectoryError)) throw error;
      throw new DomainError(problemOf(error), error.message);
    }
  });
  if (probed === undefined) {
    throw new DomainError('in_use', 'Another process probes this connection at the moment.');
  }
  return probed.done;
}

function problemOf({ code, permanent }: DirectoryError) {
  if (code === 'permission_missing') return 'directory_permission_missing';
  return permanent ? 'in_use' : 'unavailable';
}
