// Changes of a ledger: pure functions from a creation to the creation after an event. Times are
// milliseconds since the Unix epoch, passed in.
import type {
  Creation,
  CreationFailure,
  Intent,
  StepName,
  StepRecord,
  Warning,
} from './creation.ts';
import type { StepOutput } from './step.ts';

/** The first step that is not behind us, or undefined when all are. */
export function presentStep(creation: Creation): StepRecord | undefined {
  return creation.steps.find(({ status }) => status !== 'succeeded' && status !== 'skipped');
}

export function begin(
  creation: Creation,
  step: StepName,
  now: number,
  intent: Intent = {},
): Creation {
  const intending = { ...creation, facts: { ...creation.facts, ...intent } };
  return changeStep(intending, step, (record) => ({
    ...record,
    status: 'running',
    attempts: record.attempts + 1,
    startedAt: record.startedAt ?? time(now),
    retryAt: null,
  }));
}

/** An attempt that cannot call the directory: the known facts about the group do not change. */
export function beginWithoutCall(creation: Creation, step: StepName, now: number): Creation {
  return begin(creation, step, now, {
    groupUncertainSince: groupUncertainSince(creation, now) ?? null,
    ...(isUnsigned(creation) && { isUnsigned: true }),
  });
}

/**
 * The attempt has ended.
 * @param before the creation before the attempt began
 * @param isCertain false when the attempt may have created the group without an answer that says so
 */
export function forgetIntent(begun: Creation, before: Creation, isCertain: boolean): Creation {
  const { lookedAt: _, groupUncertainSince: begunAt, ...facts } = begun.facts;
  if (begunAt === undefined) return { ...begun, facts };
  const since = isCertain && begunAt !== null ? groupUncertainSince(before, begunAt) : begunAt;
  return { ...begun, facts: { ...facts, groupUncertainSince: since ?? null } };
}

/** The step may not be run yet. */
export function deferUntil(creation: Creation, step: StepName, until: number): Creation {
  return changeStep(creation, step, (record) => ({
    ...record,
    status: 'waiting',
    retryAt: time(until),
  }));
}

/** A step of which nothing is left to do. */
export function completeStep(creation: Creation, step: StepName, now: number): Creation {
  return changeStep(resetWait(creation), step, (record) => ({
    ...record,
    status: 'succeeded',
    startedAt: record.startedAt ?? time(now),
    completedAt: time(now),
    retryAt: null,
  }));
}

export function finishStep(
  creation: Creation,
  step: StepName,
  output: StepOutput,
  now: number,
): Creation {
  return completeStep(learn(creation, step, output), step, now);
}

/** A part of the step is done; the next run is a first attempt again. */
export function continueStep(creation: Creation, step: StepName, output: StepOutput): Creation {
  return changeStep(resetWait(learn(creation, step, output)), step, (record) => ({
    ...record,
    attempts: 0,
  }));
}

/** The directory is at work: the next run belongs to the same attempt. */
export function waitFor(
  creation: Creation,
  step: StepName,
  output: StepOutput,
  now: number,
  waitMs: number,
): Creation {
  return changeStep(addWait(learn(creation, step, output), waitMs), step, (record) => ({
    ...record,
    status: 'waiting',
    attempts: record.attempts - 1,
    retryAt: time(now + waitMs),
  }));
}

/** An attempt did not work; another follows. */
export function postpone(
  creation: Creation,
  step: StepName,
  detail: string,
  now: number,
  waitMs: number,
): Creation {
  return changeStep(addWait(creation, waitMs), step, (record) => ({
    ...record,
    status: 'waiting',
    retryAt: time(now + waitMs),
    detail,
  }));
}

/** The removal failed, or the group may still appear; another attempt follows. */
export function postponeRemoval(creation: Creation, now: number, waitMs: number): Creation {
  const { facts } = addWait(creation, waitMs);
  return {
    ...creation,
    facts: {
      // A ledger of an earlier release does not say when; from now on this one does.
      groupUncertainSince: now,
      ...(isUnsigned(creation) && { isUnsigned: true }),
      ...facts,
      removalAttempts: (facts.removalAttempts ?? 0) + 1,
    },
  };
}

/** Whether an earlier release, which signed no markers, attempted to create the group. */
export function isUnsigned({ facts, steps }: Creation): boolean {
  if (facts.isUnsigned !== undefined) return facts.isUnsigned;
  return facts.groupUncertainSince === undefined && wasGroupAttempted(steps);
}

function wasGroupAttempted(steps: readonly StepRecord[]): boolean {
  return steps.some(({ name, attempts }) => name === 'create_group' && attempts > 0);
}

/** Since when a group may exist of which the directory gave no answer; undefined when there is none. */
export function groupUncertainSince({ facts, steps }: Creation, now: number): number | undefined {
  if (facts.groupUncertainSince !== undefined) return facts.groupUncertainSince ?? undefined;
  return wasGroupAttempted(steps) ? now : undefined;
}

/** The creation is going to fail; what was made is removed first. */
export function failStep(
  creation: Creation,
  step: StepName,
  failure: CreationFailure,
  now: number,
): Creation {
  const stopped = changeStep(resetWait(creation), step, (record) => ({
    ...record,
    status: 'failed',
    completedAt: time(now),
    retryAt: null,
    detail: failure.detail,
  }));
  return { ...stopped, facts: { ...stopped.facts, failure } };
}

export function succeed(creation: Creation): Creation {
  return { ...creation, status: 'succeeded' };
}

export function fail(creation: Creation, warnings: readonly Warning[] = []): Creation {
  return { ...creation, status: 'failed', warnings: [...creation.warnings, ...warnings] };
}

function learn(creation: Creation, step: StepName, output: StepOutput): Creation {
  const changed: Creation = {
    ...creation,
    ...(output.facts && { facts: { ...creation.facts, ...output.facts } }),
    ...(output.resolvedPeople && { resolvedPeople: output.resolvedPeople }),
    ...(output.warnings?.length && { warnings: [...creation.warnings, ...output.warnings] }),
  };
  // A sentence about an attempt that did not work is out of date once the step has worked.
  return changeStep(changed, step, (record) => ({ ...record, detail: output.detail ?? null }));
}

function addWait(creation: Creation, waitMs: number): Creation {
  const waitedMs = (creation.facts.waitedMs ?? 0) + waitMs;
  return { ...creation, facts: { ...creation.facts, waitedMs } };
}

/** After progress, the time limit for retries starts again. */
function resetWait(creation: Creation): Creation {
  if (creation.facts.waitedMs === undefined) return creation;
  const { waitedMs: _, ...facts } = creation.facts;
  return { ...creation, facts };
}

function changeStep(
  creation: Creation,
  name: StepName,
  change: (record: StepRecord) => StepRecord,
): Creation {
  return {
    ...creation,
    steps: creation.steps.map((record) => (record.name === name ? change(record) : record)),
  };
}

function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
