/**
 * JSON with one spelling for each value, so that it can be hashed: RFC 8785 (members sorted, no spaces).
 * @param value what JSON.parse gives, and dates; undefined members are omitted, as JSON.stringify does it
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null || value instanceof Date)
    return value === undefined ? 'null' : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    // By UTF-16 code units, as RFC 8785 section 3.2.3 asks.
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
