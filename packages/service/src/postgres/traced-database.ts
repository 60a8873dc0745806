// Records each statement that belongs to a span as a span below it: its name and its duration with the wait for a
// connection, and never a value.
import { beginSpan, currentSpan, type SpanScope, type Tracer } from '../ground/trace.ts';
import type { Database, Query, Queryable } from './database.ts';

interface Deps {
  readonly tracer: Tracer;
  readonly clock: { now(): number };
}

/** The same database where no spans are recorded. */
export function traceStatements(database: Database, deps: Deps): Database {
  if (!deps.tracer.isOn) return database;
  return {
    ...database,
    ...tracedQueries(database, deps),
    transaction(work) {
      const scope = currentSpan();
      if (scope === undefined) return database.transaction(work);
      return record(deps, scope, 'transaction', () =>
        database.transaction((transaction) => work(tracedQueries(transaction, deps))),
      );
    },
  };
}

function tracedQueries(queryable: Queryable, deps: Deps): Queryable {
  return {
    query<Row extends object>(query: string | Query, values?: readonly unknown[]) {
      const scope = currentSpan();
      if (scope === undefined || isPoll(query)) return queryable.query<Row>(query, values);
      return record(deps, scope, nameOf(query), () => queryable.query<Row>(query, values));
    },
  };
}

async function record<T>(
  { tracer, clock }: Deps,
  scope: SpanScope,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const span = beginSpan(tracer, scope.context, clock);
  if (span === undefined) return work();
  let hasFailed = true;
  try {
    const result = await span.within(work);
    hasFailed = false;
    return result;
  } finally {
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name };
    span.end({ name: `SQL ${name}`, kind: 'client', attributes, hasFailed });
  }
}

const isPoll = (query: string | Query) => typeof query !== 'string' && query.boundary === false;

const comments = /--[^\n]*|\/\*[\s\S]*?\*\//g;
const verbs = /^\s*(?:with\b[\s\S]*?\)\s*)?(select|insert|update|delete|merge|with)\b/i;
const tables = /\b(?:from|into|update|join)\s+(?:only\s+)?([a-z_][\w.]*)/i;

/** The name of the statement, or what it does to the first table that it names: text has no values, but it is long. */
function nameOf(query: string | Query): string {
  if (typeof query !== 'string' && query.name !== undefined) return query.name;
  const text = (typeof query === 'string' ? query : query.text).replaceAll(comments, '').trim();
  const verb = verbs.exec(text)?.[1] ?? /^\w+/.exec(text)?.[0] ?? 'statement';
  const table = tables.exec(text)?.[1];
  return [verb.toLowerCase(), table].filter((part) => part !== undefined).join(' ');
}
