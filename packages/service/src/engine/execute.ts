// Executes one piece of work on a group, a creation for example, step by step until it is final or has to wait. Before
// a call that may change the directory the attempt is in the ledger; after a crash the step is run again and finds what
// is done. An error affects only its own entry: `execute` throws only what `write` throws.
import { type Directory, DirectoryError } from '../directory/directory.ts';
import type { Clock } from '../ground/clock.ts';
import { DomainError } from '../ground/errors.ts';
import {
  beginSpan,
  noTracer,
  readTraceparent,
  type TraceContext,
  type Tracer,
} from '../ground/trace.ts';
import type { Rest } from '../ground/turns.ts';
import { backoffMs } from './retry.ts';
import { isFinal, type LedgerEntry, type StepName } from './creation.ts';
import {
  failureAfter,
  forgetFailedTeam,
  hasTimedOut,
  type Incident,
  incidentOf,
  isDefect,
  showsNothingMade,
} from './failed-attempt.ts';
import {
  begin,
  beginWithoutCall,
  completeStep,
  continueStep,
  deferUntil,
  failStep,
  finishStep,
  forgetIntent,
  keepNotes,
  park,
  type ParkedStatus,
  postpone,
  presentStep,
  proveNothingMade,
  succeed,
  waitFor,
} from './ledger.ts';
import type { ReadMarkedRecords } from './marked-records.ts';
import { createPrepareStep } from './prepare-step.ts';
import type { StepCall, StepOf, StepResult } from './step.ts';

/** A write to the ledger: the entry as it is now, and when it is due again. */
export interface LedgerRecord<Entry extends LedgerEntry> {
  readonly entry: Entry;
  /** Set if the lane releases the entry until then; never set for a final one. */
  readonly dueInMs?: number;
  readonly incident?: Incident;
}

/** Writes under the lane's epoch. Answers false when the entry has ended, or the lane has passed to another worker. */
export type WriteRecord<Entry extends LedgerEntry> = (
  record: LedgerRecord<Entry>,
) => Promise<boolean>;

/** @param openDirectory gives the tenant's directory, or throws where it cannot be opened */
export type Execute<Entry extends LedgerEntry> = (
  entry: Entry,
  openDirectory: () => Directory,
  write: WriteRecord<Entry>,
  signal: AbortSignal,
) => Promise<void>;

export interface ExecuteDeps<Entry extends LedgerEntry> {
  readonly steps: readonly StepOf<Entry>[];
  /** Ends an entry with a failed step, or undoes its work first. */
  readonly end: EndFailed<Entry>;
  readonly parkedAs: ParkedStatus;
  readonly clock: Clock;
  /** The number is at least 0 and below 1. */
  readonly random: () => number;
  readonly rest: Rest;
  /** Called with errors that are defects of the service. */
  readonly onDefect: (error: unknown, entry: Entry) => void;
  readonly readMarkedRecords: ReadMarkedRecords;
  /** Absent: no adoption is ever stopped. */
  readonly isAdoptionStopped?: (entry: LedgerEntry) => Promise<boolean>;
  /** Only passes traces on without it. */
  readonly tracer?: Tracer | undefined;
  /** Called after each attempt of a step that called the directory. */
  readonly onAttempt?: (attempt: StepAttempt) => void;
  /** Called once the ledger has the entry's end. */
  readonly onFinished?: (entry: Entry) => void;
}

export interface StepAttempt {
  readonly step: StepName;
  /** `wait`: the directory is still at work. `aborted`: the lane was lost. */
  readonly outcome: 'done' | 'more' | 'wait' | 'park' | 'error' | 'aborted';
  readonly durationMs: number;
}

export type EndFailed<Entry extends LedgerEntry> = (failed: {
  readonly entry: Entry;
  /** Throws DirectoryError `unavailable` where the directory cannot be opened. */
  readonly open: () => Directory;
  readonly call: StepCall;
  readonly retryDelayMs: RetryDelay;
  readonly onDefect: (error: unknown) => void;
}) => Promise<LedgerRecord<Entry> | undefined>;

/** The pause after an attempt that did not work. */
type RetryDelay = (error: unknown, attempts: number) => number;

/** The outcome of a run of a step, or of its failure. */
interface Outcome<Entry extends LedgerEntry> {
  readonly entry: Entry;
  /** The record to write now; without it, the next record includes the change. */
  readonly record?: LedgerRecord<Entry>;
  /** True if the lane releases the entry. */
  readonly waits: boolean;
}

export function createExecute<Entry extends LedgerEntry>(deps: ExecuteDeps<Entry>): Execute<Entry> {
  const { end, parkedAs, clock, random, rest, onDefect, onAttempt, onFinished, readMarkedRecords } =
    deps;
  const { tracer = noTracer } = deps;
  const prepareStep = createPrepareStep(deps.steps);

  return async function executeTraced(claimed, openDirectory, writeRecord, signal) {
    const { tenantId, teamId, requestId } = claimed;
    const span = beginSpan(tracer, readTraceparent(requestId), clock);
    try {
      await execute([claimed, openDirectory, writeRecord, signal], span?.context);
    } finally {
      span?.end({
        name: 'lane',
        kind: 'internal',
        attributes: { 'groupwright.tenant_id': tenantId, 'groupwright.team_id': teamId },
        hasFailed: false,
      });
    }
  };

  async function execute(
    [claimed, openDirectory, writeRecord, signal]: Parameters<Execute<Entry>>,
    trace: TraceContext | undefined,
  ): Promise<void> {
    let entry = claimed;
    const write: WriteRecord<Entry> = async (record) => {
      const isHeld = await writeRecord(record);
      if (isHeld && isFinal(record.entry.status)) onFinished?.(record.entry);
      return isHeld;
    };
    while (!signal.aborted) {
      const open = () => opened(openDirectory, entry);
      const call: StepCall = {
        signal,
        trace,
        teamId: entry.teamId,
        notes: new Map(Object.entries(entry.facts.directoryNotes ?? {})),
        now: clock.now(),
        rest,
        recordOf: async (marker) =>
          (await readMarkedRecords(claimed.tenantId, [marker])).get(marker),
        isAdoptionStopped: async () => (await deps.isAdoptionStopped?.(claimed)) ?? false,
      };
      if (entry.facts.failure !== undefined) {
        const failed = entry;
        const record = await end({
          entry,
          open,
          call,
          retryDelayMs,
          onDefect: (error) => onDefect(error, failed),
        });
        if (record !== undefined) {
          await write({ ...record, entry: keepNotes(record.entry, call.notes) });
        }
        return;
      }
      const present = presentStep(entry);
      if (present === undefined) {
        await write({ entry: succeed(entry) });
        return;
      }
      const ready = prepareStep(present.name, entry, open, call.now);
      if (ready.kind === 'satisfied') {
        entry = completeStep(entry, present.name, clock.now());
        continue;
      }
      if (ready.kind === 'early') {
        const held = deferUntil(entry, present.name, ready.until);
        await write({ entry: held, dueInMs: ready.until - call.now });
        return;
      }
      let next: Outcome<Entry>;
      if (ready.kind === 'unready') {
        entry = beginWithoutCall(entry, present.name, call.now);
        next = afterError(present.name, entry, ready.error);
      } else {
        const { step, directory } = ready;
        const before = entry;
        entry = begin(before, step.name, call.now, step.intent?.(before, call.now));
        if (step.writes && !(await write({ entry }))) return;
        next = await attempt(step, before, entry, directory, call);
      }
      if (next.record !== undefined && !(await write(next.record))) return;
      if (next.waits) return;
      entry = next.entry;
    }
  }

  /** Its connection may be set up wrongly, which an administrator mends while the entry waits. */
  function opened(openDirectory: () => Directory, entry: Entry): Directory {
    try {
      return openDirectory();
    } catch (cause) {
      onDefect(cause, entry);
      throw new DirectoryError(
        'unavailable',
        "The connection to the tenant's directory cannot be opened; see the service log.",
        { cause },
      );
    }
  }

  /** Runs the step once, of which the ledger knows. */
  async function attempt(
    step: StepOf<Entry>,
    before: Entry,
    begun: Entry,
    directory: Directory,
    call: StepCall,
  ): Promise<Outcome<Entry>> {
    try {
      const entry = forgetIntent(begun, before, true);
      const result = await runReported(step, begun, directory, call);
      const now = clock.now();
      switch (result.kind) {
        case 'done':
          return { entry: finishStep(entry, step.name, result, now), waits: false };
        case 'more':
          return { entry: continueStep(entry, step.name, result), waits: false };
        case 'wait': {
          if (hasTimedOut(entry)) {
            throw new DirectoryError(
              'unavailable',
              'The directory is still processing the request.',
            );
          }
          const noted = keepNotes(entry, call.notes);
          const waiting = waitFor(noted, step.name, result, now, result.afterMs);
          return {
            entry: waiting,
            record: { entry: waiting, dueInMs: result.afterMs },
            waits: true,
          };
        }
        case 'park': {
          const parked = park(entry, step.name, result, parkedAs);
          return { entry: parked, record: { entry: parked }, waits: true };
        }
        default:
          throw new TypeError(`Unknown result: ${String(result satisfies never)}`);
      }
    } catch (error) {
      // The lane is lost, and the call was aborted for that: the next holder of the lane runs the step again.
      if (call.signal.aborted) return { entry: begun, waits: true };
      const isCertain = error instanceof DirectoryError && error.nothingMade;
      const told = keepNotes(forgetIntent(begun, before, isCertain), call.notes);
      const present = presentStep(begun);
      const isProven = present !== undefined && showsNothingMade(error, present);
      return afterError(step.name, isProven ? proveNothingMade(told) : told, error);
    }
  }

  async function runReported(
    step: StepOf<Entry>,
    begun: Entry,
    directory: Directory,
    call: StepCall,
  ): Promise<StepResult> {
    const startedAt = clock.now();
    const span = beginSpan(tracer, call.trace, clock);
    let outcome: StepAttempt['outcome'] = 'error';
    try {
      const result = await step.run(begun, directory, { ...call, trace: span?.context });
      outcome = result.kind;
      return result;
    } finally {
      if (call.signal.aborted) outcome = 'aborted';
      onAttempt?.({ step: step.name, outcome, durationMs: clock.now() - startedAt });
      span?.end({
        name: `step ${step.name}`,
        kind: 'internal',
        attributes: { 'groupwright.team_id': begun.teamId, 'groupwright.outcome': outcome },
        hasFailed: outcome === 'error',
      });
    }
  }

  function afterError(step: StepName, entry: Entry, error: unknown): Outcome<Entry> {
    const now = clock.now();
    const attempts = entry.steps.find(({ name }) => name === step)?.attempts ?? 1;
    const incident = incidentOf(step, attempts, error);
    const failure = failureAfter(error, attempts, entry);
    if (failure !== undefined) {
      const stopped = failStep(entry, step, failure, now);
      return { entry: stopped, record: { entry: stopped, incident }, waits: false };
    }
    if (isDefect(error)) onDefect(error, entry);
    const retryInMs = retryDelayMs(error, attempts);
    const postponed = postpone(
      forgetFailedTeam(entry, error),
      step,
      incident.detail,
      now,
      retryInMs,
    );
    return {
      entry: postponed,
      record: { entry: postponed, dueInMs: retryInMs, incident: { ...incident, retryInMs } },
      waits: true,
    };
  }

  function retryDelayMs(error: unknown, attempts: number): number {
    const asked =
      error instanceof DirectoryError || error instanceof DomainError
        ? error.retryAfterMs
        : undefined;
    const isReplicating = error instanceof DirectoryError && error.code === 'not_visible_yet';
    return backoffMs(attempts, asked, random(), isReplicating);
  }
}
