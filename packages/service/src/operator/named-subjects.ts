// Organisations and templates that a command line or a file names, by id or identifier; a template of an organisation
// as `energy/project`. Both say what they did not find.
import type { Changes } from '../settings/configuration/changes.postgres.ts';
import { DomainError } from '../ground/errors.ts';
import type { EndpointFilter } from '../events/webhooks/check-filter.ts';

type Stores = Pick<Changes['stores'], 'organisations' | 'templates'>;

/** `any` alone removes the limit. */
export function unlessAny(named: readonly string[]): readonly string[] | null {
  return named.length === 1 && named[0] === 'any' ? null : named;
}

/** @returns null if none are named */
export async function organisationIdsOf(
  { organisations }: Pick<Stores, 'organisations'>,
  tenantId: string,
  named: readonly string[] | undefined,
): Promise<string[] | null> {
  if (named === undefined) return null;
  const all = await organisations.list(tenantId);
  return named.map((name) => {
    const key = name.toLowerCase();
    const found = all.find((one) => one.identifier === key || one.organisationId === key);
    if (found !== undefined) return found.organisationId;
    throw new DomainError('validation_failed', `There is no organisation ${name}.`);
  });
}

/** @returns null if none are named */
export async function templateIdsOf(
  { organisations, templates }: Stores,
  tenantId: string,
  named: readonly string[] | undefined,
): Promise<string[] | null> {
  if (named === undefined) return null;
  const names = templateNames({
    organisations: await organisations.list(tenantId),
    templates: await templates.list(tenantId),
  });
  return named.map((name) => {
    const key = name.toLowerCase();
    const found = [...names].find(([id, itsName]) => id === key || itsName === key);
    if (found !== undefined) return found[0];
    const detail = `There is no template ${name}. Name it as organisation/template, for example energy/project.`;
    throw new DomainError('validation_failed', detail);
  });
}

/** The organisations and templates of a tenant. */
interface Named {
  readonly organisations: readonly {
    readonly organisationId: string;
    readonly identifier: string;
  }[];
  readonly templates: readonly {
    readonly templateId: string;
    readonly organisationId: string;
    readonly identifier: string;
  }[];
}

function organisationNames({ organisations }: Pick<Named, 'organisations'>) {
  return new Map(
    organisations.map(({ organisationId, identifier }) => [organisationId, identifier]),
  );
}

function templateNames(named: Named): ReadonlyMap<string, string> {
  const owners = organisationNames(named);
  return new Map(
    named.templates.map(({ templateId, organisationId, identifier }) => [
      templateId,
      `${owners.get(organisationId) ?? organisationId}/${identifier}`,
    ]),
  );
}

/** A filter by names, for people. Deleted organisations and templates keep their ids. */
export function namesOfFilter(
  { organisationIds, templateIds }: EndpointFilter,
  named: Named,
): { readonly organisations: string[] | undefined; readonly templates: string[] | undefined } {
  const nameIn = (names: ReadonlyMap<string, string>) => (id: string) => names.get(id) ?? id;
  return {
    organisations: organisationIds?.map(nameIn(organisationNames(named))).sort(),
    templates: templateIds?.map(nameIn(templateNames(named))).sort(),
  };
}
