// Ranges of days in queries of the admin API: whole days in UTC, the last one included.
import { DomainError } from '../ground/errors.ts';
import { isDay } from '../ground/moment.ts';

const dayMs = 86_400_000;

/** @throws DomainError `invalid_query` for a day that no calendar has */
export function rangeOf(query: { readonly from?: string; readonly until?: string }): {
  readonly from: Date | undefined;
  readonly until: Date | undefined;
} {
  return { from: dayOf('from', query.from, 0), until: dayOf('until', query.until, dayMs) };
}

/** @throws DomainError `invalid_query` for a day that no calendar has */
export function requireDay(parameter: string, text: string | undefined): void {
  dayOf(parameter, text, 0);
}

function dayOf(parameter: string, text: string | undefined, addMs: number): Date | undefined {
  if (text === undefined) return undefined;
  if (isDay(text)) return new Date(Date.parse(`${text}T00:00:00Z`) + addMs);
  const detail = `${parameter} must be a date.`;
  throw new DomainError('invalid_query', detail, {
    faults: [{ parameter, code: 'not_valid', detail, values: { rule: 'date' } }],
  });
}
