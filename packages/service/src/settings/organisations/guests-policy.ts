// The policy of a template for guests whom rosters bring: whether people whom the directory does not know are invited, from
// which domains, and for how long. The template as it is now counts, also for existing groups.
import { type Static, Type } from 'typebox';
import { isGuid, personKey } from '../../directory/person-reference.ts';
import { addDuration, durationOf, durationPattern } from '../../ground/duration.ts';
import type { FieldError } from '../../ground/errors.ts';
import { allowsGuests, type SettingsPolicy } from './settings-policy.ts';

export const GuestsInput = Type.Object(
  {
    invite: Type.Boolean({
      description:
        'True: a roster may have people invited whom the directory does not know. The responsible person becomes their sponsor.',
    }),
    domains: Type.Optional(
      Type.Array(
        Type.String({
          minLength: 1,
          maxLength: 253,
          pattern: '^[^\\s@.*]+(?:\\.[^\\s@.*]+)+$',
          'x-fault': 'must be a domain such as partner.example',
          description: 'A domain of e-mail addresses, without its subdomains.',
        }),
        {
          maxItems: 200,
          description: 'The domains whose people may be invited. Absent: every domain.',
        },
      ),
    ),
    longest: Type.Optional(
      Type.String({
        pattern: durationPattern,
        'x-fault': 'must be a duration such as P180D or P1Y',
        description:
          'The longest stay of a guest whom a roster brings, from the request on: each needs an end. Absent: no end is needed.',
      }),
    ),
  },
  {
    additionalProperties: false,
    description: 'Guests whom rosters bring. Absent: rosters invite nobody.',
  },
);
export type GuestsPolicy = Readonly<Static<typeof GuestsInput>>;

/** The parts of a policy that decide about guests. */
interface Deciding {
  readonly guests?: GuestsPolicy;
  readonly guestsAllowed: boolean;
  readonly settings?: SettingsPolicy;
}

/** A policy lets in the guests whom it invites, too. */
export function guestsPolicyFaults(policy: Deciding): FieldError[] {
  if (policy.guests?.invite !== true || allowsGuests(policy)) return [];
  const pointer = '/policy/guests/invite';
  const detail = 'The template allows no guests, so it can invite none.';
  return [{ pointer, code: 'not_allowed', detail, values: { rule: 'invites_guests' } }];
}

/** A guest as a roster names one. */
export interface NamedGuest {
  readonly person: string;
  /** The name in the invitation; null: the person is not invited. */
  readonly guest: string | null;
  readonly until: string | null;
}

/**
 * Why the policy lets nobody be invited so, with every reason.
 * @param pointer the member of the roster
 */
export function invitationFaults(
  { person, until }: NamedGuest,
  policy: Deciding,
  now: Date,
  pointer = '',
): FieldError[] {
  const faults: FieldError[] = [];
  const values = { person };
  if (!allowsGuests(policy)) {
    const detail = `${person} would be a guest, and the template does not allow guests.`;
    faults.push({ pointer: `${pointer}/guest`, code: 'guest_not_allowed', detail, values });
  } else if (policy.guests?.invite !== true) {
    const detail = `The template of the group lets no guests be invited, such as ${person}. An administrator can allow it in the template.`;
    faults.push({ pointer: `${pointer}/guest`, code: 'invitation_not_allowed', detail, values });
  }
  const { domains } = policy.guests ?? {};
  const domain = domainOf(person);
  if (isGuid(person)) {
    const detail = `${person} is an id. Name a person whom the directory does not know by e-mail address.`;
    const at = `${pointer}/person`;
    faults.push({ pointer: at, code: 'not_valid', detail, values: { rule: 'email' } });
  } else if (domains !== undefined && !domains.some((one) => domainOf(`@${one}`) === domain)) {
    const detail = `The template invites nobody from ${domain}. Its domains are ${domains.slice(0, 20).join(', ')}.`;
    faults.push({
      pointer: `${pointer}/person`,
      code: 'domain_not_allowed',
      detail,
      values: { name: domain, choices: domains.slice(0, 20) },
    });
  }
  return [...faults, ...stayFaults({ person, until }, policy, now, pointer)];
}

/** Why a guest may not stay as long as a roster says. */
export function stayFaults(
  { person, until }: Pick<NamedGuest, 'person' | 'until'>,
  { guests }: Deciding,
  now: Date,
  pointer = '',
): FieldError[] {
  if (guests?.longest === undefined) return [];
  const latest = addDuration(now, durationOf(guests.longest)).toISOString();
  const at = `${pointer}/until`;
  if (until === null) {
    const detail = `${person} is a guest and needs an end. Name until, at the latest ${latest}.`;
    return [{ pointer: at, code: 'end_required', detail, values: { person, latest } }];
  }
  if (Date.parse(until) <= Date.parse(latest)) return [];
  const detail = `${person} is a guest and may stay until ${latest} at the latest.`;
  return [{ pointer: at, code: 'too_late', detail, values: { person, latest } }];
}

/** The domain has the form that DNS has. */
function domainOf(address: string): string {
  const key = personKey(address);
  return key.slice(key.lastIndexOf('@') + 1);
}
