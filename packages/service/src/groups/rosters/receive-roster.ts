// The body of a roster as the rules read it, with the faults that need neither the group nor the time. 25,000 people take many
// turns of the event loop, none of them long.
import { createHash } from 'node:crypto';
import { isPersonReference, notAPerson, personKey } from '../../directory/person-reference.ts';
import { FaultList, type FieldError, type ShapeFaults } from '../../ground/errors.ts';
import { momentOf, parseMoment } from '../../ground/moment.ts';
import { forEachInTurns, type Rest } from '../../ground/turns.ts';
import { maxRosterMembers, type RosterMember, rosterRoles } from './roster.ts';
import type { RosterBody } from './rosters.schema.ts';

export interface ReceivedMember extends RosterMember {
  /** Its place in the body. */
  readonly index: number;
  /** `until` in milliseconds. */
  readonly untilMs: number | null;
}

export interface ReceivedRoster {
  /** Those who name nobody are absent. */
  readonly members: readonly ReceivedMember[];
  /** The members who have an end or may be invited. Of a person with a fault, the end alone is checked. */
  readonly conditional: readonly ReceivedMember[];
  /** References to nobody, people who are named twice, and guests who would be owners. */
  readonly faults: Pick<FaultList, 'listed' | 'count'>;
  readonly allowsRemovals: boolean;
  /** The same for bodies that say the same, in whatever order. */
  readonly hash: string;
  readonly shape: ShapeFaults;
  /** It is as it was sent, and the faults follow its order. */
  readonly body: unknown;
}

/** The schema has found the faults of the shape; what it finds sound of a member is checked further. */
export async function receiveRoster(
  body: unknown,
  shape: ShapeFaults,
  rest: Rest,
): Promise<ReceivedRoster> {
  const sent: Partial<Record<keyof RosterBody, unknown>> = shape.hasWrongType ? {} : Object(body);
  const members: ReceivedMember[] = [];
  const conditional: ReceivedMember[] = [];
  const faults = new FaultList();
  const seen = new Map<string, ReceivedMember>();
  const lines = createLines();
  const listed = Array.isArray(sent.members) ? sent.members.slice(0, maxRosterMembers) : [];
  await forEachInTurns(listed.entries(), rest, ([index, member]: [number, unknown]) => {
    const sound = soundPartsOf(member);
    if (sound === undefined) return;
    const { person, role, until, guest } = sound;
    const over = momentOf(until);
    const received: ReceivedMember = {
      key: personKey(person),
      person,
      role,
      until: over?.toISOString() ?? null,
      untilMs: over?.getTime() ?? null,
      guest,
      index,
    };
    members.push(received);
    lines.add(`${received.key} ${role} ${received.until ?? ''} ${received.guest ?? ''}`);
    const fault = faultOf(received, seen.get(received.key));
    if (fault !== undefined) {
      faults.add(fault);
      // The person decides who may be invited. The end has nothing to do with that.
      if (received.until !== null) conditional.push({ ...received, guest: null });
      return;
    }
    seen.set(received.key, received);
    if (received.until !== null || received.guest !== null) conditional.push(received);
    if (received.guest !== null && role === 'owner') faults.add(guestOwner(received));
  });
  const hash = await lines.hash(rest);
  const allowsRemovals = Object(sent.removals).allow === true;
  return { members, conditional, faults, allowsRemovals, hash, shape, body };
}

function faultOf(
  { person, role, index }: ReceivedMember,
  first: ReceivedMember | undefined,
): FieldError | undefined {
  const pointer = `/members/${index}/person`;
  if (!isPersonReference(person)) return notAPerson(pointer);
  if (first === undefined) return undefined;
  const roles = first.role === role ? '' : `, as ${first.role} and as ${role}`;
  const detail = `${person} is in the list twice${roles}. Name each person once.`;
  return { pointer, code: 'duplicate', detail, values: { person } };
}

function guestOwner({ person, index }: ReceivedMember): FieldError {
  const detail = `${person} would be a guest, and guests cannot own groups.`;
  const pointer = `/members/${index}/role`;
  return { pointer, code: 'guest_owner', detail, values: { person } };
}

const shares = 64;

/** Lines whose order has no meaning. They are sorted in shares, since a sort is one turn of the event loop. */
function createLines() {
  const lines = Array.from({ length: shares }, (): string[] => []);
  return {
    add(line: string): void {
      let sum = line.length;
      for (let at = 0; at < line.length; at += 1) sum = (sum * 31 + line.charCodeAt(at)) & 0xffff;
      lines[sum % shares]?.push(line);
    },
    async hash(rest: Rest): Promise<string> {
      const hash = createHash('sha256');
      for (const share of lines) {
        await rest();
        if (share.length > 0) hash.update(`${share.sort().join('\n')}\n`);
      }
      return hash.digest('base64url');
    },
  };
}

type RosterMemberShape = Partial<Record<keyof RosterBody['members'][number], unknown>>;

/** The parts of a member in which the schema finds no fault, and defaults in place of the others; undefined: nobody is named. */
function soundPartsOf(member: unknown) {
  const { person, role, until, guest } = Object(member) as RosterMemberShape;
  if (typeof person !== 'string') return undefined;
  const { displayName } = Object(guest) as { readonly displayName?: unknown };
  return {
    person,
    role: rosterRoles.find((one) => one === role) ?? ('member' as const),
    until: typeof until === 'string' && parseMoment(until) !== undefined ? until : null,
    guest: typeof displayName === 'string' ? displayName : null,
  };
}
