// Organisations, with the names of their templates: list, create, change, delete.
import { isOrganisationWithin } from '../ground/group-limit.ts';
import { notFound } from '../audit/changes/change.ts';
import { sendVersion } from '../http/entity-tags.ts';
import type { Server } from '../http/server.ts';
import type { OrganisationRecord } from '../settings/organisations/change-organisations.ts';
import { validationFailed } from '../ground/errors.ts';
import type { Assignee } from '../messages/tasks/task.ts';
import { organisationFaults } from '../settings/organisations/organisation-rules.ts';
import { OrganisationInput } from '../settings/organisations/organisation-input.schema.ts';
import type { Template } from '../settings/organisations/template.ts';
import type { AdminApiDeps } from './admin-api-deps.ts';
import { noContent, listQuery } from './common.schema.ts';
import { declareOperations } from './declare-operations.ts';
import {
  AdminOrganisation,
  AdminOrganisationPage,
  OrganisationParams,
} from './organisations.schema.ts';
import { countedListOf, resourceOf } from './request.ts';
import { type PreviewChange, sendMonths, triedPlan } from './tried-months.ts';
import { exportedMonths, plannedMonths } from './tried-months.schema.ts';

/** A key that manages templates has to find their organisations. */
const readingScopes = ['organisations:manage', 'templates:manage'] as const;

const problems = ['validation_failed', 'in_use', 'quota_exceeded'] as const;

const declared = declareOperations('Organisations and templates', {
  listEditedOrganisations: {
    reach: 'organisations',
    scope: readingScopes,
    summary: 'List the organisations with the names of their templates.',
    answer: 'A page of organisations.',
    querystring: listQuery,
    response: { 200: AdminOrganisationPage },
  },
  createOrganisation: {
    scope: 'organisations:manage',
    summary: 'Create an organisation.',
    answer: 'The new organisation.',
    idempotentBy: 'answer',
    problems: ['version_conflict', ...problems],
    body: OrganisationInput,
    response: { 201: AdminOrganisation },
  },
  getEditedOrganisation: {
    reach: 'organisations',
    scope: readingScopes,
    summary: 'Read an organisation.',
    answer: 'The organisation.',
    params: OrganisationParams,
    response: { 200: AdminOrganisation },
  },
  changeOrganisation: {
    scope: 'organisations:manage',
    summary: 'Change an organisation.',
    answer: 'The changed organisation.',
    changes: true,
    problems,
    params: OrganisationParams,
    body: OrganisationInput,
    response: { 200: AdminOrganisation },
  },
  planOrganisation: {
    scope: 'organisations:manage',
    summary:
      'Tell what a changed steward would have done in the last twelve months, and what it will do in the next ones. Changes nothing.',
    answer: 'The groups of the organisation under the steward of the body.',
    ...plannedMonths,
    problems: ['not_found', 'validation_failed'],
    params: OrganisationParams,
    body: OrganisationInput,
  },
  exportOrganisationPlan: {
    scope: 'organisations:manage',
    summary:
      'Export twelve months of the groups of an organisation under a changed steward as CSV. Changes nothing.',
    ...exportedMonths,
    problems: ['not_found', 'validation_failed'],
    params: OrganisationParams,
    body: OrganisationInput,
  },
  deleteOrganisation: {
    scope: 'organisations:manage',
    summary: 'Delete an organisation that has neither groups nor templates.',
    answer: 'The organisation is deleted.',
    changes: true,
    problems,
    params: OrganisationParams,
    response: noContent,
  },
});

export interface AdminOrganisationDeps extends AdminApiDeps {
  readonly previewChange: PreviewChange;
  /** Undefined: the person cannot answer. */
  readonly readSteward: (tenantId: string, reference: string) => Promise<Assignee | undefined>;
}

export function registerAdminOrganisationRoutes(server: Server, deps: AdminOrganisationDeps): void {
  const { address, change, read } = deps;

  async function readAll(tenantId: string) {
    return read(async (stores) => ({
      organisations: await stores.organisations.list(tenantId),
      templates: await stores.templates.list(tenantId),
    }));
  }

  async function readOrganisation(tenantId: string, organisationId: string) {
    const { organisations, templates } = await readAll(tenantId);
    const found = organisations.find((one) => one.organisationId === organisationId);
    if (found === undefined) throw notFound('organisation');
    return answerOf(found, templates);
  }

  server.get('/:tenantId/organisations', declared.listEditedOrganisations, async (request) => {
    const { tenantId, limit } = resourceOf(request);
    const list = countedListOf(request, address, '/organisations');
    const { organisations, templates } = await readAll(tenantId);
    const all = organisations.filter(({ organisationId }) =>
      isOrganisationWithin(limit, organisationId),
    );
    const items = list.partOf(all).map((one) => answerOf(one, templates));
    return list.answer({ items, total: all.length });
  });

  server.post('/:tenantId/organisations', declared.createOrganisation, async (request, reply) => {
    const { tenantId, actor } = resourceOf(request);
    const created = await change(({ organisations }) =>
      organisations.create(actor, tenantId, request.body),
    );
    sendVersion(reply, created.version);
    return answerOf(created, []);
  });

  const onePath = '/:tenantId/organisations/:organisationId';
  server.get(onePath, declared.getEditedOrganisation, async (request, reply) => {
    const { tenantId, organisationId, limit } = resourceOf(request);
    if (!isOrganisationWithin(limit, organisationId)) throw notFound('organisation');
    const answer = await readOrganisation(tenantId, organisationId);
    sendVersion(reply, answer.etag);
    return answer;
  });

  server.put(onePath, declared.changeOrganisation, async (request) => {
    const { tenantId, organisationId, actor, expectedVersion } = resourceOf(request);
    await change(({ organisations }) =>
      organisations.change(actor, tenantId, organisationId, expectedVersion, request.body),
    );
    return readOrganisation(tenantId, organisationId);
  });

  /** @throws DomainError `validation_failed` */
  async function tryOrganisation(
    { tenantId, organisationId }: ReturnType<typeof resourceOf<{ organisationId: string }>>,
    body: OrganisationInput,
  ) {
    const present = await readOrganisation(tenantId, organisationId);
    const faults = organisationFaults(body);
    if (faults.length > 0) throw validationFailed(faults);
    const { steward: reference = present.steward } = body;
    const steward = reference === null ? undefined : await deps.readSteward(tenantId, reference);
    return { tenantId, organisationId, change: { kind: 'steward', steward } as const };
  }

  server.post(`${onePath}/plan`, declared.planOrganisation, async (request) => {
    const tried = await tryOrganisation(resourceOf(request), request.body);
    return triedPlan(deps.previewChange, tried, request.query);
  });

  server.post(`${onePath}/plan/export`, declared.exportOrganisationPlan, async (request, reply) => {
    const tried = await tryOrganisation(resourceOf(request), request.body);
    return sendMonths(server, reply, deps.previewChange, tried, request.query.months);
  });

  server.delete(onePath, declared.deleteOrganisation, async (request) => {
    const { tenantId, organisationId, actor, expectedVersion } = resourceOf(request);
    await change(({ organisations }) =>
      organisations.delete(actor, tenantId, organisationId, expectedVersion),
    );
  });
}

function answerOf(organisation: OrganisationRecord, templates: readonly Template[]) {
  return {
    ...organisation,
    templates: templates
      .filter(({ organisationId }) => organisationId === organisation.organisationId)
      .map((template) => {
        const { policy, naming } = template;
        const declared = Object.keys(naming.properties);
        return Object.assign({ kind: policy.kind, declared }, template);
      }),
    etag: organisation.version,
  };
}
