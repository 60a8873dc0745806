// One call to Microsoft Graph, from the bearer token to the answer: limits, faults, the route, headers.
import { randomUUID } from 'node:crypto';
import { isAltered } from './altered-rules.ts';
import { auditLogRoutes } from './audit-log.ts';
import { badRequest, Refusal, type Answer, type Violation } from './response.ts';
import { asObject } from './bodies.ts';
import type { GroupChange } from './change-record.ts';
import { directoryRoutes } from './directory.ts';
import type { SeededRandom } from './seeded-random.ts';
import { chooseFault, type Fault } from './faults.ts';
import { isSendMail, mailRoutes } from './mail.ts';
import type { SentMail } from './sent-mail.ts';
import { groupDeltaRoutes } from './group-delta.ts';
import { groupMakingRoutes } from './group-making.ts';
import { groupPeopleRoutes } from './group-people.ts';
import { groupRemovalRoutes } from './group-removal.ts';
import { groupSettingRoutes } from './group-settings.ts';
import { groupRoutes } from './groups.ts';
import { invitationRoutes } from './invitations.ts';
import type { Limits } from './limits.ts';
import type { Login } from './login.ts';
import { createMeter } from './metering.ts';
import type { Profile } from './profile.ts';
import { playScenarios } from './scenario.ts';
import type { Call, Route } from './route.ts';
import { siteRoutes } from './sites.ts';
import { teamArchivingRoutes } from './team-archiving.ts';
import { teamMakingRoutes } from './team-making.ts';
import { teamMemberChangeRoutes } from './team-member-changes.ts';
import { teamMemberRoutes } from './team-members.ts';
import { teamOperationRoutes } from './team-operations.ts';
import { teamRoutes } from './teams.ts';
import type { Tenant } from './tenant.ts';
import { userDeltaRoutes } from './user-delta.ts';
import { userRoutes } from './users.ts';
import { usageReportRoutes } from './usage-reports.ts';

export interface GraphRequest {
  readonly method: string;
  /** With its query, below the host: `/v1.0/…`. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer as it goes out on the wire; `reset` closes the connection instead. */
export type Outcome =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | { readonly kind: 'reset' };

/** The calls that the simulator saw; `violations` stays empty for a correct caller. */
export interface Journal {
  readonly violations: { violation: Violation; detail: string }[];
  /** Calls by name of the route, parts of a batch counted one by one. */
  readonly calls: Map<string, number>;
  /** Calls answered 429, by name of the route. */
  readonly throttled: Map<string, number>;
  readonly faults: Map<string, number>;
  /** Changes of groups, in the order in which they were carried out. */
  readonly changes: GroupChange[];
  /** Mails, in the order in which they were accepted. */
  readonly mails: SentMail[];
  /** Addresses to which invitations were sent, also repeated ones. */
  readonly invitations: string[];
  readonly httpRequests: { count: number };
}

export interface GraphDeps {
  readonly login: Login;
  readonly random: SeededRandom;
  readonly profile: () => Profile;
  readonly limits: Limits;
  readonly journal: Journal;
  readonly now: () => number;
  /** The simulator's own address below which it is found, such as `http://127.0.0.1:1234/v1.0`. */
  readonly root: () => string;
  /** The address of the host that delivers reports. */
  readonly reportRoot: () => string;
}

const routes: readonly Route[] = [
  // Before the people by name, who include “delta”.
  ...userDeltaRoutes,
  ...userRoutes,
  ...invitationRoutes,
  ...groupMakingRoutes,
  ...groupDeltaRoutes,
  ...groupRoutes,
  ...groupSettingRoutes,
  ...siteRoutes,
  ...groupPeopleRoutes,
  ...groupRemovalRoutes,
  ...teamMakingRoutes,
  ...teamRoutes,
  ...teamMemberRoutes,
  ...teamMemberChangeRoutes,
  ...teamOperationRoutes,
  ...teamArchivingRoutes,
  ...directoryRoutes,
  ...mailRoutes,
  ...auditLogRoutes,
  ...usageReportRoutes,
];

export function tally(map: Map<string, number>, key: string): void {
  map.set(key, (map.get(key) ?? 0) + 1);
}

interface Part {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export function createGraph(deps: GraphDeps) {
  const { random, limits, journal } = deps;

  const violate = (violation: Violation, detail: string): void => {
    journal.violations.push({ violation, detail });
  };

  const { throttle, reported, meter } = createMeter({ limits, now: deps.now, violate });

  function faultFor(tenant: Tenant, route: Route, part: Part): Fault | undefined {
    const profile = deps.profile();
    if (profile.faultChance === 0) return undefined;
    const subject = `${tenant.tenantId} ${part.method} ${part.url}`;
    const before = tenant.attempts.get(subject) ?? { attempts: 0, faults: 0 };
    const isWrite = route.method !== 'GET';
    const fault = chooseFault(random, profile, subject, before.attempts, before.faults, isWrite);
    tenant.attempts.set(subject, {
      attempts: before.attempts + 1,
      faults: before.faults + (fault === undefined ? 0 : 1),
    });
    return fault;
  }

  function handle(tenant: Tenant, route: Route, params: readonly string[], part: Part): Answer {
    if (!route.permissions.some((permission) => tenant.permissions.includes(permission))) {
      throw new Refusal(
        403,
        'Authorization_RequestDenied',
        'Insufficient privileges to complete the operation.',
      );
    }
    const [path = '', query = ''] = part.url.split('?');
    const call: Call = {
      tenant,
      method: part.method,
      path,
      query: new URLSearchParams(query),
      headers: part.headers,
      body: part.body,
      now: deps.now(),
      random,
      profile: deps.profile(),
      roots: [deps.root(), 'https://graph.microsoft.com/v1.0'],
      reportRoot: deps.reportRoot(),
      violate,
      record({ id }, kind, personIds) {
        journal.changes.push({ at: deps.now(), groupId: id, kind, personIds });
        tenant.groupChanges.push({ at: deps.now(), groupId: id, kind });
      },
      deliver: (mail) => void journal.mails.push(mail),
      invite: (address) => void journal.invitations.push(address),
    };
    return route.handle(call, params);
  }

  /** Runs the route; a refusal for the caller's own fault is kept. */
  function execute(tenant: Tenant, route: Route, params: readonly string[], part: Part): Answer {
    try {
      return handle(tenant, route, params, part);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.violation) violate(error.violation, `${part.method} ${part.url}: ${error.message}`);
      return error.answer;
    }
  }

  /** A date has whole seconds only. */
  function retryAfterMs(value: string): number {
    const now = deps.now();
    return value === 'date' ? Math.floor((now + 3000) / 1000) * 1000 - now : Number(value) * 1000;
  }

  /** One call: alone, or a part of a batch. `reset` and `body_cut` are for the caller of this to play. */
  function single(tenant: Tenant, part: Part): { answer: Answer; fault: Fault | undefined } {
    const [path = '', query = ''] = part.url.split('?');
    const found = routes
      .filter((route) => route.method === part.method)
      .map((route) => ({ route, match: route.pattern.exec(path) }))
      .find(({ match }) => match !== null);
    if (!found?.match) {
      violate('unknown_route', `${part.method} ${path}`);
      const message = `Resource not found for the segment '${path}'.`;
      return {
        answer: { status: 400, body: { error: { code: 'BadRequest', message } } },
        fault: undefined,
      };
    }
    const { route, match } = found;
    const params = match.slice(1).map((param) => param ?? '');
    tally(journal.calls, route.name);
    const team = route.onTeam ? params[0]?.toLowerCase() : undefined;
    const metered = meter(tenant, route, team, new URLSearchParams(query));
    if (typeof metered !== 'number') {
      tally(journal.throttled, route.name);
      return { answer: metered, fault: undefined };
    }
    const fault = faultFor(tenant, route, part);
    if (fault) tally(journal.faults, fault.kind);
    switch (fault?.kind) {
      case 'reset':
        return { answer: { status: 503 }, fault };
      case 'throttled': {
        if (fault.retryAfter === undefined) return { answer: throttle('Slow down.', {}), fault };
        reported(tenant, route.name, retryAfterMs(fault.retryAfter));
        const value =
          fault.retryAfter === 'date'
            ? new Date(deps.now() + 3000).toUTCString()
            : fault.retryAfter;
        return { answer: throttle('Slow down.', { 'retry-after': value }), fault };
      }
      case 'precondition_failed': {
        const error = { code: 'PreconditionFailed', message: 'Concurrent write on one object.' };
        return { answer: { status: 412, body: { error } }, fault };
      }
      case 'status': {
        if (fault.carriedOut) execute(tenant, route, params, part);
        const error = { code: 'ServiceNotAvailable', message: 'The service is not available.' };
        const headers = fault.status === 503 ? { 'retry-after': '3' } : {};
        if (fault.status === 503) reported(tenant, route.name, 3000);
        return { answer: { status: fault.status, headers, body: { error } }, fault };
      }
      case 'answer_dropped':
      case 'body_cut':
      case undefined: {
        const answer = execute(tenant, route, params, part);
        const headers: Record<string, string> = { ...answer.headers };
        const isNear = metered > (isAltered(tenant, 'limit_headers') ? 0 : 0.8);
        if (isNear) headers['x-ms-throttle-limit-percentage'] = metered.toFixed(2);
        return { answer: { ...answer, headers }, fault };
      }
      default:
        return fault satisfies never;
    }
  }

  function batch(tenant: Tenant, body: unknown): Answer {
    const { requests } = asObject(body);
    if (!Array.isArray(requests)) throw badRequest('unreadable_body', "'requests' is required.");
    if (requests.length > 20) {
      throw badRequest('batch_too_large', `${requests.length} requests; at most 20 are allowed.`);
    }
    const ids = new Set<string>();
    const responses = requests.map((item: unknown) => {
      const request = asObject(item);
      const id = String(request['id']);
      if (request['id'] === undefined || ids.has(id)) {
        throw badRequest('unreadable_body', 'Each request of a batch needs a unique id.');
      }
      ids.add(id);
      const headers = Object.fromEntries(
        Object.entries(asObject(request['headers'] ?? {})).map(([name, value]) => [
          name.toLowerCase(),
          String(value),
        ]),
      );
      if (request['body'] !== undefined && headers['content-type'] !== 'application/json') {
        throw badRequest('unreadable_body', 'A part with a body needs a Content-Type.');
      }
      const { answer, fault } = single(tenant, {
        method: String(request['method']),
        url: String(request['url']),
        headers,
        body: request['body'],
      });
      // Inside a batch, a cut connection becomes a gateway error.
      const lost =
        fault?.kind === 'answer_dropped' || fault?.kind === 'body_cut' || fault?.kind === 'reset';
      const shown: Answer = lost
        ? { status: 504, body: { error: { code: 'GatewayTimeout', message: '' } } }
        : answer;
      return { id, status: shown.status, headers: shown.headers ?? {}, body: shown.body };
    });
    return { status: 200, body: { responses } };
  }

  function parse(text: string): unknown {
    try {
      return text === '' ? undefined : (JSON.parse(text) as unknown);
    } catch {
      throw badRequest('unreadable_body', 'The body is not JSON.');
    }
  }

  function answerOf(request: GraphRequest): { answer: Answer; fault: Fault | undefined } {
    const bearer = /^Bearer (.+)$/.exec(request.headers['authorization'] ?? '')?.[1];
    const tenant = bearer === undefined ? undefined : deps.login.tenantOf(bearer);
    if (tenant === undefined) {
      if (bearer === undefined) violate('missing_token', `${request.method} ${request.url}`);
      throw new Refusal(
        401,
        'InvalidAuthenticationToken',
        'Access token is missing or has expired.',
      );
    }
    playScenarios(tenant, deps.now());
    const url = request.url.replace(/^\/(?:v1\.0|beta(?=\/security\/))/, '');
    const contentType = request.headers['content-type'] ?? '';
    const isMime = contentType.startsWith('text/plain') && isSendMail(url);
    const body = isMime ? request.body : parse(request.body);
    if (body !== undefined && !isMime && !contentType.startsWith('application/json')) {
      throw badRequest('unreadable_body', 'The Content-Type must be application/json.');
    }
    if (request.method === 'POST' && url === '/$batch') {
      return { answer: batch(tenant, body), fault: undefined };
    }
    return single(tenant, { method: request.method, url, headers: request.headers, body });
  }

  /** Carries the request out and says what goes over the wire. */
  return function exchange(request: GraphRequest): Outcome {
    journal.httpRequests.count += 1;
    const requestId = randomUUID();
    let result: { answer: Answer; fault: Fault | undefined };
    try {
      result = answerOf(request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.violation) {
        violate(error.violation, `${request.method} ${request.url}: ${error.message}`);
      }
      result = { answer: error.answer, fault: undefined };
    }
    const { answer, fault } = result;
    if (fault?.kind === 'reset' || fault?.kind === 'answer_dropped') return { kind: 'reset' };
    const clientRequestId = request.headers['client-request-id'];
    const headers: Record<string, string> = {
      ...answer.headers,
      'request-id': requestId,
      date: new Date(deps.now()).toUTCString(),
      ...(clientRequestId === undefined ? {} : { 'client-request-id': clientRequestId }),
    };
    if (answer.body === undefined)
      return { kind: 'answer', status: answer.status, headers, body: '' };
    headers['content-type'] = 'application/json';
    const text = JSON.stringify(answer.body);
    const body = fault?.kind === 'body_cut' ? text.slice(0, Math.floor(text.length / 2)) : text;
    return { kind: 'answer', status: answer.status, headers, body };
  };
}
