// The client: one function for each thing that the service does for its callers.
import { answerTo, bodyOf, withEtag, type Answer } from './answer.ts';
import { readConfiguration, type ClientOptions } from './configuration.ts';
import { createCreations, type Creations } from './creation.ts';
import { createDesiredGroups, type DesiredGroups } from './desired.ts';
import { GroupwrightError } from './errors.ts';
import { followEvents, type EventsOptions } from './events.ts';
import { changeOf, readOptions, type CallOptions, type ChangeOptions } from './options.ts';
import { filteredItemsOf, itemsOf } from './pages.ts';
import { createPersonHandle, type PersonHandle } from './person.ts';
import { createTeamHandle, type TeamHandle } from './team.ts';
import { createTransport, type Call, type Query } from './transport.ts';
import type {
  DirectoryGroup,
  EventOf,
  EventType,
  Organisation,
  OrganisationSummary,
  Team,
  TeamPlan,
  AdoptionPlan,
  AdoptionPlans,
  AdoptionRequest,
  TeamRequest,
  TeamResponsibility,
  TeamStatus,
  TeamSummary,
  TemplateDetails,
} from './types.ts';

export interface DirectoryGroupFilter extends CallOptions {
  /** False: groups without a record. */
  readonly governed?: boolean;
  readonly kind?: DirectoryGroup['kind'];
  /** True: groups without an owner who can sign in, as far as the owners are known. */
  readonly ownerless?: boolean;
  readonly guests?: boolean;
  /** Groups that were created before that time in the directory: ISO 8601. */
  readonly createdBefore?: string;
  /** `none`: groups that the service could govern. */
  readonly obstacle?: DirectoryGroup['obstacles'][number] | 'none';
  /** Words of the display name or the alias, or an id or mail address. */
  readonly search?: string;
}

export interface TeamFilter extends CallOptions {
  /** `people`: the answer has the people of each team. */
  readonly expand?: 'people';
  /** Id or identifier. */
  readonly organisation?: string;
  /** Id or identifier. */
  readonly template?: string;
  readonly status?: TeamSummary['status'];
  /** The whole alias, in any case. */
  readonly mailNickName?: string;
  /** Groups with these values of properties. */
  readonly properties?: Readonly<Record<string, string>>;
  /** Groups that have an external id of this source. */
  readonly source?: string;
  /** It needs `source`, and finds the group that has this id. Its case counts. */
  readonly externalId?: string;
  /** `existing`: active or archived. */
  readonly state?: TeamSummary['state'] | 'existing';
  /** For groups that exist, it says whether the people who answer for them are available. */
  readonly responsibility?: TeamResponsibility['state'];
  /** User ID or e-mail address of a person; so are the next three. */
  readonly responsible?: string;
  readonly deputy?: string;
  readonly owner?: string;
  readonly member?: string;
  /** User ID or e-mail address of a person in any role. */
  readonly person?: string;
  /** Failed creations with this problem code. */
  readonly error?: string;
  /** Groups requested at that time or later: ISO 8601. */
  readonly from?: string;
  /** Groups requested before that time: ISO 8601. */
  readonly until?: string;
  /** Groups that expire before that time, or have expired by then: ISO 8601. */
  readonly expiresBefore?: string;
  /** Groups that changed at that time or later, by the audit log: ISO 8601. Begin a minute before your last call. */
  readonly changedSince?: string;
  /** Groups that were not used on that day or since, by the reports of the suite: `2027-03-28`. */
  readonly idleBefore?: string;
  /**
   * Groups that differ from their record, or that have this finding, by the last comparison. A group that was not compared
   * is not among them: `comparison` of the page tells how many were not.
   */
  readonly finding?: 'any' | 'differs' | NonNullable<Team['findings']>[number];
  /** Words of names, aliases, responsible people and deputies, or an id or mail address. */
  readonly search?: string;
  /** Groups that expire, are archived, will be deleted, or are on hold. */
  readonly lifecycle?: 'expiring' | 'archived' | 'deleting' | 'on_hold';
  /** It needs `lifecycle` `expiring` or `deleting`, and is the day of the tenant, `2027-03-28`. */
  readonly date?: string;
  /** Id of an API key, or `administrator:` and an e-mail address. */
  readonly createdBy?: string;
  /** True: people are also searched in requests that are in progress, failed or cancelled. */
  readonly requested?: boolean;
  /** `newest`: without earlier attempts of a creation that was retried. */
  readonly attempts?: 'all' | 'newest';
  /** `createdAt`, `displayName`, `mailNickName`, or the date of another filter; `-` is for descending. */
  readonly sort?: string;
}

export interface GetTeamOptions extends CallOptions {
  /** `people`: the answer has the names of people. */
  readonly expand?: 'people';
}

/** The record of a group, and its version. */
export interface TeamRecord extends Team {
  /** Pass it as `ifMatch`: the operation is refused if the group has changed since. */
  readonly etag: string;
}

export interface TemplateOptions extends CallOptions {
  /** Id or identifier; needed if several organisations have a template with this identifier. */
  readonly organisation?: string;
}

export interface RequestOptions extends ChangeOptions {
  readonly query?: Query;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/**
 * One function for each operation of the service. Each may throw
 * - ProblemError: the service refused, with a `code` (`not_found`, `validation_failed`, …) and every fault,
 * - ConnectionError: there was no answer, after all attempts,
 * - UnexpectedAnswerError: something else than the service answered,
 * - the reason of the signal it was given.
 */
export interface Client extends Creations, DesiredGroups {
  /** Every organisation, page by page as it is read. */
  listOrganisations(options?: CallOptions): AsyncGenerator<OrganisationSummary, void>;
  /** An organisation with its templates and the teamIds of its groups. */
  getOrganisation(idOrIdentifier: string, options?: CallOptions): Answer<Organisation>;
  /**
   * The templates of an organisation, with their declared properties.
   *
   * @param organisation id or identifier
   */
  listTemplates(organisation: string, options?: CallOptions): Promise<readonly TemplateDetails[]>;
  /** A template with its declared properties, its counter and its defaults. */
  getTemplate(idOrIdentifier: string, options?: TemplateOptions): Answer<TemplateDetails>;

  /** Predicts the result of `createTeam`: looks people up and lists every fault at once. Changes nothing. */
  planTeam(request: TeamRequest, options?: CallOptions): Answer<TeamPlan>;
  /** Predicts the result of `adoptGroup`: reads the group, and lists every fault at once. Changes nothing. */
  planAdoption(request: AdoptionRequest, options?: CallOptions): Answer<AdoptionPlan>;
  /** The plans of 1 to 1,000 adoptions, in the order of the requests. Each is judged by itself. Changes nothing. */
  planAdoptions(requests: readonly AdoptionRequest[], options?: CallOptions): Answer<AdoptionPlans>;
  /** Ends the adoption of a group: the service no longer governs it, and the group stays as it is. */
  endAdoption(teamId: string, options?: CallOptions): Answer<void>;

  /** All groups of the directory by name, ours or not, page by page as they are read. */
  listDirectoryGroups(filter?: DirectoryGroupFilter): AsyncGenerator<DirectoryGroup, void>;
  /** Newest first or in the order of `sort`, page by page as they are read. */
  listTeams(filter?: TeamFilter): AsyncGenerator<TeamSummary, void>;
  /** The record of a team, with its people, properties and addresses; `expand` adds the names of people. */
  getTeam(teamId: string, options?: GetTeamOptions): Answer<TeamRecord>;
  /** Compares the group with the directory now; `drift` and `findings` of the record are of now. */
  compareTeam(teamId: string, options?: CallOptions): Answer<Team>;
  /** The progress of its creation, step by step. */
  getTeamStatus(teamId: string, options?: CallOptions): Answer<TeamStatus>;

  /** The operations of an existing group: change, handover, archive, deletion, restore. Sends nothing by itself. */
  team(teamId: string): TeamHandle;
  /**
   * The groups of a person, and their handover when the person leaves. Sends nothing by itself.
   *
   * @param idOrEmail user ID or e-mail address
   */
  person(idOrEmail: string): PersonHandle;

  /**
   * The feed of events, oldest first, from after the given one. Ends after the last unless it is to `follow`;
   * then only the signal, the end of the loop, or an absence of the service of more than five minutes ends it.
   */
  events<Type extends EventType = EventType>(
    options?: EventsOptions<Type>,
  ): AsyncGenerator<EventOf<Type>, void>;

  /**
   * Calls any endpoint, with the token, deadline and retries of every call. Every method but GET carries an
   * Idempotency-Key. The value is the JSON of the answer, or the text of another media type.
   *
   * @param path begins with a slash, below `baseUrl`; its variable parts are already escaped
   */
  request<Body = unknown>(
    method: Call['method'],
    path: `/${string}`,
    options?: RequestOptions,
  ): Answer<Body>;
}

/** @throws GroupwrightError when the options cannot work; nothing is sent yet */
export function createClient(options: ClientOptions = {}): Client {
  const configuration = readConfiguration(options);
  const { baseUrl, deps } = configuration;
  const transport = createTransport(configuration);

  const read = <Body>(path: string, given: CallOptions = {}): Answer<Body> =>
    bodyOf(transport, () => ({ method: 'GET', path, options: readOptions(given) }));

  return {
    ...createCreations(transport, deps),
    ...createDesiredGroups(transport),
    listOrganisations: (given) => itemsOf(transport, '/organisations', given),
    getOrganisation: (idOrIdentifier, given) =>
      read(`/organisations/${encodeURIComponent(idOrIdentifier)}`, given),
    async listTemplates(organisation, given) {
      const path = `/organisations/${encodeURIComponent(organisation)}/templates` as const;
      const found: TemplateDetails[] = [];
      for await (const template of itemsOf<TemplateDetails>(transport, path, given)) {
        found.push(template);
      }
      return found;
    },
    getTemplate: (idOrIdentifier, given = {}) =>
      bodyOf(transport, () => {
        const { organisation, ...rest } = readOptions(given, 'organisation');
        const path = `/templates/${encodeURIComponent(idOrIdentifier)}`;
        return { method: 'GET', path, query: { organisation }, options: rest };
      }),

    planTeam: (body, given = {}) =>
      bodyOf(transport, () => ({
        method: 'POST',
        path: '/teams/plan',
        body,
        options: readOptions(given),
      })),
    planAdoption: (body, given = {}) =>
      bodyOf(transport, () => ({
        method: 'POST',
        path: '/teams/adoption/plan',
        body,
        options: readOptions(given),
      })),
    planAdoptions: (body, given = {}) =>
      bodyOf(transport, () => ({
        method: 'POST',
        path: '/teams/adoption/bulk/plan',
        body,
        options: readOptions(given),
      })),
    endAdoption: (teamId, given = {}) =>
      bodyOf(transport, () => ({
        method: 'DELETE',
        path: `/teams/${encodeURIComponent(teamId)}/adoption`,
        options: readOptions(given),
      })),

    listDirectoryGroups: (filter) => filteredItemsOf(transport, '/directory/groups', filter),
    listTeams: (filter) => filteredItemsOf(transport, '/teams', filter),
    getTeam: (teamId, given = {}) =>
      answerTo(
        transport,
        () => ({
          method: 'GET',
          path: `/teams/${encodeURIComponent(teamId)}`,
          query: { expand: given.expand },
          options: readOptions(given, 'expand'),
        }),
        withEtag<Team>,
      ),
    compareTeam: (teamId, given = {}) =>
      bodyOf(transport, () => ({
        method: 'POST',
        path: `/teams/${encodeURIComponent(teamId)}/comparison`,
        options: readOptions(given),
      })),
    getTeamStatus: (teamId, given) => read(`/teams/${encodeURIComponent(teamId)}/status`, given),
    team: (teamId) => createTeamHandle(transport, deps, teamId),
    person: (idOrEmail) => createPersonHandle(transport, deps, idOrEmail),

    events: (given) => followEvents(transport, deps, given),

    request: (method, path, { query = {}, body, ...given } = {}) =>
      bodyOf(transport, () => {
        if (!new URL(`${baseUrl}${path}`).href.startsWith(`${baseUrl}/`)) {
          throw new GroupwrightError('The path must begin with a slash, below baseUrl.');
        }
        const call = { method, path, query, body, anyType: true };
        return method === 'GET'
          ? { ...call, options: readOptions(given) }
          : { ...call, ...changeOf(given) };
      }),
  };
}
