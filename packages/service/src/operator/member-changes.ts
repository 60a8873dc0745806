// The differences between two objects, member by member.
import { isDeepStrictEqual } from 'node:util';

export interface MemberChange {
  readonly member: string;
  /** Undefined where it is new. */
  readonly before?: unknown;
  readonly after: unknown;
}

/** Every member of something new. */
export function created(after: object): MemberChange[] {
  return flatten(after).map(([member, value]) => ({ member, after: value }));
}

/** Every member that differs. */
export function compare(before: object, after: object): MemberChange[] {
  const was = new Map(flatten(before));
  const is = new Map(flatten(after));
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((member) => !isDeepStrictEqual(was.get(member), is.get(member)))
    .map((member) => ({ member, before: was.get(member), after: is.get(member) }));
}

/** Members of members by their path; lists stay whole. */
function flatten(value: object, prefix = ''): [string, unknown][] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? flatten(inner, `${prefix}${name}.`)
      : [[`${prefix}${name}`, inner] satisfies [string, unknown]],
  );
}

/** Omits members that are null. */
export function withoutNulls<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null)) as Partial<T>;
}
