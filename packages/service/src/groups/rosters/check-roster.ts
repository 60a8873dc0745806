// Checks the people of a roster: every fault at once that needs no directory.
import { isPersonReference } from '../../directory/person-reference.ts';
import { type FieldError, maxFaults, validationFailed } from '../../ground/errors.ts';
import { inInputOrder } from '../../ground/input-order.ts';
import type { ReceivedRoster } from './receive-roster.ts';
import type { RosterMember } from './roster.ts';

/**
 * @param past members of the stored roster whose time is over: a source may keep sending them
 * @param now by the governance clock
 * @throws DomainError `validation_failed`
 */
export function requireValidRoster(
  { members, shape, body }: ReceivedRoster,
  past: readonly Pick<RosterMember, 'key' | 'until'>[],
  now: Date,
): void {
  const faults = rosterFaults(members, past, now);
  const all = inInputOrder([...shape.listed, ...faults], body);
  if (all.length === 0) return;
  const unlisted = shape.unlisted + Math.max(0, all.length - maxFaults);
  throw validationFailed(all.slice(0, maxFaults), unlisted);
}

function rosterFaults(
  members: ReceivedRoster['members'],
  past: readonly Pick<RosterMember, 'key' | 'until'>[],
  now: Date,
): FieldError[] {
  const faults: FieldError[] = [];
  const known = new Map(past.map(({ key, until }) => [key, until]));
  const seen = new Map<string, (typeof members)[number]>();
  for (const member of members) {
    const { key, person, role, until, index } = member;
    const pointer = `/members/${index}/person`;
    if (!isPersonReference(person)) {
      const detail = `members.${index}.person must be a user ID in GUID form or an e-mail address of at most 320 characters.`;
      faults.push({ pointer, code: 'not_a_person', detail });
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
      const detail = `members.${index}.until must be in the future: ${person} would leave at once.`;
      faults.push({ pointer: `/members/${index}/until`, code: 'not_in_future', detail });
    }
  }
  return faults;
}
