// The steps of a creation as they are stored: as text, because each record of a creation writes all of them again. Their JSON
// is six times as long, which made it the larger part of the time and of the log of a record.
//
// Steps are separated by semicolons, and the parts of a step by spaces: name, status and attempts, start, completion, next
// attempt, detail. A dash means null, and nulls at the end are left out. The first time is in milliseconds since
// the Unix epoch, each other one in milliseconds after it. The detail is percent-encoded.
//   resolve_people s1 1795501285123 5;create_group r1 6;create_team p0
import type { TemplatePolicy } from '../settings/organisations/template.ts';
import type { StepName, StepRecord, StepStatus } from './creation.ts';
import { newLedger } from './steps.ts';

const letterOf: Readonly<Record<StepStatus, string>> = {
  pending: 'p',
  running: 'r',
  waiting: 'w',
  succeeded: 's',
  failed: 'f',
  skipped: 'x',
};
const statusOf: Readonly<Record<string, StepStatus>> = Object.fromEntries(
  Object.entries(letterOf).map(([status, letter]) => [letter, status as StepStatus]),
);

export function encodeSteps(steps: readonly StepRecord[]): string {
  let first: number | undefined;
  const timeOf = (text: string | null): string | null => {
    if (text === null) return null;
    const time = Date.parse(text);
    if (first !== undefined) return String(time - first);
    first = time;
    return String(time);
  };
  let encoded = '';
  for (const { name, status, attempts, startedAt, completedAt, retryAt, detail } of steps) {
    if (encoded !== '') encoded += ';';
    encoded += `${name} ${letterOf[status]}${attempts}`;
    const parts = [timeOf(startedAt), timeOf(completedAt), timeOf(retryAt), encodeDetail(detail)];
    // Nulls are written only in front of something else.
    let nulls = '';
    for (const part of parts) {
      if (part === null) nulls += ' -';
      else {
        encoded += `${nulls} ${part}`;
        nulls = '';
      }
    }
  }
  return encoded;
}

export function decodeSteps(encoded: string): StepRecord[] {
  let first: number | undefined;
  const timeOf = (part: string | undefined): string | null => {
    if (isNull(part)) return null;
    const time = Number(part) + (first ?? 0);
    first ??= time;
    return new Date(time).toISOString();
  };
  return encoded.split(';').map((step) => {
    const [name = '', state = '', startedAt, completedAt, retryAt, detail] = step.split(' ');
    const status = statusOf[state.charAt(0)];
    if (status === undefined) throw new TypeError(`Unknown status of a step: ${step}`);
    return {
      name: name as StepName,
      status,
      attempts: Number(state.slice(1)),
      startedAt: timeOf(startedAt),
      completedAt: timeOf(completedAt),
      retryAt: timeOf(retryAt),
      detail: isNull(detail) ? null : decodeURIComponent(detail),
    };
  });
}

const isNull = (part: string | undefined): part is undefined | '-' =>
  part === undefined || part === '-';

/** A dash alone would be read as null. PostgreSQL stores neither U+0000 nor half a surrogate pair. */
function encodeDetail(detail: string | null): string | null {
  if (detail === null) return null;
  if (detail === '-') return '%2D';
  return encodeURIComponent(detail.toWellFormed().replaceAll('\0', '\uFFFD'));
}

/** @param progress as `encodeSteps` writes it; null before the first record */
export function readSteps(progress: string | null, policy: TemplatePolicy): readonly StepRecord[] {
  return progress === null ? newLedger(policy) : decodeSteps(progress);
}
