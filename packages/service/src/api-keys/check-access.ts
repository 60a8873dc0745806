// Decides which access a key may have, and which keys another key may manage: no key gives more than it has.
import { notFound } from '../changes/change.ts';
import type { KeyAccess } from '../foundation/caller.ts';
import { DomainError, validationFailed, type FieldError } from '../foundation/errors.ts';
import { type Scope, scopes as allScopes } from '../schema/scope.schema.ts';
import type { KeyAccessInput } from './api-key-input.schema.ts';
import type { ApiKey } from './api-key.ts';
import { coversLimit, isWithin, tenantWideScopes } from './scopes.ts';

/** The key that makes a change; undefined: a person, who may give every access. */
export type Giver = Pick<ApiKey, 'scopes' | 'organisationIds' | 'expiresAt'> | undefined;

/**
 * @param knownOrganisationIds those of the tenant
 * @throws DomainError `validation_failed` or `scope_missing`
 */
export function checkAccess(
  { scopes, organisationIds }: KeyAccessInput,
  knownOrganisationIds: readonly string[],
  giver: Giver,
): KeyAccess {
  const limit = organisationIds && [...new Set(organisationIds.map((id) => id.toLowerCase()))];
  const access = {
    // In one order, so that the same access has the same record.
    scopes: allScopes.filter((scope) => scopes.includes(scope)),
    organisationIds: limit,
  };
  const faults: FieldError[] = [];
  const known = new Set(
    knownOrganisationIds.filter((id) => isWithin(giver?.organisationIds ?? null, id)),
  );
  for (const [index, id] of (organisationIds ?? []).entries()) {
    if (known.has(id.toLowerCase())) continue;
    faults.push({
      pointer: `/organisationIds/${index}`,
      code: 'organisation_not_found',
      detail: 'There is no organisation with this id.',
    });
  }
  const tenantWide = tenantWideScopes.filter((scope) => scopes.includes(scope));
  if (limit !== null && tenantWide.length > 0) {
    faults.push({
      pointer: '/scopes',
      code: 'tenant_wide_scope',
      detail: `A key that is limited to organisations cannot have ${tenantWide.join(' or ')}, because that concerns the whole tenant.`,
    });
  }
  if (limit === null && giver !== undefined && giver.organisationIds !== null) {
    faults.push({
      pointer: '/organisationIds',
      code: 'required',
      detail: 'Your API key is limited to organisations. Name some of them.',
    });
  }
  if (faults.length > 0) throw validationFailed(faults);
  if (giver !== undefined) requireScopes(giver, access.scopes, 'give');
  return access;
}

/** @throws DomainError `not_found`, `scope_missing` or `forbidden` if the key has more access than the giver */
export function requireManageable(key: ApiKey, giver: Giver): void {
  if (giver === undefined) return;
  if (!coversLimit(giver.organisationIds, key.organisationIds)) throw notFound('API key');
  requireScopes(giver, key.scopes, 'manage a key with');
  if (!expiresWith(giver, key.expiresAt)) {
    throw new DomainError(
      'forbidden',
      'This API key cannot manage a key that is valid for longer than itself.',
    );
  }
}

/** Whether what expires at this time ends with the giver at the latest. */
export function expiresWith(giver: Giver, expiresAt: Date | null): boolean {
  if (giver === undefined || giver.expiresAt === null) return true;
  return expiresAt !== null && expiresAt <= giver.expiresAt;
}

function requireScopes(giver: KeyAccess, wanted: readonly Scope[], act: string): void {
  const missing = wanted.filter((scope) => !giver.scopes.includes(scope));
  if (missing.length === 0) return;
  const named = missing.join(' and ');
  throw new DomainError(
    'scope_missing',
    `This API key lacks the scope ${named}. It cannot ${act} a scope that it lacks.`,
  );
}
