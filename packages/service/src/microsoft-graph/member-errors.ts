// People whom the directory refused. A refusal may be temporary, because of replication or load; if it remains after
// several attempts, it counts as final. The notes of the call have the numbers, so a restart does not begin again.
import type { CallContext } from '../directory/call-context.ts';
import type { AddedPeople } from '../directory/directory.ts';
import type { RefusedRemoval } from '../directory/group-life.ts';
import type { GraphResponse } from './graph-response.ts';

const maxTries = 8;

/** @param isFinal whether the directory's own word is that another call cannot help */
export function refusePerson(
  { groupId, personId }: { readonly groupId: string; readonly personId: string },
  { said, isFinal }: { readonly said: string; readonly isFinal: boolean },
  { notes }: CallContext,
): AddedPeople['refused'][number] {
  const key = `refused ${groupId} ${personId}`;
  const count = (notes?.get(key) ?? 0) + 1;
  const permanent = isFinal || count >= maxTries;
  // A later batch with the same person counts again.
  if (permanent) notes?.delete(key);
  else notes?.set(key, count);
  return { personId, detail: `Microsoft 365 says “${said}”.`, permanent };
}

// Refusals to remove a person. Graph keeps the last owner of a group, and sometimes refuses to remove other owners with
// the same sentence.
export interface Refusal {
  readonly personId: string;
  /** Graph's words. */
  readonly said: string;
  /**
   * Whether another call may help: `never`; `perhaps`, for several calls; or `later`, if the call failed for a reason
   * that does not concern the person.
   */
  readonly retry: 'never' | 'perhaps' | 'later';
}

const ownerRequired = /at least one owner|last (?:remaining )?owner/i;

/** Undefined for a person who is out. */
export function refusalOf(personId: string, { status, error }: GraphResponse): Refusal | undefined {
  if (status < 300 || status === 404) return undefined;
  const said = error.message || error.code || `status ${status}`;
  if (![400, 403, 422].includes(status)) return { personId, said, retry: 'later' };
  return { personId, said, retry: ownerRequired.test(said) ? 'perhaps' : 'never' };
}

export function isOwnerRequired({ said }: Pick<Refusal, 'said'>): boolean {
  return ownerRequired.test(said);
}

/** @param ownerIds the owners that the directory shows after the refusal */
export function ownerRemovalReason(
  personId: string,
  ownerIds: readonly string[],
): RefusedRemoval['reason'] {
  const hasOthers = ownerIds.some((id) => id.toLowerCase() !== personId.toLowerCase());
  return hasOthers ? 'owner_stays' : 'last_owner';
}
