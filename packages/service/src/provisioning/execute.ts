// Drives one creation through the plan until it is final or has to wait. Before a call that may change
// the directory the attempt is in the ledger; after a crash the step is run again and finds what is done.
// Whatever goes wrong with one creation is that creation's affair: it throws only what `write` throws.
import type { Clock } from '../foundation/clock.ts';
import { type Directory, DirectoryError } from '../directory/directory.ts';
import { DomainError } from '../foundation/errors.ts';
import type { Rest } from '../foundation/turns.ts';
import { backoffMs } from './backoff.ts';
import type { Creation, StepName } from './creation.ts';
import {
  failureAfter,
  forgetFailedTeam,
  type Incident,
  incidentOf,
  isDefect,
  isRemovalOver,
  hasTimedOut,
  leftBehind,
} from './failed-attempt.ts';
import {
  begin,
  beginWithoutCall,
  fail,
  finishStep,
  forgetIntent,
  failStep,
  continueStep,
  groupUncertainSince,
  deferUntil,
  isUnsigned,
  postpone,
  postponeRemoval,
  presentStep,
  completeStep,
  succeed,
  waitFor,
} from './ledger.ts';
import type { ReadMarkedRecords } from './marked-records.ts';
import { plan } from './steps.ts';
import type { Step, StepCall } from './step.ts';

/** A write to the ledger: the creation as it is now, and when it is due again. */
export interface LedgerRecord {
  readonly creation: Creation;
  /** Set if the lane releases the creation until then; never set for a final one. */
  readonly dueInMs?: number;
  readonly incident?: Incident;
}

/** Writes under the lane's epoch. Answers false when the lane has passed to another worker. */
export type WriteRecord = (record: LedgerRecord) => Promise<boolean>;

export interface ExecuteDeps {
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly rest: Rest;
  /** Called with errors that are defects of the service. */
  readonly onDefect: (error: unknown, creation: Creation) => void;
  readonly readMarkedRecords: ReadMarkedRecords;
}

/** @param openDirectory gives the tenant's directory, or throws where it cannot be opened */
export type Execute = (
  creation: Creation,
  openDirectory: () => Directory,
  write: WriteRecord,
  signal: AbortSignal,
) => Promise<void>;

/** The outcome of a run of a step, or of its failure. */
interface Outcome {
  readonly creation: Creation;
  /** The record to write now; without it, the next record includes the change. */
  readonly record?: LedgerRecord;
  /** True if the lane releases the creation. */
  readonly waits: boolean;
}

export function createExecute(deps: ExecuteDeps): Execute {
  const { clock, random, rest, onDefect, readMarkedRecords } = deps;

  return async function execute(claimed, openDirectory, write, signal) {
    let creation = claimed;
    while (!signal.aborted) {
      const call: StepCall = {
        signal,
        teamId: creation.teamId,
        now: clock.now(),
        rest,
        recordOf: async (marker) =>
          (await readMarkedRecords(claimed.tenantId, [marker])).get(marker),
      };
      if (creation.facts.failure !== undefined) {
        await removeAndFail(creation, openDirectory, write, call);
        return;
      }
      const record = presentStep(creation);
      if (record === undefined) {
        await write({ creation: succeed(creation) });
        return;
      }
      const ready = makeReady(record.name, creation, openDirectory, call.now);
      if (ready.kind === 'satisfied') {
        creation = completeStep(creation, record.name, clock.now());
        continue;
      }
      if (ready.kind === 'early') {
        const held = deferUntil(creation, record.name, ready.until);
        await write({ creation: held, dueInMs: ready.until - call.now });
        return;
      }
      let next: Outcome;
      if (ready.kind === 'unready') {
        creation = beginWithoutCall(creation, record.name, call.now);
        next = afterError(record.name, creation, ready.error);
      } else {
        const { step, directory } = ready;
        const before = creation;
        creation = begin(before, step.name, call.now, step.intent?.(before, call.now));
        if (step.writes && !(await write({ creation }))) return;
        next = await attempt(step, before, creation, directory, call);
      }
      if (next.record !== undefined && !(await write(next.record))) return;
      if (next.waits) return;
      creation = next.creation;
    }
  };

  function makeReady(
    name: StepName,
    creation: Creation,
    openDirectory: () => Directory,
    now: number,
  ):
    | { readonly kind: 'ready'; readonly step: Step; readonly directory: Directory }
    | { readonly kind: 'satisfied' }
    | { readonly kind: 'early'; readonly until: number }
    | { readonly kind: 'unready'; readonly error: unknown } {
    try {
      const step = stepNamed(name);
      const directory = opened(openDirectory, creation);
      if (step.isSatisfied(creation, directory.limits)) return { kind: 'satisfied' };
      const until = step.notBefore?.(creation, directory.limits) ?? now;
      if (until > now) return { kind: 'early', until };
      return { kind: 'ready', step, directory };
    } catch (error) {
      return { kind: 'unready', error };
    }
  }

  /** Its connection may be set up wrongly, which an administrator mends while the creation waits. */
  function opened(openDirectory: () => Directory, creation: Creation): Directory {
    try {
      return openDirectory();
    } catch (cause) {
      onDefect(cause, creation);
      throw new DirectoryError(
        'unavailable',
        "The connection to the tenant's directory cannot be opened; see the service log.",
        { cause },
      );
    }
  }

  /** Runs the step once, of which the ledger knows. */
  async function attempt(
    step: Step,
    before: Creation,
    begun: Creation,
    directory: Directory,
    call: StepCall,
  ): Promise<Outcome> {
    try {
      const creation = forgetIntent(begun, before, true);
      const result = await step.run(begun, directory, call);
      const now = clock.now();
      switch (result.kind) {
        case 'done':
          return { creation: finishStep(creation, step.name, result, now), waits: false };
        case 'more':
          return { creation: continueStep(creation, step.name, result), waits: false };
        case 'wait': {
          if (hasTimedOut(creation)) {
            throw new DirectoryError(
              'unavailable',
              'The directory is still processing the request.',
            );
          }
          const waiting = waitFor(creation, step.name, result, now, result.afterMs);
          return {
            creation: waiting,
            record: { creation: waiting, dueInMs: result.afterMs },
            waits: true,
          };
        }
        default:
          throw new TypeError(`Unknown result: ${String(result satisfies never)}`);
      }
    } catch (error) {
      // The lane is lost, and the call was aborted for that: the next holder of the lane runs the step again.
      if (call.signal.aborted) return { creation: begun, waits: true };
      const isCertain = error instanceof DirectoryError && error.nothingMade;
      return afterError(step.name, forgetIntent(begun, before, isCertain), error);
    }
  }

  function afterError(step: StepName, creation: Creation, error: unknown): Outcome {
    const now = clock.now();
    const attempts = creation.steps.find(({ name }) => name === step)?.attempts ?? 1;
    const incident = incidentOf(step, attempts, error);
    const failure = failureAfter(error, attempts, creation);
    if (failure !== undefined) {
      const stopped = failStep(creation, step, failure, now);
      return { creation: stopped, record: { creation: stopped, incident }, waits: false };
    }
    if (isDefect(error)) onDefect(error, creation);
    const retryInMs = retryDelayMs(error, attempts);
    const postponed = postpone(
      forgetFailedTeam(creation, error),
      step,
      incident.detail,
      now,
      retryInMs,
    );
    return {
      creation: postponed,
      record: { creation: postponed, dueInMs: retryInMs, incident: { ...incident, retryInMs } },
      waits: true,
    };
  }

  async function removeAndFail(
    creation: Creation,
    openDirectory: () => Directory,
    write: WriteRecord,
    call: StepCall,
  ): Promise<void> {
    const error = await removeGroup(creation, openDirectory, call);
    if (call.signal.aborted) return;
    if (error === undefined) {
      await write({ creation: fail(creation) });
      return;
    }
    const attempts = (creation.facts.removalAttempts ?? 0) + 1;
    const incident = incidentOf('remove_group', attempts, error);
    if (isRemovalOver(error, attempts, creation)) {
      const warnings = [leftBehind(creation, incident.detail)];
      await write({ creation: fail(creation, warnings), incident });
      return;
    }
    const retryInMs = retryDelayMs(error, attempts);
    await write({
      creation: postponeRemoval(creation, call.now, retryInMs),
      dueInMs: retryInMs,
      incident: { ...incident, retryInMs },
    });
  }

  /** Removes what this creation made, and nothing else: the directory checks the marker. Answers what went wrong. */
  async function removeGroup(
    creation: Creation,
    openDirectory: () => Directory,
    call: StepCall,
  ): Promise<unknown> {
    const since = groupUncertainSince(creation, call.now);
    // A group that was taken over was there before this creation, and stays.
    const madeId = creation.facts.adoptedMarker === undefined ? creation.facts.groupId : undefined;
    if (madeId === undefined && since === undefined) return undefined;
    try {
      const directory = opened(openDirectory, creation);
      const groupId =
        madeId ??
        (await directory.findGroupByMarker(creation.teamId, call, isUnsigned(creation)))?.groupId;
      if (groupId !== undefined) await directory.deleteGroup(groupId, creation.teamId, call);
      else requireReplicated(since ?? call.now, call.now, directory.limits.replicationMs);
      return undefined;
    } catch (error) {
      if (isDefect(error) && !call.signal.aborted) onDefect(error, creation);
      return error;
    }
  }

  /** An absent answer proves nothing before replication must have finished. */
  function requireReplicated(since: number, now: number, replicationMs: number): void {
    const waitedMs = now - since;
    if (waitedMs >= replicationMs) return;
    const soon = Math.min(latestLookMs, Math.max(soonestLookMs, waitedMs / 2));
    throw new DirectoryError(
      'not_visible_yet',
      'The directory may have created the group but does not show it yet.',
      { retryAfterMs: Math.min(soon, replicationMs - waitedMs) },
    );
  }

  function retryDelayMs(error: unknown, attempts: number): number {
    const asked =
      error instanceof DirectoryError || error instanceof DomainError
        ? error.retryAfterMs
        : undefined;
    return backoffMs(attempts, asked, random());
  }
}

const soonestLookMs = 10_000;
const latestLookMs = 120_000;
const steps: ReadonlyMap<StepName, Step> = new Map(plan.map((step) => [step.name, step]));
const unknownStepAgainMs = 30_000;

function stepNamed(name: StepName): Step {
  const step = steps.get(name);
  if (step === undefined) {
    throw new DomainError(
      'unavailable',
      'A newer release of the service started this creation with a step that this release does not know; the newer release continues it.',
      { retryAfterMs: unknownStepAgainMs },
    );
  }
  return step;
}
