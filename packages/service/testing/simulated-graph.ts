// A Microsoft 365 connection onto the Graph simulator, over real HTTP and on a virtual clock: waits of
// minutes take no time, while nothing is in progress.
import { createVirtualClock, type VirtualClock } from '@groupwright/graph-simulator/clock.ts';
import { createSeededRandom } from '@groupwright/graph-simulator/seeded-random.ts';
import {
  createGraphSimulator,
  type GraphSimulator,
  type SimulatorOptions,
} from '@groupwright/graph-simulator/simulator.ts';
import type { Tenant } from '@groupwright/graph-simulator/tenant.ts';
import type { ApplicationConnection } from '../src/directory/connection.ts';
import type { Directory } from '../src/directory/directory.ts';
import { createMicrosoftGraphDirectory } from '../src/microsoft-graph/microsoft-graph.ts';
import { signInError } from '../src/microsoft-graph/sign-in-errors.ts';
import type { TokenSource } from '../src/microsoft-graph/token.ts';
import {
  createTransport,
  type RawRequest,
  type RawResponse,
  type Transport,
} from '../src/microsoft-graph/transport.ts';

/** The tenant of the service whose groups these connections make. */
export const servedTenantId = '7c1d3f52-0b6e-4a84-9d27-5e8f1a2b3c4d';

/** Every connection in tests has it. */
export const testMarkingKeys = [Buffer.alloc(32, 'marking')] as const;

/** Called around each request; a promise holds it up, for ever if need be. */
export interface WireHooks {
  before(): Promise<void> | undefined;
  after(): Promise<void> | undefined;
}

export interface SimulatedGraph {
  readonly simulator: GraphSimulator;
  readonly clock: VirtualClock;
  /** A separate connection to the tenant of that number; closed with the others. */
  connect(tenantNumber?: number, hooks?: WireHooks): Directory;
  /** One request of someone else, without a socket. */
  send(request: RawRequest): Promise<RawResponse>;
  close(): Promise<void>;
}

export function connectionTo(
  simulator: GraphSimulator,
  graphBaseUrl: string,
  tenantNumber = 0,
  adminUrl?: string,
): ApplicationConnection {
  const tenant = simulator.tenants[tenantNumber];
  if (tenant === undefined) throw new Error(`The simulator has no tenant ${tenantNumber}.`);
  return connectionOf(tenant, graphBaseUrl, adminUrl);
}

export function connectionOf(
  {
    tenantId,
    clientId,
    sharePoint,
  }: Pick<Tenant, 'tenantId' | 'clientId'> & Partial<Pick<Tenant, 'sharePoint'>>,
  graphBaseUrl: string,
  adminUrl = 'https://contoso-admin.sharepoint.com',
): ApplicationConnection {
  return {
    kind: 'microsoft365',
    entraTenantId: tenantId,
    clientId,
    credential: 'secret',
    graphBaseUrl,
    loginBaseUrl: 'https://login.microsoftonline.com',
    limits: {},
    ...(sharePoint && {
      sharePoint: {
        adminUrl,
        credential: 'certificate',
        clientId: sharePoint.clientId,
      },
    }),
  };
}

/** It needs no sockets, which serves runs of a million calls. */
function inProcess(simulator: GraphSimulator): Transport {
  return {
    async send({ method, url, headers, body }) {
      // As from a socket, the answer comes in a later turn.
      await new Promise((resolve) => setImmediate(resolve));
      const { pathname, search } = new URL(url);
      const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
      const outcome = simulator.exchange({
        method,
        url: `${decodeURI(pathname)}${search}`,
        headers: Object.fromEntries(lower) as Record<string, string>,
        body: body ?? '',
      });
      if (outcome.kind === 'reset') throw new Error('The connection was reset.');
      return outcome;
    },
    close: async () => undefined,
  };
}

/** A connection whose tokens come from `signIn` and last for 55 minutes; while a call is on the wire, no time passes. */
export function connectDirectory(deps: {
  readonly clock: VirtualClock;
  readonly connection: ApplicationConnection;
  readonly wire: Transport;
  readonly signIn: () => string;
  /** The sign-in of the second credential. */
  readonly signInFor?: ((resource: string) => string) | undefined;
  readonly reportHosts?: readonly string[];
  readonly hooks?: WireHooks | undefined;
  /** How long a request is on its way, where the wire takes no time of the clock. */
  readonly latency?: () => Promise<void>;
}): Directory {
  const { clock, connection, wire, signIn, signInFor, reportHosts, hooks, latency } = deps;
  const tokensBy = (getToken: () => string): TokenSource => {
    let issued: { token: string; until: number } | undefined;
    return {
      async token() {
        if (issued === undefined || issued.until <= clock.now()) {
          issued = { token: getToken(), until: clock.now() + 55 * 60 * 1000 };
        }
        return issued.token;
      },
      forget() {
        issued = undefined;
      },
    };
  };
  return createMicrosoftGraphDirectory({
    tenantId: servedTenantId,
    markingKeys: async () => testMarkingKeys,
    connection,
    secret: undefined,
    clock,
    ...(reportHosts && { reportHosts }),
    transport: {
      async send(request) {
        await hooks?.before();
        await latency?.();
        const answer = await clock.track(wire.send(request));
        await hooks?.after();
        return answer;
      },
      close: () => wire.close(),
    },
    tokens: tokensBy(signIn),
    ...(signInFor && { tokensFor: (resource) => tokensBy(() => signInFor(resource)) }),
  });
}

export async function openSimulatedGraph(
  options: Omit<SimulatorOptions, 'clock'> & { inProcess?: boolean; clock?: VirtualClock },
): Promise<SimulatedGraph> {
  const clock = options.clock ?? createVirtualClock();
  const simulator = createGraphSimulator({ ...options, clock });
  const { graphBaseUrl, reportHost, sharePointAdminUrl } = options.inProcess
    ? {
        graphBaseUrl: 'https://graph.microsoft.com',
        reportHost: undefined,
        sharePointAdminUrl: undefined,
      }
    : await simulator.listen();
  const directories: Directory[] = [];
  const [leastMs, mostMs] = (options.inProcess && options.profile?.latencyMs) || [0, 0];
  const random = createSeededRandom(`latency ${options.seed}`);
  let sent = 0;

  /** Without sockets, nothing but the clock waits. */
  async function latency(): Promise<void> {
    if (mostMs === 0) return;
    sent += 1;
    await clock.wait(leastMs + random.fraction(`request ${sent}`) * (mostMs - leastMs));
  }

  /** The application signs in with a client secret. A refusal is read as the service reads one of Entra's. */
  function signIn({ entraTenantId, clientId }: ApplicationConnection): string {
    const tenant = simulator.tenants.find(({ tenantId }) => tenantId === entraTenantId);
    const secret = tenant?.clientSecret ?? '';
    return requestToken(entraTenantId, { client_id: clientId, client_secret: secret });
  }

  /** The application signs in with a certificate. */
  function signInFor(
    { entraTenantId, sharePoint }: ApplicationConnection,
    resource: string,
  ): string {
    const clientId = sharePoint?.clientId ?? '';
    const audience = `https://localhost/${entraTenantId}/oauth2/v2.0/token`;
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { iss: clientId, sub: clientId, aud: audience };
    return requestToken(entraTenantId, {
      client_id: clientId,
      client_assertion: `${part({ 'x5t#S256': 'print' })}.${part(claims)}.`,
      scope: `${resource}/.default`,
    });
  }

  function requestToken(entraTenantId: string, members: Record<string, string>): string {
    const form = new URLSearchParams({ grant_type: 'client_credentials', ...members });
    const { status, body } = simulator.signIn(entraTenantId, form);
    if (status === 200) return String((JSON.parse(body) as { access_token: unknown }).access_token);
    const host = 'login.microsoftonline.com';
    const trouble = { kind: 'answered', host, status, body, retryAfter: undefined } as const;
    throw signInError(trouble, undefined, members['client_secret'], clock.now());
  }

  return {
    simulator,
    clock,
    connect(tenantNumber = 0, hooks) {
      const connection = connectionTo(simulator, graphBaseUrl, tenantNumber, sharePointAdminUrl);
      const directory = connectDirectory({
        clock,
        connection,
        wire: options.inProcess ? inProcess(simulator) : createTransport(),
        signIn: () => signIn(connection),
        ...(reportHost !== undefined && { reportHosts: [reportHost] }),
        signInFor: (resource) => signInFor(connection, resource),
        hooks,
        latency,
      });
      directories.push(directory);
      return directory;
    },
    async send(request) {
      await latency();
      return clock.track(inProcess(simulator).send(request));
    },
    async close() {
      await Promise.all(directories.map((directory) => directory.close()));
      await simulator.close();
    },
  };
}
