// `/reports/get…ActivityDetail`: a redirect to another host, which delivers the report as CSV to all who have its address, and
// must get no token.
import type { UsageSource } from './report-state.ts';
import { Refusal, type Violation } from './response.ts';
import type { Call, Route } from './route.ts';
import type { SimulatedGroup, Tenant } from './tenant.ts';

const dayMs = 86_400_000;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

function csvOf({ tenant, random, now }: Call, source: UsageSource): string {
  const { daysOld, share, conceals, usedOn } = tenant.reports;
  const reportOn = dayOf(now - daysOld * dayMs);
  const since = dayOf(now - (daysOld + 180) * dayMs);
  const groups = [...tenant.groups.values()].filter(
    ({ id, team, deletedAt, createdAt }) =>
      deletedAt === undefined &&
      createdAt < now - daysOld * dayMs &&
      (source === 'group' || team !== undefined) &&
      random.fraction(`share ${id}`) < share,
  );
  const idOf = ({ id }: SimulatedGroup) =>
    conceals === 'zeros'
      ? '00000000-0000-0000-0000-000000000000'
      : conceals === 'hashes'
        ? id.replaceAll('-', '').toUpperCase()
        : id;
  const usedOf = ({ id }: SimulatedGroup) => {
    const on = usedOn.get(id)?.[source] ?? '';
    return on >= since && on <= reportOn ? on : '';
  };
  const columns: readonly (readonly [string, (group: SimulatedGroup) => string])[] = [
    ['Report Refresh Date', () => reportOn],
    [source === 'teams' ? 'Team Name' : 'Group Display Name', (group) => quoted(nameOf(group))],
    [source === 'teams' ? 'Team Id' : 'Group Id', idOf],
    ['Last Activity Date', usedOf],
    ['A Column Of Tomorrow', () => quoted('one, "two"\r\nthree')],
    ['Report Period', () => '180'],
  ];
  const isReversed = random.fraction(`columns of ${source}`) < 0.5;
  const ordered = isReversed ? columns.toReversed() : columns;
  const lines = [
    ordered.map(([heading]) => heading).join(','),
    ...groups.map((group) => ordered.map(([, cell]) => cell(group)).join(',')),
  ];
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

const nameOf = ({ displayName }: SimulatedGroup) => `${displayName}, or "so"`;

const routeOf = (source: UsageSource, name: string): Route => ({
  name: `reports.${source}`,
  method: 'GET',
  pattern: new RegExp(`^/reports/${name}\\(period='D180'\\)$`),
  permissions: ['Reports.Read.All'],
  costs: { reportReads: 1 },
  handle: (call) => {
    const { reports } = call.tenant;
    if (reports.refusal !== undefined) {
      throw new Refusal(reports.refusal, 'UnknownError', 'The report is not available.');
    }
    const key = call.random.guid(`report ${source} ${call.now} ${reports.files.size}`);
    reports.files.set(key, csvOf(call, source));
    const root = reports.host ?? call.reportRoot;
    return { status: 302, headers: { location: `${root}/data/download/${key}` } };
  },
});

export const usageReportRoutes: readonly Route[] = [
  routeOf('teams', 'getTeamsTeamActivityDetail'),
  routeOf('group', 'getOffice365GroupsActivityDetail'),
  {
    name: 'reports.settings',
    method: 'GET',
    pattern: /^\/admin\/reportSettings$/,
    permissions: ['ReportSettings.Read.All', 'ReportSettings.ReadWrite.All'],
    costs: { reportReads: 1 },
    handle: ({ tenant }) => ({
      status: 200,
      body: { displayConcealedNames: tenant.reports.conceals !== undefined },
    }),
  },
];

export interface DeliveredReport {
  readonly status: number;
  readonly body: string;
  readonly cutAfterBytes: number | undefined;
}

/** The answer of the other host. */
export function deliverReport(
  tenants: Iterable<Tenant>,
  request: { readonly url: string; readonly headers: Readonly<Record<string, unknown>> },
  violate: (violation: Violation, detail: string) => void,
): DeliveredReport {
  if (request.headers['authorization'] !== undefined) {
    violate('token_sent_elsewhere', `The host of reports got a token with ${request.url}.`);
  }
  const key = request.url.split('/').at(-1) ?? '';
  for (const { reports } of tenants) {
    const body = reports.files.get(key);
    if (body === undefined) continue;
    reports.files.delete(key);
    return { status: 200, body, cutAfterBytes: reports.cutAfterBytes };
  }
  return { status: 404, body: '', cutAfterBytes: undefined };
}
