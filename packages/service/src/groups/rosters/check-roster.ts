// Checks the people of a roster: every fault at once that needs no directory.
import { isPersonReference, notAPerson } from '../../directory/person-reference.ts';
import { type FieldError, maxFaults, validationFailed } from '../../ground/errors.ts';
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
  { members, shape, body }: ReceivedRoster,
  past: readonly Pick<RosterMember, 'key' | 'until'>[],
  now: Date,
  policy: TemplatePolicy,
): void {
  const faults = rosterFaults(members, past, now, policy);
  const all = inInputOrder([...shape.listed, ...faults], body);
  if (all.length === 0) return;
  const unlisted = shape.unlisted + Math.max(0, all.length - maxFaults);
  throw validationFailed(all.slice(0, maxFaults), unlisted);
}

/** A template that asks people about guests lets no roster bring any. */
export function invitingPolicy(
  { policy }: Pick<GroupRecord, 'policy'>,
  refusesGuests = false,
): TemplatePolicy {
  return refusesGuests ? { ...policy, guestsAllowed: false } : policy;
}

function rosterFaults(
  members: ReceivedRoster['members'],
  past: readonly Pick<RosterMember, 'key' | 'until'>[],
  now: Date,
  policy: TemplatePolicy,
): FieldError[] {
  const faults: FieldError[] = [];
  const known = new Map(past.map(({ key, until }) => [key, until]));
  const seen = new Map<string, (typeof members)[number]>();
  for (const member of members) {
    const { key, person, role, until, guest, index } = member;
    const pointer = `/members/${index}/person`;
    if (!isPersonReference(person)) {
      faults.push(notAPerson(pointer));
      continue;
    }
    const first = seen.get(key);
    if (first !== undefined) {
      const roles = first.role === role ? '' : `, as ${first.role} and as ${role}`;
      const detail = `${person} is in the list twice${roles}. Name each person once.`;
      faults.push({ pointer, code: 'duplicate', detail, values: { person } });
      continue;
    }
    seen.set(key, member);
    if (until !== null && Date.parse(until) <= now.getTime() && known.get(key) !== until) {
      const detail = `members/${index}/until must be in the future: ${person} would leave at once.`;
      faults.push({ pointer: `/members/${index}/until`, code: 'not_in_future', detail });
    }
    if (guest === null) continue;
    if (role === 'owner') {
      const detail = `${person} would be a guest, and guests cannot own groups.`;
      const values = { person };
      faults.push({ pointer: `/members/${index}/role`, code: 'guest_owner', detail, values });
    }
    faults.push(...invitationFaults(member, policy, now, `/members/${index}`));
  }
  return faults;
}
