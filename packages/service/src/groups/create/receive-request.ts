// A request for a group as its schema left it: its members that conform, and the cost of handling it.
import type { ShapeFaults } from '../../ground/errors.ts';
import { type TeamRequest, TeamRequestBody } from '../read/teams.schema.ts';

/** The members of a request that conform to its schema. A member with a fault is undefined. */
export type ValidMembers = {
  readonly [Member in keyof TeamRequest]: TeamRequest[Member] | undefined;
};

/** A request after the check of its schema. */
export type ReceivedRequest =
  | { readonly conforms: true; readonly request: TeamRequest }
  | {
      readonly conforms: false;
      readonly valid: ValidMembers;
      readonly shape: ShapeFaults;
      /** It is as it was sent: faults are listed in the order of its members. */
      readonly body: unknown;
    };

/** The members of a request, in the order of the declaration. */
export const requestMembers = Object.keys(TeamRequestBody.properties) as (keyof TeamRequest)[];

/** @param shape the faults that the schema found in the body */
export function receiveRequest(body: unknown, shape: ShapeFaults): ReceivedRequest {
  if (shape.listed.length === 0) {
    return { conforms: true, request: withDefaults(body as TeamRequestBody) };
  }
  const { hasWrongType, members } = shape;
  const read = withDefaults((hasWrongType ? {} : body) as TeamRequestBody);
  const valid = Object.fromEntries(
    requestMembers.map((name) => [
      name,
      hasWrongType || members.has(name) ? undefined : read[name],
    ]),
  ) as ValidMembers;
  return { conforms: false, valid, shape, body };
}

/** Systems export an empty text where there is none. */
function withDefaults(body: TeamRequestBody): TeamRequest {
  const { description, deputy, owners = [], members = [] } = body;
  return { ...body, description: description || null, deputy: deputy || null, owners, members };
}

export function validMembersOf(received: ReceivedRequest): ValidMembers {
  return received.conforms ? received.request : received.valid;
}

/** Number of people that a request names, also on rosters; the request may have any shape. */
export function countPeople(request: unknown): number {
  const { owners, members, rosters } = (request ?? {}) as Partial<Record<string, unknown>>;
  const listed = Object.values(Object(rosters) as object).map(
    (roster) => (Object(roster) as { readonly members?: unknown }).members,
  );
  return [owners, members, ...listed].reduce<number>(
    (sum, list) => sum + (Array.isArray(list) ? list.length : 0),
    0,
  );
}

/** The total cost of requests, in units of the cost of a small one. */
export function weightOf(requests: number, people: number): number {
  return requests + Math.floor(people / peopleOfWeight);
}

/** This number of people costs about as much as a small request. */
const peopleOfWeight = 250;
