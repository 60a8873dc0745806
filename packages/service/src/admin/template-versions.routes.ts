// The versions of a template: the list with their differences, and one of them in full, from which it can be restored.
import { notFound } from '../audit/changes/change.ts';
import type { Configuration } from '../settings/configuration/configuration.ts';
import { pageOf, positionPart, readPage } from '../http/paging.ts';
import type { Server } from '../http/server.ts';
import {
  changedSettings,
  settingsOfVersion,
  type RecordedVersion,
  type TemplateVersionReader,
} from '../settings/organisations/template-versions.ts';
import type { AdminApiDeps } from './admin-api-deps.ts';
import { namedActor } from '../settings/configuration/named-actor.ts';
import { operations } from './operations.ts';
import { AdminTemplate, TemplateParams } from './organisations.schema.ts';
import { createReadTemplate } from './read-template.ts';
import { resourceOf } from './request.ts';
import {
  TemplateVersionPage,
  TemplateVersionParams,
  templateVersionQuery,
} from './template-versions.schema.ts';

const declared = operations('Organisations and templates', {
  listTemplateVersions: {
    reach: 'organisations',
    scope: 'templates:manage',
    summary: 'List the versions of a template with their differences, newest first.',
    answer: 'A page of versions.',
    params: TemplateParams,
    querystring: templateVersionQuery,
    response: { 200: TemplateVersionPage },
  },
  getTemplateVersion: {
    reach: 'organisations',
    scope: 'templates:manage',
    summary: 'Read the settings of a template at one of its versions.',
    description:
      'To restore the version, change the template to these settings. `etag` is the version that was read, not the present one.',
    answer: 'The template as it was.',
    params: TemplateVersionParams,
    response: { 200: AdminTemplate },
  },
});

export interface TemplateVersionDeps extends AdminApiDeps {
  readonly configuration: Pick<Configuration, 'apiKey' | 'templateName'>;
  readonly templateVersions: TemplateVersionReader;
}

export function registerTemplateVersionRoutes(server: Server, deps: TemplateVersionDeps): void {
  const { address, configuration, templateVersions } = deps;
  const readTemplate = createReadTemplate(deps.read);

  const listPath = '/:tenantId/templates/:templateId/versions';
  server.get(listPath, declared.listTemplateVersions, async (request) => {
    const { tenantId, templateId, limit } = resourceOf(request);
    const path = `/api/${tenantId}/templates/${templateId}/versions`;
    const list = { path, tenantId, filters: {}, position: [positionPart.number] };
    const page = readPage(request.query, list);
    const before = page.after?.[0];
    await readTemplate(tenantId, templateId, limit);
    const [versions, groups] = await Promise.all([
      templateVersions.read(
        { tenantId, templateId },
        { before: before === undefined ? undefined : Number(before), limit: page.limit + 1 },
      ),
      templateVersions.countGroups({ tenantId, templateId }),
    ]);
    const answer = pageOf(
      versions,
      page,
      list,
      address.url,
      ({ version }) => [String(version)],
      (one) => ({
        ...versionResponse(one, tenantId, configuration),
        groups: groups.get(one.version) ?? 0,
      }),
    );
    return { ...answer, groupsWithoutVersion: groups.get(null) ?? 0 };
  });

  server.get(`${listPath}/:version`, declared.getTemplateVersion, async (request) => {
    const { tenantId, templateId, limit, version: asked } = resourceOf(request);
    const { template, organisation } = await readTemplate(tenantId, templateId, limit);
    const version = /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : 0;
    const since = await templateVersions.read(
      { tenantId, templateId },
      { after: version, before: template.version + 1 },
    );
    const settings = settingsOfVersion(template, version, since);
    if (settings === undefined) throw notFound('version');
    return { ...template, ...settings, organisation, etag: version };
  });
}

function versionResponse(
  { version, occurredAt, actorKind: kind, actorId: id, change }: RecordedVersion,
  tenantId: string,
  names: Pick<Configuration, 'apiKey' | 'templateName'>,
) {
  return {
    version,
    occurredAt,
    actor: namedActor({ kind, id }, tenantId, names),
    action: change === null ? ('created' as const) : ('changed' as const),
    changes: change === null ? [] : changedSettings(change),
  };
}
