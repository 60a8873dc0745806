// The few forms of `$filter` that these calls use; anything else is refused, as is an advanced query
// without `ConsistencyLevel: eventual` and `$count=true`.
import { badRequest } from './response.ts';

/** One comparison: the property equals (or is among, or starts with) the values. */
export interface Comparison {
  readonly property: string;
  readonly kind: 'equals' | 'starts_with' | 'any_equals';
  readonly value: string;
}

const text = "'((?:[^']|'')*)'";
const anyText = new RegExp(text, 'g');
/** `property in ('…','…')` */
const listForm = new RegExp(`^(\\w+) in \\((${text}(?:,\\s*${text})*)\\)$`);
/** The documentation says that `in` takes no more by default. */
const mostInList = 15;
const forms: readonly { pattern: RegExp; kind: Comparison['kind'] }[] = [
  { pattern: new RegExp(`^(\\w+) eq ${text}$`), kind: 'equals' },
  { pattern: new RegExp(`^(\\w+)/any\\((\\w+):\\2 eq ${text}\\)$`), kind: 'any_equals' },
  { pattern: new RegExp(`^startsWith\\((\\w+),\\s*${text}\\)$`, 'i'), kind: 'starts_with' },
];

/** Splits at ` or ` outside quotes. */
function alternatives(filter: string): string[] {
  const parts: string[] = [];
  let quoted = false;
  let start = 0;
  for (let i = 0; i < filter.length; i += 1) {
    if (filter[i] === "'") quoted = !quoted;
    if (!quoted && filter.startsWith(' or ', i)) {
      parts.push(filter.slice(start, i));
      start = i + 4;
    }
  }
  parts.push(filter.slice(start));
  return parts.map((part) => part.trim());
}

function parseFilter(filter: string, filterable: readonly string[]): Comparison[] {
  return alternatives(filter).map((part) => {
    for (const { pattern, kind } of forms) {
      const match = pattern.exec(part);
      const property = match?.[1];
      const value = match?.at(-1);
      if (property === undefined || value === undefined) continue;
      if (!filterable.includes(property)) break;
      return { property, kind, value: value.replaceAll("''", "'") };
    }
    throw new UnsupportedQuery(part);
  });
}

/** A filter that is one `in`, as its comparisons; undefined for any other. It needs no advanced query. */
function parseList(filter: string, filterable: readonly string[]): Comparison[] | undefined {
  const [, property = '', list = ''] = listForm.exec(filter.trim()) ?? [];
  if (!filterable.includes(property)) return undefined;
  const values = [...list.matchAll(anyText)].map(([, value = '']) => value.replaceAll("''", "'"));
  if (values.length > mostInList) {
    throw badRequest(
      'unsupported_query',
      `Too many child clauses specified in search filter expression containing 'OR' operators: ${values.length}. Max allowed: ${mostInList}.`,
    );
  }
  return values.map((value) => ({ property, kind: 'equals', value }));
}

class UnsupportedQuery extends Error {}

/** Parses, and refuses what needs an advanced query unless the request asks for one. */
export function readFilter(
  query: URLSearchParams,
  headers: Readonly<Record<string, string>>,
  filterable: readonly string[],
): Comparison[] {
  const filter = query.get('$filter');
  if (filter === null) return [];
  const listed = parseList(filter, filterable);
  if (listed !== undefined) return listed;
  let comparisons: Comparison[];
  try {
    comparisons = parseFilter(filter, filterable);
  } catch (error) {
    if (!(error instanceof UnsupportedQuery)) throw error;
    throw badRequest('unsupported_query', `Unsupported or invalid query filter: ${error.message}`);
  }
  const advanced =
    comparisons.length > 1 || comparisons.some((comparison) => comparison.kind !== 'equals');
  const asked = headers['consistencylevel'] === 'eventual' && query.get('$count') === 'true';
  if (advanced && !asked) {
    throw badRequest(
      'unsupported_query',
      'This filter needs the header ConsistencyLevel: eventual and $count=true.',
    );
  }
  return comparisons;
}

/** Compares without regard to case, as the directory does. */
export function matches(
  comparisons: readonly Comparison[],
  read: (property: string) => unknown,
): boolean {
  if (comparisons.length === 0) return true;
  return comparisons.some(({ property, kind, value }) => {
    const wanted = value.toLowerCase();
    const found = read(property);
    if (kind === 'any_equals') {
      return Array.isArray(found) && found.some((item) => String(item).toLowerCase() === wanted);
    }
    if (typeof found !== 'string') return false;
    const given = found.toLowerCase();
    return kind === 'equals' ? given === wanted : given.startsWith(wanted);
  });
}
