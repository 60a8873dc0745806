// The only reader of the environment: one frozen, typed value, or every fault at once.
// Values that may hold a secret are never repeated in a fault.
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { readIdentityEndpoint, type IdentityEndpointConfig } from './read-identity-endpoint.ts';
import { readProxies, type ProxyConfig } from './read-proxies.ts';
import { readDatabaseHosts } from '../foundation/database-hosts.ts';
import { didYouMean } from '../foundation/did-you-mean.ts';
import { logLevels, type LogLevel } from '../foundation/log.ts';

export const roles = ['api', 'worker'] as const;
export type Role = (typeof roles)[number];

export interface Config {
  readonly host: string;
  /** 0 lets the operating system choose, which only makes sense together with BASE_URL or in tests. */
  readonly port: number;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** Without a trailing slash. */
  readonly adminUrl: string;
  /** Undefined: the service runs its own PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Absolute. */
  readonly dataDir: string;
  readonly roles: readonly Role[];
  readonly logLevel: LogLevel;
  /** Requests a minute for each API key; undefined: no limit. */
  readonly rateLimitPerMinute: number | undefined;
  /** Requests a minute for each administrator; undefined: no limit. */
  readonly adminRateLimitPerMinute: number | undefined;
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
  /** Interval of each tenant's reconciliations; undefined: no automatic ones. */
  readonly reconciliationIntervalMs: number | undefined;
  readonly demo: 'auto' | 'off';
  /** The token that /metrics requires; undefined: none. */
  readonly metricsToken: string | undefined;
  /** Things that look like a mistake but do not stop the start. */
  readonly warnings: readonly string[];
}

export interface Variable {
  readonly name: string;
  readonly default: string;
  readonly meaning: string;
}

/** The table of the README, which a test compares with it. */
export const variables = [
  { name: 'HOST', default: '127.0.0.1', meaning: 'Address to listen on.' },
  { name: 'PORT', default: '8080', meaning: 'Port to listen on; 0 takes any free one.' },
  {
    name: 'BASE_URL',
    default: 'http://127.0.0.1:PORT',
    meaning:
      'Address at which callers reach the service. Every address in an answer begins with it.',
  },
  {
    name: 'ADMIN_URL',
    default: 'BASE_URL/admin',
    meaning: 'Address of the admin center.',
  },
  {
    name: 'DATABASE_URL',
    default: '(embedded PostgreSQL)',
    meaning:
      'PostgreSQL to use, as postgres://…, with several hosts separated by commas. Without it, the service runs its own PostgreSQL.',
  },
  {
    name: 'GROUPWRIGHT_DATA_DIR',
    default: './.groupwright',
    meaning: "Directory for the embedded PostgreSQL's data, the key file and quickstart.json.",
  },
  {
    name: 'ROLES',
    default: 'api,worker',
    meaning: 'Roles of this process: api, worker, or both.',
  },
  {
    name: 'LOG_LEVEL',
    default: 'info',
    meaning: 'fatal, error, warn, info, debug, trace or silent.',
  },
  {
    name: 'RATE_LIMIT',
    default: '6000',
    meaning:
      'Requests a minute for each API key, or off. A bulk request counts once for each entry, and 250 people count as one more.',
  },
  {
    name: 'ADMIN_RATE_LIMIT',
    default: '600',
    meaning: 'Requests a minute for each administrator in the admin center, or off.',
  },
  {
    name: 'TRUSTED_PROXIES',
    default: '(none)',
    meaning:
      'Proxies whose X-Forwarded-For header is trusted: addresses or CIDR ranges, comma separated.',
  },
  {
    name: 'GROUPWRIGHT_ENCRYPTION_KEY',
    default: '(key file in the data directory)',
    meaning:
      'Base64 of the 32-byte key that encrypts stored secrets. To rotate, list several, comma separated; the first one encrypts.',
  },
  {
    name: 'WEBHOOK_NETWORKS',
    default: '(public addresses only)',
    meaning:
      'Further networks that webhooks and directory connections from the admin center may reach: CIDR ranges, comma separated, or loopback for local tests.',
  },
  {
    name: 'HTTPS_PROXY',
    default: '(none)',
    meaning:
      'Proxy for Microsoft 365, sign-in providers and webhooks with https addresses. The lower-case name, https_proxy, takes precedence; the same goes for the next two.',
  },
  {
    name: 'HTTP_PROXY',
    default: '(none)',
    meaning: 'Proxy for webhooks with http addresses.',
  },
  {
    name: 'NO_PROXY',
    default: '(this machine and link-local addresses)',
    meaning:
      'Further hosts to reach without a proxy: names with their subdomains, IP addresses and CIDR ranges, comma separated, or *.',
  },
  {
    name: 'IDENTITY_ENDPOINT',
    default: '(set by the platform)',
    meaning:
      'Address of the managed identity in Azure App Service, Functions and Container Apps. Without it, a connection by managed identity uses the one of virtual machines.',
  },
  {
    name: 'IDENTITY_HEADER',
    default: '(set by the platform)',
    meaning: 'Secret of the platform for IDENTITY_ENDPOINT.',
  },
  {
    name: 'RECONCILIATION_INTERVAL_MINUTES',
    default: '360',
    meaning:
      'Interval in minutes at which a worker reconciles the records of each tenant with its directory: 1 to 10080, or off. SWEEP_INTERVAL_MINUTES is accepted too.',
  },
  {
    name: 'GROUPWRIGHT_DEMO',
    default: 'auto',
    meaning:
      'auto creates a demo tenant in an empty embedded PostgreSQL and prints its secret; off does not. Use off in production.',
  },
  {
    name: 'METRICS_TOKEN',
    default: '(none)',
    meaning:
      'Bearer token that /metrics requires: 16 to 512 letters, digits or - . _ ~ + /. Without it, anyone who can reach the service can read /metrics.',
  },
] as const satisfies readonly Variable[];

type VariableName = (typeof variables)[number]['name'];

/** Every fault of the environment, one sentence each, all of them in the message. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`;
    super([`The configuration has ${count}:`, ...faults].join('\n  '));
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/** Reads the environment. An empty variable counts as absent. Throws ConfigError. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
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
  const baseUrl = readUrl('BASE_URL', read('BASE_URL'), `http://127.0.0.1:${port}`, wrong);
  const adminUrl = readUrl('ADMIN_URL', read('ADMIN_URL'), `${baseUrl}/admin`, wrong);
  const databaseUrl = readDatabaseUrl(read('DATABASE_URL'), wrong);
  const rolesGiven = readRoles(read('ROLES'), wrong);
  const logLevel = readChoice('LOG_LEVEL', read('LOG_LEVEL'), logLevels, 'info', wrong);
  const rateLimitPerMinute = readRateLimit('RATE_LIMIT', read('RATE_LIMIT'), wrong);
  const adminRateLimitPerMinute = readRateLimit(
    'ADMIN_RATE_LIMIT',
    read('ADMIN_RATE_LIMIT'),
    wrong,
  );
  const trustedProxies = readNetworks('TRUSTED_PROXIES', read('TRUSTED_PROXIES'), wrong);
  const webhookNetworks = readWebhookNetworks(read('WEBHOOK_NETWORKS'), wrong);
  const proxies = readProxies((name) => env[name]?.trim() || undefined, wrong);
  const identityEndpoint = readIdentityEndpoint(
    read('IDENTITY_ENDPOINT'),
    read('IDENTITY_HEADER'),
    wrong,
  );
  const encryptionKeys = readKeys(read('GROUPWRIGHT_ENCRYPTION_KEY'), wrong);
  const reconciliationIntervalMs = readReconciliationInterval(
    read('RECONCILIATION_INTERVAL_MINUTES') ?? env['SWEEP_INTERVAL_MINUTES']?.trim(),
    wrong,
  );
  const demo = readChoice(
    'GROUPWRIGHT_DEMO',
    read('GROUPWRIGHT_DEMO'),
    ['auto', 'off'] as const,
    'auto',
    wrong,
  );
  const metricsToken = readMetricsToken(read('METRICS_TOKEN'), wrong);
  if (faults.length > 0) throw new ConfigError(faults);

  return Object.freeze({
    host,
    port,
    baseUrl,
    adminUrl,
    databaseUrl,
    dataDir: resolve(read('GROUPWRIGHT_DATA_DIR') ?? './.groupwright'),
    roles: Object.freeze(rolesGiven),
    logLevel,
    rateLimitPerMinute,
    adminRateLimitPerMinute,
    trustedProxies: Object.freeze(trustedProxies),
    encryptionKeys: Object.freeze(encryptionKeys),
    webhookNetworks: Object.freeze(webhookNetworks),
    proxies: Object.freeze(proxies),
    identityEndpoint,
    reconciliationIntervalMs,
    demo,
    metricsToken,
    warnings: Object.freeze([
      ...warningsFor(env),
      ...openDemo({ baseUrl, databaseUrl, isChosen: read('GROUPWRIGHT_DEMO') !== undefined }),
      ...openWays({ BASE_URL: baseUrl, ADMIN_URL: adminUrl }),
    ]),
  });
}

type Wrong = <T>(sentence: string, instead: T) => T;

function readHost(value: string | undefined, wrong: Wrong): string {
  if (value === undefined) return '127.0.0.1';
  const isName = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9-]+)*$/i.test(value);
  if (isIP(value) !== 0 || (isName && !/^[\d.]+$/.test(value))) return value;
  return wrong(`HOST must be an IP address or a host name, but is ${quote(value)}.`, '127.0.0.1');
}

function readPort(value: string | undefined, wrong: Wrong): number {
  if (value === undefined) return 8080;
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
  return wrong(`PORT must be a whole number from 0 to 65535, but is ${quote(value)}.`, 8080);
}

function readUrl(name: string, value: string | undefined, standard: string, wrong: Wrong): string {
  if (value === undefined) return standard;
  const url = URL.parse(value);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return wrong(`${name} must be an absolute http or https address.`, standard);
  }
  if (url.username !== '' || url.password !== '') {
    return wrong(`${name} must not contain a user name or a password.`, standard);
  }
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(value)) {
    return wrong(`${name} must have neither a query nor a fragment.`, standard);
  }
  return url.href.replace(/\/+$/, '');
}

function readDatabaseUrl(value: string | undefined, wrong: Wrong): string | undefined {
  if (value === undefined) return undefined;
  switch (readDatabaseHosts(value)) {
    case 'form':
      return wrong('DATABASE_URL must be an address of the form postgres://….', undefined);
    case 'session_attributes':
      return wrong(
        'DATABASE_URL selects a read-only server; its target_session_attrs must be read-write, primary or any.',
        undefined,
      );
    default:
      return value;
  }
}

function readRoles(value: string | undefined, wrong: Wrong): Role[] {
  if (value === undefined) return [...roles];
  const given = new Set<Role>();
  for (const part of splitList(value)) {
    const role = roles.find((known) => known === part);
    if (role !== undefined) given.add(role);
    else wrong(`ROLES can list only ${roles.join(' and ')}, not ${quote(part)}.`, undefined);
  }
  if (splitList(value).length === 0) wrong('ROLES must name a role.', undefined);
  return [...given];
}

function readChoice<T extends string>(
  name: string,
  value: string | undefined,
  choices: readonly T[],
  standard: T,
  wrong: Wrong,
): T {
  if (value === undefined) return standard;
  const choice = choices.find((known) => known === value.toLowerCase());
  if (choice !== undefined) return choice;
  return wrong(`${name} must be one of ${choices.join(', ')}, but is ${quote(value)}.`, standard);
}

const defaultRateLimits = { RATE_LIMIT: 6000, ADMIN_RATE_LIMIT: 600 } as const;
const highestRateLimitPerMinute = 100_000_000;

function readRateLimit(
  name: keyof typeof defaultRateLimits,
  value: string | undefined,
  wrong: Wrong,
): number | undefined {
  if (value === undefined) return defaultRateLimits[name];
  if (value.toLowerCase() === 'off') return undefined;
  const limit = /^\d{1,9}$/.test(value) ? Number(value) : 0;
  if (limit >= 1 && limit <= highestRateLimitPerMinute) return limit;
  return wrong(
    `${name} must be off or a whole number from 1 to ${highestRateLimitPerMinute}, but is ${quote(value)}.`,
    defaultRateLimits[name],
  );
}

const defaultReconciliationIntervalMinutes = 360;
const maxReconciliationIntervalMinutes = 10_080;

function readReconciliationInterval(value: string | undefined, wrong: Wrong): number | undefined {
  if (value?.toLowerCase() === 'off') return undefined;
  const minutes = Number(value || defaultReconciliationIntervalMinutes);
  if (
    /^\d{0,5}$/.test(value ?? '') &&
    minutes >= 1 &&
    minutes <= maxReconciliationIntervalMinutes
  ) {
    return minutes * 60_000;
  }
  return wrong(
    `RECONCILIATION_INTERVAL_MINUTES must be off or a whole number from 1 to ${maxReconciliationIntervalMinutes}, but is ${quote(value ?? '')}.`,
    undefined,
  );
}

function readNetworks(name: string, value: string | undefined, wrong: Wrong): string[] {
  if (value === undefined) return [];
  return splitList(value).filter((part) => {
    const [address = '', bits, ...rest] = part.split('/');
    const version = isIP(address);
    const max = version === 6 ? 128 : 32;
    const bitsAreRight = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= max);
    if (version !== 0 && bitsAreRight && rest.length === 0) return true;
    return wrong(
      `${name} must list IP addresses or CIDR ranges, but contains ${quote(part)}.`,
      false,
    );
  });
}

const loopbackNetworks = '127.0.0.0/8, ::1/128';

function readWebhookNetworks(value: string | undefined, wrong: Wrong): string[] {
  const written = value?.replaceAll(/(?<=^|,)\s*loopback\s*(?=,|$)/gi, loopbackNetworks);
  return readNetworks('WEBHOOK_NETWORKS', written, wrong);
}

function readKeys(value: string | undefined, wrong: Wrong): Buffer[] {
  if (value === undefined) return [];
  return splitList(value).flatMap((part, index) => {
    const key = Buffer.from(part, 'base64');
    if (key.length === 32 && /^[A-Za-z0-9+/_-]{43}=?$/.test(part)) return [key];
    return wrong(
      `GROUPWRIGHT_ENCRYPTION_KEY must contain base64 of exactly 32 bytes (entry ${index + 1} does not).`,
      [],
    );
  });
}

const ownPrefix = 'GROUPWRIGHT_';
/** The SDK and the command `groupwright` read these; a shell may hold both kinds. */
const variablesOfCallers = ['BASE_URL', 'TENANT_ID', 'KEY_ID', 'SECRET'].map(
  (ending) => ownPrefix + ending,
);

function warningsFor(env: Readonly<Record<string, string | undefined>>): string[] {
  const known: string[] = variables
    .map(({ name }) => name)
    .filter((name) => name.startsWith(ownPrefix));
  // Compared without the prefix, which would make all of them look alike.
  const endings = known.map((name) => name.slice(ownPrefix.length));
  return Object.keys(env)
    .filter((name) => name.startsWith(ownPrefix))
    .filter((name) => ![...known, ...variablesOfCallers].includes(name))
    .sort()
    .map((name) => {
      const meant = didYouMean(name.slice(ownPrefix.length), endings);
      const hint = meant === undefined ? '.' : `; did you mean ${ownPrefix}${meant}?`;
      return `${name} is not a variable of this service${hint}`;
    });
}

function readMetricsToken(value: string | undefined, wrong: Wrong): string | undefined {
  if (value === undefined || /^(?=.{16,512}$)[A-Za-z0-9\-._~+/]+=*$/.test(value)) return value;
  return wrong(
    'METRICS_TOKEN must have 16 to 512 characters: letters, digits or - . _ ~ + /.',
    undefined,
  );
}

/** The demo is for trying: its secret and a sign-in link go to the output, and so to the log of a container. */
function openDemo(options: {
  baseUrl: string;
  databaseUrl: string | undefined;
  isChosen: boolean;
}): string[] {
  const { baseUrl, databaseUrl, isChosen } = options;
  if (isChosen || databaseUrl !== undefined || isOnThisMachine(new URL(baseUrl))) return [];
  return [
    'BASE_URL is not on this machine and GROUPWRIGHT_DEMO is not set: an empty database gets a demo tenant whose secret is printed. Set GROUPWRIGHT_DEMO=off in production.',
  ];
}

function isOnThisMachine({ hostname }: URL): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Plain http is for this machine: further away, everyone on the way can read the data of callers and administrators. */
function openWays(addresses: Readonly<Record<string, string>>): string[] {
  const activity = new Set<string>();
  return Object.entries(addresses).flatMap(([name, address]) => {
    const url = new URL(address);
    const { protocol, origin } = url;
    if (protocol === 'https:' || isOnThisMachine(url) || activity.has(origin)) return [];
    activity.add(origin);
    return `${name} uses http:// and is not on this machine: secrets, tokens and sessions can be read in transit. Use https.`;
  });
}

function splitList(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function quote(value: string): string {
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
}
