// The role and the limit that an administrator gets: checked, completed by those before, and as they are stored.
import { type FieldError, validationFailed } from '../../ground/errors.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { Administrator } from './administrator.ts';
import type { Grant } from './administrators.ts';

export type CompleteGrant = Pick<Administrator, 'role' | 'organisationIds'>;

/**
 * @param before the person, if on the list
 * @throws DomainError `validation_failed`
 */
export async function completeGrant(
  transaction: Queryable,
  tenantId: string,
  { role, organisationIds: sent }: Grant,
  before: Administrator | undefined,
): Promise<CompleteGrant> {
  const known = before?.organisationIds ?? [];
  if (sent == null) {
    const isKept = sent === undefined && role !== 'owner' && known.length > 0;
    return { role, organisationIds: isKept ? known : null };
  }
  if (role === 'owner') {
    const detail = 'An owner cannot be limited to organisations.';
    throw validationFailed([
      {
        pointer: '/organisationIds',
        code: 'not_allowed',
        detail,
        values: { rule: 'owner_unlimited' },
      },
    ]);
  }
  const wanted = sent.map((id) => id.toLowerCase());
  const found = await transaction.query<{ organisationId: string }>(
    'select organisation_id from organisations where tenant_id = $1 and organisation_id = any ($2)',
    [tenantId, wanted],
  );
  // One that was deleted since may stay.
  const present = new Set([...known, ...found.map(({ organisationId }) => organisationId)]);
  const faults = wanted.flatMap((id, index): FieldError[] => {
    if (present.has(id)) return [];
    const detail = 'There is no organisation with this id.';
    return [{ pointer: `/organisationIds/${index}`, code: 'organisation_not_found', detail }];
  });
  if (faults.length > 0) throw validationFailed(faults);
  return { role, organisationIds: [...new Set(wanted)].sort() };
}

export function isSameGrant(one: CompleteGrant, other: CompleteGrant): boolean {
  const [ids, others] = [one.organisationIds ?? [], other.organisationIds ?? []];
  return (
    one.role === other.role &&
    ids.length === others.length &&
    ids.every((id) => others.includes(id))
  );
}

/** The values of `role`, `limited_role` and `organisation_ids`, which `roleColumns` reads. */
export function roleValues({ role, organisationIds }: CompleteGrant) {
  return organisationIds === null
    ? ([role, null, null] as const)
    : (['limited', role, organisationIds] as const);
}
