// Readers of single variables. Each answers a typed value, or reports a fault and answers a value to continue with.
import { isIP } from 'node:net';
import { readIpRange } from '../ip-address.ts';
import { readDatabaseHosts } from '../database-hosts.ts';

export const roles = ['api', 'worker'] as const;
export type Role = (typeof roles)[number];

/** Reports a fault, and answers the second argument. */
export type Wrong = <T>(sentence: string, instead: T) => T;

export function readHost(value: string | undefined, wrong: Wrong): string {
  if (value === undefined) return '127.0.0.1';
  const isName = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9-]+)*$/i.test(value);
  if (isIP(value) !== 0 || (isName && !/^[\d.]+$/.test(value))) return value;
  return wrong(`HOST must be an IP address or a host name, but is ${quote(value)}.`, '127.0.0.1');
}

/** Where a process that listens there is reached from this machine. */
export function addressOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${isIP(name) === 6 ? `[${name}]` : name}:${port}`;
}

export function readPort(value: string | undefined, wrong: Wrong): number {
  if (value === undefined) return 8080;
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
  return wrong(`PORT must be a whole number from 0 to 65535, but is ${quote(value)}.`, 8080);
}

export function readUrl(
  name: string,
  value: string | undefined,
  standard: string,
  wrong: Wrong,
): string {
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

export function readDatabaseUrl(
  name: 'DATABASE_URL' | 'DATABASE_DIRECT_URL',
  value: string | undefined,
  wrong: Wrong,
): string | undefined {
  if (value === undefined) return undefined;
  switch (readDatabaseHosts(value)) {
    case 'form':
      return wrong(
        `${name} must be an address of the form postgres://user:password@host:port/database. Characters such as @ : / ? # % in the user name or the password must be percent-encoded.`,
        undefined,
      );
    case 'session_attributes':
      return wrong(
        `${name} selects a read-only server; its target_session_attrs must be read-write, primary or any.`,
        undefined,
      );
    default:
      return value;
  }
}

export function readRoles(value: string | undefined, wrong: Wrong): Role[] {
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

const maxProcesses = 16;

/** The cores from which several processes are worth their memory. */
const coresForSeveral = 4;
/** Unless chosen. */
const mostByDefault = 4;

/** About half of the cores: PostgreSQL uses the others. With an own PostgreSQL, its connections are the operator's. */
export function defaultProcesses(cores: number, ownsDatabase: boolean): number {
  if (!ownsDatabase || cores < coresForSeveral) return 1;
  return Math.min(mostByDefault, 1 + Math.floor(cores / 2));
}

export function readProcesses(value: string | undefined, standard: number, wrong: Wrong): number {
  if (value === undefined) return standard;
  const count = /^\d{1,3}$/.test(value) ? Number(value) : 0;
  if (count >= 1 && count <= maxProcesses) return count;
  return wrong(
    `PROCESSES must be a whole number from 1 to ${maxProcesses}, but is ${quote(value)}.`,
    1,
  );
}

export function readChoice<T extends string, Standard extends T | undefined>(
  name: string,
  value: string | undefined,
  choices: readonly T[],
  standard: Standard,
  wrong: Wrong,
): T | Standard {
  if (value === undefined) return standard;
  const choice = choices.find((known) => known === value.toLowerCase());
  if (choice !== undefined) return choice;
  return wrong(`${name} must be one of ${choices.join(', ')}, but is ${quote(value)}.`, standard);
}

/** As OpenTelemetry has them: `name=value`, comma separated, values percent-encoded. They may be secrets. */
export function readHeaders(
  name: string,
  value: string | undefined,
  wrong: Wrong,
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const pair of value?.split(',') ?? []) {
    const [, header, encoded = ''] =
      /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*([!-~]*)\s*$/.exec(pair) ?? [];
    const text = decodeOrNothing(encoded);
    if (header === undefined || text === undefined || !/^[ -~]*$/.test(text)) {
      return wrong(`${name} must be a list such as name=value,name=value.`, {});
    }
    headers[header.toLowerCase()] = text;
  }
  return headers;
}

function decodeOrNothing(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

const defaultRateLimits = { RATE_LIMIT: 6000, ADMIN_RATE_LIMIT: 600 } as const;
const highestRateLimitPerMinute = 100_000_000;

export function readRateLimit(
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

const defaultMaxWaitSeconds = 3_600;
const longestMaxWaitSeconds = 604_800;

export function readMaxWait(value: string | undefined, wrong: Wrong): number | undefined {
  if (value?.toLowerCase() === 'off') return undefined;
  const seconds =
    value === undefined || /^\d{1,6}$/.test(value) ? Number(value ?? defaultMaxWaitSeconds) : 0;
  if (seconds >= 1 && seconds <= longestMaxWaitSeconds) return seconds * 1_000;
  return wrong(
    `MAX_WAIT_SECONDS must be off or a whole number from 1 to ${longestMaxWaitSeconds}, but is ${quote(value ?? '')}.`,
    undefined,
  );
}

const defaultReconciliationIntervalMinutes = 360;
const maxReconciliationIntervalMinutes = 10_080;

export function readReconciliationInterval(
  value: string | undefined,
  wrong: Wrong,
): number | undefined {
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

export function readNetworks(name: string, value: string | undefined, wrong: Wrong): string[] {
  if (value === undefined) return [];
  return splitList(value).filter((part) => {
    const read = readIpRange(part);
    if ('range' in read || read.fault !== 'not_a_range') return true;
    return wrong(
      `${name} must list IP addresses or CIDR ranges, but contains ${quote(part)}.`,
      false,
    );
  });
}

const loopbackNetworks = '127.0.0.0/8, ::1/128';

export function readWebhookNetworks(value: string | undefined, wrong: Wrong): string[] {
  const written = value?.replaceAll(/(?<=^|,)\s*loopback\s*(?=,|$)/gi, loopbackNetworks);
  return readNetworks('WEBHOOK_NETWORKS', written, wrong);
}

export function readKeys(value: string | undefined, wrong: Wrong): Buffer[] {
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

export function readMetricsToken(value: string | undefined, wrong: Wrong): string | undefined {
  if (value === undefined || /^(?=.{16,512}$)[A-Za-z0-9\-._~+/]+=*$/.test(value)) return value;
  return wrong(
    'METRICS_TOKEN must have 16 to 512 characters: letters, digits or - . _ ~ + /.',
    undefined,
  );
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
