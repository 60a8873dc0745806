// GET /teams: the list of the tenant's teams, with filters that combine.
import { DomainError, type FieldError } from '../../ground/errors.ts';
import { momentOf } from '../../ground/moment.ts';
import { isOrganisationWithin, isWithin, type GroupLimit } from '../../ground/group-limit.ts';
import { Type } from 'typebox';
import type { Configuration } from '../../settings/configuration/configuration.ts';
import type { FindPeople } from '../../directory/find-people.ts';
import type { Subscribers } from '../../http/open-responses.ts';
import { type ListIdentity, pageOf, pageQuery, positionPart, readPage } from '../../http/paging.ts';
import { refTo } from '../../http/schema-ref.ts';
import { type MountUrl, senderOf } from '../../http/sender.ts';
import type { Server } from '../../http/server.ts';
import type { Organisation } from '../../settings/organisations/organisation.ts';
import { teamResponse } from './team-responses.ts';
import type { ReadComparison } from './comparison.ts';
import type { TeamFilter, TeamStore } from './team.ts';
import { TeamPage } from './teams.schema.ts';
import { teamFilterQuery, teamPeopleQuery } from './team-filters.schema.ts';

export interface ListDeps {
  readonly teams: TeamStore;
  readonly readComparison: ReadComparison;
  /** Sets the dates of groups that were created a moment ago. */
  readonly assessNew: (tenantId: string) => Promise<void>;
  readonly configuration: Configuration;
  readonly people: FindPeople;
  readonly subscribers: Subscribers;
  /** For the pages of problems. */
  readonly baseUrl: string;
  readonly urlOf: MountUrl;
}

interface FilterQuery {
  readonly organisation?: string;
  readonly template?: string;
  readonly status?: TeamFilter['status'];
  readonly mailNickName?: string;
  readonly state?: TeamFilter['state'];
  readonly responsibility?: TeamFilter['responsibility'];
  readonly expiresBefore?: string;
  readonly finding?: TeamFilter['finding'];
  readonly responsible?: string;
  readonly deputy?: string;
  readonly owner?: string;
  readonly member?: string;
  readonly person?: string;
  readonly error?: string;
  readonly from?: string;
  readonly until?: string;
}

export function registerListRoute(server: Server, deps: ListDeps): void {
  const { teams, readComparison, configuration, people, subscribers, urlOf } = deps;
  server.get(
    '/teams',
    {
      config: {
        scope: 'groups:read',
        answer: 'A page of teams.',
        problems: ['invalid_query', 'directory_permission_missing', 'directory_unavailable'],
      },
      schema: {
        operationId: 'listTeams',
        tags: ['Teams'],
        summary: 'List the teams of the tenant, newest first.',
        description:
          'Filters combine. The service looks up e-mail addresses in the directory; if it cannot be reached, the answer is 503. A person whom the directory does not have matches no team. A person who was removed there is still found by user ID. A group in creation has no people yet.',
        querystring: Type.Object(
          { ...teamFilterQuery, ...teamPeopleQuery, ...pageQuery },
          { additionalProperties: false },
        ),
        response: { 200: refTo(TeamPage) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const { tenantId, within } = senderOf(request);
      const { limit: _, cursor: __, ...filters } = request.query;
      const list: ListIdentity = {
        path: '/teams',
        tenantId,
        filters,
        position: [positionPart.guid],
      };
      const page = readPage(request.query, list);
      const filter = recordFilter(configuration, tenantId, filters, within);
      const ofPeople =
        filter &&
        (await subscribers.whileAdmitted(request, (signal) =>
          peopleFilter(people, tenantId, filters, signal),
        ));
      if (filters.expiresBefore !== undefined) await deps.assessNew(tenantId);
      const found =
        ofPeople === undefined
          ? []
          : await teams.listTeams(
              tenantId,
              { ...filter, ...ofPeople },
              { afterTeamId: page.after?.[0], limit: page.limit + 1 },
            );
      const answer = pageOf(
        found,
        page,
        list,
        urlOf(tenantId),
        ({ teamId }) => [teamId],
        (team) => teamResponse(team, urlOf(tenantId)),
      );
      if (filters.finding === undefined || filter === undefined) return answer;
      const { organisationIds = null, templateIds = null } = filter;
      const comparison = await readComparison(tenantId, { organisationIds, templateIds });
      return { ...answer, comparison };
    },
  );
}

function unknownFilter(fault: FieldError): DomainError {
  return new DomainError('invalid_query', fault.detail, { faults: [fault] });
}

/**
 * Undefined when the caller sees no group at all.
 * @throws DomainError `invalid_query` when it names an organisation or a template that does not exist
 */
function recordFilter(
  configuration: Configuration,
  tenantId: string,
  query: FilterQuery,
  within: GroupLimit,
): TeamFilter | undefined {
  const named =
    query.organisation === undefined
      ? configuration.organisations(tenantId)
      : [configuration.organisation(tenantId, query.organisation)];
  const organisations = named.filter(
    (found) => found !== undefined && isOrganisationWithin(within, found.organisationId),
  ) as Organisation[];
  if (organisations.length === 0) {
    if (query.organisation === undefined) return undefined;
    const detail = 'There is no organisation with this id or identifier.';
    throw unknownFilter({ parameter: 'organisation', code: 'organisation_not_found', detail });
  }
  const key = query.template?.toLowerCase();
  const templateIds =
    key === undefined
      ? (within.templateIds ?? undefined)
      : organisations
          .flatMap(({ templates }) => templates)
          .filter(({ templateId, identifier }) => templateId === key || identifier === key)
          .filter((template) => isWithin(within, template))
          .map(({ templateId }) => templateId);
  if (templateIds?.length === 0) {
    if (key === undefined) return undefined;
    const detail = 'There is no template with this id or identifier.';
    throw unknownFilter({ parameter: 'template', code: 'template_not_found', detail });
  }
  const isLimited = query.organisation !== undefined || within.organisationIds !== null;
  return {
    ...(isLimited && {
      organisationIds: organisations.map(({ organisationId }) => organisationId),
    }),
    ...(templateIds !== undefined && { templateIds }),
    ...(query.status !== undefined && { status: query.status }),
    ...(query.mailNickName !== undefined && { mailNickname: query.mailNickName }),
    ...(query.state !== undefined && { state: query.state }),
    ...(query.responsibility !== undefined && { responsibility: query.responsibility }),
    ...(query.expiresBefore !== undefined && { expiresBefore: momentOf(query.expiresBefore) }),
    ...(query.finding !== undefined && { finding: query.finding }),
    ...(query.error !== undefined && { error: query.error }),
    ...(query.from !== undefined && { from: momentOf(query.from) }),
    ...(query.until !== undefined && { until: momentOf(query.until) }),
  };
}

/** Undefined when the directory does not have one of the people: then no team matches. */
async function peopleFilter(
  people: FindPeople,
  tenantId: string,
  query: FilterQuery,
  signal: AbortSignal,
): Promise<TeamFilter | undefined> {
  const named = (['responsible', 'deputy', 'owner', 'member', 'person'] as const).flatMap((role) =>
    query[role] === undefined ? [] : [{ role, reference: query[role] }],
  );
  const references = named.map(({ reference }) => reference);
  const ids = await people.findIds(tenantId, references, signal);
  if (ids.includes(undefined)) return undefined;
  return Object.fromEntries(named.map(({ role }, index) => [`${role}Id`, ids[index]]));
}
