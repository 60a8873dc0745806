// Which organisations, templates and groups a caller may see and change: everything else is absent for it.
import { notFound } from './errors.ts';

/** The organisations, templates and groups that a caller may see and change. */
export interface GroupLimit {
  /** null: all of the tenant, also future ones. */
  readonly organisationIds: readonly string[] | null;
  /** null: all of these organisations. Those of a limited key belong to organisations of `organisationIds`. */
  readonly templateIds: readonly string[] | null;
  /** The caller may not read groups, so no answer names a group that it does not know. */
  readonly readsNone?: true;
}

/** A group that has something which a request asks for. */
export interface OtherGroup {
  readonly teamId: string;
  readonly organisationId: string;
  readonly templateId: string;
}

/** The other group as a member of a fault, where the caller may read it. */
export function shownGroup(limit: GroupLimit, other: OtherGroup | undefined): { teamId?: string } {
  const isShown = other !== undefined && limit.readsNone !== true && isWithin(limit, other);
  return isShown ? { teamId: other.teamId } : {};
}

/** It belongs to administrators, people and the service itself. */
export const noLimit: GroupLimit = { organisationIds: null, templateIds: null };

export function isLimited({ organisationIds, templateIds }: GroupLimit): boolean {
  return organisationIds !== null || templateIds !== null;
}

/** Whether the limit includes a group, or a template. */
export function isWithin(
  { organisationIds, templateIds }: GroupLimit,
  { organisationId, templateId }: { readonly organisationId: string; readonly templateId: string },
): boolean {
  return (
    (organisationIds === null || organisationIds.includes(organisationId)) &&
    (templateIds === null || templateIds.includes(templateId))
  );
}

/**
 * A thing that is asked for by its address, or the parent of a list: what is not there and what the caller may not see get one
 * answer, before anything else is read.
 * @throws DomainError `not_found`
 */
export function requireWithin<T extends { organisationId: string; templateId: string }>(
  limit: GroupLimit,
  found: T | undefined,
): T {
  if (found === undefined || !isWithin(limit, found)) throw notFound();
  return found;
}

export function isOrganisationWithin(
  { organisationIds }: GroupLimit,
  organisationId: string,
): boolean {
  return organisationIds === null || organisationIds.includes(organisationId);
}

/** A caller may see these organisations. */
export function organisationsWithin<T extends { readonly organisationId: string }>(
  limit: GroupLimit,
  organisations: readonly T[],
): readonly T[] {
  return organisations.filter(({ organisationId }) => isOrganisationWithin(limit, organisationId));
}

/** Whether everything within the second limit is also within the first. */
export function coversLimit(limit: GroupLimit, other: GroupLimit): boolean {
  return (
    covers(limit.organisationIds, other.organisationIds) &&
    covers(limit.templateIds, other.templateIds)
  );
}

function covers(ids: readonly string[] | null, others: readonly string[] | null): boolean {
  return ids === null || (others?.every((id) => ids.includes(id)) ?? false);
}
