// The reports of Microsoft 365 about the use of teams and groups. Graph redirects to a host of another service, whose address
// is signed: that host never gets the token of the connection.
// https://learn.microsoft.com/en-us/graph/api/reportroot-getteamsteamactivitydetail
// https://learn.microsoft.com/en-us/graph/api/reportroot-getoffice365groupsactivitydetail
import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import type { CallContext } from '../directory/call-context.ts';
import { DirectoryError } from '../directory/directory.ts';
import {
  type GroupUse,
  type TakeUses,
  type UsageReport,
  usageReportDays,
  type UsageSource,
} from '../directory/usage-reports.ts';
import { isDay } from '../ground/moment.ts';
import type { GraphClient } from './graph-client.ts';
import { isCovered, reportSettingsPermission, rolesOf, usagePermission } from './permissions.ts';
import type { OnCall } from './graph-calls.ts';
import type { TokenSource } from './token.ts';
import type { Downloads } from './transport.ts';

const usesPerPart = 500;
const mostBytesOfRow = 64 * 1024;

/** The report of each source, and its column with the id of a group. */
const reports = {
  teams: { name: 'getTeamsTeamActivityDetail', id: 'team id' },
  group: { name: 'getOffice365GroupsActivityDetail', id: 'group id' },
} as const satisfies Readonly<Record<UsageSource, unknown>>;

const refreshed = 'report refresh date';
const lastActivity = 'last activity date';

export interface UsageReportsDeps {
  readonly client: GraphClient;
  readonly tokens: Pick<TokenSource, 'token'>;
  readonly downloads: Pick<Downloads, 'download'>;
  /** Names of hosts, in which `*` is any text without a dot. */
  readonly reportHosts: readonly string[];
  readonly onCall?: OnCall | undefined;
}

export function createUsageReports(deps: UsageReportsDeps) {
  const { client, tokens, downloads, reportHosts, onCall } = deps;

  return async (
    source: UsageSource,
    take: TakeUses,
    context: CallContext,
  ): Promise<UsageReport> => {
    const roles = rolesOf(await tokens.token(context.signal));
    if (roles === undefined || !isCovered(usagePermission, roles)) {
      return { state: 'permission_missing' };
    }
    const mayReadSettings = isCovered(reportSettingsPermission, roles);
    if (mayReadSettings && (await concealsNames(client, context)) === true) {
      return { state: 'concealed' };
    }
    const answer = await client.call(
      {
        name: 'reports.usage',
        method: 'GET',
        path: `/reports/${reports[source].name}(period='D${usageReportDays}')`,
        accept: [302, 403, 404],
      },
      context,
    );
    // Graph has the reports in the global cloud only, and says so by one of these.
    if (answer.status === 403 || answer.status === 404) return { state: 'not_available' };
    const address = knownAddress(answer.headers['location'], client.root, reportHosts);
    if (address === undefined) return { state: 'unknown_host' };
    return readReport(await download(address, context), reports[source].id, take);
  };

  async function download(address: URL, { signal }: CallContext): Promise<AsyncIterable<Buffer>> {
    const { host } = address;
    const startedAt = client.clock.now();
    const count = (status?: number) => {
      const durationMs = client.clock.now() - startedAt;
      onCall?.({ name: 'reports.download', status, durationMs });
    };
    try {
      const { status, body } = await downloads.download({ url: address.href, signal });
      count(status);
      if (status === 200) return body;
      const detail = `The report of Microsoft 365 could not be downloaded: ${host} answered ${status}.`;
      throw new DirectoryError('unavailable', detail);
    } catch (cause) {
      if (cause instanceof DirectoryError || signal.aborted) throw cause;
      count();
      const detail = `The report of Microsoft 365 could not be downloaded from ${host}.`;
      throw new DirectoryError('unavailable', detail, { cause });
    }
  }
}

/** Whether reports conceal the ids of groups; undefined: unknown. */
export async function concealsNames(
  client: Pick<GraphClient, 'call'>,
  context: CallContext,
): Promise<boolean | undefined> {
  const { body } = await client.call(
    { name: 'reports.settings', method: 'GET', path: '/admin/reportSettings', accept: [403, 404] },
    context,
  );
  const { displayConcealedNames } = (body ?? {}) as { displayConcealedNames?: unknown };
  return typeof displayConcealedNames === 'boolean' ? displayConcealedNames : undefined;
}

/** Undefined for an address that leads anywhere else. */
function knownAddress(
  location: string | undefined,
  root: string,
  hosts: readonly string[],
): URL | undefined {
  if (location === undefined || !URL.canParse(location)) return undefined;
  const address = new URL(location);
  // Only a simulator speaks http.
  const isSecure = address.protocol === 'https:' || address.protocol === new URL(root).protocol;
  const hasUser = address.username !== '' || address.password !== '';
  const isKnown = hosts.some((pattern) => matchesHost(address.host, pattern.toLowerCase()));
  return isSecure && !hasUser && isKnown ? address : undefined;
}

export function matchesHost(host: string, pattern: string): boolean {
  const escaped = pattern.replaceAll(/[^a-z0-9*]/g, (character) => `\\${character}`);
  return new RegExp(`^${escaped.replaceAll('*', '[^.]*')}$`).test(host);
}

async function readReport(
  body: AsyncIterable<Buffer>,
  idColumn: string,
  take: TakeUses,
): Promise<UsageReport> {
  let columns: string[] = [];
  const rows = parse({
    bom: true,
    columns(headings: readonly string[]) {
      columns = headings.map((heading) => heading.trim().toLowerCase());
      return columns;
    },
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: mostBytesOfRow,
  });
  // The failure of the download is the failure of its reader, who gets it here.
  pipeline(Readable.from(body), rows, () => undefined);
  let reportOn: string | null = null;
  let uses: GroupUse[] = [];
  let concealed = 0;
  let shown = 0;
  try {
    for await (const row of rows as AsyncIterable<Readonly<Record<string, string | undefined>>>) {
      const { [idColumn]: id = '', [refreshed]: on = '', [lastActivity]: last = '' } = row;
      if (!isDay(on)) continue;
      if (isConcealed(id)) concealed += 1;
      if (!isShown(id)) continue;
      shown += 1;
      if (reportOn !== null && on !== reportOn) await flush();
      reportOn = on;
      uses.push({ groupId: id.toLowerCase(), lastOn: isDay(last) ? last : null });
      if (uses.length >= usesPerPart) await flush();
    }
  } catch (cause) {
    if (cause instanceof DirectoryError) throw cause;
    const detail = 'The report of Microsoft 365 about the use of groups is not readable.';
    throw new DirectoryError('unavailable', detail, { cause });
  }
  if ([idColumn, refreshed, lastActivity].some((name) => !columns.includes(name))) {
    return { state: 'unknown_format' };
  }
  if (concealed > shown) return { state: 'concealed' };
  await flush();
  return { state: 'read', reportOn };

  async function flush(): Promise<void> {
    const part = uses;
    uses = [];
    if (reportOn !== null && part.length > 0) await take(reportOn, part);
  }
}

const shownId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const zeros = /^[0-]+$/;
const hash = /^[0-9a-f]{32}$/i;

function isShown(id: string): boolean {
  return shownId.test(id) && !zeros.test(id);
}

function isConcealed(id: string): boolean {
  return zeros.test(id) || hash.test(id);
}
