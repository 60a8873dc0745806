// Microsoft Graph as a local process: the calls that make groups and teams, strict about what the
// documentation demands, throttled by the published limits, and faulty as drawn from a seed.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createLoopbackCertificate } from './certificate.ts';
import { realClock, type SimulatorClock } from './clock.ts';
import { createSeededRandom } from './seeded-random.ts';
import { createGraph, type GraphRequest, type Journal, type Outcome } from './graph.ts';
import { publishedLimits, type Limits } from './limits.ts';
import { createLogin } from './login.ts';
import { createSharePoint, isSharePoint } from './sharepoint.ts';
import { hostile, type Profile } from './profile.ts';
import type { SignInErrorCode } from './sign-in-errors.ts';
import {
  allPermissions,
  createTenant,
  makeUsers,
  type Scenario,
  type SimulatedGroup,
  type SimulatedUser,
  type Tenant,
  type TenantOptions,
} from './tenant.ts';
import { addWildGroup, changeGroup, type OutsideChange, type WildGroup } from './wild-groups.ts';
import { type DeliveredReport, deliverReport } from './usage-reports.ts';
import { addUser, changeUser, deleteUser, purgeUser, restoreUser } from './user-changes.ts';

export interface SimulatorOptions {
  /** Every draw depends on it; the same seed gives the same faults. */
  readonly seed: string;
  readonly clock?: SimulatorClock;
  readonly profile?: Profile;
  readonly limits?: Partial<Limits>;
  /** Tenants beyond what is made up: without any, one tenant with 60 people. */
  readonly tenants?: readonly (Partial<TenantOptions> & { readonly people?: number })[];
}

export interface Addresses {
  readonly graphBaseUrl: string;
  readonly loginBaseUrl: string;
  /** The host that delivers reports, with its port. */
  readonly reportHost: string;
  /** The address of the admin service of SharePoint. */
  readonly sharePointAdminUrl: string;
  /** PEM of the authority behind `loginBaseUrl`. */
  readonly authority: string;
}

export interface GraphSimulator {
  readonly tenants: readonly Tenant[];
  readonly journal: Journal;
  /** Another profile from now on. */
  setProfile(profile: Profile): void;
  /** Adds a person, at once visible. */
  addUser(tenantId: string, user: SimulatedUser): void;
  /** Adds a group that others made, at once visible. */
  addWildGroup(tenantId: string, group: WildGroup): SimulatedGroup;
  /**
   * Changes a group as people do in the suite, at once visible.
   * @param by the sign-in name of a person; the first one of the tenant unless said otherwise
   */
  changeGroup(tenantId: string, groupId: string, change: OutsideChange, by?: string): void;
  /** Plays the scenario from now on. */
  play(tenantId: string, groupId: string, scenario: Scenario): void;
  changeUser(tenantId: string, userId: string, change: Partial<Omit<SimulatedUser, 'id'>>): void;
  /** Soft-deletes a person, who can be restored. */
  deleteUser(tenantId: string, userId: string): void;
  restoreUser(tenantId: string, userId: string): void;
  /** Deletes a soft-deleted person permanently. */
  purgeUser(tenantId: string, userId: string): void;
  /** This number of labels is taken from now on, and not set. */
  ignoreLabels(tenantId: string, count: number): void;
  revokeTokens(): void;
  /** Every sign-in fails with this AADSTS code until it is taken back. */
  refuseSignIn(code: SignInErrorCode | undefined): void;
  /** One request to the token endpoint without a socket. */
  signIn(tenantId: string, form: URLSearchParams): { status: number; body: string };
  /** A bearer token for the tenant. */
  issueToken(tenantId: string): string;
  /** One exchange without a socket. */
  exchange(request: GraphRequest): Outcome;
  /** One download from the host of reports without a socket. */
  download(request: Pick<GraphRequest, 'url' | 'headers'>): DeliveredReport;
  /** Listens on loopback; port 0 takes a free one. */
  listen(ports?: { graph?: number; login?: number; sharePoint?: number }): Promise<Addresses>;
  close(): Promise<void>;
}

const bodyLimitBytes = 4 * 1024 * 1024;

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > bodyLimitBytes) throw new Error('body too large');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function open(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.removeListener('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function shut(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

export function createGraphSimulator(options: SimulatorOptions): GraphSimulator {
  const clock = options.clock ?? realClock;
  const limits = { ...publishedLimits, ...options.limits };
  const random = createSeededRandom(options.seed);
  let profile = options.profile ?? hostile;
  let root = 'https://graph.microsoft.com/v1.0';
  let reportRoot = 'https://reportsweu.office.com';

  const tenants = new Map<string, Tenant>();
  for (const [index, given] of (options.tenants ?? [{}]).entries()) {
    const domain = given.domain ?? (index === 0 ? 'contoso.example' : `contoso${index}.example`);
    const tenantId = given.tenantId ?? random.guid(`tenant ${index}`);
    tenants.set(
      tenantId,
      createTenant(
        {
          tenantId,
          domain,
          clientId: given.clientId ?? random.guid(`client ${index}`),
          clientSecret: given.clientSecret ?? `rehearsal-${random.guid(`secret ${index}`)}`,
          permissions: given.permissions ?? allPermissions,
          knowsUniqueNames: given.knowsUniqueNames ?? true,
          removesMembersInBulk: given.removesMembersInBulk ?? true,
          namingPolicy: given.namingPolicy ?? {},
          classifications: given.classifications,
          letsGuestsBeAdded: given.letsGuestsBeAdded,
          groupLifetimeDays: given.groupLifetimeDays,
          guests: given.guests ?? {},
          altered: given.altered ?? [],
          labels: given.labels ?? [],
          sharePoint: given.sharePoint ?? {
            clientId: random.guid(`second client ${index}`),
            permissions: ['Sites.FullControl.All'],
            graphPermissions: ['Sites.Read.All'],
          },
          users: given.users ?? makeUsers(given.people ?? 60, domain, random),
        },
        limits,
      ),
    );
  }

  const journal: Journal = {
    violations: [],
    calls: new Map(),
    throttled: new Map(),
    faults: new Map(),
    changes: [],
    mails: [],
    invitations: [],
    httpRequests: { count: 0 },
  };
  const now = (): number => clock.now();
  const login = createLogin({ tenants, random, profile: () => profile, now });
  const graph = createGraph({
    login,
    random,
    limits,
    journal,
    now,
    profile: () => profile,
    root: () => root,
    reportRoot: () => reportRoot,
  });
  const download: GraphSimulator['download'] = (request) =>
    deliverReport(tenants.values(), request, (violation, detail) => {
      journal.violations.push({ violation, detail });
    });

  async function serveReport(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '/', headers } = request;
    const { status, body, cutAfterBytes } = download({
      url,
      headers: headers as Record<string, string>,
    });
    response.writeHead(status, {
      'content-type': 'application/octet-stream',
      'content-length': Buffer.byteLength(body),
    });
    if (cutAfterBytes === undefined) {
      response.end(body);
      return;
    }
    await new Promise((resolve) => response.write(body.slice(0, cutAfterBytes), resolve));
    response.destroy();
  }

  const sharePoint = createSharePoint({
    login,
    random,
    profile: () => profile,
    limits,
    journal,
    now,
  });
  /** SharePoint has its own host, whose paths are none of Graph's. */
  const exchange = (request: GraphRequest): Outcome =>
    isSharePoint(request.url) ? sharePoint(request) : graph(request);

  async function serveGraph(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const [least, most] = profile.latencyMs;
    if (most > 0) {
      const share = random.fraction(`latency ${journal.httpRequests.count}`);
      await clock.wait(least + share * (most - least));
    }
    const outcome = exchange({
      method: request.method ?? 'GET',
      url: request.url ?? '/',
      headers: request.headers as Record<string, string>,
      body,
    });
    if (outcome.kind === 'reset') {
      request.socket.resetAndDestroy();
      return;
    }
    response.writeHead(outcome.status, {
      ...outcome.headers,
      'content-length': Buffer.byteLength(outcome.body),
    });
    response.end(outcome.body);
  }

  async function serveLogin(
    request: IncomingMessage,
    response: ServerResponse,
    origin: string,
  ): Promise<void> {
    const form = new URLSearchParams(await readBody(request));
    const [path = '/'] = (request.url ?? '/').split('?');
    const answer = login.answer(request.method ?? 'GET', path, form, origin);
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.body));
  }

  const servers: Server[] = [];
  function tenant(tenantId: string): Tenant {
    const found = tenants.get(tenantId);
    if (found === undefined) throw new Error(`No tenant ${tenantId} in this simulator.`);
    return found;
  }

  return {
    tenants: [...tenants.values()],
    journal,
    exchange,
    download,
    setProfile(next) {
      profile = next;
    },
    addWildGroup: (tenantId, group) =>
      addWildGroup(tenant(tenantId), group, { random, now: now() }),
    changeGroup: (tenantId, groupId, change, by) =>
      changeGroup(tenant(tenantId), groupId, change, now(), by),
    play: (tenantId, groupId, scenario) =>
      void tenant(tenantId).scenarios.set(groupId, { ...scenario, nextAt: now() }),
    addUser: (tenantId, user) => addUser(tenant(tenantId), user, now()),
    changeUser: (tenantId, userId, change) => changeUser(tenant(tenantId), userId, change, now()),
    deleteUser: (tenantId, userId) => deleteUser(tenant(tenantId), userId, now()),
    restoreUser: (tenantId, userId) => restoreUser(tenant(tenantId), userId, now()),
    purgeUser: (tenantId, userId) => purgeUser(tenant(tenantId), userId, now()),
    ignoreLabels(tenantId, count) {
      tenant(tenantId).ignoredLabels.left = count;
    },
    revokeTokens: () => login.revokeTokens(),
    refuseSignIn: (code) => login.refuse(code),
    signIn(tenantId, form) {
      const path = `/${tenantId}/oauth2/v2.0/token`;
      const { status, body } = login.answer('POST', path, form, 'https://localhost');
      return { status, body: JSON.stringify(body) };
    },
    issueToken: (tenantId) => login.issue(tenant(tenantId)),
    async listen(ports = {}) {
      const certificate = await createLoopbackCertificate();
      let loginOrigin = '';
      const guard = (response: ServerResponse, work: Promise<void>): void => {
        work.catch(() => {
          response.destroy();
        });
      };
      const graphServer = createServer((request, response) => {
        guard(response, serveGraph(request, response));
      });
      const loginServer = createTlsServer(
        { cert: certificate.certificate, key: certificate.key },
        (request, response) => {
          guard(response, serveLogin(request, response, loginOrigin));
        },
      );
      const reportServer = createServer((request, response) => {
        guard(response, serveReport(request, response));
      });
      const sharePointServer = createServer((request, response) => {
        guard(response, serveGraph(request, response));
      });
      graphServer.keepAliveTimeout = 60_000;
      servers.push(graphServer, loginServer, reportServer, sharePointServer);
      const reportHost = `127.0.0.1:${await open(reportServer, 0)}`;
      reportRoot = `http://${reportHost}`;
      const graphBaseUrl = `http://127.0.0.1:${await open(graphServer, ports.graph ?? 0)}`;
      loginOrigin = `https://localhost:${await open(loginServer, ports.login ?? 0)}`;
      const sharePointAdminUrl = `http://127.0.0.1:${await open(sharePointServer, ports.sharePoint ?? 0)}`;
      root = `${graphBaseUrl}/v1.0`;
      const { authority } = certificate;
      return { graphBaseUrl, loginBaseUrl: loginOrigin, reportHost, sharePointAdminUrl, authority };
    },
    async close() {
      await Promise.all(servers.splice(0).map((server) => shut(server)));
    },
  };
}
