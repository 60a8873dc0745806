// The body of a desired state as the rules read it: the change of a group that exists, or the request for one that does not.
import { momentOf } from '../../ground/moment.ts';
import { personKey } from '../../directory/person-reference.ts';
import { type FieldError, noShapeErrors, type ShapeFaults } from '../../ground/errors.ts';
import { escapePointer } from '../../ground/input-order.ts';
import { sourceFaults, sourceOf } from '../../ground/schema/external-key.schema.ts';
import type { Rest } from '../../ground/turns.ts';
import { type ReceivedRoster, receiveRoster } from '../rosters/receive-roster.ts';
import { receiveRequest, type ReceivedRequest } from '../create/receive-request.ts';
import type { DesiredState } from '../change/desired-state.ts';
import { TeamRequestBody } from '../read/teams.schema.ts';
import type { DesiredGroupBody } from './external.schema.ts';

/** @param shape members with faults are left out: the rules cannot read them */
export function receiveDesired(body: unknown, shape: ShapeFaults): DesiredState {
  if (shape.hasWrongType) return {};
  const { description, deputy, expiresAt, state, requestedBy, ...others } = soundMembers(
    body,
    shape,
  );
  const { reason: _, teamId: __, rosters: ___, ...sound } = others;
  return {
    ...(sound as Omit<typeof sound, 'properties'>),
    ...(description !== undefined && { description: description || null }),
    ...(deputy !== undefined && { deputy: deputy || null }),
    ...(expiresAt !== undefined && { expiresAt: momentOf(expiresAt) ?? null }),
    ...(state !== undefined && { archived: state === 'archived' }),
    ...(requestedBy && { requestedBy }),
  };
}

function soundMembers(body: unknown, shape: ShapeFaults): DesiredGroupBody {
  const members = Object.entries(body as DesiredGroupBody);
  return Object.fromEntries(members.filter(([member]) => !shape.members.has(member)));
}

/** The group that gets the external id; undefined: none is named. */
export function receiveTeamId(body: unknown, shape: ShapeFaults): string | undefined {
  if (shape.hasWrongType) return undefined;
  return soundMembers(body, shape).teamId?.toLowerCase();
}

export interface DesiredRoster {
  readonly source: string;
  /** Its place in the body. */
  readonly at: string;
  /** Undefined: the source gives its roster up. */
  readonly received: ReceivedRoster | undefined;
  readonly allowsRemovals: boolean;
}

export interface DesiredRosters {
  readonly rosters: readonly DesiredRoster[];
  /** They are about sources, and about people whom the body names twice. */
  readonly faults: readonly FieldError[];
}

/** A person is in a list by a hand, or on rosters: the body says one of both. */
export async function receiveRosters(
  body: unknown,
  shape: ShapeFaults,
  rest: Rest,
): Promise<DesiredRosters> {
  const {
    rosters: sent,
    owners = [],
    members = [],
  } = shape.hasWrongType ? {} : soundMembers(body, shape);
  if (sent === undefined) return { rosters: [], faults: [] };
  const faults: FieldError[] = [];
  const rosters = new Map<string, DesiredRoster>();
  const listed = new Map([
    ...members.map((person) => [personKey(person), 'members'] as const),
    ...owners.map((person) => [personKey(person), 'owners'] as const),
  ]);
  for (const [name, roster] of Object.entries(sent)) {
    const at = `/rosters/${escapePointer(name)}`;
    const source = sourceOf(name);
    faults.push(...sourceFaults(name, { pointer: at }));
    if (rosters.has(source)) {
      const detail = `${name} is in the list twice. Name each source once.`;
      faults.push({ pointer: at, code: 'duplicate', detail, values: { name } });
      continue;
    }
    const received = roster === null ? undefined : await receiveRoster(roster, noShapeErrors, rest);
    const { allowsRemovals = false } = received ?? {};
    rosters.set(source, { source, at, received, allowsRemovals });
    for (const { key, person, index } of received?.members ?? []) {
      const list = listed.get(key);
      if (list === undefined) continue;
      const pointer = `${at}/members/${index}/person`;
      const detail = `${person} is also one of the ${list}. Name the person there or on the roster: people of a list stay when the roster names them no longer.`;
      faults.push({ pointer, code: 'duplicate', detail, values: { person } });
    }
  }
  return { rosters: [...rosters.values()], faults };
}

/** A new group has no other owners and members, unless they are named. */
export function receiveNew(body: unknown, shape: ShapeFaults): ReceivedRequest {
  if (shape.hasWrongType) return receiveRequest(body, shape);
  const {
    visibility: _,
    state: __,
    teamId: ___,
    rosters: ____,
    ...named
  } = body as DesiredGroupBody;
  const request = { owners: [], members: [], ...named };
  const absent = required.filter((member) => !(member in request));
  if (absent.length === 0) return receiveRequest(request, shape);
  return receiveRequest(request, {
    ...shape,
    listed: [...shape.listed, ...absent.map(missing)],
    members: new Set([...shape.members, ...absent]),
  });
}

const required: readonly string[] = TeamRequestBody.required ?? [];

function missing(member: string): FieldError {
  const detail = `${member} is missing. A new group needs it.`;
  return { pointer: `/${member}`, code: 'required', detail, values: { name: member } };
}
