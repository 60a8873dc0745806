// The client: one function for each thing that the service does for its callers.
import type { Credentials } from './access-token.ts';
import { CreationFailedError, GroupwrightError } from './errors.ts';
import { followEvents, type EventsOptions } from './events.ts';
import { followStatus } from './follow.ts';
import {
  extraTimeoutMs,
  writeHeaders,
  type CallOptions,
  type CreateOptions,
  type WaitOptions,
} from './options.ts';
import { itemsOf } from './pages.ts';
import { defaultRetryPolicy, type RetryPolicy } from './retry.ts';
import { createTeamHandle, type TeamHandle } from './team.ts';
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
import { realDeps, type Deps } from './dependencies.ts';

export interface ClientOptions {
  /** For example https://groups.example.org, without a trailing slash or with one. */
  readonly baseUrl: string;
  /** An API key; the client exchanges it for tokens as needed. Keep it out of browsers. */
  readonly credentials?: Credentials;
  /** Instead of credentials: gives a valid access token whenever one is needed. */
  readonly accessToken?: () => string | Promise<string>;
  readonly retry?: Partial<RetryPolicy>;
  /** Deadline of one attempt; 30 seconds by default. */
  readonly timeoutMs?: number;
  /** Named to the service, where the runtime allows it. */
  readonly userAgent?: string;
  /** For tests: another network, clock, source of chance. */
  readonly deps?: Partial<Deps>;
  /** @deprecated The former name of `deps`. */
  readonly world?: Partial<Deps>;
}

export interface TeamFilter extends CallOptions {
  /** Id or identifier. */
  readonly organisation?: string;
  /** Id or identifier. */
  readonly template?: string;
  readonly status?: TeamSummary['status'];
  /** The whole alias, in any case. */
  readonly mailNickName?: string;
  readonly state?: TeamSummary['state'];
  /** User ID or e-mail address of a person; so are the next three. */
  readonly responsible?: string;
  readonly deputy?: string;
  readonly owner?: string;
  readonly member?: string;
}

/** The record of a group, and its version. */
export interface TeamRecord extends Team {
  /** For `ifMatch`: the operation is refused if the group has changed since. */
  readonly etag: string;
}

/** An accepted creation. */
export interface Creation extends TeamAcceptance {
  /**
   * Resolves when the group exists in the directory. It follows the event stream, polls if streams do not get through,
   * and waits if the service cannot be reached, for up to five minutes.
   *
   * @throws CreationFailedError when the creation ends without a group
   */
  waitUntilDone(options?: WaitOptions): Promise<TeamStatus>;
}

/**
 * One function for each operation of the service. Each may throw
 * - ProblemError: the service refused, with a `code` (`not_found`, `validation_failed`, …) and every fault,
 * - ConnectionError: there was no answer, after all attempts,
 * - UnexpectedAnswerError: something else than the service answered,
 * - the reason of the signal it was given.
 */
export interface Client {
  /** Every organisation, page by page as it is read. */
  listOrganisations(options?: CallOptions): AsyncGenerator<OrganisationSummary, void>;
  /** An organisation with its templates and the teamIds of its groups. */
  getOrganisation(idOrIdentifier: string, options?: CallOptions): Promise<Organisation>;
  /** @param organisation id or identifier */
  listTemplates(organisation: string, options?: CallOptions): Promise<readonly Template[]>;

  /** Predicts the result of `createTeam`: looks people up and lists every fault at once. Changes nothing. */
  planTeam(request: TeamRequest, options?: CallOptions): Promise<TeamPlan>;
  /**
   * Resolves when the request is safely stored; the service then completes it. Follow it with `waitUntilDone`.
   *
   * @throws ProblemError with the codes `validation_failed`, `mail_nickname_taken`, `idempotency_key_reused`
   */
  createTeam(request: TeamRequest, options?: CreateOptions): Promise<Creation>;
  /**
   * Creates 1 to 1,000 at once. `items` has their results, in the same order; a fault of one does not affect the
   * others. One Idempotency-Key covers them all.
   */
  createTeams(requests: readonly TeamRequest[], options?: CreateOptions): Promise<BulkAnswer>;

  /** Newest first, page by page as they are read. */
  listTeams(filter?: TeamFilter): AsyncGenerator<TeamSummary, void>;
  /** The record of a team, with its people, properties and addresses. */
  getTeam(teamId: string, options?: CallOptions): Promise<TeamRecord>;
  /** The progress of its creation, step by step. */
  getTeamStatus(teamId: string, options?: CallOptions): Promise<TeamStatus>;
  /** Every change of a creation until it is final; a failed creation is returned and not thrown. */
  followTeam(teamId: string, options?: CallOptions): AsyncGenerator<TeamStatus, TeamStatus>;

  /** The operations of an existing group: change, handover, archive, deletion, restore. Sends nothing by itself. */
  team(teamId: string): TeamHandle;

  /**
   * The feed of events, oldest first, from after the given one. Ends after the last unless it is to `follow`;
   * then only the signal, or the end of the loop, ends it.
   */
  events(options?: EventsOptions): AsyncGenerator<GroupwrightEvent, void>;
}

const defaultTimeoutMs = 30_000;

/** @throws GroupwrightError when the options cannot work; nothing is sent yet */
export function createClient(options: ClientOptions): Client {
  const deps: Deps = { ...realDeps, ...options.world, ...options.deps };
  const transport = createTransport({
    baseUrl: readBaseUrl(options.baseUrl),
    authentication: readAuthentication(options),
    retry: { ...defaultRetryPolicy, ...options.retry },
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    userAgent: options.userAgent,
    deps,
  });

  async function read<Body>(path: string, { signal }: CallOptions = {}): Promise<Body> {
    const { body } = await transport.call<Body>({ method: 'GET', path, signal });
    return body;
  }

  const followTeam: Client['followTeam'] = (teamId, follow) =>
    followStatus<TeamStatus>(
      transport,
      deps,
      `/teams/${encodeURIComponent(teamId)}/status`,
      follow,
    );

  async function waitUntilDone(teamId: string, wait: WaitOptions = {}): Promise<TeamStatus> {
    let last: TeamStatus | undefined;
    for await (const status of followTeam(teamId, wait)) {
      last = status;
      wait.onProgress?.(status);
    }
    if (last === undefined) throw new GroupwrightError('The creation sent no status.');
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
        headers: writeHeaders(create),
        signal: create.signal,
        extraTimeoutMs: extraTimeoutMs(create),
      });
      return { ...body, waitUntilDone: (wait) => waitUntilDone(body.teamId, wait) };
    },
    async createTeams(requests, create = {}) {
      const { body } = await transport.call<BulkAnswer>({
        method: 'POST',
        path: '/teams/bulk',
        body: requests,
        headers: writeHeaders(create),
        signal: create.signal,
        extraTimeoutMs: extraTimeoutMs(create),
      });
      return body;
    },

    listTeams: ({ signal, ...filter } = {}) =>
      itemsOf(transport, { path: '/teams', query: { limit: 200, ...filter }, signal }),
    async getTeam(teamId, { signal } = {}) {
      const path = `/teams/${encodeURIComponent(teamId)}`;
      const { body, headers } = await transport.call<Team>({ method: 'GET', path, signal });
      // A proxy that compresses answers makes the tag a weak one, which If-Match does not take.
      return { ...body, etag: (headers.get('etag') ?? '').replace(/^W\//, '') };
    },
    getTeamStatus: (teamId, call) => read(`/teams/${encodeURIComponent(teamId)}/status`, call),
    followTeam,
    team: (teamId) => createTeamHandle(transport, deps, teamId),

    events: (feed) => followEvents(transport, feed),
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
