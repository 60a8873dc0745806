// The version that the sender of a change has seen. A change of anything else is refused, so that no update is lost.

/** Several: one of them is enough. Undefined: any version will do. */
export type ExpectedVersion = number | readonly number[] | undefined;

export function isExpected(version: number | undefined, expected: ExpectedVersion): boolean {
  return expected === undefined || [expected].flat().some((one) => one === version);
}
