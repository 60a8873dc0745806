// A probe of a tenant's connection, one at a time: the group of a probe that runs is not the one that a killed one left. The
// lock ends with the process that has it.
import type {
  ProbedAssumption,
  ProbeOptions,
  ProbeReport,
} from '../directory/connection-report.ts';
import { type Directory, DirectoryError } from '../directory/directory.ts';
import { DomainError } from '../ground/errors.ts';
import { type Database, withoutTimeLimits } from '../postgres/database.ts';

/** @throws DomainError `in_use` while another process probes the tenant, or if a group of others has the alias */
export function probeConnection(
  { database, directory }: { readonly database: Database; readonly directory: Directory },
  tenantId: string,
  options: ProbeOptions,
  signal: AbortSignal,
): Promise<ProbeReport> {
  const { probe } = directory;
  if (probe === undefined) {
    const detail =
      'The sandbox is part of the service, which assumes nothing about it: probe a tenant with Microsoft 365.';
    throw new DomainError('validation_failed', detail);
  }
  return database.transaction(async (transaction) => {
    await withoutTimeLimits(transaction);
    const [lock] = await transaction.query<{ isTaken: boolean }>(
      'select pg_try_advisory_xact_lock(hashtextextended($1, 1)) as is_taken',
      [tenantId],
    );
    if (lock?.isTaken !== true) {
      throw new DomainError('in_use', 'Another process probes this connection at the moment.');
    }
    try {
      return await probe(options, { signal, teamId: 'connection probe' });
    } catch (error) {
      if (!(error instanceof DirectoryError)) throw error;
      const code =
        error.code === 'permission_missing'
          ? 'directory_permission_missing'
          : error.permanent
            ? 'in_use'
            : 'unavailable';
      throw new DomainError(code, error.message);
    }
  });
}

export function changesOf({ assumptions }: ProbeReport): readonly ProbedAssumption[] {
  return assumptions.filter(({ state }) => state === 'changed');
}
