// The only reader of the environment: one frozen, typed value, or every fault at once.
// Values that may hold a secret are never repeated in a fault.
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { counted } from '../counted.ts';
import { type LogFormat, logFormats, logLevels, type LogLevel } from '../log.ts';
import { openDemo, openWays, warningsFor } from './config-warnings.ts';
import { readIdentityEndpoint, type IdentityEndpointConfig } from './read-identity-endpoint.ts';
import { readProxies, type ProxyConfig } from './read-proxies.ts';
import { readRetention, type Retention } from './read-retention.ts';
import {
  addressOf,
  defaultProcesses,
  readChoice,
  readDatabaseUrl,
  readHeaders,
  readHost,
  readKeys,
  readMaxWait,
  readMetricsToken,
  readNetworks,
  readPort,
  readProcesses,
  readRateLimit,
  readReconciliationInterval,
  readRoles,
  readUrl,
  readWebhookNetworks,
  type Role,
  type Wrong,
} from './read-values.ts';
import type { VariableName } from './variables.ts';

export interface Config {
  readonly host: string;
  /** 0: the operating system chooses. `main.ts` then reads the configuration again with the port. */
  readonly port: number;
  /** It has no trailing slash. */
  readonly baseUrl: string;
  /** It has no trailing slash. */
  readonly adminUrl: string;
  /** Undefined: the service runs its own PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** The same server without the pooler; undefined: `databaseUrl` leads to sessions of our own. */
  readonly directUrl: string | undefined;
  /** Absolute. */
  readonly dataDir: string;
  readonly roles: readonly Role[];
  /** How many processes serve together; 1: this one alone. */
  readonly processes: number;
  readonly logLevel: LogLevel;
  /** Undefined: text on a terminal, else JSON. */
  readonly logFormat: LogFormat | undefined;
  /** Requests a minute for each API key; undefined: no limit. */
  readonly rateLimitPerMinute: number | undefined;
  /** Requests a minute for each administrator; undefined: no limit. */
  readonly adminRateLimitPerMinute: number | undefined;
  /** How long a creation may wait for its turn, by what is foreseen; undefined: as long as it takes. */
  readonly maxWaitMs: number | undefined;
  /** Addresses or CIDR ranges whose X-Forwarded-For is believed for the peer address. */
  readonly trustedProxies: readonly string[];
  /** 32 bytes each; the first one encrypts, all of them decrypt. Empty: a key file in `dataDir`. */
  readonly encryptionKeys: readonly Buffer[];
  /** CIDR ranges that addresses given by administrators may reach beside public ones. */
  readonly webhookNetworks: readonly string[];
  /** The proxies for Microsoft 365, sign-in providers and webhooks. */
  readonly proxies: ProxyConfig;
  /** Where the platform issues tokens of the host's managed identity; undefined: it sets no address. */
  readonly identityEndpoint: IdentityEndpointConfig | undefined;
  /** Where the platform keeps the token of a workload; undefined: it sets no file. */
  readonly federatedTokenFile: string | undefined;
  /** Interval of each tenant's reconciliations; undefined: no automatic ones. */
  readonly reconciliationIntervalMs: number | undefined;
  /** How long data of the past is kept. */
  readonly retention: Retention;
  readonly demo: 'auto' | 'off';
  /** Where traces are exported to, without a slash at its end; undefined: they are not. */
  readonly tracing:
    | { readonly endpoint: string; readonly headers: Readonly<Record<string, string>> }
    | undefined;
  /** The token that /metrics requires; undefined: none. */
  readonly metricsToken: string | undefined;
  /** Things that look like a mistake but do not stop the start. */
  readonly warnings: readonly string[];
}

/** Every fault of the environment, one sentence each, all of them in the message. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super([`The configuration has ${counted(faults.length, 'fault')}:`, ...faults].join('\n  '));
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/**
 * Reads the environment. An empty variable counts as absent. Throws ConfigError.
 * @param cores that this process may use
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  cores = availableParallelism(),
): Config {
  const faults: string[] = [];
  const read = (name: VariableName): string | undefined => {
    const value = env[name]?.trim();
    return value === '' ? undefined : value;
  };
  const wrong = <T>(sentence: string, instead: T): T => {
    faults.push(sentence);
    return instead;
  };

  const host = readHost(read('HOST'), wrong);
  const port = readPort(read('PORT'), wrong);
  const baseUrl = readUrl('BASE_URL', read('BASE_URL'), addressOf(host, port), wrong);
  const adminUrl = readUrl('ADMIN_URL', read('ADMIN_URL'), `${baseUrl}/admin`, wrong);
  const databaseUrl = readDatabaseUrl('DATABASE_URL', read('DATABASE_URL'), wrong);
  const directUrl = readDatabaseUrl('DATABASE_DIRECT_URL', read('DATABASE_DIRECT_URL'), wrong);
  if (directUrl !== undefined && read('DATABASE_URL') === undefined) {
    wrong('DATABASE_DIRECT_URL needs DATABASE_URL, the address of the pooler.', undefined);
  }
  const config: Config = {
    host,
    port,
    baseUrl,
    adminUrl,
    databaseUrl,
    directUrl,
    dataDir: resolve(read('GROUPWRIGHT_DATA_DIR') ?? './.groupwright'),
    roles: Object.freeze(readRoles(read('ROLES'), wrong)),
    processes: readProcesses(
      read('PROCESSES'),
      defaultProcesses(cores, databaseUrl === undefined),
      wrong,
    ),
    logLevel: readChoice('LOG_LEVEL', read('LOG_LEVEL'), logLevels, 'info', wrong),
    logFormat: readChoice('LOG_FORMAT', read('LOG_FORMAT'), logFormats, undefined, wrong),
    rateLimitPerMinute: readRateLimit('RATE_LIMIT', read('RATE_LIMIT'), wrong),
    adminRateLimitPerMinute: readRateLimit('ADMIN_RATE_LIMIT', read('ADMIN_RATE_LIMIT'), wrong),
    maxWaitMs: readMaxWait(read('MAX_WAIT_SECONDS'), wrong),
    trustedProxies: Object.freeze(readNetworks('TRUSTED_PROXIES', read('TRUSTED_PROXIES'), wrong)),
    webhookNetworks: Object.freeze(readWebhookNetworks(read('WEBHOOK_NETWORKS'), wrong)),
    proxies: Object.freeze(readProxies((name) => env[name]?.trim() || undefined, wrong)),
    identityEndpoint: readIdentityEndpoint(
      read('IDENTITY_ENDPOINT'),
      read('IDENTITY_HEADER'),
      wrong,
    ),
    federatedTokenFile: read('AZURE_FEDERATED_TOKEN_FILE'),
    encryptionKeys: Object.freeze(readKeys(read('GROUPWRIGHT_ENCRYPTION_KEY'), wrong)),
    reconciliationIntervalMs: readReconciliationInterval(
      read('RECONCILIATION_INTERVAL_MINUTES'),
      wrong,
    ),
    retention: readRetention(read('RETENTION'), wrong),
    demo: readChoice('GROUPWRIGHT_DEMO', read('GROUPWRIGHT_DEMO'), ['auto', 'off'], 'auto', wrong),
    tracing: Object.freeze(readTracing(read, wrong)),
    metricsToken: readMetricsToken(read('METRICS_TOKEN'), wrong),
    warnings: Object.freeze([
      ...warningsFor(env),
      ...openDemo({ baseUrl, databaseUrl, isChosen: read('GROUPWRIGHT_DEMO') !== undefined }),
      ...openWays({ BASE_URL: baseUrl, ADMIN_URL: adminUrl }),
    ]),
  };
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.freeze(config);
}

function readTracing(
  read: (name: VariableName) => string | undefined,
  wrong: Wrong,
): Config['tracing'] {
  const endpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT');
  const headers = readHeaders(
    'OTEL_EXPORTER_OTLP_HEADERS',
    read('OTEL_EXPORTER_OTLP_HEADERS'),
    wrong,
  );
  if (endpoint === undefined) return undefined;
  return { endpoint: readUrl('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint, '', wrong), headers };
}
