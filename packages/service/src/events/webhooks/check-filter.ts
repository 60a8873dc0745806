// The organisations and templates whose events an endpoint receives. Those that an endpoint already names may have been
// deleted since: they stay, so that its other settings can be changed.
import { type FieldError, validationFailed } from '../../ground/errors.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import type { WebhookInput } from './webhook-input.schema.ts';

/** Null: no limit. */
export type EndpointFilter = Pick<WebhookEndpoint, 'organisationIds' | 'templateIds'>;

/** The organisations and templates of a tenant, in the transaction of the change. */
export interface FilterTargets {
  organisations(tenantId: string): Promise<readonly { readonly organisationId: string }[]>;
  templates(
    tenantId: string,
  ): Promise<readonly { readonly templateId: string; readonly organisationId: string }[]>;
}

/** The lists are in lower case and in one order, so that the same filter has the same record. */
export function filterOf({
  organisationIds,
  templateIds,
}: {
  readonly organisationIds?: readonly string[] | null;
  readonly templateIds?: readonly string[] | null;
}): EndpointFilter {
  return { organisationIds: sorted(organisationIds), templateIds: sorted(templateIds) };
}

function sorted(ids: readonly string[] | null | undefined): readonly string[] | null {
  if (ids === null || ids === undefined) return null;
  return [...new Set(ids.map((id) => id.toLowerCase()))].sort();
}

/**
 * @param present the filter that the endpoint has now
 * @throws DomainError `validation_failed`
 */
export async function checkFilter(
  targets: FilterTargets,
  tenantId: string,
  { organisationIds, templateIds }: WebhookInput,
  present: EndpointFilter = { organisationIds: null, templateIds: null },
): Promise<void> {
  if (organisationIds == null && templateIds == null) return;
  const organisations = await targets.organisations(tenantId);
  const known = new Set([
    ...organisations.map(({ organisationId }) => organisationId),
    ...(present.organisationIds ?? []),
  ]);
  const faults: FieldError[] = [];
  for (const [index, id] of (organisationIds ?? []).entries()) {
    if (known.has(id.toLowerCase())) continue;
    const detail = 'There is no organisation with this id.';
    faults.push({ pointer: `/organisationIds/${index}`, code: 'organisation_not_found', detail });
  }
  const templates = templateIds == null ? [] : await targets.templates(tenantId);
  const owners = new Map(
    templates.map(({ templateId, organisationId }) => [templateId, organisationId]),
  );
  const limit = organisationIds?.map((id) => id.toLowerCase());
  for (const [index, id] of (templateIds ?? []).entries()) {
    const pointer = `/templateIds/${index}`;
    const owner = owners.get(id.toLowerCase());
    if (owner === undefined) {
      if (present.templateIds?.includes(id.toLowerCase()) === true) continue;
      const detail = 'There is no template with this id.';
      faults.push({ pointer, code: 'template_not_found', detail });
    } else if (limit?.includes(owner) === false) {
      const detail =
        'The template belongs to none of organisationIds, so none of its events would be sent. Add its organisation, or remove the template.';
      faults.push({ pointer, code: 'template_of_other_organisation', detail });
    }
  }
  if (faults.length > 0) throw validationFailed(faults);
}
