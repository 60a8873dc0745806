// The only reader of the environment: one frozen, typed value, or every fault at once.
// Values that may hold a secret are never repeated in a fault.
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { counted } from '../counted.ts';
import { type LogFormat, logFormats, logLevels, type LogLevel } from '../log.ts';
import { openDemo, openWays, warningsFor } from './config-warnings.ts';
import { withSecretFiles } from './read-secrets.ts';
import { readRetention, type Retention } from './read-retention.ts';
import {
  addressOf,
  defaultProcesses,
  readChoice,
  readCount,
  readCountOrOff,
  readDatabaseUrl,
  readHeaders,
  readHost,
  readKeys,
  readMetricsToken,
  readHosts,
  readNetworks,
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
  /** How long a process that got SIGTERM still accepts connections, while `/readyz` says no. */
  readonly shutdownDelayMs: number;
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
  /** Hosts that deliver reports of Microsoft 365. */
  readonly reportHosts: readonly string[];
  /** Interval of each tenant's reconciliations; undefined: no automatic ones. */
  readonly reconciliationIntervalMs: number | undefined;
  /** How long data of the past is kept. */
  readonly retention: Retention;
  /** Backups of the embedded database that the service takes; undefined: none. */
  readonly backups:
    | {
        /** Where they are kept, or are made before they go to S3. */
        readonly directory: string;
        readonly s3: S3Config | undefined;
        readonly everyMs: number;
        readonly keep: number;
      }
    | undefined;
  readonly demo: 'auto' | 'off';
  /** Where traces are exported to, without a slash at its end; undefined: they are not. */
  readonly tracing:
    | { readonly endpoint: string; readonly headers: Readonly<Record<string, string>> }
    | undefined;
  /** The token that /metrics requires; undefined: none. */
  readonly metricsToken: string | undefined;
  /** Whether systemd waits for word that the service is ready. */
  readonly isNotified: boolean;
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

const highestRateLimit = 100_000_000;

/**
 * Reads the environment. An empty variable counts as absent. Throws ConfigError.
 * @param cores that this process may use
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  cores = availableParallelism(),
): Config {
  const faults: string[] = [];
  const wrong = <T>(sentence: string, instead: T): T => {
    faults.push(sentence);
    return instead;
  };
  const env = withSecretFiles(environment, wrong);
  const read = (name: VariableName): string | undefined => {
    const value = env[name]?.trim();
    return value === '' ? undefined : value;
  };

  const host = readHost(read('HOST'), wrong);
  const port = readCount(read, 'PORT', { from: 0, to: 65_535, standard: 8080 }, wrong);
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
    processes: readCount(
      read,
      'PROCESSES',
      { to: 16, standard: defaultProcesses(cores, databaseUrl === undefined) },
      wrong,
    ),
    logLevel: readChoice('LOG_LEVEL', read('LOG_LEVEL'), logLevels, 'info', wrong),
    logFormat: readChoice('LOG_FORMAT', read('LOG_FORMAT'), logFormats, undefined, wrong),
    rateLimitPerMinute: readCountOrOff(
      read,
      'RATE_LIMIT',
      { to: highestRateLimit, standard: 6_000 },
      wrong,
    ),
    adminRateLimitPerMinute: readCountOrOff(
      read,
      'ADMIN_RATE_LIMIT',
      { to: highestRateLimit, standard: 600 },
      wrong,
    ),
    maxWaitMs: readCountOrOff(
      read,
      'MAX_WAIT_SECONDS',
      { to: 604_800, standard: 3_600, unitMs: 1_000 },
      wrong,
    ),
    shutdownDelayMs: readCount(
      read,
      'SHUTDOWN_DELAY_SECONDS',
      { from: 0, to: 300, standard: 5, unitMs: 1_000 },
      wrong,
    ),
    trustedProxies: Object.freeze(readNetworks('TRUSTED_PROXIES', read('TRUSTED_PROXIES'), wrong)),
    webhookNetworks: Object.freeze(readWebhookNetworks(read('WEBHOOK_NETWORKS'), wrong)),
    proxies: Object.freeze(readProxies((name) => env[name]?.trim() || undefined, wrong)),
    identityEndpoint: readIdentityEndpoint(
      read('IDENTITY_ENDPOINT'),
      read('IDENTITY_HEADER'),
      wrong,
    ),
    federatedTokenFile: read('AZURE_FEDERATED_TOKEN_FILE'),
    reportHosts: Object.freeze(readHosts('REPORT_HOSTS', read('REPORT_HOSTS'), wrong)),
    encryptionKeys: Object.freeze(readKeys(read('GROUPWRIGHT_ENCRYPTION_KEY'), wrong)),
    reconciliationIntervalMs: readCountOrOff(
      read,
      'RECONCILIATION_INTERVAL_MINUTES',
      {
        to: 10_080,
        standard: 360,
        unitMs: 60_000,
      },
      wrong,
    ),
    retention: readRetention(read('RETENTION'), wrong),
    backups: Object.freeze(readBackups(read, databaseUrl, wrong)),
    demo: readChoice('GROUPWRIGHT_DEMO', read('GROUPWRIGHT_DEMO'), ['auto', 'off'], 'auto', wrong),
    tracing: Object.freeze(readTracing(read, wrong)),
    metricsToken: readMetricsToken(read('METRICS_TOKEN'), wrong),
    isNotified: Boolean(env['NOTIFY_SOCKET']),
    warnings: Object.freeze([
      ...warningsFor(environment),
      ...openDemo({ baseUrl, databaseUrl, isChosen: read('GROUPWRIGHT_DEMO') !== undefined }),
      ...openWays({ BASE_URL: baseUrl, ADMIN_URL: adminUrl }),
    ]),
  };
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.freeze(config);
}

function readBackups(
  read: (name: VariableName) => string | undefined,
  databaseUrl: string | undefined,
  wrong: Wrong,
): Config['backups'] {
  const everyMs = readCount(
    read,
    'BACKUP_INTERVAL_HOURS',
    { to: 720, standard: 24, unitMs: 3_600_000 },
    wrong,
  );
  const keep = readCount(read, 'BACKUP_KEEP', { to: 1_000, standard: 14 }, wrong);
  const directory = read('BACKUP_DIRECTORY');
  const s3 = readS3(read, wrong);
  if (directory === undefined) {
    if (s3 === undefined) return undefined;
    return wrong('BACKUP_S3_URL needs BACKUP_DIRECTORY, where a backup is made first.', undefined);
  }
  if (databaseUrl !== undefined) {
    const sentence =
      'BACKUP_DIRECTORY is for the embedded PostgreSQL. Back up the server of DATABASE_URL with its own tools.';
    return wrong(sentence, undefined);
  }
  return { directory: resolve(directory), s3, everyMs, keep };
}

/** Storage that speaks S3. */
export interface S3Config {
  /** Endpoint, bucket and prefix. It has no trailing slash. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

function readS3(
  read: (name: VariableName) => string | undefined,
  wrong: Wrong,
): S3Config | undefined {
  const given = read('BACKUP_S3_URL');
  if (given === undefined) return undefined;
  const url = readUrl('BACKUP_S3_URL', given, '', wrong);
  const accessKeyId = read('BACKUP_S3_ACCESS_KEY_ID');
  const secretAccessKey = read('BACKUP_S3_SECRET_ACCESS_KEY');
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    const sentence = 'BACKUP_S3_URL needs BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY.';
    return wrong(sentence, undefined);
  }
  return { url, region: read('BACKUP_S3_REGION') ?? 'us-east-1', accessKeyId, secretAccessKey };
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

// IDENTITY_ENDPOINT and IDENTITY_HEADER, which Azure sets for a host with a managed identity. The latter is a secret.
interface IdentityEndpointConfig {
  readonly url: string;
  readonly header: string | undefined;
}

function readIdentityEndpoint(
  url: string | undefined,
  header: string | undefined,
  wrong: Wrong,
): IdentityEndpointConfig | undefined {
  if (url === undefined) return undefined;
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return Object.freeze({ url, header });
  return wrong('IDENTITY_ENDPOINT must be an absolute http or https address.', undefined);
}

// HTTP_PROXY, HTTPS_PROXY and NO_PROXY. A proxy's address may hold a password, so a fault never repeats it.
interface ProxyConfig {
  readonly httpProxy: string | undefined;
  readonly httpsProxy: string | undefined;
  readonly noProxy: readonly string[];
}

/** @param read the variable's value, undefined when it is empty */
function readProxies(read: (name: string) => string | undefined, wrong: Wrong): ProxyConfig {
  // The lower case is older and goes first, as in curl.
  const either = (name: string) => read(name.toLowerCase()) ?? read(name);

  function readProxy(name: string): string | undefined {
    const value = either(name);
    if (value === undefined) return undefined;
    // Without a scheme, the name of a host would be one: localhost:3128.
    const url = URL.parse(value);
    const isProxy =
      url !== null &&
      /^https?:$/.test(url.protocol) &&
      url.hostname !== '' &&
      url.pathname === '/' &&
      !/[?#]/.test(value);
    if (isProxy) return url.href;
    return wrong(
      `${name} must be the address of an http or https proxy with its scheme, such as http://proxy.example:3128.`,
      undefined,
    );
  }

  const ranges = (either('NO_PROXY') ?? '').split(/[,\s]+/).filter((entry) => entry !== '');
  return {
    httpProxy: readProxy('HTTP_PROXY'),
    httpsProxy: readProxy('HTTPS_PROXY'),
    noProxy: ranges.filter((entry) => isException(entry) || refuse(entry)),
  };

  function refuse(entry: string): boolean {
    const shown = JSON.stringify(entry.slice(0, 60));
    return wrong(
      `NO_PROXY must list names, IP addresses or CIDR ranges, but contains ${shown}.`,
      false,
    );
  }
}

const name = /^(?:\*|(?:\*?\.)?[\w-]+(?:\.[\w-]+)*\.?)(?::\d{1,5})?$/;
const version6 = /^(?:[\da-f:.]+|\[[\da-f:.]+\](?::\d{1,5})?)$/i;

function isException(entry: string): boolean {
  const [, address, bits] = /^([\d.]+|[\da-f:.]+)\/(\d{1,3})$/i.exec(entry) ?? [];
  if (address === undefined) return name.test(entry) || version6.test(entry);
  return Number(bits) <= (address.includes(':') ? 128 : 32) && URL.canParse(hostUrl(address));
}

const hostUrl = (address: string): string =>
  `http://${address.includes(':') ? `[${address}]` : address}`;
