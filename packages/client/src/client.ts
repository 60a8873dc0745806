// The client: one function for each thing that the service does for its callers.
import type { Credentials } from './access-token.ts';
import { CreationFailedError, GroupwrightError } from './errors.ts';
import { followEvents, type EventsOptions } from './events.ts';
import { followCreation } from './follow.ts';
import { itemsOf } from './pages.ts';
import { standardRetryPolicy, type RetryPolicy } from './retry.ts';
import { createTransport } from './transport.ts';
import type {
  BulkAnswer,
  GroupwrightEvent,
  Organisation,
  OrganisationSummary,
  Team,
  TeamAcceptance,
  TeamPlan,
  TeamRequest,
  TeamStatus,
  TeamSummary,
  Template,
} from './types.ts';
import { realWorld, type World } from './world.ts';

export interface ClientOptions {
  /** For example https://groups.example.org, without a trailing slash or with one. */
  readonly baseUrl: string;
  /** An API key; the client exchanges it for tokens as needed. Keep it out of browsers. */
  readonly credentials?: Credentials;
  /** Instead of credentials: gives a valid access token whenever one is needed. */
  readonly accessToken?: () => string | Promise<string>;
  readonly retry?: Partial<RetryPolicy>;
  /** Deadline of one attempt; 30 seconds unless told otherwise. */
  readonly timeoutMs?: number;
  /** Named to the service, where the runtime allows it. */
  readonly userAgent?: string;
  /** For tests: another network, clock, source of chance. */
  readonly world?: Partial<World>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface CreateOptions extends CallOptions {
  /**
   * Calls with the same key and the same body make one group, for 30 days. Set your own to be safe
   * across restarts of your program; otherwise each call has one that covers its own attempts.
   */
  readonly idempotencyKey?: string;
  /** Let the service hold its answer until the creation is final, for at most 30 seconds. */
  readonly waitSeconds?: number;
}

export interface TeamFilter extends CallOptions {
  /** Id or identifier. */
  readonly organisation?: string;
  /** Id or identifier. */
  readonly template?: string;
  readonly status?: TeamSummary['status'];
  /** The whole alias, in any case. */
  readonly mailNickName?: string;
}

export interface WaitOptions extends CallOptions {
  /** Called at each change, the last one included. */
  readonly onProgress?: (status: TeamStatus) => void;
}

/** An accepted creation. */
export interface Creation extends TeamAcceptance {
  /** Resolves when the group stands in the directory; throws CreationFailedError when it never will. */
  waitUntilDone(options?: WaitOptions): Promise<TeamStatus>;
}

export interface Client {
  listOrganisations(options?: CallOptions): AsyncGenerator<OrganisationSummary, void>;
  getOrganisation(idOrIdentifier: string, options?: CallOptions): Promise<Organisation>;
  listTemplates(organisation: string, options?: CallOptions): Promise<readonly Template[]>;

  /** What would happen, and every fault; changes nothing. */
  planTeam(request: TeamRequest, options?: CallOptions): Promise<TeamPlan>;
  createTeam(request: TeamRequest, options?: CreateOptions): Promise<Creation>;
  /** Up to 1,000 at once; each entry has its own result. */
  createTeams(requests: readonly TeamRequest[], options?: CreateOptions): Promise<BulkAnswer>;

  listTeams(filter?: TeamFilter): AsyncGenerator<TeamSummary, void>;
  getTeam(teamId: string, options?: CallOptions): Promise<Team>;
  getTeamStatus(teamId: string, options?: CallOptions): Promise<TeamStatus>;
  /** Every change of a creation until it is final. */
  followTeam(teamId: string, options?: CallOptions): AsyncGenerator<TeamStatus, TeamStatus>;

  /** The feed of events, oldest first, from after the given one. */
  events(options?: EventsOptions): AsyncGenerator<GroupwrightEvent, void>;
}

const standardTimeoutMs = 30_000;

export function createClient(options: ClientOptions): Client {
  const world: World = { ...realWorld, ...options.world };
  const transport = createTransport({
    baseUrl: readBaseUrl(options.baseUrl),
    authentication: readAuthentication(options),
    retry: { ...standardRetryPolicy, ...options.retry },
    timeoutMs: options.timeoutMs ?? standardTimeoutMs,
    userAgent: options.userAgent,
    world,
  });

  async function read<Body>(path: string, { signal }: CallOptions = {}): Promise<Body> {
    const { body } = await transport.call<Body>({ method: 'GET', path, signal });
    return body;
  }

  const followTeam: Client['followTeam'] = (teamId, follow) =>
    followCreation(transport, world, teamId, follow);

  async function waitUntilDone(teamId: string, wait: WaitOptions = {}): Promise<TeamStatus> {
    let last: TeamStatus | undefined;
    for await (const status of followTeam(teamId, wait)) {
      last = status;
      wait.onProgress?.(status);
    }
    if (last === undefined) throw new GroupwrightError('The creation was not heard of.');
    if (last.status !== 'succeeded') throw new CreationFailedError(last);
    return last;
  }

  return {
    listOrganisations: (list = {}) => itemsOf(transport, { path: '/organisations', ...list }),
    getOrganisation: (idOrIdentifier, call) =>
      read(`/organisations/${encodeURIComponent(idOrIdentifier)}`, call),
    async listTemplates(organisation, call) {
      const { templates } = await read<Organisation>(
        `/organisations/${encodeURIComponent(organisation)}`,
        call,
      );
      return templates;
    },

    async planTeam(request, { signal } = {}) {
      const call = { method: 'POST', path: '/teams/plan', body: request, signal } as const;
      return (await transport.call<TeamPlan>(call)).body;
    },
    async createTeam(request, create = {}) {
      const { body } = await transport.call<TeamAcceptance>({
        method: 'POST',
        path: '/teams',
        body: request,
        headers: creationHeaders(create),
        signal: create.signal,
        extraTimeoutMs: (create.waitSeconds ?? 0) * 1000,
      });
      return { ...body, waitUntilDone: (wait) => waitUntilDone(body.teamId, wait) };
    },
    async createTeams(requests, create = {}) {
      const { body } = await transport.call<BulkAnswer>({
        method: 'POST',
        path: '/teams/bulk',
        body: requests,
        headers: creationHeaders(create),
        signal: create.signal,
        extraTimeoutMs: (create.waitSeconds ?? 0) * 1000,
      });
      return body;
    },

    listTeams: ({ signal, ...filter } = {}) =>
      itemsOf(transport, { path: '/teams', query: { limit: 200, ...filter }, signal }),
    getTeam: (teamId, call) => read(`/teams/${encodeURIComponent(teamId)}`, call),
    getTeamStatus: (teamId, call) => read(`/teams/${encodeURIComponent(teamId)}/status`, call),
    followTeam,

    events: (feed) => followEvents(transport, feed),
  };
}

function creationHeaders({ idempotencyKey, waitSeconds }: CreateOptions): Record<string, string> {
  return {
    // A structured string, as draft-ietf-httpapi-idempotency-key-header writes it.
    'idempotency-key': JSON.stringify(idempotencyKey ?? globalThis.crypto.randomUUID()),
    ...(waitSeconds === undefined ? {} : { prefer: `wait=${waitSeconds}` }),
  };
}

function readBaseUrl(baseUrl: string): string {
  let url: URL;
  try {
    url = new URL(baseUrl);
  } catch (cause) {
    throw new GroupwrightError('baseUrl must be an absolute http or https address.', { cause });
  }
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
  const isBare = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!isHttp || !isBare) {
    throw new GroupwrightError(
      'baseUrl must be an http or https address without user name, query and fragment.',
    );
  }
  return url.href.replace(/\/+$/, '');
}

function readAuthentication({ credentials, accessToken }: ClientOptions) {
  if (credentials !== undefined && accessToken === undefined) return credentials;
  if (accessToken !== undefined && credentials === undefined) return accessToken;
  throw new GroupwrightError('Give the client either credentials or accessToken.');
}
