// Readers of single variables. Each answers a typed value, or reports a fault and answers a value to continue with.
import { accessSync, constants } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { readTextFile } from '../read-text-file.ts';
import { didYouMean } from '../did-you-mean.ts';
import { readIpRange } from '../ip-address.ts';
import { readDatabaseHosts } from '../database-hosts.ts';
import type { VariableName } from './variables.ts';

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

interface CountRange {
  /** 1 by default. */
  readonly from?: number;
  readonly to: number;
  readonly standard: number;
  /** Turns a count of seconds or longer units into milliseconds. */
  readonly unitMs?: number;
}

/** A whole number of the range. */
export function readCount(
  read: (name: VariableName) => string | undefined,
  name: VariableName,
  { from = 1, to, standard, unitMs = 1 }: CountRange,
  wrong: Wrong,
  form = 'a whole number',
): number {
  const value = read(name);
  if (value === undefined) return standard * unitMs;
  const count = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (count >= from && count <= to) return count * unitMs;
  const sentence = `${name} must be ${form} from ${from} to ${to}, but is ${quote(value)}.`;
  return wrong(sentence, standard * unitMs);
}

/** Undefined: it is off. */
export function readCountOrOff(
  read: (name: VariableName) => string | undefined,
  name: VariableName,
  range: CountRange,
  wrong: Wrong,
): number | undefined {
  if (read(name)?.toLowerCase() === 'off') return undefined;
  return readCount(read, name, range, wrong, 'off or a whole number');
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
      for (const fault of parameterFaults(value)) wrong(`${name} ${fault}`, undefined);
      return value;
  }
}

/** Parameters of an address that the service obeys. */
const databaseParameters = {
  host: true,
  port: true,
  user: true,
  password: true,
  application_name: true,
  options: true,
  target_session_attrs: true,
  ssl: ['true', '1', '0'],
  sslmode: ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'],
  sslrootcert: 'file',
  sslcert: 'file',
  sslkey: 'file',
} as const satisfies Readonly<Record<string, true | 'file' | readonly string[]>>;

/** The driver would ignore each of them, and the connection would be another one than the operator asked for. */
function parameterFaults(url: string): string[] {
  const query = /^[^?#]*\?(.*)$/s.exec(url)?.[1] ?? '';
  const entries = [...new URLSearchParams(query)];
  const names = entries.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined && twice in databaseParameters) return [`has ${twice} twice.`];
  return entries.flatMap(([name, value]) => {
    const known: Readonly<Record<string, true | 'file' | readonly string[]>> = databaseParameters;
    const takes = Object.hasOwn(known, name) ? known[name] : undefined;
    if (takes === undefined) {
      const meant = didYouMean(name, Object.keys(known));
      const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
      // A part of a password that was not encoded is no name.
      const shown = /^[a-z_]{3,40}$/i.test(name) && value !== '' ? ` "${name}"` : '';
      return [
        `has a parameter${shown} that the service does not obey${hint || '.'} It takes ${Object.keys(known).join(', ')}.`,
      ];
    }
    if (takes === true) return [];
    if (takes !== 'file') {
      return takes.includes(value)
        ? []
        : [`has ${name} ${quote(value)}; it must be one of ${takes.join(', ')}.`];
    }
    try {
      accessSync(value, constants.R_OK);
      return [];
    } catch (error) {
      const { code = 'unreadable' } = error as NodeJS.ErrnoException;
      return [`names a file in ${name} that cannot be read (${code}).`];
    }
  });
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

/** The cores from which several processes are worth their memory. */
const coresForSeveral = 4;
/** Unless chosen. */
const mostByDefault = 4;

/** About half of the cores: PostgreSQL uses the others. With an own PostgreSQL, its connections are the operator's. */
export function defaultProcesses(cores: number, ownsDatabase: boolean): number {
  if (!ownsDatabase || cores < coresForSeveral) return 1;
  return Math.min(mostByDefault, 1 + Math.floor(cores / 2));
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

/** The form is that of OpenTelemetry: `name=value`, comma separated, values percent-encoded. They may be secrets. */
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

const defaultReportHosts = ['reports*.office.com'];
const hostPattern = /^[a-z0-9*-]+(?:\.[a-z0-9*-]+)*(?::\d{1,5})?$/i;

export function readHosts(name: string, value: string | undefined, wrong: Wrong): string[] {
  if (value === undefined) return defaultReportHosts;
  return splitList(value).filter(
    (part) =>
      hostPattern.test(part) ||
      wrong(`${name} must list names of hosts, but contains ${quote(part)}.`, false),
  );
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

/** The value of the variable, or the content of the file in its place; undefined if there is neither. */
export function readSecret(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  wrong: Wrong,
): string | undefined {
  const own = (key: string) =>
    Object.hasOwn(env, key) ? env[key]?.trim() || undefined : undefined;
  const value = own(name);
  const file = own(`${name}_FILE`);
  if (value !== undefined && file !== undefined) {
    return wrong(`${name} and ${name}_FILE are both set. Keep one of them.`, value);
  }
  if (file !== undefined) {
    return readFileOr(file, (code) =>
      wrong(`${name}_FILE names a file that cannot be read (${code}).`, undefined),
    );
  }
  const credentials = own('CREDENTIALS_DIRECTORY');
  if (value !== undefined || credentials === undefined) return value;
  return readFileOr(join(credentials, name), (code) =>
    code === 'ENOENT'
      ? undefined
      : wrong(`The credential ${name} of systemd cannot be read (${code}).`, undefined),
  );
}

function readFileOr<T>(path: string, otherwise: (code: string) => T): string | T {
  try {
    // An empty file is a mistake: an empty variable is how a setting is left out.
    return readTextFile(path).trim() || otherwise('it is empty');
  } catch (error) {
    return otherwise((error as NodeJS.ErrnoException).code ?? 'unreadable');
  }
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
