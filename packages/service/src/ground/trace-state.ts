// The `tracestate` of W3C trace context: what the tracing systems of callers need to know of a trace. It is opaque to the
// service, which passes it on beside `traceparent`.
// https://www.w3.org/TR/trace-context/#tracestate-header

/** Characters of a list. The specification asks for at least as many to be passed on. */
const atMost = 512;
const mostMembers = 32;
/** Longer members are removed first from a list that is too long. */
const longMember = 128;
const member =
  /^[a-z\d][\w\-*/@]{0,255}=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;
const upperCase = /[A-Z]/;

/**
 * Undefined if the text is no list, or an empty one. A list within the limit is unchanged, except for white space and
 * empty members. From a longer one, long members are removed first, and then members at its end.
 */
export function readTracestate(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  const members = text
    .split(',')
    .map((one) => one.replaceAll(/^[ \t]+|[ \t]+$/g, ''))
    .filter((one) => one !== '');
  const keys = members.map((one) => one.slice(0, one.indexOf('=')));
  const isList =
    members.length <= mostMembers &&
    new Set(keys).size === keys.length &&
    members.every((one) => member.test(one)) &&
    !keys.some((key) => upperCase.test(key));
  return isList && members.length > 0 ? shortened(members) : undefined;
}

function shortened(members: readonly string[]): string | undefined {
  const lengthOf = (list: readonly string[]) => list.join(',').length;
  let kept = [...members];
  while (lengthOf(kept) > atMost) {
    const long = kept.findLastIndex((one) => one.length > longMember);
    kept = kept.toSpliced(long === -1 ? kept.length - 1 : long, 1);
  }
  return kept.length === 0 ? undefined : kept.join(',');
}
