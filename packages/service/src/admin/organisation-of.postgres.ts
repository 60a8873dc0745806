// The organisation that a thing of the tenant belongs to.
import type { Configuration } from '../settings/configuration/configuration.ts';
import type { Queryable } from '../postgres/database.ts';
import type { OrganisationOf } from './organisation-reach.ts';

const statements = {
  group: 'select organisation_id from teams where tenant_id = $1 and team_id = $2',
  task: 'select organisation_id from tasks where tenant_id = $1 and task_id = $2',
  review: 'select organisation_id from reviews where tenant_id = $1 and review_id = $2',
} as const;

export function createOrganisationOf(
  database: Queryable,
  configuration: Pick<Configuration, 'organisations' | 'catchUp'>,
): OrganisationOf {
  const configured = (tenantId: string, kind: 'organisation' | 'template', id: string) =>
    configuration
      .organisations(tenantId)
      .find(({ organisationId, templates }) =>
        kind === 'organisation'
          ? organisationId === id
          : templates.some(({ templateId }) => templateId === id),
      )?.organisationId;

  return async (tenantId, kind, id) => {
    if (kind === 'organisation' || kind === 'template') {
      const found = configured(tenantId, kind, id);
      if (found !== undefined) return found;
      // Another process may have made it a moment ago.
      await configuration.catchUp();
      return configured(tenantId, kind, id);
    }
    const [row] = await database.query<{ organisationId: string }>(statements[kind], [
      tenantId,
      id,
    ]);
    return row?.organisationId;
  };
}
