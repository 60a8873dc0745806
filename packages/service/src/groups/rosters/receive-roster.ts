// The body of a roster as the rules read it.
import { createHash } from 'node:crypto';
import { personKey } from '../../directory/person-reference.ts';
import type { ShapeFaults } from '../../ground/errors.ts';
import { momentOf, parseMoment } from '../../ground/moment.ts';
import { forEachInTurns, type Rest } from '../../ground/turns.ts';
import { maxRosterMembers, type RosterMember, rosterRoles } from './roster.ts';
import type { RosterBody } from './rosters.schema.ts';

export interface ReceivedRoster {
  /** Members with a fault of their shape are absent. */
  readonly members: readonly (RosterMember & {
    /** Its place in the body. */
    readonly index: number;
  })[];
  readonly allowsRemovals: boolean;
  /** The same for bodies that say the same, in whatever order. */
  readonly hash: string;
  readonly shape: ShapeFaults;
  /** As it was sent, whose order the faults follow. */
  readonly body: unknown;
}

/** The schema has found the faults of the shape; the members without one are checked further. */
export async function receiveRoster(
  body: unknown,
  shape: ShapeFaults,
  rest: Rest,
): Promise<ReceivedRoster> {
  const sent: Partial<Record<keyof RosterBody, unknown>> = shape.hasWrongType ? {} : Object(body);
  const members: ReceivedRoster['members'][number][] = [];
  const listed = Array.isArray(sent.members) ? sent.members.slice(0, maxRosterMembers) : [];
  await forEachInTurns(listed.entries(), rest, ([index, member]: [number, unknown]) => {
    if (!isMember(member)) return;
    const { person, role = 'member', until, guest } = member;
    const over = momentOf(until)?.toISOString() ?? null;
    const name = guest?.displayName ?? null;
    members.push({ key: personKey(person), person, role, until: over, guest: name, index });
  });
  const lines = members
    .map(({ key, role, until, guest }) => `${key} ${role} ${until ?? ''} ${guest ?? ''}`)
    .toSorted();
  const hash = createHash('sha256').update(lines.join('\n')).digest('base64url');
  const allowsRemovals = Object(sent.removals).allow === true;
  return { members, allowsRemovals, hash, shape, body };
}

type RosterMemberShape = Partial<Record<keyof RosterBody['members'][number], unknown>>;

function isMember(member: unknown): member is RosterBody['members'][number] {
  const { person, role = 'member', until = null, guest } = Object(member) as RosterMemberShape;
  return (
    typeof person === 'string' &&
    rosterRoles.some((one) => one === role) &&
    (until === null || (typeof until === 'string' && parseMoment(until) !== undefined)) &&
    (guest === undefined || typeof Object(guest).displayName === 'string')
  );
}
