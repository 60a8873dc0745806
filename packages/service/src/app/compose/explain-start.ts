// Why a start failed, as a sentence that names the way out, and whether another start may succeed without a change.
import type { Config } from '../../ground/config/config.ts';
import { explainUnavailable } from '../../postgres/unavailable.ts';
import { StartError } from '../../ground/start-error.ts';

const addressFaults = {
  EADDRINUSE: ({ host, port }: Config) =>
    `Port ${port} of ${host} is in use by another process. Set PORT to a free one, or stop the other process.`,
  EADDRNOTAVAIL: ({ host }: Config) =>
    `This machine has no address ${host}. Set HOST to one it has, for example 127.0.0.1 or 0.0.0.0.`,
  EACCES: ({ port }: Config) =>
    `This user may not listen on port ${port}. Set PORT to one above 1023.`,
} as const;

/** The number is that of sysexits.h. A service manager need not start the service again. */
export const misconfigured = 78;

/** 78 if a setting or a file has to change first, else 1. */
export function exitCodeOf(error: unknown, config: Config): number {
  const isLasting =
    (error instanceof StartError && error.isLasting) ||
    (isAddressFault(error) && error.code === 'EACCES') ||
    (isDataDirFault(error, config) && /^(EACCES|ENOTDIR|EEXIST|EROFS)$/.test(error.code ?? ''));
  return isLasting ? misconfigured : 1;
}

/** Undefined for an error that only the log can show. */
export function explainStart(error: unknown, config: Config): string | undefined {
  const explained = explainUnavailable(error);
  if (explained instanceof StartError) return explained.message;
  if (isAddressFault(error)) return addressFaults[error.code](config);
  if (isNameFault(error)) {
    return `HOST ${config.host} has no address (${error.message}). Set HOST to an address of this machine, for example 127.0.0.1 or 0.0.0.0.`;
  }
  if (isDataDirFault(error, config)) {
    return `The data directory ${config.dataDir} cannot be used (${error.message}). Set GROUPWRIGHT_DATA_DIR to a directory that this user may write.`;
  }
  return undefined;
}

function isAddressFault(error: unknown): error is Error & { code: keyof typeof addressFaults } {
  return (
    error instanceof Error &&
    'syscall' in error &&
    error.syscall === 'listen' &&
    'code' in error &&
    String(error.code) in addressFaults
  );
}

/** The server looks HOST up when it begins to listen. */
function isNameFault(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && error.syscall === 'getaddrinfo';
}

/** The data directory, or one above it, is a file, read-only, full, or another user's. */
function isDataDirFault(error: unknown, { dataDir }: Config): error is NodeJS.ErrnoException {
  if (!(error instanceof Error) || !('path' in error) || !('syscall' in error)) return false;
  const path = `${String(error.path)}/`;
  return path.startsWith(`${dataDir}/`) || `${dataDir}/`.startsWith(path);
}
