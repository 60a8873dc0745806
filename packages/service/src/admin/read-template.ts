import { type GroupLimit, isOrganisationWithin } from '../ground/group-limit.ts';
import { notFound } from '../audit/changes/change.ts';
import type { AdminApiDeps } from './admin-api-deps.ts';

export type ReadTemplate = ReturnType<typeof createReadTemplate>;

/** Reads a template with its organisation. One beyond the limit does not exist for the caller. */
export function createReadTemplate(read: AdminApiDeps['read']) {
  return async (tenantId: string, templateId: string, limit: GroupLimit) => {
    const { organisations, templates } = await read(async (stores) => ({
      organisations: await stores.organisations.list(tenantId),
      templates: await stores.templates.list(tenantId),
    }));
    const template = templates.find((one) => one.templateId === templateId);
    const organisation = organisations.find(
      (one) => one.organisationId === template?.organisationId,
    );
    if (template === undefined || organisation === undefined) throw notFound('template');
    if (!isOrganisationWithin(limit, organisation.organisationId)) throw notFound('template');
    return { template, organisation };
  };
}

/** The admin API answers with this form. */
export function templateResponse({ template, organisation }: Awaited<ReturnType<ReadTemplate>>) {
  const policy = { ...template.policy, changes: template.changes };
  return { ...template, ...template.naming, policy, organisation, etag: template.version };
}
