// Checks the people of a roster: every fault at once that needs no directory. The rows of the group are locked meanwhile.
import { FaultList, maxFaults, validationFailed } from '../../ground/errors.ts';
import { invitationFaults } from '../../settings/organisations/guests-policy.ts';
import type { TemplatePolicy } from '../../settings/organisations/template.ts';
import { inInputOrder } from '../../ground/input-order.ts';
import type { GroupRecord } from '../change/operation.ts';
import type { ReceivedRoster } from './receive-roster.ts';
import type { RosterMember } from './roster.ts';

/**
 * @param past members of the stored roster whose time is over: a source may keep sending them
 * @param now by the governance clock
 * @param policy of the group: it decides who may be invited
 * @throws DomainError `validation_failed`
 */
export function requireValidRoster(
  { conditional, faults: found, shape, body }: ReceivedRoster,
  past: readonly Pick<RosterMember, 'key' | 'until'>[],
  now: Date,
  policy: TemplatePolicy,
): void {
  const faults = rosterFaults(conditional, past, now, policy);
  const count = shape.listed.length + found.count + faults.count;
  if (count === 0) return;
  // Each list has its first faults, so the first of all are among them.
  const all = inInputOrder([...shape.listed, ...found.listed, ...faults.listed], body);
  const listed = all.slice(0, maxFaults);
  throw validationFailed(listed, shape.unlisted + count - listed.length);
}

/** A template that asks people about guests lets no roster bring any. */
export function invitingPolicy(
  { policy }: Pick<GroupRecord, 'policy'>,
  refusesGuests = false,
): TemplatePolicy {
  return refusesGuests ? { ...policy, guestsAllowed: false } : policy;
}

function rosterFaults(
  conditional: ReceivedRoster['conditional'],
  past: readonly Pick<RosterMember, 'key' | 'until'>[],
  now: Date,
  policy: TemplatePolicy,
): FaultList {
  const faults = new FaultList();
  const known = new Map(past.map(({ key, until }) => [key, until]));
  const at = now.getTime();
  for (const member of conditional) {
    const { key, person, until, untilMs, guest, index } = member;
    if (untilMs !== null && untilMs <= at && known.get(key) !== until) {
      const detail = `members/${index}/until must be in the future: ${person} would leave at once.`;
      faults.add({ pointer: `/members/${index}/until`, code: 'not_in_future', detail });
    }
    if (guest === null) continue;
    for (const fault of invitationFaults(member, policy, now, `/members/${index}`))
      faults.add(fault);
  }
  return faults;
}
