// The settings of the embedded server: for one service on a small machine that writes many short transactions.
// Passed on the command line at every start, so that they belong to the release and not to the data.
import type { Cluster } from './cluster.ts';

export type ServerSettings = Readonly<Record<string, string | number>>;

export function serverSettings({ socketDirectory, program }: Cluster): ServerSettings {
  return {
    // Only processes that may enter the socket's directory can connect.
    listen_addresses: '',
    unix_socket_directories: `"${socketDirectory.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: 100,

    shared_buffers: '256MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    // Statements are short and processors few: no helpers of a single statement, no compiling.
    max_parallel_workers_per_gather: 0,
    jit: 'off',
    // Known from PostgreSQL 18 on.
    ...(Number(program.majorVersion) >= 18 && { io_method: 'sync' }),

    // Durable, and rarely interrupted by checkpoints.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    max_wal_size: '4GB',
    min_wal_size: '256MB',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: 0.9,
    // Each look costs a process, also while nothing happens, and on growing tables new statistics.
    autovacuum_naptime: '1min',
    // Fewer wake-ups for the same rate of pages: five times the pause, five times the pages.
    bgwriter_delay: '1s',
    bgwriter_lru_maxpages: 500,

    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    // The server's own doings. Refused statements are answered to the service, which logs them; here they
    // could carry people's names.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
  };
}
