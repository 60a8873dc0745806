// The admin service of SharePoint, as far as it sets sensitivity labels: a site follows its group with a delay, tokens of a
// client secret are refused, a label reaches the group later, and now and then SharePoint says yes without an effect.
import { type GraphRequest, type Outcome, type Journal, tally } from './graph.ts';
import { lag } from './lag.ts';
import type { Limits } from './limits.ts';
import type { Login } from './login.ts';
import { createMeter } from './metering.ts';
import type { Profile } from './profile.ts';
import type { SeededRandom } from './seeded-random.ts';
import { siteOf, siteReadyAt } from './sites.ts';
import type { SimulatedGroup, Tenant } from './tenant.ts';

/** Others have seen it take as long. */
const maxLabelLagMs = 4 * 60_000;
const siteWriter = 'Sites.FullControl.All';
const query = { name: 'sharePoint.query', costs: { sharePointUnits: 2 } } as const;

export function isSharePoint(url: string): boolean {
  return url.startsWith('/_vti_bin/') || url.startsWith('/_api/');
}

export function createSharePoint(deps: {
  readonly login: Login;
  readonly random: SeededRandom;
  readonly profile: () => Profile;
  readonly limits: Limits;
  readonly journal: Journal;
  readonly now: () => number;
}) {
  const { login, random, limits, journal, now } = deps;
  const { meter } = createMeter({
    limits,
    now,
    violate: (violation, detail) => void journal.violations.push({ violation, detail }),
  });

  const answer = (
    status: number,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Outcome => ({
    kind: 'answer',
    status,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const results = (...list: unknown[]) =>
    answer(200, [{ SchemaVersion: '15.0.0.0', LibraryVersion: '16.0', ErrorInfo: null }, ...list]);
  const failed = (ErrorTypeName: string, ErrorMessage: string) =>
    answer(200, [{ ErrorInfo: { ErrorMessage, ErrorCode: -1, ErrorTypeName } }]);

  function setLabel(tenant: Tenant, group: SimulatedGroup, labelId: string): void {
    const label = tenant.labels.find((one) => one.id === labelId);
    if (tenant.ignoredLabels.left > 0) {
      tenant.ignoredLabels.left -= 1;
      return;
    }
    const late = lag({ random, profile: deps.profile() }, group.id, `label ${now()}`);
    const shownAt = now() + Math.min(late, maxLabelLagMs);
    if (label === undefined) delete group.label;
    else group.label = { ...label, before: group.visibility, shownAt };
    if (label?.visibility !== undefined) group.visibility = label.visibility;
    journal.changes.push({ at: now(), groupId: group.id, kind: 'labelled', personIds: [] });
  }

  /** The client object model: a query of a site, or a change of one by the identity that a query gave. */
  function process(tenant: Tenant, xml: string): Outcome {
    const text = xml.replace(/&#x([0-9A-F]+);/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
    const [, address] = /<Parameter Type="String">(https:[^<]*)<\/Parameter>/.exec(text) ?? [];
    const [, identity] = /<Identity Id="1" Name="site\n([^"]*)"/.exec(text) ?? [];
    const url = address ?? identity ?? '';
    const group = [...tenant.groups.values()].find(
      (one) => one.deletedAt === undefined && siteOf(tenant, one).webUrl === url,
    );
    if (group === undefined || siteReadyAt(group, { random, profile: deps.profile() }) > now()) {
      return failed('Microsoft.Online.SharePoint.Common.SpoNoSiteException', `Cannot get ${url}.`);
    }
    if (address !== undefined) {
      const GroupId = `/Guid(${group.id})/`;
      return results(2, { IsNull: false }, 4, { IsNull: false }, 5, {
        _ObjectIdentity_: `site\n${url}`,
        GroupId,
      });
    }
    const [, labelId] =
      /Name="SensitivityLabel2"><Parameter Type="String">([^<]*)<\/Parameter>/.exec(text) ?? [];
    if (labelId === undefined || !/<Method Id="3" ParentId="1" Name="Update"\/>/.test(text)) {
      journal.violations.push({ violation: 'unreadable_body', detail: xml });
      return failed('Microsoft.SharePoint.Client.InvalidClientQueryException', 'Not a query.');
    }
    if (labelId !== '' && !tenant.labels.some(({ id }) => id === labelId)) {
      return failed('Microsoft.SharePoint.SPException', 'The label is not valid for this tenant.');
    }
    setLabel(tenant, group, labelId);
    return results(4, { IsNull: false }, 5, { IsComplete: true });
  }

  return function exchange({ method, url, headers, body }: GraphRequest): Outcome {
    journal.httpRequests.count += 1;
    const [, bearer = ''] = /^Bearer (.+)$/.exec(headers['authorization'] ?? '') ?? [];
    const caller = login.sharePointCallerOf(bearer);
    if (caller === undefined) return answer(401, { error_description: 'Invalid token.' });
    if (!caller.isByCertificate) {
      return answer(401, { error_description: 'Unsupported app only token.' });
    }
    const { tenant } = caller;
    tally(journal.calls, query.name);
    const metered = meter(tenant, query, undefined, new URLSearchParams());
    if (typeof metered !== 'number') {
      tally(journal.throttled, query.name);
      return answer(metered.status, metered.body, metered.headers);
    }
    if (!tenant.sharePoint.permissions.includes(siteWriter)) {
      return answer(403, { error_description: 'Attempted to perform an unauthorized operation.' });
    }
    if (method === 'GET' && url.startsWith('/_api/web')) return answer(200, { Url: 'admin' });
    if (method !== 'POST' || url !== '/_vti_bin/client.svc/ProcessQuery') {
      journal.violations.push({ violation: 'unknown_route', detail: `${method} ${url}` });
      return answer(404, {});
    }
    return process(tenant, body);
  };
}
