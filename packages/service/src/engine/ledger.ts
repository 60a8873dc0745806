// Changes of a ledger: pure functions from an entry to the entry after an event. Times are milliseconds since the
// Unix epoch, passed in.
import type {
  CreationFailure,
  Intent,
  LedgerEntry,
  StepName,
  StepRecord,
  Warning,
} from './creation.ts';
import type { StepOutput } from './step.ts';

export function newStep(name: StepName, isNeeded = true): StepRecord {
  return {
    name,
    status: isNeeded ? 'pending' : 'skipped',
    attempts: 0,
    startedAt: null,
    completedAt: null,
    retryAt: null,
    detail: null,
  };
}

/** The first step that is not behind us, or undefined when all are. */
export function presentStep(entry: LedgerEntry): StepRecord | undefined {
  return entry.steps.find(({ status }) => status !== 'succeeded' && status !== 'skipped');
}

export function begin<Entry extends LedgerEntry>(
  entry: Entry,
  step: StepName,
  now: number,
  intent: Intent = {},
): Entry {
  const intending = { ...entry, facts: { ...entry.facts, ...intent } };
  return changeStep(intending, step, (record) => ({
    ...record,
    status: 'running',
    attempts: record.attempts + 1,
    startedAt: record.startedAt ?? time(now),
    retryAt: null,
  }));
}

/** An attempt that cannot call the directory: the known facts about the group do not change. */
export function beginWithoutCall<Entry extends LedgerEntry>(
  entry: Entry,
  step: StepName,
  now: number,
): Entry {
  return begin(entry, step, now, {
    groupUncertainSince: entry.facts.groupUncertainSince ?? null,
  });
}

/**
 * The attempt has ended.
 * @param before the entry before the attempt began
 * @param isCertain false when the attempt may have created the group, or invited a guest, without an answer that says so
 */
export function forgetIntent<Entry extends LedgerEntry>(
  begun: Entry,
  before: LedgerEntry,
  isCertain: boolean,
): Entry {
  const { lastPolledAt: _, groupUncertainSince: begunAt, inviting, ...others } = begun.facts;
  const invitation = isCertain ? before.facts.inviting : inviting;
  const facts = { ...others, ...(invitation !== undefined && { inviting: invitation }) };
  if (begunAt === undefined) return { ...begun, facts };
  const since = isCertain && begunAt !== null ? groupUncertainSince(before) : begunAt;
  return { ...begun, facts: { ...facts, groupUncertainSince: since ?? null } };
}

/** No attempt can have created the group. */
export function proveNothingMade<Entry extends LedgerEntry>(entry: Entry): Entry {
  if (groupUncertainSince(entry) === undefined) return entry;
  return { ...entry, facts: { ...entry.facts, groupUncertainSince: null } };
}

/** The step may not be run yet. */
export function deferUntil<Entry extends LedgerEntry>(
  entry: Entry,
  step: StepName,
  until: number,
): Entry {
  return changeStep(entry, step, (record) => ({
    ...record,
    status: 'waiting',
    retryAt: time(until),
  }));
}

/** A step of which nothing is left to do. */
export function completeStep<Entry extends LedgerEntry>(
  entry: Entry,
  step: StepName,
  now: number,
): Entry {
  return changeStep(resetWait(entry), step, (record) => ({
    ...record,
    status: 'succeeded',
    startedAt: record.startedAt ?? time(now),
    completedAt: time(now),
    retryAt: null,
  }));
}

export function finishStep<Entry extends LedgerEntry>(
  entry: Entry,
  step: StepName,
  output: StepOutput,
  now: number,
): Entry {
  return completeStep(learn(entry, step, output), step, now);
}

/** A part of the step is done; the next run is a first attempt again. */
export function continueStep<Entry extends LedgerEntry>(
  entry: Entry,
  step: StepName,
  output: StepOutput,
): Entry {
  return changeStep(resetWait(learn(entry, step, output)), step, (record) => ({
    ...record,
    attempts: 0,
  }));
}

/** The directory is at work: the next run belongs to the same attempt. */
export function waitFor<Entry extends LedgerEntry>(
  entry: Entry,
  step: StepName,
  output: StepOutput,
  now: number,
  waitMs: number,
): Entry {
  return changeStep(addWait(learn(entry, step, output), waitMs), step, (record) => ({
    ...record,
    status: 'waiting',
    attempts: record.attempts - 1,
    retryAt: time(now + waitMs),
  }));
}

/** As the ledger has it: creations are stored as accepted and not waiting (docs/decisions/0009-approvals-are-parked.md), operations by name. */
export type ParkedStatus = 'accepted' | 'awaiting_approval';

/** The entry leaves its lane, with that status. */
export function park<Entry extends LedgerEntry>(
  entry: Entry,
  step: StepName,
  output: StepOutput,
  status: ParkedStatus,
): Entry {
  const parked = changeStep(learn(entry, step, output), step, (record) => ({
    ...record,
    status: 'waiting',
    attempts: record.attempts - 1,
  }));
  return { ...parked, status };
}

/** An attempt did not work; another follows. */
export function postpone<Entry extends LedgerEntry>(
  entry: Entry,
  step: StepName,
  detail: string,
  now: number,
  waitMs: number,
): Entry {
  return changeStep(addWait(entry, waitMs), step, (record) => ({
    ...record,
    status: 'waiting',
    retryAt: time(now + waitMs),
    detail,
  }));
}

/** The removal failed, or the group may still appear; another attempt follows. */
export function postponeRemoval<Entry extends LedgerEntry>(
  entry: Entry,
  now: number,
  waitMs: number,
): Entry {
  const { facts } = addWait(entry, waitMs);
  return {
    ...entry,
    facts: {
      groupUncertainSince: now,
      ...facts,
      removalAttempts: (facts.removalAttempts ?? 0) + 1,
    },
  };
}

/** A group may exist since then of which the directory gave no answer; undefined when there is none. */
export function groupUncertainSince({ facts }: LedgerEntry): number | undefined {
  return facts.groupUncertainSince ?? undefined;
}

/** The entry is going to fail; what was made is removed first. */
export function failStep<Entry extends LedgerEntry>(
  entry: Entry,
  step: StepName,
  failure: CreationFailure,
  now: number,
): Entry {
  const stopped = changeStep(resetWait(entry), step, (record) => ({
    ...record,
    status: 'failed',
    completedAt: time(now),
    retryAt: null,
    detail: failure.detail,
  }));
  return { ...stopped, facts: { ...stopped.facts, failure } };
}

export function succeed<Entry extends LedgerEntry>(entry: Entry): Entry {
  return { ...entry, status: 'succeeded' };
}

export function fail<Entry extends LedgerEntry>(
  entry: Entry,
  warnings: readonly Warning[] = [],
): Entry {
  return { ...entry, status: 'failed', warnings: [...entry.warnings, ...warnings] };
}

function learn<Entry extends LedgerEntry>(entry: Entry, step: StepName, output: StepOutput): Entry {
  const changed = {
    ...entry,
    ...(output.facts && { facts: { ...entry.facts, ...output.facts } }),
    ...(output.resolvedPeople && { resolvedPeople: output.resolvedPeople }),
    ...(output.warnings?.length && { warnings: [...entry.warnings, ...output.warnings] }),
  };
  // A sentence about an attempt that did not work is out of date once the step has worked.
  return changeStep(changed, step, (record) => ({ ...record, detail: output.detail ?? null }));
}

function addWait<Entry extends LedgerEntry>(entry: Entry, waitMs: number): Entry {
  const waitedMs = (entry.facts.waitedMs ?? 0) + waitMs;
  return { ...entry, facts: { ...entry.facts, waitedMs } };
}

/** After progress, the time limit for retries starts again, and so does what the directory waits for. */
function resetWait<Entry extends LedgerEntry>(entry: Entry): Entry {
  const { waitedMs, directoryNotes, ...facts } = entry.facts;
  return waitedMs === undefined && directoryNotes === undefined ? entry : { ...entry, facts };
}

/** @param notes what the directory noted during the attempt */
export function keepNotes<Entry extends LedgerEntry>(
  entry: Entry,
  notes: ReadonlyMap<string, number> = new Map(),
): Entry {
  const { directoryNotes, ...facts } = entry.facts;
  if (notes.size > 0) {
    return { ...entry, facts: { ...facts, directoryNotes: Object.fromEntries(notes) } };
  }
  return directoryNotes === undefined ? entry : { ...entry, facts };
}

function changeStep<Entry extends LedgerEntry>(
  entry: Entry,
  name: StepName,
  change: (record: StepRecord) => StepRecord,
): Entry {
  return {
    ...entry,
    steps: entry.steps.map((record) => (record.name === name ? change(record) : record)),
  };
}

/** The entries of a lane change many times within a millisecond. */
let lastTime = { milliseconds: Number.NaN, text: '' };

function time(milliseconds: number): string {
  if (milliseconds !== lastTime.milliseconds) {
    lastTime = { milliseconds, text: new Date(milliseconds).toISOString() };
  }
  return lastTime.text;
}
