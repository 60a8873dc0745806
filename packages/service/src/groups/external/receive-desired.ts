// The body of a desired state as the rules read it: the change of a group that exists, or the request for one that does not.
import { momentOf } from '../../ground/moment.ts';
import type { FieldError, ShapeFaults } from '../../ground/errors.ts';
import { receiveRequest, type ReceivedRequest } from '../create/receive-request.ts';
import type { DesiredState } from '../change/desired-state.ts';
import { TeamRequestBody } from '../read/teams.schema.ts';
import type { DesiredGroupBody } from './external.schema.ts';

/** @param shape members with faults are left out: the rules cannot read them */
export function receiveDesired(body: unknown, shape: ShapeFaults): DesiredState {
  if (shape.hasWrongType) return {};
  const { description, deputy, expiresAt, state, ...others } = soundMembers(body, shape);
  const { reason: _, teamId: __, ...sound } = others;
  return {
    ...(sound as Omit<typeof sound, 'properties'>),
    ...(description !== undefined && { description: description || null }),
    ...(deputy !== undefined && { deputy: deputy || null }),
    ...(expiresAt !== undefined && { expiresAt: momentOf(expiresAt) ?? null }),
    ...(state !== undefined && { archived: state === 'archived' }),
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

/** A new group has no other owners and members, unless they are named. */
export function receiveNew(body: unknown, shape: ShapeFaults): ReceivedRequest {
  if (shape.hasWrongType) return receiveRequest(body, shape);
  const {
    visibility: _,
    state: __,
    reason: ___,
    teamId: ____,
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
