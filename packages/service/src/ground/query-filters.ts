// Filters of a query that can select nothing are refused: an empty list would read as an answer.
import { DomainError, type FieldError } from './errors.ts';
import { type GroupLimit, isWithin } from './group-limit.ts';

export function invalidQuery(fault: FieldError): DomainError {
  return new DomainError('invalid_query', fault.detail, { faults: [fault] });
}

/**
 * The ends of a range; one that is undefined is open.
 * @throws DomainError `invalid_query` where the range ends before it begins
 */
export function requireOrder<T extends number | string | Date>(
  [from, until]: readonly [string, string],
  begin: T | undefined,
  end: T | undefined,
): void {
  if (begin === undefined || end === undefined || begin <= end) return;
  const detail = `${until} must not be before ${from}.`;
  throw invalidQuery({
    parameter: until,
    code: 'not_valid',
    detail,
    values: { rule: 'range_order' },
  });
}

/** The organisation and the template of a group, deleted ones included. */
export type ReadGroup = (
  tenantId: string,
  teamId: string,
) => Promise<{ readonly organisationId: string; readonly templateId: string } | undefined>;

/**
 * The id of the group that a filter names.
 * @throws DomainError `invalid_query` where there is none within the limit
 */
export async function filteredTeamId(
  readGroup: ReadGroup,
  { tenantId, within }: { readonly tenantId: string; readonly within: GroupLimit },
  given: string | undefined,
): Promise<string | undefined> {
  if (given === undefined) return undefined;
  const teamId = given.toLowerCase();
  const found = await readGroup(tenantId, teamId);
  if (found !== undefined && isWithin(within, found)) return teamId;
  const detail = 'There is no group with this id.';
  throw invalidQuery({ parameter: 'teamId', code: 'team_not_found', detail });
}
