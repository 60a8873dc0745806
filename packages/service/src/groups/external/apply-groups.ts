// Many desired states of one source at once, in any order: each is put as if it were sent alone. Groups of the source that are
// not among them are reported, or archived, with a brake.
import type { FieldError } from '../../ground/errors.ts';
import { isWithin } from '../../ground/group-limit.ts';
import type { SourceGroup } from './desired-groups.ts';
import type { Sender } from '../../ground/caller.ts';

/** This number of missing groups, and this share of the source's groups, are archived without a confirmation. */
const freeMissing = 10;
const freeSharePercent = 20;

/** Ids that several entries name. Each of these entries is refused: none of them is known to be meant. */
export function doubledIds(ids: readonly (string | undefined)[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const doubled = new Set<string>();
  for (const id of ids) {
    if (id === undefined) continue;
    if (seen.has(id)) doubled.add(id);
    seen.add(id);
  }
  return doubled;
}

export function idDoubled(externalId: string): FieldError {
  const detail = `Several entries have the externalId ${externalId}. Send each once.`;
  return { pointer: '/externalId', code: 'duplicate', detail, values: { name: externalId } };
}

export interface MissingGroups {
  /** They exist, and no entry names them. */
  readonly groups: readonly SourceGroup[];
  /** None is archived until the caller confirms their number, or sends entries that can be read. */
  readonly isHeld: boolean;
}

/**
 * @param groups those of the source
 * @param ids of the entries; undefined: an entry whose id cannot be read, so that nobody knows which group it means
 * @param confirmed the number of missing groups that the caller agrees to archive
 */
export function missingGroups(
  groups: readonly SourceGroup[],
  ids: readonly (string | undefined)[],
  { within, confirmed }: Pick<Sender, 'within'> & { readonly confirmed: number },
): MissingGroups {
  const named = new Set(ids);
  const living = groups.filter(
    (group) =>
      isWithin(within, group) && (group.state === 'active' || group.state === 'being_created'),
  );
  const missing = living.filter(({ externalId }) => !named.has(externalId));
  const isMany =
    missing.length > freeMissing && missing.length * 100 > living.length * freeSharePercent;
  const isUnclear = missing.length > 0 && named.has(undefined);
  return { groups: missing, isHeld: isUnclear || (isMany && missing.length > confirmed) };
}
